"""Intervals and paired tests against values worked out elsewhere or by hand."""

import numpy as np
import pytest

from commonground.report import statistics


def first(wins: int, boards: int = 20) -> np.ndarray:
    """An agent that wins the first boards and loses the others."""
    return (np.arange(boards) < wins).astype(int)


def width(found: statistics.Estimate) -> float:
    return found.high - found.low


# Intervals


def test_wilsons_interval_of_eight_in_ten():
    assert statistics.proportion(first(8, 10)) == pytest.approx((0.8, 0.4902, 0.9433), abs=5e-5)


def test_wilsons_interval_stays_open_when_all_games_are_won():
    # the lower end is n / (n + z²)
    assert statistics.proportion(np.ones(500)) == pytest.approx((1.0, 500 / (500 + 1.959964**2), 1.0), abs=1e-6)


def test_a_bootstrap_interval_is_about_two_standard_errors_wide_and_repeatable():
    values = np.random.default_rng(0).normal(3, 2, size=400)
    found = statistics.mean(values)
    assert found.value == values.mean()
    assert width(found) == pytest.approx(2 * 1.96 * values.std() / 20, rel=0.1)
    assert found == statistics.mean(values)


def test_an_average_over_boards_is_about_two_standard_errors_wide_too():
    shares = np.random.default_rng(0).integers(0, 5, size=400) / 4
    assert width(statistics.share(shares)) == pytest.approx(2 * 1.96 * shares.std() / 20, rel=0.1)


def test_a_lost_game_never_makes_an_interval_narrower():
    """Four partners on 500 boards: all games won, one lost, two lost, and so on, each on a board of its own."""
    shares, found = np.ones(500), []
    for board in range(30):
        found.append(statistics.share(shares, games=4))
        shares[board] = 0.75
    assert (np.diff([estimate.low for estimate in found]) <= 0).all() and 0.997 < found[0].low < 0.999
    assert min(map(width, found)) == width(found[0]), "none is narrower than that of all games won"


def test_boards_may_count_differently():
    """A board with three games and one with one: the share of all four."""
    assert statistics.share(np.array([1.0, 0.0]), np.array([3, 1])).value == 0.75
    even = np.random.default_rng(0).random(100)
    assert statistics.share(even, np.full(100, 7)) == pytest.approx(statistics.share(even))


def test_no_interval_is_a_point():
    alike = [np.full(boards, value) for boards in (1, 5, 500) for value in (0.0, 0.75, 1.0)]
    for values in alike:
        assert 0 <= statistics.share(values).low < statistics.share(values).high <= 1
        assert width(statistics.mean(values)) > 0 and width(statistics.difference(values, values)) > 0


def test_a_paired_difference_is_narrower_than_two_intervals_when_boards_matter():
    hard = np.random.default_rng(1).random(200)
    ours, theirs = (hard < 0.6).astype(int), (hard < 0.5).astype(int)
    found = statistics.difference(ours, theirs)
    assert found.value == pytest.approx(ours.mean() - theirs.mean())
    assert 0 < found.low < found.high
    assert width(found) < width(statistics.mean(ours))


def test_a_difference_that_never_varies_is_not_certain():
    few, many = (statistics.difference(np.ones(n), np.ones(n)) for n in (4, 500))
    assert few.value == many.value == 0
    assert few.high == -few.low > 0.3 and 0 < many.high < 0.01
    assert statistics.difference(np.ones(4), np.zeros(4), largest=1) == (1.0, 0.0, 1.0), "four boards: p = .125"


def test_what_is_added_is_counted_in_games():
    """A board that stands for eighty games is no single game: one more of them moves its mean by an eightieth."""
    alike = np.full(10, 0.5)
    one, many = (statistics.difference(alike, alike, games=games) for games in (1, 80))
    assert many.high == pytest.approx(one.high / 80) and many.low == -many.high
    assert width(statistics.mean(alike, games=80)) == pytest.approx(width(statistics.mean(alike)) / 80)
    won = np.ones(10)
    assert 0.96 < statistics.share(won, games=80).low < 1 and statistics.share(won).low < 0.75


def test_a_difference_is_not_wider_for_being_unclear():
    """Ten boards that differ by an eighth, of one sign or of both: the interval changes with the boards, not with the verdict."""
    eighths, nothing = np.full(10, 0.125), np.zeros(10)
    clear, unsure = (
        statistics.difference(eighths * sign, nothing, games=80) for sign in (1, np.resize([1, 1, 1, 1, -1], 10))
    )
    assert clear.low > 0 > unsure.low and width(unsure) < 0.25 and width(clear) > 0


# Tests


def test_mcnemars_p_value_is_that_of_a_coin():
    assert statistics.paired_p_value(first(18), first(8)) == pytest.approx(2 * 0.5**10)
    assert statistics.paired_p_value(first(8), first(8)) == 1.0


def test_few_boards_that_differ_are_compared_by_every_change_of_their_signs():
    """Differences of 2, 3 and 1 quarters: of the eight ways to sign them only two come to six quarters or more."""
    ours, theirs = np.array([1, 0.5, 1, 0.75]), np.array([0.5, 0.5, 0.25, 0.5])
    assert statistics.paired_p_value(ours, theirs) == 2 / 8
    assert statistics.paired_p_value(theirs, ours) == 2 / 8
    # 3 − 1 = 2 quarters: as far from zero are all ways but those that come to none
    assert statistics.paired_p_value(np.array([0.75, 0, 0]), np.array([0, 0.25, 0])) == 1.0


def test_many_boards_that_differ_are_compared_by_a_paired_t_test():
    differences = np.tile([0.5, -0.25, 0.75, 0.0], 10)
    t = differences.mean() / (differences.std(ddof=1) / np.sqrt(40))
    assert t == pytest.approx(3.9497, abs=1e-4)
    assert statistics.paired_p_value(differences, np.zeros(40)) == pytest.approx(0.00032, abs=1e-5)


@pytest.mark.parametrize(
    ("by", "games"), [([1.0], 1), ([0.25], 4), ([0.25, 0.5], 4)], ids=["games", "averages", "uneven"]
)
def test_four_boards_of_one_sign_out_of_fifty_are_not_clear(by, games):
    ours, nothing = np.zeros(50), np.zeros(50)
    ours[:4] = np.resize(by, 4)
    assert statistics.paired_p_value(ours, nothing) == 0.125
    assert statistics.difference(ours, nothing).low <= 0, "though a bootstrap of four of fifty never comes to zero"
    assert statistics.clear_best({"A": ours, "B": nothing}) is None
    ours[:8] = np.resize(by, 8)
    assert statistics.difference(ours, nothing, games=games).low > 0
    assert statistics.clear_best({"A": ours, "B": nothing}) == "A"


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


def test_holms_correction_tells_which_tests_hold():
    assert list(statistics.after_holm([0.03, 0.01, 0.04])) == [False, True, False]
    assert list(statistics.after_holm([0.02, 0.016, 0.05])) == [True, True, True] and not len(statistics.after_holm([]))


def test_all_hold_if_each_p_is_within_its_share_of_the_level():
    """Of three: .05 / 3, .05 / 2 and .05, the smallest first."""
    assert statistics.all_hold([0.05, 0.01, 0.024]) and not statistics.all_hold([0.05, 0.01, 0.026])
    assert not statistics.all_hold([0.017, 0.02, 0.03]) and not statistics.all_hold([0.001, 0.001, 0.051])


def test_a_tie_has_no_first():
    assert statistics.leaders({"A": 0.3, "B": 0.1 + 0.2, "C": 0.1, "D": float("nan")}) == ["A", "B"]
    assert statistics.leaders({"A": 1, "B": 2}) == ["B"]
