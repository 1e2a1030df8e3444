"""What is clear, in plain words; and how a notebook ends and is noted."""

import pandas as pd
import pytest

from commonground import paths
from commonground.report import conclusion
from commonground.report.compare import AHEAD, BEHIND, CEILING, CONDITIONS, SCORE, UNSURE, WON
from commonground.report.endings import clear

EVERYWHERE, NOWHERE = [AHEAD] * 4, [UNSURE] * 4


def rows(wins, scores):
    told = [
        (str(condition), measure, verdict)
        for measure, verdicts in ((WON, wins), (SCORE, scores))
        for condition, verdict in zip(CONDITIONS, verdicts, strict=True)
    ]
    return pd.DataFrame(told, columns=["condition", "measure", "told"])


@pytest.mark.parametrize(
    ("wins", "scores", "said"),
    [
        (EVERYWHERE, EVERYWHERE, "wins and scores more in all four conditions"),
        (NOWHERE, NOWHERE, "neither wins nor scores clearly more or less"),
        (NOWHERE, EVERYWHERE, "wins neither clearly more nor fewer games, and scores more in all four conditions"),
        (EVERYWHERE, NOWHERE, "wins more in all four conditions, and scores neither clearly more nor less"),
        (
            [BEHIND, AHEAD, AHEAD, AHEAD],
            [AHEAD, BEHIND, UNSURE, UNSURE],
            "wins more everywhere but with known partners without noise, and fewer there, and scores more with known partners without"
            " noise and less with strangers without noise",
        ),
    ],
)
def test_only_what_is_clear_is_told(wins, scores, said):
    table = rows(wins, scores)
    assert clear.changes(table) == said and clear.alike(table) == (wins == scores == NOWHERE)


def test_many_win_where_one_wins_and_places_can_be_named_otherwise():
    table = rows([AHEAD, UNSURE, UNSURE, UNSURE], NOWHERE)
    told = clear.changes(table, many=True, where=lambda places: f"in {len(places)} place")
    assert told == "win more in 1 place, and score neither clearly more nor less"


@pytest.mark.parametrize(
    ("measure", "told", "said"),
    [
        (WON, AHEAD, "wins clearly more games"),
        (WON, BEHIND, "wins clearly fewer games"),
        (WON, UNSURE, "wins neither clearly more nor fewer games"),
        (WON, CEILING, "wins all but everything, as the static pair does"),
        (SCORE, BEHIND, "scores clearly less"),
        (SCORE, UNSURE, "scores neither clearly more nor less"),
    ],
)
def test_a_verdict_is_a_verb(measure, told, said):
    assert clear.verdict(measure, told, other="the static pair") == said


def test_an_ending_is_shown_and_noted_in_one_call(project):
    shown = conclusion.shown("63-rivals", "open", ["One.", "Two."], "Rivals", ["So.", "And so."])
    assert shown.data == "- One.\n- Two."
    noted = (paths.figures("open") / "rivals" / "finding.md").read_text()
    assert noted == "- **Rivals** ([63-rivals](runs/open/63-rivals.ipynb)). So. And so.\n"
    conclusion.shown("94-cross-play", "open", ["One."], "", ["So it is.\n"])
    assert (paths.figures("open") / "cross-play" / "finding.md").read_text() == "So it is.\n"


def test_what_the_readme_shows_has_links_that_lead_from_the_notebook(project):
    text, path = "see [it](runs/toy/63-rivals.ipynb)\n", project / "figures/toy/tables/headline.md"
    assert conclusion.noted(path, text, "toy").data == "see [it](63-rivals.ipynb)\n" and path.read_text() == text
