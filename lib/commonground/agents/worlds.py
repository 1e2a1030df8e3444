"""The worlds a guesser holds possible: red sets consistent with what is revealed, as bit masks.

A static or deductive spymaster's clue depends on the red set alone, so a world is a red set; the colours of the other
cards follow from how many of each are left (R11).
"""

from math import comb
from typing import NamedTuple

import numpy as np

from commonground.agents.clues import mask, unrevealed
from commonground.agents.kernels import worlds as kernels
from commonground.game import Colour, GuesserView, SpymasterView

View = GuesserView | SpymasterView


class Known(NamedTuple):
    """What everybody sees of the key: the red cards revealed, the cards that are not, how many of those are red."""

    red: int
    unrevealed: int
    reds_left: int

    @classmethod
    def of(cls, view: View) -> "Known":
        red = mask([colour is Colour.RED for colour in view.revealed])
        return cls(red, unrevealed(view.revealed), view.rules.red - red.bit_count())


def seen_by(view: View, samples: int, rng: np.random.Generator) -> np.ndarray:
    """Worlds consistent with what is revealed (R11)."""
    return consistent(*Known.of(view), samples, rng)


def consistent(known_red: int, unrevealed: int, reds_left: int, samples: int, rng: np.random.Generator) -> np.ndarray:
    """All worlds if there are at most `samples`, else that many drawn uniformly (with repetition), as int64 masks."""
    cards = np.array([card for card in range(unrevealed.bit_length()) if unrevealed >> card & 1], dtype=np.int64)
    total = comb(len(cards), reds_left)
    chosen = (
        kernels.every(cards, reds_left, total)
        if total <= samples
        else kernels.drawn(cards, reds_left, rng.random((samples, reds_left)))
    )
    return np.asarray(chosen | known_red)
