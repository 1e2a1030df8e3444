"""Intervals over people and boards at once: both are drawn anew, each with replacement (Owen's pigeonhole bootstrap).

A person guesses on many boards and a board is guessed on by many persons, so trials are not independent of each other in
either way. A trial counts as often as its person times as often as its board was drawn; that is, if anything, too wide.
"""

import numpy as np

from commonground import seeds
from commonground.crowd.listening import Heard

LEVEL = 0.95
ENDS = ((1 - LEVEL) / 2, (1 + LEVEL) / 2)


class Resampled:
    """How often each trial counts in every resample; made once, so that comparisons are paired."""

    def __init__(self, found: Heard, resamples: int, seed: int) -> None:
        rng = seeds.generator(seed, "people", "resamples", found.name)
        self.counts = _drawn(found.board, resamples, rng)  # (resample, trial)
        if found.knows_people:
            self.counts *= _drawn(found.person, resamples, rng)

    def mean(self, values: np.ndarray, where: np.ndarray | None = None) -> tuple[float, float, float]:
        """The mean of some trials' values and both ends of its interval."""
        chosen = np.ones(len(values), dtype=bool) if where is None else where
        if not chosen.any():
            return (float("nan"),) * 3
        return float(values[chosen].mean()), *_ends(self._means(values, chosen))

    def apart(self, values: np.ndarray, where: np.ndarray, beside: np.ndarray) -> tuple[float, float, float]:
        """How much higher the mean is where one thing holds than where another does, and both ends of its interval."""
        if not where.any() or not beside.any():
            return (float("nan"),) * 3
        means = self._means(values, where) - self._means(values, beside)
        return float(values[where].mean() - values[beside].mean()), *_ends(means)

    def best(self, values: np.ndarray) -> tuple[int, int, int]:
        """Which row of values, (row, trial), has the highest mean, and both ends of its interval."""
        found = (self.counts @ values.T).argmax(axis=1)
        low, high = np.quantile(found, ENDS, method="nearest")
        return int(values.mean(axis=1).argmax()), int(low), int(high)

    def _means(self, values: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        """The mean in each resample, (resample,); unknown where none of these trials is drawn."""
        counts = self.counts[:, chosen]
        totals = counts.sum(axis=1)
        return np.where(totals > 0, counts @ values[chosen] / np.maximum(totals, 1), np.nan)


def _ends(means: np.ndarray) -> tuple[float, float]:
    """Both ends of the interval that some resamples' means make."""
    low, high = np.nanquantile(means, ENDS)
    return float(low), float(high)


def _drawn(names: np.ndarray, resamples: int, rng: np.random.Generator) -> np.ndarray:
    """How often what a trial belongs to is drawn, (resample, trial)."""
    distinct, of = np.unique(names, return_inverse=True)
    share = np.full(len(distinct), 1 / len(distinct))
    return rng.multinomial(len(distinct), share, size=resamples)[:, of].astype(np.float64)
