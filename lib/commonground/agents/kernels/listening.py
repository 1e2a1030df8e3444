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
TINY, FAR = 1e-6, 1e60  # distances that differ by more don't matter
HALVINGS = 80


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
def meant(squared: np.ndarray, number: int, doublings: int) -> np.ndarray:
    """How likely each card is one of the `number` that a clue means, for someone who is roughly of this opinion.

    p = 1 / (1 + (s / s*)ᵏ) at squared distance s, where k is 2 to the power of `doublings` and s* is such that `number`
    cards are expected. Only products, quotients and roots: the same bits on every machine.
    """
    nearest = max(squared.min(), TINY)
    ratios = np.maximum(squared, TINY) / nearest
    for _ in range(doublings):
        ratios = np.minimum(ratios * ratios, FAR)
    low, high = 1.0 / FAR, FAR * FAR
    for _ in range(HALVINGS):
        middle = np.sqrt(low) * np.sqrt(high)
        expected = 0.0
        for card in range(len(ratios)):
            expected += middle / (middle + ratios[card])
        if expected < number:
            low = middle
        else:
            high = middle
    return np.asarray(low / (low + ratios))


@njit(cache=True)
def roughly(worlds: np.ndarray, cards: np.ndarray, meant: np.ndarray, share: float) -> np.ndarray:
    """How much likelier than by chance a clue is in each world, if each card is `meant` so likely: then it is red.

    Row by row for each opinion. A card that is not meant is red with probability `share`.
    """
    result = np.ones((len(meant), len(worlds)))
    for opinion in range(len(meant)):
        for i in range(len(cards)):
            p = meant[opinion, i]
            if_red, if_not = 1.0 - p + p / share, 1.0 - p
            for world in range(len(worlds)):
                result[opinion, world] *= if_red if worlds[world] >> cards[i] & 1 else if_not
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
