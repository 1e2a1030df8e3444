"""The worlds a guesser holds possible: red sets consistent with what is revealed, as bit masks.

A static or deductive spymaster's clue depends on the red set alone, so a world is a red set; the colours of the other
cards follow from how many of each are left (R11).
"""

from math import comb

import numpy as np
from numba import njit


def consistent(known_red: int, unrevealed: int, reds_left: int, samples: int, rng: np.random.Generator) -> np.ndarray:
    """All worlds if there are at most `samples`, else that many drawn uniformly (with repetition), as int64 masks."""
    cards = np.array([card for card in range(unrevealed.bit_length()) if unrevealed >> card & 1], dtype=np.int64)
    total = comb(len(cards), reds_left)
    chosen = (
        _all(cards, reds_left, total)
        if total <= samples
        else _drawn(cards, reds_left, rng.random((samples, reds_left)))
    )
    return chosen | known_red


@njit(cache=True)
def _all(cards: np.ndarray, size: int, total: int) -> np.ndarray:
    """Every subset of the given size, in lexicographic order."""
    result = np.empty(total, np.int64)
    places = np.arange(size)
    for number in range(total):
        mask = 0
        for place in places:
            mask |= 1 << cards[place]
        result[number] = mask
        moving = size - 1
        while moving >= 0 and places[moving] == len(cards) - size + moving:
            moving -= 1
        if moving >= 0:
            places[moving] += 1
            for later in range(moving + 1, size):
                places[later] = places[later - 1] + 1
    return result


@njit(cache=True)
def _drawn(cards: np.ndarray, size: int, uniforms: np.ndarray) -> np.ndarray:
    """One subset for each row of uniform numbers: the first steps of a Fisher–Yates shuffle."""
    result = np.empty(len(uniforms), np.int64)
    deck = cards.copy()
    for number in range(len(uniforms)):
        mask = 0
        for step in range(size):
            swap = step + int(uniforms[number, step] * (len(deck) - step))
            deck[step], deck[swap] = deck[swap], deck[step]
            mask |= 1 << deck[step]
        result[number] = mask
    return result
