"""Intervals and paired tests against values worked out elsewhere or by hand."""

import numpy as np
import pytest

from commonground.report import statistics


def first(wins: int, boards: int = 20) -> np.ndarray:
    """An agent that wins the first boards and loses the others."""
    return (np.arange(boards) < wins).astype(int)


def test_wilsons_interval_of_eight_in_ten():
    assert statistics.proportion(first(8, 10)) == pytest.approx((0.8, 0.4902, 0.9433), abs=5e-5)


def test_wilsons_interval_stays_open_when_all_games_are_won():
    # the lower end is n / (n + z²)
    assert statistics.proportion(np.ones(500)) == pytest.approx((1.0, 500 / (500 + 1.959964**2), 1.0), abs=1e-6)


def test_a_bootstrap_interval_is_about_two_standard_errors_wide_and_repeatable():
    values = np.random.default_rng(0).normal(3, 2, size=400)
    found = statistics.mean(values)
    assert found.value == values.mean()
    assert found.high - found.low == pytest.approx(2 * 1.96 * values.std() / 20, rel=0.1)
    assert found == statistics.mean(values)


def test_a_paired_difference_is_narrower_than_two_intervals_when_boards_matter():
    hard = np.random.default_rng(1).random(200)
    ours, theirs = (hard < 0.6).astype(int), (hard < 0.5).astype(int)
    found = statistics.difference(ours, theirs)
    assert found.value == pytest.approx(ours.mean() - theirs.mean())
    assert 0 < found.low < found.high
    assert found.high - found.low < statistics.mean(ours).high - statistics.mean(ours).low


def test_mcnemars_p_value_is_that_of_a_coin():
    assert statistics.paired_p_value(first(18), first(8)) == pytest.approx(2 * 0.5**10)
    assert statistics.paired_p_value(first(8), first(8)) == 1.0


def test_averages_are_compared_by_a_paired_t_test():
    ours, theirs = np.array([1, 0.5, 1, 0.75]), np.array([0.5, 0.5, 0.25, 0.5])
    difference = ours - theirs
    t = difference.mean() / (difference.std(ddof=1) / 2)
    assert t == pytest.approx(2.3238, abs=1e-4)
    assert statistics.paired_p_value(ours, theirs) == pytest.approx(0.1028, abs=1e-3)  # two-sided, 3 degrees of freedom


def test_the_best_row_is_clear_only_if_it_beats_every_other():
    assert statistics.clear_best({"A": first(18), "B": first(8), "C": first(0)}) == "A"
    assert statistics.clear_best({"A": first(18), "B": first(17), "C": first(0)}) is None


def test_nothing_is_the_best_of_equals_or_alone():
    assert statistics.clear_best({"A": first(20), "B": first(20), "C": first(0)}) is None
    assert statistics.clear_best({"A": first(20)}) is None


def test_holms_correction_counts_the_rows():
    """Six boards apart gives p = .031: enough against one row, not against two that are as near."""
    assert statistics.paired_p_value(first(16), first(10)) == pytest.approx(2 * 0.5**6)
    assert statistics.clear_best({"A": first(16), "B": first(10)}) == "A"
    assert statistics.clear_best({"A": first(16), "B": first(10), "C": first(10)}) is None


def test_a_difference_that_never_varies_is_not_certain():
    few, many = (statistics.difference(np.ones(n), np.ones(n)) for n in (4, 500))
    assert few.value == many.value == 0
    assert few.high == -few.low == pytest.approx(1 - 0.025**0.25)
    assert many.high < 0.01
    assert statistics.difference(np.ones(4), np.zeros(4)).high == 1
