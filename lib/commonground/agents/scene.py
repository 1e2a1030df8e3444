"""What all who are imagined on a board share, and what they can be asked (see `imagined`)."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from commonground.agents.kernels import deduction, guesser
from commonground.agents.kernels.cards import gather
from commonground.agents.ladder import Spoken
from commonground.agents.worlds import Known
from commonground.embeddings import Embedding
from commonground.game import Colour, Rules, Turn

Nearest = Mapping[str, np.ndarray]  # by embedding: all cards, nearest to each word first


class Scene:
    """The board, what is known of its key this turn, and the worlds that everybody thinks about."""

    known: Known
    drawn: np.ndarray

    def __init__(self, words: Sequence[str], rules: Rules) -> None:
        self.words, self.rules = words, rules


class Speaker(Protocol):
    """A spymaster in one turn, as it can be asked about any world, then or later."""

    def spoken(self, worlds: np.ndarray) -> Spoken: ...
    def heard(self, worlds: np.ndarray, row: int) -> np.ndarray: ...


class Hearer(Protocol):
    """An imagined guesser: its picks and bonuses for any words (vocabulary rows), (word, n − 1)."""

    @property
    def embedding(self) -> Embedding: ...
    def answers(self, rows: np.ndarray, nearest: Nearest) -> tuple[np.ndarray, np.ndarray]: ...


class Teller(Protocol):
    """An imagined spymaster."""

    @property
    def embedding(self) -> Embedding: ...
    def speaker(self) -> Speaker: ...


def all_answers(hearers: Sequence[Hearer], rows: np.ndarray, nearest: Nearest) -> np.ndarray:
    """What each guesser answers to some words, as lists of cards, (word, n − 1, guesser, place)."""
    return np.stack([deduction.spelled(*hearer.answers(rows, nearest)) for hearer in hearers], axis=2)


def distances_of(embeddings: Sequence[Embedding], words: Sequence[str], rows: np.ndarray) -> dict[str, np.ndarray]:
    """Squared distances of some words (vocabulary rows) to the cards, (word, card), by embedding."""
    found = {}
    for embedding in embeddings:
        table, places = embedding.distance_table(embedding.rows(words))
        found[embedding.name] = gather(table, places, rows)
    return found


def nearest_of(distances: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """By embedding, the cards from the nearest to the farthest of every clue."""
    return {name: guesser.order_all(squared) for name, squared in distances.items()}


def same_answers(hearers: Sequence[Hearer], embeddings: Sequence[Embedding], scene: Scene, turn: Turn) -> np.ndarray:
    """Which guessers, asked now for the clue that was heard, would have shown the cards that were guessed.

    A turn that was passed says nothing: then none of them.
    """
    if not turn.guesses:
        return np.zeros(len(hearers), dtype=bool)
    rows = embeddings[0].rows([turn.clue.word])
    nearest = nearest_of(distances_of(embeddings, scene.words, rows))
    place = min(turn.clue.number, scene.known.reds_left) - 1
    return np.array([shows(answer, turn) for answer in all_answers(hearers, rows, nearest)[0, place]])


def listed(answer: np.ndarray) -> list[int]:
    """The cards of an answer."""
    return [int(card) for card in answer if card != deduction.NOBODY]


def shows(answer: np.ndarray, turn: Turn) -> bool:
    """Whether an answer, made at that turn, would have shown the cards that were guessed, and no more."""
    cards = tuple(listed(answer))
    stopped = turn.colours[-1] is not Colour.RED
    return cards[: len(turn.guesses)] == turn.guesses and (stopped or len(cards) == len(turn.guesses))
