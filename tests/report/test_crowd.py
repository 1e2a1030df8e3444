"""What is said and drawn of people, from tables of which every number is known."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.patches import StepPatch

from commonground import paths
from commonground.crowd import imagined, listening
from commonground.crowd.listeners import CHANCE, CROWD, MIXTURE, WITH_BLEND
from commonground.crowd.persons import Steadiness
from commonground.crowd.recordings import NOBODY
from commonground.embeddings import load_set
from commonground.report import crowd, numbers
from commonground.report.figures import crowd as pictures
from commonground.report.statistics import Estimate

TITLES = {"one": "First", "two": "Second"}
MODELS = {CHANCE: -5.0, "a": -3.0, "b": -4.0, "blend": -2.9, MIXTURE: -2.8, WITH_BLEND: -2.5, CROWD: -2.0}


@pytest.fixture
def scores():
    rows = [(data, name, 10, score, score - 0.1, score + 0.1) for data in TITLES for name, score in MODELS.items()]
    return pd.DataFrame(rows, columns=["data", "model", "trials", "score", "low", "high"])


def drawn(figure):
    figure.canvas.draw()
    titles = [axes.get_title(loc) for axes in figure.axes for loc in ("left", "center")]
    plt.close(figure)
    return [title for title in titles if title]


def test_the_table_has_a_column_a_recording_and_a_row_a_model(scores):
    table = crowd.likelihoods(scores, TITLES)
    assert list(table.columns) == ["First", "Second"] and list(table.index) == list(MODELS)
    assert table.loc["a", "First"] == "−3.00 [−3.10, −2.90]"


def test_the_best_single_embedding_is_none_of_those_that_are_several(scores):
    assert crowd.best_single(scores, "two") == "a"


def test_how_far_a_model_goes_from_chance_to_the_crowd(scores):
    assert np.isclose(crowd.closed(scores, "one", WITH_BLEND), 2.5 / 3)


def test_recordings_in_words(scores):
    assert crowd.likely_sets(scores, {"one": CHANCE, "two": "a"}) == "20 to 148"
    assert crowd.span(crowd.ways(scores), numbers.percent) == "83 %"
    assert crowd.span([0.62, 0.82, float("nan")], numbers.percent) == "62 to 82 %"
    assert crowd.span([], numbers.percent) == "nan %"


def test_where_a_crowd_is_no_better_than_chance_there_is_no_way_to_go(scores):
    assert np.isnan(crowd.closed(scores.assign(score=-5.0), "one", WITH_BLEND))


def test_a_recording_is_described_with_what_is_known_and_what_was_left_out():
    toy = load_set("toy")
    made = imagined.recording(toy, crowd.PAIRS, 0)
    unread = made.trials[0]._replace(person=99, clue="unheard")
    found = listening.heard(made._replace(trials=(*made.trials, unread, made.trials[0]._replace(person=98))), toy)
    said = crowd.described(found, 0.1)
    assert said["people"] == "13 pairs, 12 with more than one trial" and said["in the listener's order"] == "+.10"
    assert said["clues on boards known"] == "8 of 9 (88.9 %)" and said["trials"] == "97"
    assert said["trials whose clue is known"] == "99.0 %", "97 of 98"
    assert [said[f"left out: {why}"] for why in crowd.WHY] == ["1", "0", "0", "0"]
    nobody = found._replace(person=np.full_like(found.person, NOBODY))
    assert crowd.described(nobody, 0.0)["people"] == "not recorded"


def test_a_score_is_as_a_choice_among_so_many():
    assert crowd.equally_likely(np.log(1 / 1320)) == "1,320"


def test_levels_of_noise_have_a_panel_a_recording():
    rows = [("one", "a", level, level / 2, score) for level, score in ((1.0, -3.4), (2.0, -3.2), (3.0, -3.3))]
    noised = pd.DataFrame(rows, columns=["data", "embedding", "level", "sigma", "score"])
    assert drawn(pictures.noise(noised, {"one": "First"}, "A message")) == ["First"]


@pytest.mark.parametrize(("low", "high", "said"), [(0.1, 0.2, "pays"), (-0.2, -0.1, "costs"), (-0.1, 0.1, "no diff")])
def test_three_verdicts(low, high, said):
    assert said in crowd.verdict(Estimate((low + high) / 2, low, high))


def test_figures_of_listeners_have_a_panel_a_recording(scores):
    figure = pictures.likelihoods(scores, TITLES, "A message")
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["a", "b", "blend", MIXTURE, WITH_BLEND]
    assert drawn(figure) == ["First", "Second"]


@pytest.mark.parametrize("count", [3, 8, 100])
def test_nobody_stands_alone_at_an_end(count):
    """One person is far from all others, on each side."""
    score = np.array([-9.0, *np.linspace(-0.5, 0.5, count - 2), 5.0])
    figure = pictures.persons(
        {"one": Steadiness(0.5, 0.01, score, np.repeat(score, 3), np.array([0.2, 0.3]))}, TITLES, "A message"
    )
    (line,) = (one for one in figure.axes[0].patches if isinstance(one, StepPatch))
    bars = [bar.get_height() for bar in figure.axes[0].patches if bar is not line and bar.get_height()]
    assert line.get_data().values[line.get_data().values > 0].tolist() == pytest.approx(bars), (
        "chance, of as many persons"
    )
    assert sum(bars) == count and min(bars[0], bars[-1]) >= min(pictures.TOGETHER, count)
    assert drawn(figure) == ["First"]


def test_figures_of_learners_have_a_zero_line():
    drifts = (0.0, 0.5, 1.0)
    people = pd.DataFrame(
        [("one", d, d - 1, d - 1.1, d - 0.9) for d in drifts], columns=["data", "setting", "gain", "low", "high"]
    )
    rows = [("one", kind, "a", d, 1 - d) for kind in pictures.PARTNERS for d in drifts]
    simulated = pd.DataFrame(rows, columns=["data", "partner", "embedding", "drift", "gain"])
    figure = pictures.drift(people, simulated, {"one": "First"}, "A message")
    assert all(any(set(line.get_ydata()) == {0} for line in axes.lines) for axes in figure.axes)
    assert drawn(figure)[0] == "people"
    by_time = pd.DataFrame(
        [("one", d, turn, -d, -d - 0.1, -d + 0.1) for d in drifts for turn in (2, 3)],
        columns=["data", "drift", "turn", "gain", "low", "high"],
    )
    assert drawn(pictures.by_trial(by_time, {"one": "First"}, drifts, "A message")) == ["First"]


# The finding


def learned(gains):
    rows = [(data, "embedding", "drift", 0.0, -3.0, gain, gain - 0.1, gain + 0.1) for data, gain in gains.items()]
    rows += [
        ("one", "embedding", "drift", 0.5, -3.0, 9.0, 8.0, 10.0),
        ("one", "noise", "drift", 0.0, -3.0, 9.0, 8.0, 10.0),
    ]
    return pd.DataFrame(rows, columns=["data", "about", "learner", "setting", "score", "gain", "low", "high"])


FOUND = pd.DataFrame(
    [
        (crowd.TALKING, "G_P", 0.671, 0.6, 0.7),
        (crowd.TALKING, "people", 0.789, 0.7, 0.8),
        (crowd.TALKING, "all, evenly", 0.636, 0.6, 0.7),
        ("codenames", "G_P", 0.1, 0.1, 0.1),
    ],
    columns=["data", "guesser", "share", "low", "high"],
)


@pytest.mark.parametrize(
    ("gains", "said"),
    [
        ({"one": -0.3, "two": -0.2}, "makes predictions worse."),
        ({"one": 0.3, "two": 0.2}, "makes predictions better."),
        ({"one": 0.05, "two": -0.05}, "makes predictions neither better nor worse."),
        ({"one": 0.3, "two": -0.3}, "makes predictions better or worse, or neither, by recording."),
    ],
)
def test_three_sentences_say_how_far_embeddings_go_whether_learning_pays_and_what_is_found(scores, gains, said):
    text = crowd.summary(scores, learned(gains), FOUND)
    assert text.startswith("People are no embeddings: all embeddings mixed get 83 % of the way")
    assert f" Working out by Bayes' rule which embedding a person speaks {said} On boards" in text
    assert text.endswith(
        "finds .67 of the cards that a person means; people find .79, and all embeddings evenly mixed .64."
    )


def test_the_finding_names_the_range_over_recordings(scores):
    better = scores.assign(
        score=scores["score"].where((scores["data"] == "one") | (scores["model"] != WITH_BLEND), -1.7)
    )
    sentence = crowd.finding(better)
    assert sentence.startswith("**People** and embeddings: all embeddings mixed get 83 to 110 % of the way")


def test_the_finding_is_written_from_the_tables_of_the_notebooks(project, scores):
    folder = project / "data/results/people"
    for name, table in (
        ("people/scores-with-others", scores),
        ("learning-people/learners", learned({"one": 1.0})),
        ("for-people/meant-cards-found", FOUND),
    ):
        (folder / name).parent.mkdir(parents=True)
        table.to_csv(folder / f"{name}.csv", index=False)
    with paths.writing(project):
        crowd.write("people")
    one, three = ((project / f"figures/people/{name}.md").read_text() for name in ("finding", "summary"))
    assert one.startswith("- **People** are no embeddings") and one.count(".") == 1, "a sentence"
    assert three.startswith(one.removeprefix("- ").replace("**", "").rstrip()) and "makes predictions better." in three
