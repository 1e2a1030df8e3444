"""Which set of cards somebody takes, or means: P(S) ∝ exp(−Σ w · squared distances of its cards), over all sets of as many.

The logarithm is concave in the weights w, one for each embedding, so the likeliest weights are found from anywhere. Distances
are of vectors around their embedding's mean and of length one; in people's own language, which is made so, as they are.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy import optimize

from commonground.crowd import noise
from commonground.crowd.listening import Heard, semantics
from commonground.embeddings import Embedding
from commonground.embeddings.weighted import PEOPLE, centre

COST = 0.0004  # of a large weight; chosen on the training half, by cross-validation
START = 2.0
NEVER = 1e4  # the distance of a set with a card that has no vector


class Sets(NamedTuple):
    """For every clue on a board: how far the sets of cards are that can be taken, and how often each was."""

    apart: np.ndarray  # (scene, set, embedding) summed squared distances
    taken: np.ndarray  # (scene, set)


def of(found: Heard, embeddings: Sequence[Embedding], intended: bool = False) -> Sets:
    """The sets of a recording; what was taken there, or, once for each clue, what was meant."""
    scenes, asked = noise.scenes(found), found.guesses.shape[1]
    cards, member = found.cards[scenes.first], members(found.cards.shape[1], asked)
    there = found.there[scenes.first] @ member.T == asked  # (scene, set)
    by_card = [apart(found, one, found.clue[scenes.first], cards) for one in embeddings]
    summed = np.stack([np.where(there, own @ member.T, NEVER) for own in by_card], axis=2)
    if intended:
        return Sets(summed, (found.meant[scenes.first] @ member.T == asked).astype(np.float64))
    took = np.zeros(found.cards.shape)
    np.put_along_axis(took, found.guesses, 1.0, axis=1)
    taken = np.zeros(there.shape)
    np.add.at(taken, scenes.of, took @ member.T == asked)
    return Sets(summed, taken)


def of_trials(found: Heard, own: Sets, weights: np.ndarray) -> np.ndarray:
    """The logarithm of the probability of what was taken in each trial, (trial,), by the sets of the same recording."""
    took = np.zeros(found.cards.shape)
    np.put_along_axis(took, found.guesses, 1.0, axis=1)
    asked = found.guesses.shape[1]
    which = (took @ members(found.cards.shape[1], asked).T == asked).argmax(axis=1)
    return np.asarray(_logarithms(own, weights)[noise.scenes(found).of, which])


def members(cards: int, asked: int) -> np.ndarray:
    """Which cards are in each set of so many, (set, card)."""
    chosen = list(combinations(range(cards), asked))
    found = np.zeros((len(chosen), cards))
    np.put_along_axis(found, np.array(chosen), 1.0, axis=1)
    return found


def apart(found: Heard, embedding: Embedding, clue: np.ndarray, cards: np.ndarray) -> np.ndarray:
    """Squared distances of clues to cards, (scene, card)."""
    own = semantics(found, embedding).vectors
    if embedding.name != PEOPLE:
        own = own - centre(embedding)
        own = own / np.maximum(np.linalg.norm(own, axis=1, keepdims=True), 1e-12)
    return np.asarray(((own[cards] - own[clue][:, None]) ** 2).sum(axis=2))


def log_likelihood(found: Sets, weights: np.ndarray) -> np.ndarray:
    """The logarithm of the probability of what was taken, (scene,): the sum over all takers."""
    return np.asarray((found.taken * _logarithms(found, weights)).sum(axis=1))


def _logarithms(found: Sets, weights: np.ndarray) -> np.ndarray:
    """The logarithm of the probability of every set, (scene, set)."""
    utility = -found.apart @ weights
    return np.asarray(utility - np.logaddexp.reduce(utility, axis=1)[:, None])


def weights(parts: Sequence[Sets]) -> np.ndarray:
    """The weights of embeddings that make what was taken likeliest, (embedding,)."""
    count = sum(part.taken.sum() for part in parts)
    embeddings = parts[0].apart.shape[2]

    def loss(chosen: np.ndarray) -> tuple[float, np.ndarray]:
        total, slope = COST * float(chosen @ chosen) / 2, COST * chosen
        for part in parts:
            logarithms = _logarithms(part, chosen)
            expected = part.taken.sum(axis=1, keepdims=True) * np.exp(logarithms)
            total -= float((part.taken * logarithms).sum()) / count
            slope = slope + np.einsum("ks,kse->e", part.taken - expected, part.apart) / count
        return total, slope

    start = np.full(embeddings, START)
    found = optimize.minimize(loss, start, jac=True, method="L-BFGS-B", bounds=[(0, None)] * embeddings)
    return np.asarray(found.x)
