"""Summaries of hand-made results, and figures that show what they should."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from commonground.errors import CommonGroundError
from commonground.report import claims, summaries
from commonground.report.figures import charts, draw
from helpers.wins import SMALL, as_said, everything, spymasters

BOTH = ("deterministic", "stochastic")


@pytest.fixture(autouse=True)
def styled():
    with plt.style.context(draw.STYLE):
        yield
    plt.close("all")


def beliefs(rows):
    """A learning table; rows are environment, spymaster, guesser, turn, model, games, mean, sd."""
    columns = ["environment", "spymaster", "guesser", "turn", "model", "games", "mean", "sd"]
    return pd.DataFrame(rows, columns=columns).assign(side="spymaster", leads=0.5)


def texts(axes):
    return [text.get_text() for text in axes.texts]


def game(spymaster, guesser, board, *, won=1, turns=4, assassin=0, environment="deterministic"):
    blue = 0 if won or assassin else 8
    colours = {"red": 9 if won else 5, "blue": blue, "bystander": 0, "assassin": assassin}
    whose = {"environment": environment, "spymaster": spymaster, "guesser": guesser, "board": board}
    return {**whose, "won": won, "turns": turns, **colours}


# Beliefs


def test_pooling_groups_is_the_same_as_pooling_their_games():
    first, second = np.array([0.1, 0.4, 0.4]), np.array([0.9, 0.7])
    rows = [
        ("deterministic", "SM_B", partner, 2, partner, len(part), part.mean(), part.std(ddof=1))
        for partner, part in (("a", first), ("b", second))
    ]
    (row,) = summaries.belief_in_truth(beliefs(rows), "spymaster", ["a", "b"]).itertuples()
    together = np.concatenate([first, second])
    half = 2.776445 * together.std(ddof=1) / np.sqrt(5)  # t with 4 degrees of freedom
    assert row.games == 5 and row.mean == pytest.approx(together.mean())
    assert row.high == pytest.approx(min(1, together.mean() + half)) and row.low == pytest.approx(
        together.mean() - half
    )


def test_only_the_true_model_of_known_partners_counts():
    rows = [
        ("deterministic", "SM_B", partner, 1, model, 4, belief, 0.0)
        for partner, model, belief in (("a", "a", 0.8), ("a", "b", 0.2), ("x", "a", 0.9), ("x", "b", 0.1))
    ]
    (row,) = summaries.belief_in_truth(beliefs(rows), "spymaster", ["a", "b"]).itertuples()
    assert (row.mean, row.low, row.high, row.games) == (0.8, 0.8, 0.8, 4)


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
    assert set(found.index) == {("SM_B", "out"), (summaries.SELF_PLAY, "in"), (summaries.CROSS_PLAY, "in")}


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


# Figures


def test_the_forest_names_every_claim_and_its_verdict():
    found = everything(as_said)
    figure = charts.forest(found)
    (axes,) = figure.axes
    assert isinstance(figure, Figure)
    assert [label.get_text().replace("\n", " ") for label in axes.get_yticklabels()] == [c.name for c in found]
    for claim in found:
        assert any(claim.verdict in text and str(claim.decisive) in text for text in texts(axes))


def test_the_sweep_has_a_line_for_each_condition():
    figure = charts.assumed_noise(claims.by_assumed_noise(spymasters(as_said, ("SM_B", "SM_B_0.5", "SM_B_noise"))))
    (axes,) = figure.axes
    assert len(axes.containers) == 4
    assert [float(label.get_text()) for label in axes.get_xticklabels()] == [0, 0.5, 1]


def test_beliefs_are_drawn_by_turn_for_each_side_and_environment():
    rows = [(e, "SM_B", "a", turn, "a", 40, 0.25 * turn, 0.1) for e in BOTH for turn in (1, 2, 3)]
    rows += [(e, "SM_B", "a", 4, "a", 1, 1.0, np.nan) for e in BOTH]  # too few games to draw
    truth = summaries.belief_in_truth(beliefs(rows), "spymaster", ["a", "b"])
    figure = charts.belief_by_turn({"spymasters": truth}, prior=0.5)
    left, right = figure.axes
    assert (left.get_title("left"), right.get_title("left")) == ("spymasters, deterministic", "spymasters, stochastic")
    assert list(left.lines[0].get_xdata()) == [1, 2, 3] and left.lines[0].get_label() == "SM_B"


def test_a_clear_leader_is_framed_and_an_undecided_row_is_not():
    rows = [
        (e, "SM_B", partner, 4, model, 40, belief, 0.1)
        for e in BOTH
        for partner, pair in (("x", (0.9, 0.1)), ("y", (0.5, 0.5)))
        for model, belief in zip("ab", pair, strict=True)
    ]
    figure = charts.taken_for(summaries.taken_for(beliefs(rows), "spymaster", ["x", "y"], 4), "title")
    top, bottom = figure.axes
    assert texts(top) == [".90", ".10", ".50", ".50"] == texts(bottom)
    assert len(top.patches) == 1


def test_losses_and_turns_write_counts_and_agents():
    table = pd.DataFrame(
        [
            game("SM_B", "x", board, won=board % 2, assassin=1 - board % 2, environment=e)
            for e in BOTH
            for board in range(4)
        ]
    )
    lost = charts.losses(summaries.losses(table, "spymaster", SMALL), ["SM_B"])
    assert texts(lost.axes[0]) == ["2 + 0 of 4"]
    assert [label.get_text() for label in lost.axes[0].get_yticklabels()] == ["SM_B, out"]
    speed = charts.turns_to_win(summaries.turns_to_win(table, "spymaster", SMALL), ["SM_B"])
    assert [axes.get_title("left") for axes in speed.axes] == list(BOTH)


def test_cross_play_frames_the_diagonal_and_leaves_unplayed_pairings_blank():
    table = pd.DataFrame([game("a", "a", 0), game("a", "b", 0, won=0), game("b", "b", 0), game("SM_B", "b", 0)])
    figure = charts.cross_play(summaries.win_rates(table), summaries.kinds(SMALL), "title")
    (axes,) = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b", "SM_B"]
    assert texts(axes)[:6] == ["1.00", ".00", "–", "1.00", "–", "1.00"]
    assert len(axes.patches) == 2
    assert "self-play" in texts(axes)[-1]
