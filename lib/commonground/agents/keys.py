"""Whole keys as integers: bits 0 to 24 are the red cards, 25 to 49 the blue ones, from bit 50 on stands the assassin.

A key's lower bits are the mask of its red cards, so a key can be used wherever a world can. Spymasters that weigh what a
wrong guess would cost need to know which cards are blue and which one is the assassin (R11).
"""

from collections.abc import Sequence

import numpy as np
from numba import njit

from commonground.agents.clues import mask
from commonground.game import CARDS, COUNTS, Colour


def packed(colours: Sequence[Colour]) -> int:
    """A whole key as an integer."""
    red, blue = (mask([colour is wanted for colour in colours]) for wanted in (Colour.RED, Colour.BLUE))
    return red | blue << CARDS | list(colours).index(Colour.ASSASSIN) << 2 * CARDS


def coloured(worlds: np.ndarray, revealed: Sequence[Colour | None], rng: np.random.Generator) -> np.ndarray:
    """Each world (a mask of red cards) as a key: its other cards are dealt at random from the colours left."""
    blue = mask([colour is Colour.BLUE for colour in revealed])
    hidden = mask([colour is None for colour in revealed])
    uniforms = rng.random((len(worlds), COUNTS[Colour.BLUE] + 1))
    return np.asarray(_coloured(worlds, blue, hidden, COUNTS[Colour.BLUE] - blue.bit_count(), uniforms))


@njit(cache=True)
def _coloured(worlds: np.ndarray, blue: int, hidden: int, blues_left: int, uniforms: np.ndarray) -> np.ndarray:
    """The first card of a shuffle of the hidden cards that are not red is the assassin, the next are blue."""
    result = np.empty(len(worlds), np.int64)
    deck = np.empty(25, np.int64)
    for number, world in enumerate(worlds):
        count = 0
        for card in range(25):
            if hidden >> card & 1 and not world >> card & 1:
                deck[count] = card
                count += 1
        dealt = blue
        for step in range(blues_left + 1):
            swap = step + int(uniforms[number, step] * (count - step))
            deck[step], deck[swap] = deck[swap], deck[step]
            if step:
                dealt |= 1 << deck[step]
        result[number] = world | dealt << 25 | deck[0] << 50
    return result
