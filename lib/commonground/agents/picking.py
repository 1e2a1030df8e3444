"""Which card a Bayesian guesser picks, from the worlds it holds possible (R15)."""

from typing import NamedTuple

import numpy as np

from commonground.agents.kernels import cards, guesser
from commonground.game import Colour, GuesserView

OTHERS = (Colour.BLUE, Colour.BYSTANDER, Colour.ASSASSIN)
CERTAIN = (1.0, 0.0, 0.0, 0.0)  # a card that is red


class Estimate(NamedTuple):
    """What the guesser knows when it picks a card."""

    order: list[int]  # the unrevealed cards, nearest to the clue first
    before: np.ndarray  # (card, colour) each card's chances, before boosting the nearest
    after: np.ndarray  # … and after it
    worlds: np.ndarray
    weights: np.ndarray

    def boosted(self, skip: float, count: int) -> "Estimate":
        """The nearest cards taken for red, but for those with p(red) of at most `skip`."""
        after = self.before.copy()
        for card in [card for card in self.order if self.before[card, Colour.RED] > skip][: max(count, 0)]:
            after[card] = CERTAIN
        return self._replace(after=after)

    def choice(self, values: np.ndarray, belief: float, first: bool) -> int | None:
        """The card of best utility among those believed enough and worth it; the first pick takes the best in any case."""
        utility = (self.after * values).sum(axis=1)
        free = [card for card in self.order if self.after[card, Colour.RED] >= belief and utility[card] > 0]
        choice = free or (self.order if first else [])
        best = max((utility[card] for card in choice), default=0.0)
        return next((card for card in choice if utility[card] >= best - cards.TIE), None)  # the nearest of equals


def estimated(view: GuesserView, order: list[int], worlds: np.ndarray, weights: np.ndarray) -> Estimate:
    """Each card's chances of each colour, from the worlds and how likely each is."""
    red, other = guesser.red_and_other_weight(worlds, weights, len(view.words))
    before = np.zeros((len(view.words), len(Colour)))
    before[:, Colour.RED] = red / (red + other)  # exactly 0 or 1 where all worlds agree
    before[:, OTHERS] = (other / (red + other))[:, None] * _shares(view)
    return Estimate(order, before, before, worlds, weights)


def _shares(view: GuesserView) -> np.ndarray:
    """P(colour | not red) of an unrevealed card, from how many of each are left."""
    left = np.array([view.rules.counts[colour] - view.revealed.count(colour) for colour in OTHERS], dtype=np.float64)
    return np.asarray(left / max(left.sum(), 1.0))
