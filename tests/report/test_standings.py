"""Standings: averages and differences by board, the best rival in a sentence, and the picture."""

import pandas as pd
import pytest

from commonground.embeddings import catalogue
from commonground.report import standings
from commonground.report.figures.standings import kind_of
from commonground.report.figures.standings import standings as picture

TOY = catalogue.load().set("toy")


def games() -> pd.DataFrame:
    """SM_N wins all, SM_RSA wins on even boards, blend none; a game won takes five turns."""
    share = {"SM_N": lambda board: 1, "SM_RSA": lambda board: int(board % 2 == 0), "blend": lambda board: 0}
    rows = [
        (environment, agent, partner, board, won(board))
        for environment in ("deterministic", "stochastic")
        for agent, won in share.items()
        for partner in ("ta", "te")
        for board in range(30)
    ]
    found = pd.DataFrame(rows, columns=["environment", "spymaster", "guesser", "board", "won"])
    return found.assign(turns=5, score=4 * found["won"] - 5 * (1 - found["won"]))


def test_what_each_comes_to_and_how_far_ours_is_ahead():
    table = standings.of_table(games(), "spymasters", TOY, ["SM_N", "SM_RSA", "blend"], "SM_N")
    assert table["panel"].nunique() == 4 and list(table["agent"].unique()) == ["blend", "SM_RSA", "SM_N"]
    row = table.query("panel == 'stochastic, out-of-distribution' and agent == 'SM_RSA'").set_index("measure")
    assert row.loc["won", "value"] == 0.5 == row.loc["won", "ahead"] and row.loc["score", "ahead"] == 4.5
    assert standings.text(table, "won").loc["SM_N"].str.startswith("1.000").all()
    assert standings.text(table, "score", ahead=True).loc["blend"].str.startswith("+9.00").all()


def test_the_best_rival_is_named_and_whether_ours_is_ahead():
    table = standings.of_table(games(), "spymasters", TOY, ["SM_N", "SM_RSA", "blend"], "SM_N")
    said = standings.sentences(table, "won", ["SM_RSA", "blend"], "SM_N")
    assert len(said) == 4 and all("the best rival is SM_RSA; SM_N is clearly ahead (+.500" in line for line in said)
    assert "so few boards" in standings.sentences(table, "won", ["SM_RSA"], "SM_N", few=50)[0]
    fewer = standings.sentences(table, "score", ["SM_RSA"], "SM_N", most=False)
    assert "is clearly behind" in fewer[0], "where less is better"


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        ("SM_N", "ours"),
        ("SM_N+blend", "ours"),
        ("blend", "rival"),
        ("SM_B", "paper"),
        ("ta", "paper"),
        ("G_ACE", "rival"),
    ],
)
def test_where_an_agent_comes_from(agent, kind):
    assert kind_of(agent) == kind


def test_the_picture_has_a_row_of_panels_a_measure():
    table = standings.of_table(games(), "spymasters", TOY, ["SM_N", "SM_RSA", "blend"], "SM_N")
    figure = picture(table, "Who wins")
    assert len(figure.axes) == 8 and [label.get_text() for label in figure.axes[0].get_yticklabels()] == [
        *("blend", "SM_RSA", "SM_N")
    ]
