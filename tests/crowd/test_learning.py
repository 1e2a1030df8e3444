"""Fitting, resampling and learning: against literal ones, and on made-up people of whom the truth is known."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonground.crowd import (
    fitting,
    imagined,
    learners,
    learning,
    listeners,
    listening,
    partners,
    persons,
    resampling,
)
from commonground.crowd.recordings import NOBODY
from commonground.embeddings import load_set
from reference import crowd as literal

SEEDS = st.integers(0, 2**32 - 1)


@pytest.fixture(scope="module")
def toy():
    return load_set("toy")


@pytest.fixture(scope="module")
def heard(toy):
    found = listening.heard(imagined.recording(toy, "codenames", 0), toy)
    return listeners.listeners(found, toy, 300, 0)


@given(SEEDS, st.floats(0, 1), st.floats(0, 1))
@settings(max_examples=60, deadline=None)
def test_learners_say_what_literal_ones_say(seed, drift, tempered):
    rng = np.random.default_rng(seed)
    likelihood, prior = rng.random((3, 5, 4)) ** 3 + 1e-6, rng.dirichlet(np.ones(4))
    said = learning.predicted(likelihood, prior, drift, tempered)
    own = learning.personal(likelihood, prior, 1 + 10 * drift)
    for person, trials in enumerate(likelihood.tolist()):
        assert np.allclose(said[person], literal.predicted(trials, prior.tolist(), drift, tempered))
        assert np.allclose(own[person], literal.personal(trials, prior.tolist(), 1 + 10 * drift))


def test_a_drift_of_one_and_a_temper_of_nothing_learn_nothing():
    rng = np.random.default_rng(0)
    likelihood, prior = rng.random((3, 5, 4)), rng.dirichlet(np.ones(4))
    fixed = (likelihood * prior).sum(axis=2)
    assert np.allclose(learning.predicted(likelihood, prior, drift=1.0), fixed)
    assert np.allclose(learning.predicted(likelihood, prior, tempered=0.0), fixed)
    assert np.allclose(learning.personal(likelihood, prior, 1e9), fixed)


def test_bayes_by_hand():
    """Two models, prior ½: after a trial that the first makes twice as likely, ⅔ is believed of it."""
    likelihood = np.array([[[0.5, 0.25], [0.5, 0.25]]])
    said = learning.predicted(likelihood, np.array([0.5, 0.5]))
    assert np.allclose(said, [[0.375, 2 / 3 * 0.5 + 1 / 3 * 0.25]])


def test_sessions_are_in_the_order_of_play_and_a_person_may_have_one_trial():
    found = listening.Heard(*[None] * len(listening.Heard._fields))._replace(
        person=np.array([4, 2, 4, 2, 9]), turn=np.array([2, 1, 1, 2, 1])
    )
    arranged = learning.sessions(found)
    assert arranged.rows.tolist() == [[1, 3], [2, 0], [4, -1]]
    values = np.arange(10.0).reshape(2, 5)  # (model, trial)
    assert arranged.of(values)[2].tolist() == [[4.0, 9.0], [1.0, 1.0]]
    assert arranged.back(arranged.of(values)[:, :, 0]).tolist() == [0, 1, 2, 3, 4]


def test_weights_are_those_of_the_largest_likelihood():
    rng = np.random.default_rng(1)
    likelihood = rng.random((2, 400)) ** 2
    first = fitting.weights(likelihood)[0]
    grid = np.linspace(0.001, 0.999, 999)
    best = grid[np.argmax([np.log(w * likelihood[0] + (1 - w) * likelihood[1]).mean() for w in grid])]
    assert abs(first - best) < 0.02


def test_a_model_is_scored_on_the_half_that_it_was_not_fitted_on():
    second = np.array([False, True, False, True])
    seen = []

    def predict(fitted):
        seen.append(fitted.tolist())
        return np.where(fitted, 0.1, 0.9)

    assert np.allclose(np.exp(fitting.crossed(predict, second)), 0.9)
    assert sorted(seen) == sorted([second.tolist(), (~second).tolist()])


def test_halves_are_of_people_or_of_boards_where_nobody_is_known(heard):
    second = fitting.halves(heard.found, 0)
    by_person = pd.Series(second).groupby(heard.found.person).nunique()
    assert (by_person == 1).all() and abs(second.mean() - 0.5) < 0.1
    nobody = heard.found._replace(person=np.full_like(heard.found.person, NOBODY))
    by_board = pd.Series(fitting.halves(nobody, 0)).groupby(heard.found.board).nunique()
    assert (by_board == 1).all()


def test_intervals_widen_with_what_trials_have_in_common(heard):
    drawn = resampling.Resampled(heard.found, 400, 0)
    rng = np.random.default_rng(0)
    alone = rng.normal(size=len(heard.found.person))
    shared = rng.normal(size=heard.found.person.max() + 1)[heard.found.person]
    width = [drawn.mean(values)[2] - drawn.mean(values)[1] for values in (alone, shared)]
    assert width[1] > 1.2 * width[0]
    value, low, high = drawn.mean(alone)
    assert np.isclose(value, alone.mean()) and low < value < high
    assert np.isnan(drawn.mean(alone, np.zeros(len(alone), dtype=bool))).all()


def test_two_groups_of_trials_are_compared_in_the_same_resamples(heard):
    drawn, turn = resampling.Resampled(heard.found, 400, 0), heard.found.turn
    alone = np.random.default_rng(0).normal(size=len(turn))
    change, low, high = drawn.apart(np.where(turn > 4, 1.0, 0.0) + 0.01 * alone, turn > 4, turn <= 4)
    assert low < change < high and low > 0.9 and high < 1.1
    assert drawn.apart(alone, turn > 4, turn <= 4)[1] < 0 < drawn.apart(alone, turn > 4, turn <= 4)[2]
    assert np.isnan(drawn.apart(alone, turn > 99, turn <= 4)).all()


def test_the_best_row_has_an_interval_of_rows(heard):
    drawn, count = resampling.Resampled(heard.found, 400, 0), len(heard.found.turn)
    clear = np.arange(4.0)[:, None] + np.zeros(count)
    assert drawn.best(clear) == (3, 3, 3)
    best, low, high = drawn.best(np.random.default_rng(1).normal(size=(4, count)))
    assert low <= best <= high and low < high


def test_made_up_people_are_understood_better_than_chance_and_the_mixture_is_best_of_them(heard):
    scores = {name: score.mean() for name, score in listeners.scored(heard).items()}
    assert min(scores, key=scores.__getitem__) == listeners.CHANCE
    assert scores[listeners.MIXTURE] > max(scores[name] for name in heard.names) - 0.05


def test_shares_add_up_to_one(heard):
    assert np.isclose(listeners.shares(heard)["weight"].sum(), 1.0)


def test_people_who_mishear_imply_their_noise(toy, heard):
    drawn = resampling.Resampled(heard.found, 50, 0)
    ear = imagined.Partner(heard.meanings["ta"], [2.0], np.ones(1))
    played = imagined.guessed(heard.found, ear, np.random.default_rng(0))
    noisy = listeners.listeners(played, toy, 300, 0)
    scores = listeners.scored(noisy)
    found = listeners.implied(noisy, scores, drawn).set_index("embedding").loc["ta"]
    assert found["level_low"] <= 2.0 <= found["level_high"] and found["level"] in (1.5, 2.0, 3.0)
    soft = fitting.one_of(listening.soft(played, noisy.meanings["ta"]), played.chance)
    assert np.isclose(found["gain"], (scores["ta"] - fitting.crossed(soft, noisy.second)).mean()), (
        "both are cross-fitted"
    )
    assert found["low"] <= found["gain"] <= found["high"]


def test_what_is_seen_first_is_no_part_of_either_half(heard):
    drawn = resampling.Resampled(heard.found, 50, 0)
    by_time = learners.by_time(heard, learners.WHO, (0.0,), drawn)
    assert by_time["turn"].tolist() == list(range(2, imagined.TURNS + 1))
    later, earlier = (by_time[by_time["turn"].isin(turns)]["gain"].mean() for turns in ((6, 7, 8), (2, 3, 4, 5)))
    assert np.isclose(learners.later(heard, learners.WHO, drawn)[0], later - earlier), "everybody has as many trials"


def test_with_an_embedding_it_pays_to_learn_and_with_one_that_changes_it_does_not(heard):
    found = partners.simulated(heard, 0, resampling.Resampled(heard.found, 50, 0))
    assert (found["low"] <= found["gain"]).all() and (found["gain"] <= found["high"]).all()
    best = found[found["embedding"] != "all"].query("drift == 0").groupby("partner")["gain"].mean()
    assert best[partners.KNOWN] > 0.02 and best[partners.KNOWN] > best[partners.STRANGER]
    changing = found[found["partner"] == partners.CHANGING].set_index("drift")["gain"]
    assert changing[0.0] < 0 and np.isclose(changing[1.0], 0)


def test_the_table_of_learners_is_of_gains_over_no_learning(heard):
    drawn = resampling.Resampled(heard.found, 50, 0)
    for about in (learners.WHO, learners.NOISY):
        table = learners.table(heard, about, drawn)
        nothing = table.query("learner == 'drift' and setting == 1.0")
        assert (nothing[["gain", "low", "high"]] == 0).all(axis=None)
        assert set(table["learner"]) == {"drift", "tempered", "personal", "even prior"}


def test_persons_who_differ_are_told_from_persons_who_do_not(heard):
    rng = np.random.default_rng(0)
    alike = rng.normal(size=len(heard.found.person))
    assert persons.steadiness(heard.found, alike, 0).p_value > 0.02
    apart = alike + 2.0 * (heard.found.person % 2)
    found = persons.steadiness(heard.found, apart, 0)
    assert found.p_value < 0.01 and found.spread > 1.5 * found.shuffled
    assert np.std(found.means) > 1.5 * np.std(found.by_chance) and len(found.means) == imagined.PEOPLE


def test_persons_are_listed_by_score_and_never_by_number(heard):
    table = persons.means(heard.found, np.arange(len(heard.found.person), dtype=float))
    assert list(table.columns) == ["trials", "score", "right"] and table["score"].is_monotonic_increasing


def test_a_single_trial_is_no_mean(heard):
    alone = heard.found._replace(person=np.append(heard.found.person[:-1], 99))
    scores = np.zeros(len(alone.person))
    assert len(persons.means(alone, scores)) == len(persons.means(heard.found, scores)) == imagined.PEOPLE
