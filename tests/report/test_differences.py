"""Paired differences: rows, marks and panels in their order, a zero line on an axis that all rows share."""

import pandas as pd

from commonground.report import variants
from commonground.report.figures.differences import differences

CONDITIONS = ("deterministic, in-distribution", "stochastic, out-of-distribution")


def table():
    rows = [
        (label, condition, measure, value, value - 0.1, value + 0.1)
        for measure in ("won", "score")
        for label, value in (("SM_N − SM_B", 0.3), ("SM_N − SM_C", 0.05))
        for condition in CONDITIONS
    ]
    return pd.DataFrame(rows, columns=["label", "condition", "measure", "difference", "low", "high"])


def test_rows_are_what_is_compared_panels_are_measures_and_all_share_an_axis_with_zero():
    figure = differences(table(), "SM_N is ahead")
    wins, score = figure.axes
    assert figure.get_suptitle() == "SM_N is ahead"
    assert [label.get_text() for label in wins.get_yticklabels()] == ["SM_N − SM_B", "SM_N − SM_C"]
    assert "won" in wins.get_xlabel() and "score" in score.get_xlabel()
    for axes in figure.axes:
        assert axes.get_xlim()[0] < 0 < axes.get_xlim()[1] and list(axes.lines[0].get_xdata()) == [0, 0]
    assert [text.get_text() for text in figure.legends[0].texts[:2]] == ["known partners", "strangers, in noise"]


def test_a_mark_is_hollow_where_the_interval_holds_zero():
    wins, _ = differences(table(), "title").axes
    faces = [(list(marks[0].get_xdata()), marks[0].get_markerfacecolor()) for marks in wins.containers]
    assert faces == [([0.3], "C0"), ([0.05], "white"), ([0.3], "C1"), ([0.05], "white")]


def test_one_condition_needs_no_legend_but_for_hollow_marks():
    figure = differences(table().query("condition == @CONDITIONS[0]"), "title")
    assert [text.get_text() for text in figure.legends[0].texts] == ["hollow: too close to call"]


def test_variants_are_held_against_others_by_wins_and_by_score():
    games = pd.DataFrame(
        [
            (environment, variant, "a", "in", board, won, 5 * won - 2)
            for environment in ("deterministic", "stochastic")
            for variant, won in (("plain", 0), ("better", 1))
            for board in range(30)
        ],
        columns=["environment", "variant", "partner", "where", "board", "won", "score"],
    )
    found = variants.apart(games, {"better": "plain"})
    assert list(found["measure"]) == ["won", "won", "score", "score"] and set(found["label"]) == {"better − plain"}
    assert list(found["condition"][:2]) == ["deterministic, in-distribution", "stochastic, in-distribution"]
    assert list(found["difference"]) == [1, 1, 5, 5]
