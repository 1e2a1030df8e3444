"""Single-team Codenames: the board, what each role sees, the rules, and the one game loop."""

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple, Protocol

import numpy as np

from commonground import seeds
from commonground.errors import CommonGroundError

CARDS = 25


class Colour(IntEnum):
    """What a card turns out to be; its letter is what result files hold."""

    RED = 0
    BLUE = 1
    BYSTANDER = 2
    ASSASSIN = 3

    @property
    def letter(self) -> str:
        return "RBYA"[self]


COUNTS = {Colour.RED: 9, Colour.BLUE: 8, Colour.BYSTANDER: 7, Colour.ASSASSIN: 1}


class Clue(NamedTuple):
    word: str
    number: int

    def __str__(self) -> str:
        return f"{self.word} {self.number}"


@dataclass(frozen=True)
class Board:
    """Twenty-five different words and their key: 9 red, 8 blue, 7 bystanders, 1 assassin."""

    words: tuple[str, ...]
    key: tuple[Colour, ...]

    def __post_init__(self) -> None:
        check_words(self.words)
        counts = {colour: self.key.count(colour) for colour in Colour}
        if counts != COUNTS:
            raise CommonGroundError(f"A key has 9 red, 8 blue, 7 bystander and 1 assassin card, not {tuple(counts.values())}.")

    @classmethod
    def deal(cls, words: Sequence[str], seed: int) -> "Board":
        """The board of that number: 25 of the words, and a key, both at random."""
        if len(words) < CARDS:
            raise CommonGroundError(f"A board needs {CARDS} words to be dealt from, and there are {len(words)}.")
        rng = seeds.generator(seed, "board")
        chosen = rng.choice(len(words), size=CARDS, replace=False)
        colours = [colour for colour, count in COUNTS.items() for _ in range(count)]
        return cls(tuple(words[i] for i in chosen), tuple(colours[i] for i in rng.permutation(CARDS)))


def check_words(words: Sequence[str]) -> None:
    """See that some words can be the cards of a board."""
    if len(words) != CARDS:
        raise CommonGroundError(f"A board has {CARDS} words, not {len(words)}.")
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


class SpymasterView(NamedTuple):
    """What a spymaster sees: all that the guesser sees, and the key."""

    words: tuple[str, ...]
    key: tuple[Colour, ...]
    revealed: tuple[Colour | None, ...]
    history: tuple[Turn, ...]


class Spymaster(Protocol):
    """Gives clues. `embedding` is the semantics its words have (of its most believed model, if it has several)."""

    name: str

    @property
    def embedding(self) -> Any: ...
    def start(self, view: SpymasterView) -> None: ...
    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue: ...
    def observe(self, view: SpymasterView, turn: Turn) -> None: ...
    def beliefs(self) -> dict[str, float]: ...


class Guesser(Protocol):
    """Picks cards, one at a time; None ends the turn (not before the first card)."""

    name: str

    def start(self, view: GuesserView) -> None: ...
    def next_guess(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> int | None: ...
    def observe(self, view: GuesserView, card: int, colour: Colour) -> None: ...
    def beliefs(self) -> dict[str, float]: ...
