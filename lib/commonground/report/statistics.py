"""Intervals and paired comparisons: no number without its uncertainty."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

LEVEL = 0.95
RESAMPLES = 2000


class Estimate(NamedTuple):
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float


NOTHING = Estimate(float("nan"), float("nan"), float("nan"))  # of something that never happened


def proportion(successes: Sequence[int] | np.ndarray) -> Estimate:
    """A win rate with its Wilson interval."""
    won = np.asarray(successes)
    low, high = proportion_confint(won.sum(), len(won), alpha=1 - LEVEL, method="wilson")
    return Estimate(float(won.mean()), float(low), float(high))


def mean(values: np.ndarray, seed: int = 0) -> Estimate:
    """A mean over boards with its bootstrap interval (percentiles, boards resampled)."""
    values = np.asarray(values, dtype=np.float64)
    rng = np.random.default_rng(seed)
    # the mean over resampled boards, as counts, in blocks that fit the memory
    counts = rng.multinomial(len(values), np.full(len(values), 1 / len(values)), size=RESAMPLES)
    low, high = np.quantile(counts @ values / len(values), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Estimate(float(values.mean()), float(low), float(high))


def share(by_board: np.ndarray) -> Estimate:
    """An average share of wins over boards, with its bootstrap interval.

    Where every board came out the same (all games won, say) a bootstrap has no width: there the boards are counted as
    games are.
    """
    return mean(by_board) if np.ptp(by_board) > 0 else proportion(by_board)


def difference(ours: np.ndarray, theirs: np.ndarray, largest: float = 1.0, seed: int = 0) -> Estimate:
    """The mean difference between two agents on the same boards, with its bootstrap interval.

    Where it is the same on every board there is nothing to resample: the interval is what so many boards without an
    exception leave open (exact, as for a proportion), within the `largest` difference that there can be.
    """
    differences = np.asarray(ours, dtype=np.float64) - np.asarray(theirs, dtype=np.float64)
    if np.ptp(differences) > 0:
        return mean(differences, seed)
    same, unseen = float(differences[0]), 1 - ((1 - LEVEL) / 2) ** (1 / len(differences))
    return Estimate(same, max(same - unseen, -largest), min(same + unseen, largest))


def paired_p_value(ours: np.ndarray, theirs: np.ndarray) -> float:
    """Two-sided p of no difference on the same boards: exact McNemar for wins, paired t for averages."""
    ours, theirs = np.asarray(ours, dtype=np.float64), np.asarray(theirs, dtype=np.float64)
    if set(np.unique([ours, theirs])) <= {0.0, 1.0}:
        table = [[0, int(((ours == 1) & (theirs == 0)).sum())], [int(((ours == 0) & (theirs == 1)).sum()), 0]]
        return float(mcnemar(table, exact=True).pvalue)
    if np.ptp(ours - theirs) == 0:
        return 1.0 if (ours == theirs).all() else 0.0
    return float(stats.ttest_rel(ours, theirs).pvalue)


def clear_best(rows: dict[str, np.ndarray]) -> str | None:
    """The row with the highest mean, if it beats every other by a paired test after Holm's correction."""
    best = max(rows, key=lambda name: float(np.mean(rows[name])))
    others = [name for name in rows if name != best]
    if not others:
        return None
    p_values = [paired_p_value(rows[best], rows[name]) for name in others]
    return best if multipletests(p_values, alpha=1 - LEVEL, method="holm")[0].all() else None
