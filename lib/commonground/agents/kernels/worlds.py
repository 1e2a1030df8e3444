"""Red sets, as bit masks: all of a size, or some drawn."""

import numpy as np
from numba import njit


@njit(cache=True)
def every(cards: np.ndarray, size: int, total: int) -> np.ndarray:
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
def drawn(cards: np.ndarray, size: int, uniforms: np.ndarray) -> np.ndarray:
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
