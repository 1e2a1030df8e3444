"""How the notebooks on people end, and what their figures say, whichever way the numbers fall."""

import numpy as np
import pandas as pd
import pytest

from commonground.crowd.listeners import CHANCE, CROWD, WITH_BLEND
from commonground.crowd.partners import CHANGING, KNOWN, STRANGER
from commonground.crowd.persons import Steadiness
from commonground.report.crowd import PAIRS
from commonground.report.endings import learning_people, people
from commonground.report.endings.recordings import changed, recordings
from commonground.report.statistics import Estimate

TITLES = {"one": "First", "two": "Second"}


# Words


@pytest.mark.parametrize(
    ("number", "total", "said"),
    [
        (3, 3, "in all three recordings"),
        (2, 3, "in two of three recordings"),
        (0, 3, "in no recording"),
        (2, 2, "in both recordings"),
        (1, 2, "in one of two recordings"),
        (0, 2, "in neither recording"),
        (1, 1, "in the one recording"),
        (0, 1, "not in the one recording"),
    ],
)
def test_in_how_many_recordings(number, total, said):
    assert recordings(number, total) == said


@pytest.mark.parametrize(
    ("gains", "said"),
    [
        ((-0.295, -0.267), "lowers it by .295 (First) and .267 (Second)"),
        ((0.8, 0.0006), "raises it by .800 (First) and .001 (Second)"),
        ((-0.125, 0.065), "changes it by −.125 (First) and +.065 (Second)"),
        ((0.0, 0.1), "changes it by .000 (First) and +.100 (Second)"),
    ],
)
def test_what_is_raised_and_what_is_lowered(gains, said):
    assert changed(dict(zip(TITLES, gains, strict=True)), "it", TITLES) == said
    assert "First" not in changed(dict(zip(TITLES, gains, strict=True)), "it")


# People's language


def scores(several=-2.5):
    models = {CHANCE: -5.0, "a": -3.0, "b": -4.0, WITH_BLEND: several, CROWD: -2.0}
    rows = [(data, name, 10, score, score, score) for data in TITLES for name, score in models.items()]
    return pd.DataFrame(rows, columns=["data", "model", "trials", "score", "low", "high"])


def steady(*p_values):
    return {
        name: Steadiness(0.5, p, np.zeros(2), np.zeros(2), np.full(2, 0.3))
        for name, p in zip(TITLES, p_values, strict=True)
    }


BEST = pd.DataFrame({"level": [2.0, 3.0, 2.0], "low": [0.1, -0.1, -0.2], "high": [0.2, 0.1, -0.1]})
SHARES = pd.DataFrame(
    [
        (data, *row)
        for data in TITLES
        for row in (("a", 0.5), ("b", 0.1), ("c", 0.3 if data == "one" else 0.4), (CHANCE, 0.9))
    ],
    columns=["data", "embedding", "weight"],
)
CLEAR, UNCLEAR = Estimate(0.3, 0.2, 0.4), Estimate(-0.1, -0.2, 0.1)


@pytest.mark.parametrize(
    ("gained", "lead", "where"),
    [
        ((CLEAR, CLEAR), "**Several embeddings at once.**", "in both recordings: they change"),
        ((CLEAR, UNCLEAR), "**Several embeddings at once, but not everywhere.**", "by −.10 to +.30."),
        ((UNCLEAR, UNCLEAR), "**Several embeddings are not clearly better than one.**", "in neither recording"),
    ],
)
def test_one_language_or_several(gained, lead, where):
    gains = dict(zip(TITLES, gained, strict=True))
    answers = people.ending(scores(), scores(), gains, SHARES, BEST, steady(0.01, 0.2), {"one": 0.5, "two": 0.4})
    assert len(answers) == 5 and answers[0].startswith(lead) and where in answers[0]
    assert "The best single one is `a` in both recordings." in answers[0]
    assert answers[0].endswith("In the mixture, `a` and `c` weigh most: 80 to 90 % together.")
    assert "is 2 to 3 standard deviations of a coordinate, of eight levels tried from 0.5 to 8." in answers[1]
    assert "clearly better" in answers[1] and answers[1].endswith(
        "in 1 of 3 embeddings and recordings, and clearly worse in 1 of 3."
    )
    assert "one of 148 sets of cards" in answers[2] and "get 83 % of the way" in answers[2]
    assert "by more than chance in one of two recordings that tell who guessed. Those who find more" in answers[3]


def test_recordings_may_have_different_best_embeddings():
    table = scores()
    table.loc[(table["data"] == "two") & (table["model"] == "b"), "score"] = -2.9
    said = people.ending(
        *(table, table, dict.fromkeys(TITLES, CLEAR), SHARES, BEST),
        *(steady(0.5, 0.5), dict.fromkeys(TITLES, np.nan)),
    )
    assert "The best single one is `a` in one and `b` in one of them." in said[0]
    assert said[3].endswith(
        "People, or pairs, do not differ in how well they are predicted by more than chance would have it. "
    )


@pytest.mark.parametrize(
    ("correlations", "said"),
    [
        ((-0.5, -0.4), "predicted worse"),
        ((0.5, -0.4), "not go with it in the same way"),
        ((0.5, np.nan), "correlation .50"),
    ],
)
def test_who_is_predicted_well(correlations, said):
    found = dict(zip(TITLES, correlations, strict=True))
    clear = dict.fromkeys(TITLES, CLEAR)
    answers = people.ending(scores(), scores(), clear, SHARES, BEST, steady(0.01, 0.01), found)
    assert said in answers[3]


def test_figures_of_people_say_what_the_data_says():
    assert people.likelihoods(scores()).startswith("All embeddings together get 83 % of the way")
    assert "is 2 standard deviations of a coordinate, of eight levels" in people.noise(BEST.assign(level=2.0))
    assert people.persons(steady(0.01, 0.01)).endswith("by more than chance in both recordings that tell who guessed")


# Learning people


def learned(bayes, drifting=0.0):
    """Gains by drift: the same in both recordings but for Bayes."""
    rows = [
        (data, "embedding", "drift", drift, -3.0, gain, gain - 0.1, gain + 0.1)
        for data, plain in zip(TITLES, bayes, strict=True)
        for drift, gain in ((0.0, plain), (0.25, drifting), (1.0, 0.0))
    ]
    return pd.DataFrame(rows, columns=["data", "about", "learner", "setting", "score", "gain", "low", "high"])


def simulated(strangers, known=(0.8, 0.5), plain=-0.2):
    """Partners by drift; each of several strangers gains something at a drift, and with Bayes all the same."""
    rows = []
    for data in TITLES:
        for kind, names in ((KNOWN, "a"), (CHANGING, "all")):
            rows += [(data, kind, names, drift, gain, gain) for drift, gain in zip((0.0, 0.25), known, strict=True)]
        for number, gain in enumerate(strangers):
            rows += [
                (data, STRANGER, f"s{number}", drift, own, own)
                for drift, own in ((0.0, plain), (0.25, gain), (1.0, 0.0))
            ]
    table = pd.DataFrame(rows, columns=["data", "partner", "embedding", "drift", "gain", "low"])
    return table.assign(low=table["gain"] - 0.01, high=table["gain"] + 0.01)


CHOSEN = {"one": Estimate(0.003, -0.1, 0.1), "two": Estimate(0.2, 0.1, 0.3)}


@pytest.mark.parametrize(
    ("bayes", "lead", "title", "idea"),
    [
        (
            (-0.3, -0.2),
            "**No: with people it costs.**",
            "who it is makes predictions worse",
            "by +.800 and +.800 where it is true, and by −.300 and −.200 with people. So the idea serves partners",
        ),
        (
            (0.3, 0.2),
            "**Yes: with people it pays.**",
            "who it is makes predictions better",
            "by +.300 and +.200 with people. So the idea holds for people as well: an agent should find out who they are.",
        ),
        (
            (0.01, -0.01),
            "**Not clearly:",
            "who it is makes predictions neither",
            "So with people the idea neither helps nor harms",
        ),
        (
            (0.01, -0.2),
            "**With people it depends on the recording.**",
            "who it is makes predictions better or worse, or neither",
            "So with people the idea helps or harms by recording",
        ),
    ],
)
def test_whether_it_pays_to_find_out_who_somebody_is(bayes, lead, title, idea):
    table, partners = learned(bayes), simulated([0.5, 0.0])
    answers = learning_people.ending(table, partners, CHOSEN, 30, TITLES)
    assert len(answers) == 6 and answers[0].startswith(lead)
    known = "raises it by .800 and .800 if it knows the embedding, clearly with 1 and 1 of 1, by recording, and no drift is best"
    assert known in answers[1] and "lowers it by .200 and .200 on average" in answers[1]
    assert answers[1].endswith("a clear gain with 0 and 0 of 2, a clear loss with 2 and 2 of 2.")
    assert "a clear gain in one of two recordings" in answers[2] and "30 trials at most" in answers[5]
    assert answers[4].startswith("**For the paper's idea.**") and idea in answers[4]
    assert ("this can't tell" in answers[4]) == (max(bayes) < 0.1), "where nothing clearly gains, it stays open"
    assert title in learning_people.drift(table, partners, TITLES)


def test_a_drift_may_be_best_with_embeddings_too():
    answers = learning_people.ending(learned((-0.3, -0.2)), simulated([0.5], known=(0.5, 0.8)), CHOSEN, 8, TITLES)
    assert "a drift of .25 is best" in answers[1]


@pytest.mark.parametrize(
    ("strangers", "said"),
    [
        (
            [0.5, 0.4],
            "with 2 of the 2 strangers, by recording, the best drift clearly gains more than it could with people. So people are not",
        ),
        (
            [0.5, 0.05],
            "with 1 of the 2 strangers, by recording, the best drift clearly gains more than it could with people. The other",
        ),
        ([0.0, 0.0], "with 0 of the 2 strangers"),
    ],
)
def test_people_are_told_from_strangers_by_what_a_drift_gains(strangers, said):
    why, idea = learning_people.ending(learned((-0.3, -0.2)), simulated(strangers), CHOSEN, 30, TITLES)[3:5]
    assert said in why and "lose under Bayes, too" in why
    assert idea.endswith("change its mind little." if min(strangers) > 0.1 else "none of the models, this can't tell.")
    calm = learning_people.ending(learned((-0.3, -0.2)), simulated(strangers, plain=0.1), CHOSEN, 30, TITLES)[3]
    assert "lose under Bayes, too" not in calm


def test_where_a_drift_gains_with_people_there_is_somebody():
    why = learning_people.ending(learned((-0.3, -0.2), drifting=0.2), simulated([0.5]), CHOSEN, 30, TITLES)[3]
    assert "With a drift of .25, learning gains +.200 with people (First)" in why


def test_the_finding_on_learning():
    (said,) = learning_people.finding(learned((-0.3, -0.2)), simulated([0.5]), TITLES)
    assert "lowers the log-likelihood of the next guesses by .300 (First) and .200 (Second), clearly in both" in said


@pytest.mark.parametrize(
    ("later", "said"),
    [
        ((-0.2, -0.3), "does clearly worse (First; Second) in"),
        ((-0.2, 0.3), "does clearly worse (First) and clearly better (Second) in"),
        ((-0.2, 0.0), "does clearly worse (First) and neither clearly better nor worse elsewhere in"),
        ((0.05, 0.0), "does neither clearly better nor worse in"),
    ],
)
def test_the_later_half_of_trials_beside_the_earlier(later, said):
    """Only a recording whose interval leaves out zero is named."""
    changes = {name: Estimate(value, value - 0.1, value + 0.1) for name, value in zip(TITLES, later, strict=True)}
    told = learning_people.by_trial(changes, TITLES)
    assert f"{said} the later half of the trials than in the earlier one" in told


def test_how_many_people_are_predicted_better():
    titles = {"one": "First", PAIRS: "Second"}
    said = learning_people.better_predicted({"one": np.array([-1.0, 1.0]), PAIRS: np.array([-1.0, -2.0])}, titles)
    assert said.startswith("The paper's Bayes predicts 50 % of 2 people (First) and 0 % of 2 pairs (Second) better")
