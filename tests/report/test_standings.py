"""Standings: averages and differences by board, the best rival in a sentence, and the picture."""

import matplotlib.pyplot as plt
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
    apart = standings.text(table, "score", "SM_N")
    assert apart.loc["blend"].str.startswith("+9.00").all()
    assert list(apart.index) == ["blend", "SM_RSA"], "nobody is ahead of itself"


def test_ours_is_held_against_each_and_against_the_best_of_some():
    table = standings.of_table(games(), "spymasters", TOY, ["SM_N", "SM_RSA", "blend"], "SM_N")
    found = standings.apart(table, "SM_N")
    assert set(found["label"]) == {"SM_N − SM_RSA", "SM_N − blend"} and set(found["told"]) == {"clearly ahead"}
    best = standings.hardest(found, ["SM_RSA", "blend"])
    assert len(best) == 8 and set(best["label"]) == {"SM_N − SM_RSA"}
    assert set(best[best["measure"] == "won"]["difference"]) == {0.5}


def test_where_less_is_better_the_best_has_least():
    played = games().assign(competition=lambda rows: 25 - 20 * rows["won"])
    panels = {"as spymaster, in-distribution": played.rename(columns={"spymaster": "agent", "guesser": "partner"})}
    found = standings.apart(standings.standings(panels, "SM_N", ("won", "competition")), "SM_N")
    figures = found[found["measure"] == "competition"]
    assert set(figures["told"]) == {"clearly ahead"} and (figures["difference"] < 0).all()
    assert list(standings.hardest(figures, ["SM_RSA", "blend"])["label"]) == ["SM_N − SM_RSA"]


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


def test_the_dotted_line_is_in_the_legend():
    table = standings.of_table(games(), "spymasters", TOY, ["SM_N", "SM_RSA", "blend"], "SM_N")
    variant = table[table["agent"] == "SM_N"].assign(agent="SM_N (told)")
    for figure in (picture(table, "Who wins"), picture(pd.concat([table, variant]), "Who wins", ours="SM_N")):
        assert [text.get_text() for text in figure.legends[0].get_texts()][-1] == "where SM_N stands"
        assert sum(line.get_linestyle() == ":" for line in figure.axes[0].lines) == 1
        plt.close(figure)
