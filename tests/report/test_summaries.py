"""Summaries of hand-made results."""

import numpy as np
import pandas as pd
import pytest

from commonground.errors import CommonGroundError
from commonground.report import lineup, summaries
from commonground.report.compare import Contest
from commonground.study.scores import scored
from helpers.made_up import beliefs, game
from helpers.wins import SMALL, as_said, spymasters

# Beliefs


def learned(*pairings):
    """A learning table of belief in the truth before one turn: for each partner, what was believed on each board."""
    return beliefs(
        [
            ("deterministic", "SM_B", partner, 2, partner, len(part), part.mean(), part.std(ddof=1))
            for partner, part in zip("ab", pairings, strict=False)
        ]
    )


def test_the_band_of_a_single_pairing_is_the_ordinary_one():
    games = np.array([0.1, 0.4, 0.4, 0.9, 0.7])
    (row,) = summaries.pooled(learned(games), ["turn"]).itertuples()
    half = 2.776445 * games.std(ddof=1) / np.sqrt(5)  # t with 4 degrees of freedom
    assert row.games == 5 and (row.mean, row.low, row.high) == pytest.approx((0.5, 0.5 - half, 0.5 + half))


@pytest.mark.parametrize("alike", (True, False))
def test_a_band_is_at_least_as_wide_as_resampling_boards_makes_it(alike):
    """Two partners: what a board is like shows with both of them, or with neither."""
    rng = np.random.default_rng(0)
    first = rng.random(200)
    second = first if alike else rng.random(200)
    (row,) = summaries.pooled(learned(first, second), ["turn"]).itertuples()
    by_board = (first + second) / 2
    boards = np.random.default_rng(1).integers(200, size=(2000, 200))
    low, high = np.quantile(by_board[boards].mean(axis=1), [0.025, 0.975])
    assert row.games == 400 and row.mean == pytest.approx(by_board.mean())
    assert (row.high - row.low) / (high - low) == pytest.approx(1 if alike else np.sqrt(2), rel=0.1)


def test_one_game_has_no_interval():
    (row,) = summaries.pooled(beliefs([("deterministic", "SM_B", "a", 9, "a", 1, 0.5, np.nan)]), ["turn"]).itertuples()
    assert row.mean == 0.5 and np.isnan(row.low) and np.isnan(row.high)


def test_a_stranger_is_judged_at_the_last_turn_reached():
    rows = [
        ("deterministic", "SM_B", "x", turn, model, 4, belief, 0.1)
        for turn, pair in ((1, (0.5, 0.5)), (2, (0.9, 0.1)), (5, (0.2, 0.8)))
        for model, belief in zip("ab", pair, strict=True)
    ]
    taken = summaries.taken_for(beliefs(rows), "spymaster", ["x"], turn=4)
    assert list(taken["turn"]) == [2, 2] and list(taken["mean"]) == [0.9, 0.1]


# Games


def test_the_interval_of_losses_is_over_boards():
    """Two partners who win and lose together on 50 boards are 50 boards, not 100 games."""
    table = pd.DataFrame([game("SM_B", p, board, won=board % 2) for board in range(50) for p in "xy"])
    (row,) = summaries.losses(table, "spymaster", SMALL).itertuples()
    assert (row.games, row.rate) == (100, 0.5) and row.high - row.low > 2 * 1.96 * np.sqrt(0.25 / 50) * 0.95


def test_the_trade_is_of_all_agents_that_are_neither_random_nor_strangers():
    """SM_B wins half of its games in four turns, or loses to the last blue card in as many: worked by hand."""
    rows = [
        game(agent, partner, board, won=board % 2, environment=environment)
        for environment in ("deterministic", "stochastic")
        for agent in ("random", "SM_B", "a", "x")
        for partner in "abxy"
        for board in range(4)
    ]
    table = summaries.trade(Contest.of(scored(pd.DataFrame(rows)), "spymaster", SMALL))
    assert list(table["agent"]) == ["a", "SM_B"] * 4
    assert table.loc[1, ["won", "turns"]].tolist() == [0.5, 4]
    assert table.loc[1, "score"] == ((9 - 4) + (9 - 8 - 4)) / 2 and table.loc[1, "competition"] == (4 + 25) / 2


def test_losses_are_told_apart_and_static_agents_pooled():
    table = pd.DataFrame(
        [
            *(game("SM_B", "x", 0), game("SM_B", "x", 1, won=0, assassin=1), game("SM_B", "y", 0, won=0)),
            *(game("a", "a", 0), game("b", "a", 0, won=0), game("x", "x", 0), game("random", "a", 0)),
        ]
    )
    found = summaries.losses(table, "spymaster", SMALL).set_index(["agent", "where"])
    assert list(found.loc[("SM_B", "out"), ["to_assassin", "to_blue", "games"]]) == [1, 1, 3]
    assert found.loc[("SM_B", "out"), "low"] < 2 / 3 < found.loc[("SM_B", "out"), "high"]
    assert set(found.index) == {("SM_B", "out"), (lineup.SELF_PLAY, "in"), (lineup.CROSS_PLAY, "in")}


def test_turns_are_counted_over_won_games_only():
    table = pd.DataFrame([game("SM_B", "a", 0, turns=3), game("SM_B", "a", 1, turns=5), game("SM_B", "a", 2, won=0)])
    (row,) = summaries.turns_to_win(table, "spymaster", SMALL).itertuples()
    assert (row.games, row.mean) == (2, 4) and row.low <= 4 <= row.high


def test_two_experiments_are_laid_over_each_other_only_if_they_agree():
    first = pd.DataFrame([game("a", "b", 0), game("SM_B", "a", 0)])
    assert len(summaries.merged(first, pd.DataFrame([game("a", "b", 0), game("a", "DG_B", 0)]))) == 3
    with pytest.raises(CommonGroundError, match="disagree"):
        summaries.merged(first, pd.DataFrame([game("a", "b", 0, won=0)]))


def test_self_play_and_cross_play_leave_out_agents_that_are_not_static():
    table = pd.DataFrame([game("a", "a", 0), game("a", "b", 0, won=0), game("SM_B", "b", 0), game("random", "b", 0)])
    own, others = summaries.self_and_cross(table, SMALL)
    assert (own.value, others.value) == (1, 0)


def test_the_sweep_is_sorted_by_the_noise_assumed():
    table = summaries.by_assumed_noise(spymasters(as_said, ("SM_B_noise", "SM_B_0.25", "SM_B")))
    assert list(table["assumed"]) == [0, 0.25, 1.0] * 8 and list(table["measure"].unique()) == ["won", "score"]
    assert ((table["low"] <= table["mean"]) & (table["mean"] <= table["high"])).all()
    assert (table["low"] < table["high"]).all(), "also where every game is won"


def test_the_best_noise_is_told_by_wins_and_by_score_and_ties_share_it():
    rows = summaries.best_noise(summaries.by_assumed_noise(spymasters(as_said, ("SM_B_noise", "SM_B_0.25", "SM_B"))))
    assert [len(row) for row in rows] == [5] * 4 and rows[0][1] == rows[0][3] == "0" and rows[1][1] == rows[1][3] == "1"
    same = summaries.best_noise(summaries.by_assumed_noise(spymasters(lambda *game: True, ("SM_B_noise", "SM_B"))))
    assert {row[1] for row in same} == {row[3] for row in same} == {"0 or 1"}
