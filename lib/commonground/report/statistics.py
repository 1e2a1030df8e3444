"""Intervals and paired comparisons: no number without its uncertainty, and none that flatters.

Boards are what was drawn, so boards are what is drawn again (a bootstrap). An interval's lower end is drawn with a little more
that went badly, its upper end with as much that went well, as Agresti and Coull add games to a proportion: two games lost or
won for a share, one a unit below or above for a mean, and for a difference one board that is off by as much as boards differ.
What is added is counted in games: a board on which four partners were met stands for four of them, and `games` says so. So no
interval shrinks to a point because nothing unusual has happened yet, and none is narrower for a game that was lost. A difference
is clear if its interval excludes zero, which it does only where a paired test, exact where few boards differ, tells the two apart.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

LEVEL = 0.95
RESAMPLES = 2000
FEW_DIFFER = 14  # boards that differ, up to which every way of changing their signs is counted
ALIKE = 1e-9  # numbers so near are the same


class Estimate(NamedTuple):
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float


NOTHING = Estimate(float("nan"), float("nan"), float("nan"))  # of something that never happened


class Tested(NamedTuple):
    """A difference with its interval, and the p of the paired test that the interval heeds."""

    effect: Estimate
    p: float


# Intervals


def proportion(successes: Sequence[int] | np.ndarray) -> Estimate:
    """A win rate with its Wilson interval."""
    won = np.asarray(successes)
    low, high = proportion_confint(won.sum(), len(won), alpha=1 - LEVEL, method="wilson")
    return Estimate(float(won.mean()), float(low), float(high))


def mean(values: np.ndarray, games: float = 1.0) -> Estimate:
    """A mean over boards with its bootstrap interval, as if one more game were a unit (a point, a turn) worse, or better.

    A board's value is the mean of so many `games`.
    """
    values = np.asarray(values, dtype=np.float64)
    return _resampled(values, [values.mean() - 1 / games], [values.mean() + 1 / games])


def share(by_board: np.ndarray, weights: np.ndarray | None = None, games: float = 1.0) -> Estimate:
    """An average of shares or beliefs over boards with its bootstrap interval, as if two more games were lost, or won.

    `weights` says how much each board counts, where it is not the same; a board's value is the mean of so many `games`.
    """
    return _resampled(np.asarray(by_board, dtype=np.float64), [0.0, 0.0], [1.0, 1.0], weights, 1 / games)


def difference(ours: np.ndarray, theirs: np.ndarray, largest: float = np.inf, games: float = 1.0) -> Estimate:
    """The mean difference of two agents on the same boards, as `tested` gives it."""
    return tested(ours, theirs, largest, games).effect


def tested(ours: np.ndarray, theirs: np.ndarray, largest: float = np.inf, games: float = 1.0) -> Tested:
    """The mean difference of two agents on the same boards; its interval is clear of zero only where the paired test is.

    It is a bootstrap's, as if one more board were worse, or better, by as much as boards differ (the root mean square of those
    that do), and at least by one game of the so many `games` that a board's value is the mean of. Where the test can't tell
    the two agents apart it reaches to zero. No end is beyond the `largest` difference that there can be.
    """
    differences = np.asarray(ours, dtype=np.float64) - np.asarray(theirs, dtype=np.float64)
    reach = max(np.sqrt((_apart(differences) ** 2).sum() / max(len(_apart(differences)), 1)), 1 / games)
    value, low, high = _resampled(differences, [differences.mean() - reach], [differences.mean() + reach])
    p = paired_p_value(ours, theirs)
    if p > 1 - LEVEL:
        low, high = min(low, 0.0), max(high, 0.0)
    return Tested(Estimate(value, max(low, -largest), min(high, largest)), p)


def of_column_means(
    by_board: np.ndarray, statistic: Callable[[np.ndarray], np.ndarray], more: np.ndarray | None = None
) -> Estimate:
    """A statistic of column means over boards, with its bootstrap interval; `more` boards are among those drawn again.

    `statistic` takes a table with a row for each draw, and gives a number for each.
    """
    pool = by_board if more is None else np.concatenate([by_board, more])
    value = float(statistic(by_board.mean(axis=0, keepdims=True))[0])
    low, high = np.quantile(statistic(_drawn(len(pool)) @ pool / len(pool)), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Estimate(value, min(float(low), value), max(float(high), value))


def _resampled(
    values: np.ndarray,
    below: Sequence[float],
    above: Sequence[float],
    weights: np.ndarray | None = None,
    counts: float = 1.0,
) -> Estimate:
    """The mean of some values, and an interval of means of values drawn again: from these and what is added at each end.

    What is added `counts` as so much of a board.
    """
    weights = np.ones(len(values)) if weights is None else np.asarray(weights, dtype=np.float64)
    weighed = np.append(weights, np.full(len(below), weights.mean() * counts))
    drawn = _drawn(len(weighed))
    total = drawn @ weighed
    low, high = (
        np.quantile(drawn @ (weighed * np.append(values, added)) / total, end)
        for added, end in ((below, (1 - LEVEL) / 2), (above, (1 + LEVEL) / 2))
    )
    value = float(np.average(values, weights=weights))
    return Estimate(value, min(float(low), value), max(float(high), value))


@lru_cache(maxsize=4)
def _drawn(count: int) -> np.ndarray:
    """How often each of so many boards is drawn, in every resample: the same draws for all agents."""
    rng = np.random.default_rng(0)
    return rng.multinomial(count, np.full(count, 1 / count), size=RESAMPLES).astype(np.float64)


# Tests


def paired_p_value(ours: np.ndarray, theirs: np.ndarray) -> float:
    """Two-sided p of no difference on the same boards, were it as likely for every board to come out the other way round.

    Exact where all boards that differ do so by as much (wins: McNemar's test) and where few differ; else a paired t test.
    """
    differences = np.asarray(ours, dtype=np.float64) - np.asarray(theirs, dtype=np.float64)
    apart = _apart(differences)
    if not len(apart):
        return 1.0
    if np.ptp(np.abs(apart)) < ALIKE:
        return float(stats.binomtest(int((apart > 0).sum()), len(apart)).pvalue)
    return _sign_flips(apart) if len(apart) <= FEW_DIFFER else float(stats.ttest_1samp(differences, 0.0).pvalue)


def _apart(differences: np.ndarray) -> np.ndarray:
    """The differences that are not zero."""
    return np.asarray(differences[np.abs(differences) > ALIKE])


def _sign_flips(apart: np.ndarray) -> float:
    """The share of all ways to sign the differences whose sum is as far from zero as the one that was seen."""
    signs = 1 - 2 * (np.arange(2 ** len(apart))[:, None] >> np.arange(len(apart)) & 1)  # (way, board)
    return float((np.abs(signs @ np.abs(apart)) >= abs(apart.sum()) - ALIKE).mean())


def clear_best(rows: Mapping[str, np.ndarray]) -> str | None:
    """The row with the highest mean, if it beats every other by a paired test after Holm's correction."""
    first = leaders({name: float(np.mean(values)) for name, values in rows.items()})
    if len(first) > 1 or len(rows) < 2:
        return None
    (best,) = first
    return (
        best
        if all_hold([paired_p_value(rows[best], values) for name, values in rows.items() if name != best])
        else None
    )


def all_hold(p_values: Sequence[float]) -> bool:
    """Whether all of some tests hold after Holm's correction."""
    return bool(after_holm(p_values).all())


def after_holm(p_values: Sequence[float]) -> np.ndarray:
    """Which of some tests hold after Holm's correction: the smallest p at a level shared by all, and so on.

    As `multipletests` of statsmodels has it, which collects the garbage of the whole program at each call.
    """
    order = np.argsort(p_values)
    below = np.asarray(p_values)[order] <= (1 - LEVEL) / np.arange(len(order), 0, -1)
    return np.asarray(np.logical_and.accumulate(below)[np.argsort(order)])


def leaders(values: Mapping[str, float]) -> list[str]:
    """Whoever has the highest value: all of them where several share it, so that no order of names decides a tie."""
    known = {name: value for name, value in values.items() if not np.isnan(value)}
    return [name for name, value in known.items() if value >= max(known.values()) - ALIKE]
