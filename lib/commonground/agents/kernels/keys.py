"""Whole keys as integers: the mask of the red cards, and above it the colours of the others (see `agents.keys`)."""

import numpy as np
from numba import njit

from commonground.game.rules import MOST

BLUE, BYSTANDER, ASSASSIN = 1, 2, 3
HIDDEN = -1  # the colour of a card that is not revealed


@njit(cache=True)
def packed(colours: np.ndarray) -> int:
    """A key: its lowest bits are the red cards; the others' colours are digits to the base 3, the first card's lowest."""
    red, rest, unit = 0, 0, 1
    for card in range(len(colours)):
        if colours[card]:
            rest += (colours[card] - 1) * unit
            unit *= 3
        else:
            red |= 1 << card
    return red | rest << MOST


@njit(cache=True)
def unpacked(key: int, into: np.ndarray) -> None:
    """The colour of each card under a key."""
    rest = key >> MOST
    for card in range(len(into)):
        if key >> card & 1:
            into[card] = 0
        else:
            into[card] = 1 + rest % 3
            rest //= 3


@njit(cache=True)
def coloured(worlds: np.ndarray, shown: np.ndarray, assassins: int, blues: int, uniforms: np.ndarray) -> np.ndarray:
    """Each world as a key, with so many assassins and blue cards among its hidden ones; `shown` are the colours revealed.

    Of a shuffle of the hidden cards that are not red the first are the assassins, the next are blue.
    """
    result = np.empty(len(worlds), np.int64)
    deck, colours = np.empty(len(shown), np.int64), np.empty(len(shown), np.int64)
    for number, world in enumerate(worlds):
        count = 0
        for card in range(len(shown)):
            colours[card] = shown[card]
            if world >> card & 1:
                colours[card] = 0
            elif shown[card] == HIDDEN:
                colours[card] = BYSTANDER
                deck[count] = card
                count += 1
        for step in range(assassins + blues):
            swap = step + int(uniforms[number, step] * (count - step))
            deck[step], deck[swap] = deck[swap], deck[step]
            colours[deck[step]] = ASSASSIN if step < assassins else BLUE
        result[number] = packed(colours)
    return result
