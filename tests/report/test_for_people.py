"""What is said and drawn of agents for people, from games of which every result is known."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from commonground.crowd.asking import AGENT, EVEN, LANGUAGE, THEMSELVES
from commonground.embeddings import catalogue
from commonground.embeddings.fitted import People
from commonground.embeddings.weighted import PEOPLE
from commonground.report import for_people, standings
from commonground.report.endings import for_people as endings
from commonground.report.figures import for_people as pictures
from commonground.report.statistics import Estimate

BOARDS = 40
CHOSEN = catalogue.load().set("people")
INTERNAL, EXTERNAL = CHOSEN.with_role("internal")[0], CHOSEN.with_role("external")[0]


def table(boards=BOARDS, partners=("crowd", INTERNAL, EXTERNAL)):
    """SM_P wins three games of four with the crowd, SM_N one; with embeddings both win all."""
    rows = []
    for agent, lost in (("SM_P", 4), ("SM_N", 1), ("SM_P (the paper's Bayes)", 4), ("SM_P (learns nothing)", 4)):
        for partner in partners:
            for board in range(boards):
                won = partner != "crowd" or (board % 4 != 0 if agent != "SM_N" else board % 4 == 0)
                rows.append(("deterministic", agent, partner, board, int(won), 9.0 * won - lost, 5))
    columns = ["environment", "spymaster", "guesser", "board", "won", "score", "turns"]
    return for_people.of_games(pd.DataFrame(rows, columns=columns), "spymaster", "SM_P", CHOSEN)


def apart(boards=BOARDS):
    return {"spymaster": standings.apart(table(boards), "SM_P")}


def test_the_crowd_embeddings_all_know_and_those_only_ours_know_have_panels_of_their_own():
    named = [f"with {INTERNAL}, {for_people.ALL_KNOW}", f"with {EXTERNAL}, {for_people.OURS_KNOW}"]
    panels = [for_people.WITH_CROWD, *named]
    assert list(table()["panel"].unique()) == panels
    assert for_people.partner(panels, for_people.OURS_KNOW) == EXTERNAL
    itself = table().query("agent == 'SM_P'")[["ahead", "ahead_low", "ahead_high"]]
    assert itself.isna().all(axis=None), "nobody is ahead of itself"
    own = table().query("agent == 'SM_P' and measure == 'won'")["value"]
    assert own.tolist() == [0.75, 1.0, 1.0]
    assert list(table(partners=("crowd",))["panel"].unique()) == panels[:1]


def test_both_measures_make_the_verdict():
    ours = apart()["spymaster"]
    said = endings.told(ours, for_people.WITH_CROWD, "SM_N")
    assert (
        said
        == "`SM_P` is clearly ahead by wins (+.500) and neither clearly ahead nor behind by score (+1.50) against `SM_N`"
    )
    assert endings.message(ours, for_people.WITH_CROWD) == (
        "SM_P is clearly ahead by wins and neither clearly ahead nor behind by score against SM_N"
    )
    said = endings.told(ours, for_people.ALL_KNOW, "SM_N")
    assert said == "`SM_P` is tied at the ceiling by wins (.000) and clearly behind by score (−3.00) against `SM_N`"
    said = endings.told(ours, for_people.WITH_CROWD, "SM_P (learns nothing)")
    assert said.startswith("`SM_P` is neither clearly ahead nor behind by wins (.000) and by score (.00) against")


def test_variants_of_ours_are_no_rivals():
    assert endings.best_other(apart()["spymaster"], for_people.WITH_CROWD) == "SM_N"


# The ending


LANGUAGE_SCORES = pd.DataFrame(
    {
        "model": [PEOPLE, "a", "b"],
        "score": [-3.0, -3.5, -4.0],
        "ahead_low": [0.0, 0.3, 0.9],
        "ahead_high": [0.0, 0.7, 1.1],
    }
)
FITTED = [
    {for_people.LISTEN: pd.Series({PEOPLE: share, "a": 1 - share}), for_people.BLENDED: pd.Series(blend)}
    for share, blend in ((0.8, {"a": 0.6, "b": 0.4}), (0.7, {"a": 0.62, "b": 0.33, "c": 0.05}))
]
FOUND = {
    AGENT: Estimate(0.67, 0.64, 0.7),
    EVEN: Estimate(0.63, 0.6, 0.66),
    LANGUAGE: Estimate(0.68, 0.65, 0.7),
    THEMSELVES: Estimate(0.79, 0.77, 0.8),
}


@pytest.mark.parametrize(
    ("even", "language", "said"),
    [
        ((0.04, 0.02, 0.05), (-0.01, -0.02, 0.01), "clearly more than all embeddings evenly (.630), and no more than"),
        (
            (0.01, -0.02, 0.05),
            (-0.03, -0.04, -0.01),
            "not clearly more than all embeddings evenly (.630), and clearly less",
        ),
        (
            (0.0, -0.02, 0.02),
            (0.03, 0.01, 0.04),
            "no more than all embeddings evenly (.630), and clearly more than people's",
        ),
    ],
)
def test_the_ending_answers_in_order(even, language, said):
    ahead = {EVEN: Estimate(*even), LANGUAGE: Estimate(*language)}
    words, meant, crowd, embeddings, change = endings.ending(FITTED, LANGUAGE_SCORES, FOUND, ahead, apart())
    assert "70 to 80 % of how people listen, by half, is one common language" in words
    assert "`a` counts most (60 to 62 %). Much the same language comes out of both halves" in words
    assert "differ by up to 7 percentage points" in words
    assert "like one of 20 sets of cards, to the best single embedding (`a`) like one of 33: clearly better." in words
    assert said in meant
    assert crowd.startswith("**With a crowd of the form that `SM_P` assumes, fitted on other people** (40 boards)")
    assert (
        embeddings.startswith(f"**With `{INTERNAL}`, which all of them know**")
        and f"With `{EXTERNAL}`, which only" in embeddings
    )
    assert "a stranger to the others, `SM_P` is tied at the ceiling by wins and clearly behind by score" in embeddings
    assert change.startswith("What would change this")
    title = endings.headline(ahead[EVEN], apart())
    assert title.endswith(
        "With the crowd, SM_P is clearly ahead by wins and neither clearly ahead nor behind by score against SM_N"
    )


def test_on_a_few_boards_nothing_is_said_of_games():
    few = "*These are 4 boards: they show that everything runs, and settle nothing.*"
    ahead = dict.fromkeys((EVEN, LANGUAGE), Estimate(0.0, 0.0, 0.0))
    assert endings.ending(FITTED, LANGUAGE_SCORES, FOUND, ahead, apart(4))[2:-1] == [few]
    assert endings.drifts(apart(4)) == [few]


def test_languages_that_differ_and_that_are_no_better_are_told():
    other = [FITTED[0], {**FITTED[1], for_people.BLENDED: pd.Series({"b": 1.0})}]
    assert endings.alike(other).startswith("Not quite the same language") and "up to 60 percentage" in endings.alike(
        other
    )
    ahead = dict.fromkeys((EVEN, LANGUAGE), Estimate(0.0, 0.0, 0.0))
    same = LANGUAGE_SCORES.assign(ahead_low=-1.0)
    words = endings.ending(other, same, FOUND, ahead, apart())[0]
    assert words.endswith("no clear difference.") and "`a` or `b` counts most" in words


def test_what_the_belief_in_a_drift_is_for():
    crowd, embedding = endings.drifts(apart())
    assert crowd.endswith("against `SM_P (the paper's Bayes)`.") and embedding.endswith(
        "against `SM_P (learns nothing)`."
    )


def test_the_finding_says_what_is_found_and_won():
    found, won = endings.finding(FOUND, apart())
    assert "`G_P` finds .670 [.640, .700] of the cards that people meant" in found and "against `SM_N`." in won


# Tables and the picture


def test_what_was_fitted_is_shown_in_shares():
    people = People({"a": 3.0, "b": 1.0}, {PEOPLE: {2.0: 0.3, 3.0: 0.3}, "a": {1.0: 0.2}}, {PEOPLE: {1.0: 0.9}})
    shown = for_people.as_tables(people)
    assert shown["in people's language"].to_dict() == {"a": 0.75, "b": 0.25}
    assert shown["people listen in"].to_dict() == pytest.approx({PEOPLE: 0.75, "a": 0.25})
    assert np.isclose(shown["people speak in"].sum(), 1)


def test_the_picture_has_everybody_once():
    found = for_people.found_table(
        {"one": {"retro": Estimate(0.6, 0.5, 0.7), AGENT: Estimate(0.7, 0.6, 0.8), THEMSELVES: Estimate(0.8, 0.7, 0.9)}}
    )
    figure = pictures.headline(found, table(), table(), "A message")
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        *("embeddings and the paper's agents", "rivals", "ours", "people")
    ]
    labels = [[label.get_text() for label in axes.get_yticklabels()] for axes in figure.axes]
    plt.close(figure)
    assert labels == [["retro", AGENT, THEMSELVES], *[["SM_N", "SM_P"] * 2] * 2]
