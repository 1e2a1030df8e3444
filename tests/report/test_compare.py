"""Comparisons by board on hand-made games, whose differences can be worked out."""

import numpy as np
import pandas as pd
import pytest

from commonground.report import compare
from commonground.report.compare import (
    CONDITIONS,
    DETERMINISTIC_IN,
    DETERMINISTIC_OUT,
    STOCHASTIC_OUT,
    Condition,
    Contest,
)
from commonground.report.lineup import BEST_MODEL
from commonground.report.statistics import NOTHING, Estimate, difference
from helpers.support import complaint
from helpers.wins import SMALL, as_said, games, half, spymasters


def rows(*played):
    """(partner, board, won, turns)"""
    return pd.DataFrame(played, columns=["partner", "board", "won", "turns"])


# Games against games


def test_a_board_counts_once_however_many_partners_were_met_on_it():
    ours = rows(("a", 0, 1, 3), ("b", 0, 1, 3), ("a", 1, 0, 9), ("b", 1, 1, 5))
    theirs = rows(("a", 0, 0, 9), ("b", 0, 1, 4), ("a", 1, 0, 9), ("b", 1, 0, 9))
    assert compare.difference(ours, theirs) == difference(np.array([1, 0.5]), np.array([0.5, 0]), largest=1, games=2)
    assert compare.average(ours).value == 0.75


def test_turns_are_compared_where_both_won_with_the_same_partner():
    ours = rows(("a", 0, 1, 3), ("b", 0, 1, 3), ("a", 1, 0, 9), ("b", 1, 1, 5), ("a", 2, 1, 1))
    theirs = rows(("a", 0, 0, 9), ("b", 0, 1, 4), ("a", 1, 1, 2), ("b", 1, 1, 2), ("a", 2, 0, 9))
    assert compare.difference(ours, theirs, "turns") == difference(np.array([3, 5]), np.array([4, 2]))
    assert compare.average(ours, "turns").value == pytest.approx((3 + 5 + 1) / 3)


def test_the_score_and_the_competitions_figure_are_measures():
    ours, theirs = (rows(("a", 0, 1, 3), ("a", 1, 0, 9)).assign(score=score) for score in ([4.0, -9.0], [1.0, -8.0]))
    assert compare.difference(ours, theirs, "score").value == 1.0
    assert compare.average(theirs, "score").value == -3.5
    with complaint("'joy'", "won, score, competition, turns"):
        compare.average(ours, "joy")
    with complaint("no column 'competition'", "study.scores.scored"):
        compare.average(ours, "competition")


def test_a_verdict_knows_which_way_is_better():
    more, less, neither = Estimate(0.5, 0.1, 0.9), Estimate(-0.5, -0.9, -0.1), Estimate(0.1, -0.2, 0.4)
    assert [compare.told(effect, (5, 4), "score") for effect in (more, less, neither)] == [
        "clearly ahead",
        "clearly behind",
        "too close to call",
    ]
    assert compare.told(more, (5, 4), "competition") == compare.told(more, (5, 4), "turns") == "clearly behind"
    assert compare.told(NOTHING, (float("nan"), 1.0)) == "too close to call"


def test_a_tie_at_the_ceiling_is_a_verdict_of_its_own():
    neither = Estimate(0.001, -0.002, 0.004)
    assert compare.told(neither, (1.0, 0.999)) == "tied at the ceiling"
    assert compare.told(neither, (0.95, 0.949)) == "too close to call" == compare.told(neither, (1.0, 0.98))
    assert compare.told(neither, (8.0, 8.0), "score") == "too close to call", "a score has no ceiling of one"
    contest = spymasters(lambda e, agent, partner, board: agent != "b")
    assert contest.compare("SM_B", "SM_B_noise", DETERMINISTIC_IN).verdict == "tied at the ceiling"
    assert contest.compare("SM_B", "b", DETERMINISTIC_IN).verdict == "clearly ahead"


def test_boards_that_only_one_side_has_played_do_not_count():
    ours, theirs = rows(("a", 0, 1, 3), ("a", 1, 0, 3)), rows(("a", 1, 0, 3), ("a", 2, 1, 3), ("b", 1, 1, 3))
    assert compare.difference(ours, theirs).value == 0
    assert compare.difference(ours, rows(("b", 0, 1, 3))) is NOTHING
    assert compare.average(rows(("a", 0, 0, 9)), "turns") is NOTHING


def test_several_games_with_one_partner_on_a_board_are_one_cell():
    ours, theirs = rows(("a", 0, 1, 3), ("a", 0, 0, 9), ("b", 0, 1, 3)), rows(("a", 0, 0, 9), ("b", 0, 0, 9))
    assert compare.difference(ours, theirs).value == pytest.approx((0.5 + 1) / 2)


def test_whoever_is_always_two_turns_faster_is_so_by_two_turns():
    ours, theirs = (rows(*(("a", board, 1, turns) for board in range(9))) for turns in (3, 5))
    found = compare.difference(ours, theirs, "turns")
    assert found.value == -2 and found.low < -2 < found.high < -1


# Agents against agents


def test_an_effect_is_the_difference_by_board_averaged_over_partners():
    """Both win every game with a; with b SM_B wins half of the boards, SM_B_noise none: worked by hand."""
    contest = spymasters(lambda e, agent, partner, board: partner == "a" or (agent == "SM_B" and half(board)))
    found = contest.compare("SM_B", "SM_B_noise", DETERMINISTIC_IN)
    assert found.effect.value == pytest.approx((0 + 0.5) / 2)
    assert list(found.partners["difference"]) == [0, 0.5] and list(found.partners["theirs"]) == [1, 0]
    assert found.effect.low > 0 and str(found) == "SM_B − SM_B_noise (deterministic, in-distribution)"
    assert contest.average("SM_B", DETERMINISTIC_IN).value == pytest.approx(0.75)


def test_a_contest_may_be_about_turns():
    slow, fast = (games("spymaster", [name], as_said, turns) for name, turns in (("SM_B", 6), ("a", 4)))
    contest = Contest.of(pd.concat([slow, fast]), "spymaster", SMALL)
    found = contest.compare("SM_B", "a", DETERMINISTIC_IN, "turns")
    assert found.effect.value == 2 and list(found.partners["ours"]) == [6, 6]
    assert contest.average("SM_B", DETERMINISTIC_IN, "turns").value == 6


def test_the_best_model_is_chosen_for_each_partner_and_not_on_the_boards_it_is_scored_on():
    contest = spymasters(lambda e, agent, partner, board: agent == {"x": "a", "y": "b"}.get(partner, partner))
    assert contest.take(BEST_MODEL, DETERMINISTIC_OUT).to_numpy().mean() == 1
    lucky = spymasters(lambda e, agent, partner, board: agent in "ab" and (board % 2 == (agent == "a")))
    # a wins the odd boards and is therefore chosen for the even ones, all of which it loses
    assert lucky.take(BEST_MODEL, STOCHASTIC_OUT).to_numpy().mean() == 0
    assert lucky.take(("a", "b"), Condition("stochastic", "x")).to_numpy().mean() == 0


def test_the_best_is_who_wins_most_also_where_turns_are_compared():
    often = games("spymaster", ["a"], lambda *game: True, turns=9)
    seldom = games("spymaster", ["b"], lambda e, agent, partner, board: half(board), turns=2)
    contest = Contest.of(pd.concat([often, seldom]), "spymaster", SMALL)
    assert contest.average(BEST_MODEL, DETERMINISTIC_IN, "turns").value == 9


def test_the_best_is_chosen_by_the_measure_that_it_is_shown_for():
    """a wins everything slowly, b half of its games at once: by score b is the better one, by wins a."""
    slow = games("spymaster", ["a"], lambda *game: True, turns=9).assign(score=0, competition=9)
    bold = games("spymaster", ["b"], lambda e, agent, partner, board: half(board), turns=2)
    bold = bold.assign(score=bold["won"].map({1: 7, 0: -2}), competition=bold["won"].map({1: 2, 0: 25}))
    contest = Contest.of(pd.concat([slow, bold]), "spymaster", SMALL)
    assert contest.average(BEST_MODEL, DETERMINISTIC_IN).value == 1
    assert contest.average(BEST_MODEL, DETERMINISTIC_IN, "score").value == 2.5
    assert contest.average(BEST_MODEL, DETERMINISTIC_IN, "competition").value == 9, "the fewer the better"
    assert contest.compare("b", "a", DETERMINISTIC_IN, "score").measure == "score"


def test_several_that_tie_share_the_place_of_the_best():
    """a wins the boards 0, 1, 4, 5, …, b the others: on either half of the boards both win half."""
    contest = spymasters(lambda e, agent, partner, board: half(board) == (agent == "a"))
    for names in (("a", "b"), ("b", "a")):
        assert (contest.take(names, DETERMINISTIC_IN) == 0.5).all(axis=None), "whoever is named first"


def test_a_single_board_is_chosen_on_itself():
    table = games("spymaster", ("a", "b"), lambda e, agent, partner, board: agent == "b")
    contest = Contest.of(table[table["board"] == 0], "spymaster", SMALL)
    assert contest.take(BEST_MODEL, DETERMINISTIC_IN).to_numpy().tolist() == [[1, 1]]


def test_the_order_of_games_means_nothing():
    table = games("spymaster", ("a", "b", "SM_B"), as_said)
    shuffled = Contest.of(table.sample(frac=1, random_state=0), "spymaster", SMALL)
    ordered = Contest.of(table, "spymaster", SMALL)
    for condition in CONDITIONS:
        assert shuffled.compare("SM_B", BEST_MODEL, condition) == ordered.compare("SM_B", BEST_MODEL, condition)
    assert shuffled.agents == ["a", "b", "SM_B"] and (shuffled.boards, shuffled.games) == (40, len(table))


def test_missing_games_are_named():
    contest = spymasters(as_said, ("a", "SM_B"))
    with complaint("no deterministic games of the spymaster SM_B_noise with a"):
        contest.take("SM_B_noise", DETERMINISTIC_IN)
    table = games("spymaster", ("a", "b"), as_said)
    with complaint("'a' has not played every board", "with a"):
        Contest.of(table.iloc[1:], "spymaster", SMALL)
