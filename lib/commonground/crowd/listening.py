"""A recording over the words of a set, and the simplest listener: how likely it takes just the cards that a person took.

A soft listener takes one card after the other, each with the probability exp(−|clue − card|² / τ) over those that are left
(Luce's rule; Plackett and Luce for several). What is scored is *which* cards were taken and not their order: one recording
sorts them and the other partly follows the board. The sum over all orders is exact, as there are six at most.
"""

from collections import Counter
from collections.abc import Container, Sequence
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np

from commonground.crowd import reading
from commonground.crowd.recordings import NOBODY, Recorded, Trial
from commonground.embeddings import Embedding, EmbeddingSet
from commonground.errors import CommonGroundError

BLEND = "blend"
NO_CLUE, NO_GUESS = "the clue has no vector", "a guess has no vector"
SOFTNESS = (0.02, 0.03, 0.045, 0.06, 0.08, 0.1, 0.13, 0.17, 0.22, 0.3)  # τ, in mean squared distances of two words


class Counted(NamedTuple):
    """How many of some things are known, and how many there are."""

    known: int
    all: int

    @property
    def share(self) -> float:
        return self.known / self.all


class Heard(NamedTuple):
    """The trials of a recording as arrays; words are numbers of readings."""

    name: str
    title: str
    person: np.ndarray  # (trial,)
    turn: np.ndarray  # (trial,), from 1 for each person
    board: np.ndarray  # (trial,)
    clue: np.ndarray  # (trial,) a reading
    cards: np.ndarray  # (trial, card) readings
    there: np.ndarray  # (trial, card): whether there is such a card, and it has a vector
    guesses: np.ndarray  # (trial, guess) places among the cards
    meant: np.ndarray  # (trial, card): whether it was meant
    readings: list[tuple[str, ...]]
    left_out: dict[str, int]  # trials, by reason
    clues: Counted  # on boards

    @property
    def knows_people(self) -> bool:
        """Whether it is recorded who guessed what."""
        return bool((self.person != NOBODY).all())

    @property
    def chance(self) -> np.ndarray:
        """The probability of a trial's guesses for somebody who takes any cards, (trial,)."""
        asked = self.guesses.shape[1]
        return 1 / np.array([comb(int(count), asked) for count in self.there.sum(axis=1)], dtype=np.float64)


class Semantics(NamedTuple):
    """The vectors of a recording's readings in one embedding, or in several end to end."""

    name: str
    vectors: np.ndarray  # (reading, dimension)
    spread: float  # the mean squared distance of two words of the vocabulary


def heard(recorded: Recorded, known: EmbeddingSet) -> Heard:
    """A recording's trials over a set's words; those whose clue or guesses have no vector are left out and counted."""
    vocabulary = next(iter(known.values())).index
    words = {word for trial in recorded.trials for word in (trial.clue, *trial.cards)}
    read = {word: parts for word in sorted(words) if (parts := reading.read(word, vocabulary))}
    judged = [(trial, _lacking(trial, read)) for trial in recorded.trials]
    kept = [trial for trial, fault in judged if not fault]
    if not kept:
        raise CommonGroundError(
            f"No trial of '{recorded.name}' has a clue and guesses that the set '{known.name}' knows."
        )
    lost = Counter(fault for _, fault in judged if fault)
    said = {(trial.board, trial.clue) for trial in recorded.trials}
    clues = Counted(sum(clue in read for _, clue in said), len(said))
    return _arrays(recorded, kept, read, recorded.left_out | lost, clues)


def _lacking(trial: Trial, read: Container[str]) -> str:
    """Why a trial can't be heard; empty if it can."""
    if trial.clue not in read:
        return NO_CLUE
    return "" if all(guess in read for guess in trial.guesses) else NO_GUESS


def _arrays(
    recorded: Recorded,
    kept: Sequence[Trial],
    read: dict[str, tuple[str, ...]],
    left_out: dict[str, int],
    clues: Counted,
) -> Heard:
    number = {word: place for place, word in enumerate(read)}
    most = max(len(trial.cards) for trial in kept)
    cards, there, meant = (np.zeros((len(kept), most), dtype=kind) for kind in (np.int64, bool, bool))
    for row, trial in enumerate(kept):
        for place, card in enumerate(trial.cards):
            cards[row, place], there[row, place] = number.get(card, 0), card in number
            meant[row, place] = card in trial.meant
    return Heard(
        name=recorded.name,
        title=recorded.title,
        person=np.array([trial.person for trial in kept]),
        turn=np.array([trial.turn for trial in kept]),
        board=np.array([trial.board for trial in kept]),
        clue=np.array([number[trial.clue] for trial in kept]),
        cards=cards,
        there=there,
        guesses=np.array([[trial.cards.index(guess) for guess in trial.guesses] for trial in kept]),
        meant=meant,
        readings=list(read.values()),
        left_out=left_out,
        clues=clues,
    )


def semantics(found: Heard, embedding: Embedding) -> Semantics:
    """A recording's words in one embedding."""
    own = embedding.vectors.astype(np.float64)
    return Semantics(embedding.name, reading.vectors(found.readings, embedding), _spread(own))


def blend(found: Heard, embeddings: Sequence[Embedding], name: str = BLEND) -> Semantics:
    """Several embeddings end to end, each centred and of length one, so that all have the same say."""
    parts, spreads = [], []
    for embedding in embeddings:
        own = embedding.vectors.astype(np.float64)
        centre = own.mean(axis=0)
        parts.append(_unit(reading.vectors(found.readings, embedding) - centre))
        spreads.append(_spread(_unit(own - centre)))
    return Semantics(name, np.hstack(parts), sum(spreads))


def _unit(vectors: np.ndarray) -> np.ndarray:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12))


def _spread(vectors: np.ndarray) -> float:
    """The mean squared distance of two rows: twice their variance."""
    return 2 * float((vectors**2).sum(axis=1).mean() - (vectors.mean(axis=0) ** 2).sum())


def squared(found: Heard, meaning: Semantics) -> np.ndarray:
    """Squared distances of the clue to every card, (trial, card), as shares of the mean one of two words."""
    clues, cards = meaning.vectors[found.clue], meaning.vectors[found.cards]
    own = (clues**2).sum(axis=1)[:, None] + (cards**2).sum(axis=2)
    return np.asarray((own - 2 * np.einsum("td,tcd->tc", clues, cards)) / meaning.spread)


def taken(utilities: np.ndarray, guesses: np.ndarray) -> np.ndarray:
    """The probability of taking just these cards in any order, (trial,), of utilities (trial, card); −∞ is no card."""
    return np.asarray(np.exp(np.logaddexp.reduce(_by_order(utilities, guesses))))


def _by_order(utilities: np.ndarray, guesses: np.ndarray) -> np.ndarray:
    """The logarithms of the probabilities of all orders, (order, trial); the first is the one that is given."""
    chosen = np.take_along_axis(utilities, guesses, axis=1)  # (trial, guess)
    others = utilities.copy()
    np.put_along_axis(others, guesses, -np.inf, axis=1)
    rest = np.logaddexp.reduce(others, axis=1)
    return np.array([_in_order(chosen[:, list(order)], rest) for order in permutations(range(guesses.shape[1]))])


def _in_order(chosen: np.ndarray, rest: np.ndarray) -> np.ndarray:
    """The logarithm of the probability of taking cards in the order of their columns, (trial,): the last is taken from what is left."""
    total, left = np.zeros(len(chosen)), rest
    for card in chosen.T[::-1]:
        left = np.logaddexp(left, card)
        total += card - left
    return total


def soft(found: Heard, meaning: Semantics, softness: Sequence[float] = SOFTNESS) -> np.ndarray:
    """What listeners in one semantics would say to every trial, by how soft their choice is, (softness, trial)."""
    distances = np.where(found.there, squared(found, meaning), np.inf)
    return np.array([taken(-distances / one, found.guesses) for one in softness])


def in_given_order(found: Heard, meaning: Semantics, softness: float) -> float:
    """How much likelier the recorded order is than one at random, by a listener's own order: the mean logarithm."""
    utilities = np.where(found.there, -squared(found, meaning) / softness, -np.inf)
    orders = _by_order(utilities, found.guesses)
    return float((orders[0] - np.logaddexp.reduce(orders)).mean() + np.log(len(orders)))
