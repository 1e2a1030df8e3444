"""Whole keys as integers: the lowest bits are the red cards, above them stand the colours of the others.

A key's lower bits are the mask of its red cards, so a key can be used wherever a world can. Spymasters that weigh what a
wrong guess would cost need to know the colour of every card (R11): blue, bystander and assassin are digits to the base 3,
one for each card that is not red, in the order of the cards.
"""

from collections.abc import Sequence

import numpy as np

from commonground.agents.kernels import keys as kernels
from commonground.agents.worlds import View
from commonground.errors import CommonGroundError
from commonground.game import Colour

OTHERS = 22  # cards that are not red, at most: 3 to this power is below 2 to the power of the bits that are left


def packed(colours: Sequence[Colour]) -> int:
    """A whole key as an integer."""
    _check(len(colours) - list(colours).count(Colour.RED))
    return int(kernels.packed(np.array(colours, np.int64)))


def unpacked(key: int, cards: int) -> tuple[Colour, ...]:
    """The colours of so many cards under a key."""
    colours = np.empty(cards, np.int64)
    kernels.unpacked(key, colours)
    return tuple(Colour(colour) for colour in colours.tolist())


def coloured(worlds: np.ndarray, view: View, rng: np.random.Generator) -> np.ndarray:
    """Each world (a mask of red cards) as a key: its other cards are dealt at random from the colours left."""
    rules = view.rules
    _check(rules.cards - rules.red)
    shown = np.array([kernels.HIDDEN if colour is None else colour for colour in view.revealed], np.int64)
    assassins, blues = (rules.counts[c] - view.revealed.count(c) for c in (Colour.ASSASSIN, Colour.BLUE))
    uniforms = rng.random((len(worlds), rules.assassin + rules.blue))
    return np.asarray(kernels.coloured(worlds, shown, assassins, blues, uniforms))


def _check(others: int) -> None:
    if others > OTHERS:
        raise CommonGroundError(
            f"Agents that think of agents that think play on boards with at most {OTHERS} cards that are not red, and this one has {others}."
        )
