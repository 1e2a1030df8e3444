"""Worlds drawn where a clue makes sense: a mixture of strata, importance-weighted (R11, `"conditioned"`).

A static spymaster that says (l, n) has the n nearest cards of l red and the next one not. Of two million red sets only
some thousands are like that, and drawing from those, for every model and every word that may be heard as l, finds the
worlds that explain a clue where uniform draws find none.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from commonground.agents import worlds
from commonground.agents.kernels import listening


class Strata(NamedTuple):
    """Sets of worlds: the cards that are red in all of them, those that are not, and how much each is drawn from."""

    red: np.ndarray  # (stratum,) mask
    other: np.ndarray  # (stratum,) mask
    share: np.ndarray  # (stratum,) of the draws

    @classmethod
    def joined(cls, parts: list["Strata"]) -> "Strata":
        """All strata of several lists, each once."""
        red, other, share = (np.concatenate(column) for column in zip(*parts, strict=True))
        keys, place = np.unique(np.stack([red, other]), axis=1, return_inverse=True)
        return cls(keys[0], keys[1], np.bincount(place.ravel(), share, minlength=keys.shape[1]))


def everything(share: float) -> Strata:
    """The stratum that every world is in."""
    return Strata(np.zeros(1, np.int64), np.zeros(1, np.int64), np.array([share]))


def first_cards(orders: np.ndarray, number: int, share: np.ndarray) -> Strata:
    """For each order of cards, the worlds in which its first `number` are red and the next is not."""
    bits = np.left_shift(np.int64(1), orders.astype(np.int64))
    other = bits[:, number] if number < orders.shape[1] else np.zeros(len(orders), np.int64)
    return Strata(bits[:, :number].sum(axis=1), other, share)


def drawn(
    strata: Strata, known_red: int, unrevealed: int, reds_left: int, samples: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """About `samples` worlds and their importance weights; all worlds, weighing the same, if there are at most so many.

    A world's weight is one over how often the mixture is expected to draw it (the balance heuristic). A stratum with
    fewer worlds than draws is taken whole.
    """
    counts = np.round(samples * strata.share / strata.share.sum()).astype(np.int64)
    if comb(unrevealed.bit_count(), reds_left) <= samples or not counts.any():  # a single one is drawn anywhere
        found = worlds.consistent(known_red, unrevealed, reds_left, samples, rng)
        return found, np.ones(len(found))
    red, other = strata.red[counts > 0], strata.other[counts > 0]
    sizes = np.array([_size(int(r), int(o), unrevealed, reds_left) for r, o in zip(red, other, strict=True)])
    counts = np.minimum(counts[counts > 0], sizes)
    whole = (counts == sizes) & (sizes > 0)
    found = listening.draw(red, other, counts, whole, unrevealed, reds_left, rng.random((counts.sum(), reds_left)))
    return found | known_red, 1.0 / listening.summed(found, red, other, counts / np.maximum(sizes, 1))


def _size(red: int, other: int, unrevealed: int, reds_left: int) -> int:
    """How many worlds a stratum has."""
    if (red | other) & ~unrevealed:
        return 0
    fixed, left = red.bit_count(), reds_left - red.bit_count()
    return comb(unrevealed.bit_count() - fixed - other.bit_count(), left) if left >= 0 else 0


def effective(weights: np.ndarray) -> float:
    """The effective sample size of weighted draws: as many equal ones would say as much."""
    squares = float((weights**2).sum())
    return float(weights.sum()) ** 2 / squares if squares > 0 else 0.0
