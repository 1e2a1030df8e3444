"""The board, the clue, and what each role sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from commonground import seeds
from commonground.errors import CommonGroundError
from commonground.game.rules import STANDARD, Colour, Rules


class Clue(NamedTuple):
    word: str
    number: int

    def __str__(self) -> str:
        return f"{self.word} {self.number}"


@dataclass(frozen=True)
class Board:
    """Different words and their key, as the rules have it."""

    words: tuple[str, ...]
    key: tuple[Colour, ...]
    rules: Rules = STANDARD

    def __post_init__(self) -> None:
        check_words(self.words, self.rules)
        counts = {colour: self.key.count(colour) for colour in Colour}
        if counts != self.rules.counts:
            raise CommonGroundError(f"A key has {self.rules} cards, not {tuple(counts.values())}.")

    @classmethod
    def deal(cls, words: Sequence[str], seed: int, root: int = 0, rules: Rules = STANDARD) -> "Board":
        """The board of that number: some of the words, and a key, both at random; another `root`, other boards."""
        if len(words) < rules.cards:
            raise CommonGroundError(f"A board needs {rules.cards} words to be dealt from, and there are {len(words)}.")
        rng = seeds.generator(root, "board", seed)
        chosen = rng.choice(len(words), size=rules.cards, replace=False)
        colours = [colour for colour, count in rules.counts.items() for _ in range(count)]
        key = tuple(colours[i] for i in rng.permutation(rules.cards))
        return cls(tuple(words[i] for i in chosen), key, rules)


def check_words(words: Sequence[str], rules: Rules = STANDARD) -> None:
    """See that some words can be the cards of a board."""
    if len(words) != rules.cards:
        raise CommonGroundError(f"A board has {rules.cards} words, not {len(words)}.")
    twice = [word for word in words if words.count(word) > 1]
    if twice:
        raise CommonGroundError(f"A board's words all differ, but '{twice[0]}' is there twice.")


class Turn(NamedTuple):
    """What happened in one turn: the clue as the guesser heard it, the cards guessed in order, their colours."""

    clue: Clue
    guesses: tuple[int, ...]
    colours: tuple[Colour, ...]


class GuesserView(NamedTuple):
    """What a guesser sees: the words, the colours of revealed cards (None: unrevealed), the turns so far."""

    words: tuple[str, ...]
    revealed: tuple[Colour | None, ...]
    history: tuple[Turn, ...]
    rules: Rules = STANDARD


class SpymasterView(NamedTuple):
    """What a spymaster sees: all that the guesser sees, and the key."""

    words: tuple[str, ...]
    key: tuple[Colour, ...]
    revealed: tuple[Colour | None, ...]
    history: tuple[Turn, ...]
    rules: Rules = STANDARD
