"""The board, the clue, and what each role sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import NoneType
from typing import NamedTuple

from commonground import checks, seeds
from commonground.errors import CommonGroundError
from commonground.game.rules import MOST, STANDARD, Colour, Rules

RULES = "rules, e.g. STANDARD or Rules(red=9)"
COLOURS = "a list of colours, e.g. Colour.RED"
SHOWN = f"{COLOURS}, or None where a card is hidden"
WORDS = "a list of words"
LONGEST = 100  # letters of a clue


class _Clue(NamedTuple):
    word: str
    number: int


class Clue(_Clue):
    """A word, and how many cards it is meant for."""

    __slots__ = ()

    def __new__(cls, word: str, number: int) -> "Clue":
        text = checks.text("A clue's word", word)
        if not text.strip() or not text.isprintable() or text.strip() != text or len(text) > LONGEST:
            raise checks.wrong("A clue's word", f"a word of at most {LONGEST} letters", word)
        return super().__new__(cls, text, checks.whole("A clue's number", number, 0, MOST, "no board has more cards"))

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
        object.__setattr__(self, "words", tuple(self.words))
        object.__setattr__(self, "key", checks.each("A key", self.key, Colour, COLOURS))
        counts = {colour: self.key.count(colour) for colour in Colour}
        if counts != self.rules.counts:
            raise CommonGroundError(f"A key has {self.rules} cards, not {tuple(counts.values())}.")

    @classmethod
    def deal(cls, words: Sequence[str], seed: int, root: int = 0, rules: Rules = STANDARD) -> "Board":
        """The board of that number: some of the words, and a key, both at random; another `root`, other boards."""
        words = checks.each("What a board is dealt from", words, str, WORDS)
        cards = checks.kind("rules", rules, Rules, RULES).cards
        if len(words) < cards:
            raise CommonGroundError(f"A board needs {cards} words to be dealt from, and there are {len(words)}.")
        rng = seeds.generator(root, "board", checks.whole("The number of a board", seed))
        chosen = rng.choice(len(words), size=cards, replace=False)
        colours = [colour for colour, count in rules.counts.items() for _ in range(count)]
        key = tuple(colours[i] for i in rng.permutation(cards))
        return cls(tuple(words[i] for i in chosen), key, rules)


def check_words(words: Sequence[str], rules: Rules = STANDARD) -> None:
    """See that some words can be the cards of a board."""
    found = checks.each("A board's words", words, str, WORDS)
    cards = checks.kind("rules", rules, Rules, RULES).cards
    if len(found) != cards:
        raise CommonGroundError(f"A board has {cards} words, not {len(found)}.")
    checks.once("A board's words", found)


class Turn(NamedTuple):
    """What happened in one turn: the clue as the guesser heard it, the cards guessed in order, their colours."""

    clue: Clue
    guesses: tuple[int, ...]
    colours: tuple[Colour, ...]


class _GuesserView(NamedTuple):
    words: tuple[str, ...]
    revealed: tuple[Colour | None, ...]
    history: tuple[Turn, ...]
    rules: Rules


class GuesserView(_GuesserView):
    """What a guesser sees: the words, the colours of revealed cards (None: unrevealed), the turns so far."""

    __slots__ = ()

    def __new__(
        cls,
        words: Sequence[str],
        revealed: Sequence[Colour | None],
        history: Sequence[Turn],
        rules: Rules = STANDARD,
    ) -> "GuesserView":
        return super().__new__(cls, *_seen(words, revealed, history, rules))


class _SpymasterView(NamedTuple):
    words: tuple[str, ...]
    key: tuple[Colour, ...]
    revealed: tuple[Colour | None, ...]
    history: tuple[Turn, ...]
    rules: Rules


class SpymasterView(_SpymasterView):
    """What a spymaster sees: all that the guesser sees, and the key."""

    __slots__ = ()

    def __new__(
        cls,
        words: Sequence[str],
        key: Sequence[Colour],
        revealed: Sequence[Colour | None],
        history: Sequence[Turn],
        rules: Rules = STANDARD,
    ) -> "SpymasterView":
        seen = _seen(words, revealed, history, rules)
        colours = checks.each("A view's key", key, Colour, COLOURS)
        _check_length("key", colours, rules)
        return super().__new__(cls, seen[0], colours, *seen[1:])


def _seen(
    words: Sequence[str], revealed: Sequence[Colour | None], history: Sequence[Turn], rules: Rules
) -> tuple[tuple[str, ...], tuple[Colour | None, ...], tuple[Turn, ...], Rules]:
    """What everybody sees, checked: as many words and colours as the rules say, and turns."""
    checks.kind("A view's rules", rules, Rules, RULES)
    found = checks.each("A view's words", words, str, WORDS)
    shown: tuple[Colour | None, ...] = checks.each("What is revealed", revealed, Colour | NoneType, SHOWN)
    _check_length("words", found, rules)
    _check_length("revealed", shown, rules)
    return found, shown, checks.each("A view's history", history, Turn, "a list of turns"), rules


def _check_length(name: str, values: Sequence[object], rules: Rules) -> None:
    if len(values) != rules.cards:
        raise CommonGroundError(
            f"A view's {name} must be as many as the rules have cards: {rules.cards}, not {len(values)}."
        )
