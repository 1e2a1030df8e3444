"""Which card a Bayesian guesser picks, from the worlds it holds possible (R15)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

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

    def told(self, words: Sequence[str], likeliest: int) -> dict[str, Any]:
        """Card probabilities before and after boosting, the most likely worlds, and how likely they are."""
        first = np.argsort(-self.weights, kind="stable")[:likeliest]
        return {
            "before_boosting": self._by_word(self.before, words),
            "after_boosting": self._by_word(self.after, words),
            "worlds": [[word for card, word in enumerate(words) if world >> card & 1] for world in self.worlds[first]],
            "world_probabilities": self.weights[first].tolist(),
        }

    def _by_word(self, chances: np.ndarray, words: Sequence[str]) -> dict[str, dict[str, float]]:
        return {words[card]: {one.name.lower(): float(chances[card, one]) for one in Colour} for card in self.order}


def estimated(view: GuesserView, order: list[int], worlds: np.ndarray, weights: np.ndarray) -> Estimate:
    """Each card's chances of each colour, from the worlds and how likely each is.

    Of a world only the red cards count, and the others' colours are as likely as they are many (R11).
    """
    red, other = guesser.red_and_other_weight(worlds, weights, len(view.words))
    before = np.zeros((len(view.words), len(Colour)))
    before[:, Colour.RED] = red / (red + other)  # exactly 0 or 1 where all worlds agree
    before[:, OTHERS] = (other / (red + other))[:, None] * _shares(view)
    return Estimate(order, before, before, worlds, weights)


def _shares(view: GuesserView) -> np.ndarray:
    """P(colour | not red) of an unrevealed card, from how many of each are left."""
    left = np.array([view.rules.counts[colour] - view.revealed.count(colour) for colour in OTHERS], dtype=np.float64)
    return np.asarray(left / max(left.sum(), 1.0))
