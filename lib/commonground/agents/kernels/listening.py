"""The guesser that uses all it knows: what is heard at several noises, and worlds drawn where they matter.

A *stratum* is a set of worlds: those in which certain cards are red and certain others are not, as two masks. Worlds and
orders are as in `kernels.guesser`.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from commonground.agents.kernels.cards import NOT_VIABLE
from commonground.agents.kernels.guesser import Orders, at_random, is_beaten
from commonground.agents.kernels.worlds import every

LONGER = -2


class Ear(NamedTuple):
    """The clues that may be heard as a word, by the summed distance of their first cards, then by the alphabet."""

    clues: np.ndarray
    chances: np.ndarray  # (noise, clue of the ear) how likely each is heard so
    first: np.ndarray  # mask of its first cards, as many as the number says
    after: np.ndarray  # mask of the next


@njit(cache=True)
def heard_at_each(worlds: np.ndarray, unrevealed: int, ear: Ear, number: int, seen: Orders) -> np.ndarray:
    """P(a word and a number are heard) in each world from a static spymaster, at each noise, (noise, world).

    `kernels.guesser.heard` for all noises at once: what the spymaster says does not depend on how it is changed on its
    way.
    """
    clues, chances, first, after = ear
    result = np.zeros((len(chances), len(worlds)))
    near_ear = seen.near[clues]
    for world in range(len(worlds) if len(clues) else 0):
        red = worlds[world] & unrevealed
        best = NOT_VIABLE
        for i in range(len(clues)):
            if red & first[i] == first[i] and near_ear[i] & red:
                if red & after[i]:  # a longer run: it would have been said for more cards
                    best = LONGER
                    break
                if best == NOT_VIABLE:
                    best = i
        if best >= 0:
            if not is_beaten(clues[best], number, red, seen):
                result[:, world] = chances[:, best]
        elif best == NOT_VIABLE and number == 1:
            for noise in range(len(chances)):
                result[noise, world] = at_random(red, clues, chances[noise], seen)
    return result


@njit(cache=True)
def roughly(worlds: np.ndarray, nearest: np.ndarray, closeness: np.ndarray, share: float) -> np.ndarray:
    """How much likelier than by chance a clue is in each world if each of its nearest cards was meant with ρ, ρ², …

    Row by row for each `closeness` ρ. A card that was not meant is red with probability `share`.
    """
    result = np.ones((len(closeness), len(worlds)))
    for i in range(len(closeness)):
        meant = 1.0
        for card in nearest:
            meant *= closeness[i]
            if_red, if_not = 1.0 - meant + meant / share, 1.0 - meant
            for world in range(len(worlds)):
                result[i, world] *= if_red if worlds[world] >> card & 1 else if_not
    return result


@njit(cache=True)
def summed(worlds: np.ndarray, red: np.ndarray, other: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """For each world, the summed weights of the strata it is in."""
    result = np.zeros(len(worlds))
    for stratum in range(len(red)):
        both, weight = red[stratum] | other[stratum], weights[stratum]
        for world in range(len(worlds)):
            if worlds[world] & both == red[stratum]:
                result[world] += weight
    return result


@njit(cache=True)
def draw(
    red: np.ndarray,
    other: np.ndarray,
    counts: np.ndarray,
    whole: np.ndarray,
    unrevealed: int,
    reds: int,
    uniforms: np.ndarray,
) -> np.ndarray:
    """`counts` worlds of each stratum, or all where it is to be had whole: a Fisher–Yates step for each uniform number."""
    result = np.empty(counts.sum(), np.int64)
    deck = np.empty(64, np.int64)
    filled = 0
    for stratum in range(len(red)):
        free = unrevealed & ~(red[stratum] | other[stratum])
        cards, left = 0, reds
        for card in range(63):
            if free >> card & 1:
                deck[cards] = card
                cards += 1
            left -= red[stratum] >> card & 1
        if whole[stratum]:
            result[filled : filled + counts[stratum]] = every(deck[:cards].copy(), left, counts[stratum]) | red[stratum]
            filled += counts[stratum]
            continue
        for _ in range(counts[stratum]):
            world = red[stratum]
            for step in range(left):
                swap = step + int(uniforms[filled, step] * (cards - step))
                deck[step], deck[swap] = deck[swap], deck[step]
                world |= 1 << deck[step]
            result[filled] = world
            filled += 1
    return result
