"""What is said and drawn of agents for people, from games of which every result is known."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from commonground.crowd.asking import AGENT, THEMSELVES
from commonground.embeddings.fitted import People
from commonground.embeddings.weighted import PEOPLE
from commonground.report import for_people
from commonground.report.figures import for_people as pictures
from commonground.report.statistics import Estimate

BOARDS = 40


@pytest.fixture
def table():
    """SM_P wins three games of four with the crowd, SM_N one; with the embedding both win all."""
    rows = []
    for agent, lost in (("SM_P", 4), ("SM_N", 1)):
        for partner in ("crowd", "retro"):
            for board in range(BOARDS):
                won = partner == "retro" or (board % 4 != 0 if agent == "SM_P" else board % 4 == 0)
                rows.append(("deterministic", agent, partner, board, int(won), 9.0 * won - lost, 5))
    columns = ["environment", "spymaster", "guesser", "board", "won", "score", "turns"]
    return for_people.of_games(pd.DataFrame(rows, columns=columns), "spymaster", "SM_P")


def test_the_crowd_has_a_panel_of_its_own(table):
    assert for_people.value(table, for_people.WITH_CROWD, "SM_P").value == 0.75
    assert for_people.value(table, for_people.WITH_EMBEDDINGS, "SM_P").value == 1.0
    assert list(table["panel"].unique()) == [for_people.WITH_CROWD, for_people.WITH_EMBEDDINGS]


def test_both_measures_make_the_verdict(table):
    said = for_people.told(table, for_people.WITH_CROWD, "SM_P", "SM_N")
    assert said.startswith("SM_P is not to be told from SM_N by score +1.50 [")
    assert "clearly ahead of it by games won +.500 [" in said
    title = for_people.message(table, for_people.WITH_CROWD, "SM_P", "SM_N")
    assert title == "SM_P is not to be told from SM_N by score, clearly ahead of it by wins"
    same = for_people.told(table, for_people.WITH_CROWD, "SM_P", "SM_P")
    assert same.startswith("SM_P is not to be told from SM_P")


def test_what_was_fitted_is_shown_in_shares():
    people = People({"a": 3.0, "b": 1.0}, {PEOPLE: {2.0: 0.3, 3.0: 0.3}, "a": {1.0: 0.2}}, {PEOPLE: {1.0: 0.9}})
    shown = for_people.as_tables(people)
    assert shown["in people's language"].to_dict() == {"a": 0.75, "b": 0.25}
    assert shown["people listen in"].to_dict() == pytest.approx({PEOPLE: 0.75, "a": 0.25})
    assert np.isclose(shown["people speak in"].sum(), 1)


def test_the_picture_has_everybody_once(table):
    found = for_people.found_table(
        {"one": {"retro": Estimate(0.6, 0.5, 0.7), AGENT: Estimate(0.7, 0.6, 0.8), THEMSELVES: Estimate(0.8, 0.7, 0.9)}}
    )
    figure = pictures.headline(found, table, table, "A message")
    labels = [[label.get_text() for label in axes.get_yticklabels()] for axes in figure.axes]
    plt.close(figure)
    assert labels == [["retro", AGENT, THEMSELVES], *[["SM_N", "SM_P"] * 2] * 2]
