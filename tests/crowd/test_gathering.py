"""Recordings for a set, what a notebook's tables were made with, and a set's people that are made up."""

import json

import numpy as np

from commonground import paths
from commonground.crowd import gathering, imagined, learners, listeners, listening, noise
from commonground.crowd.resampling import Resampled
from commonground.embeddings import load_set
from helpers import recorded
from helpers.support import complaint


def test_the_toy_sets_people_are_made_up_and_the_same_every_time():
    toy = load_set("toy")
    one, two = gathering.gathered(toy, 1), gathering.gathered(toy, 1)
    assert list(one) == list(gathering.NAMES)
    for name, identified in gathering.NAMES.items():
        assert (one[name].guesses == two[name].guesses).all() and one[name].knows_people == identified
        assert one[name].meant.sum(axis=1).tolist() == [imagined.GUESSES] * len(one[name].turn)


def test_a_partner_without_noise_takes_the_nearest():
    toy = load_set("toy")
    found = gathering.gathered(toy, 0)["codenames"]
    meaning = listening.semantics(found, toy["ta"])
    played = imagined.guessed(found, imagined.Partner(meaning, [0.0], np.ones(1)), np.random.default_rng(0))
    assert (played.guesses == np.argsort(listening.squared(found, meaning), axis=1, kind="stable")[:, :3]).all()


def test_partners_play_the_noise_that_listeners_know():
    toy = load_set("toy")
    found = gathering.gathered(toy, 0)["codenames"]
    meaning = listening.semantics(found, toy["ta"])
    repeated = ("person", "board", "clue", "cards", "there", "guesses")
    many = found._replace(**{name: np.repeat(getattr(found, name)[:1], 4000, axis=0) for name in repeated})
    played = imagined.guessed(many, imagined.Partner(meaning, [1.5], np.ones(1)), np.random.default_rng(0))
    first = found._replace(**{name: getattr(found, name)[:1] for name in repeated[:-1]})
    sets, counts = np.unique(np.sort(played.guesses, axis=1), axis=0, return_counts=True)
    one = noise.drawn(first._replace(guesses=found.guesses[:1]), meaning, 20_000, 0, levels=(1.5,))
    expected = np.array([one.said(first._replace(guesses=chosen[None]))[0, 0] for chosen in sets])
    assert np.abs(counts / 4000 - expected).max() < 5 * np.sqrt(0.25 / 4000)


def test_a_learner_is_chosen_on_one_half_and_scored_on_the_other():
    toy = load_set("toy")
    heard = listeners.listeners(gathering.gathered(toy, 0)["codenames"], toy, 200, 0)
    names, (gain, low, high) = learners.chosen(heard, Resampled(heard.found, 50, 0))
    assert len(names) == 2 and low <= gain <= high
    assert not [name for name in names if name.startswith("drift (1)")], "that one learns nothing"


def test_the_manifest_says_what_tables_were_made_with(project):
    recorded.stored(project, recorded.contents())
    with paths.writing(project):
        gathering.write_manifest("people", "people", {"seed": 0}, {"it holds": True})
    found = json.loads((project / "data/results/people/people/manifest.json").read_text())
    assert len(found["guesses"]) == 4 and found["checks"] == {"it holds": True} and len(found["code"]) == 64


def test_a_check_that_fails_writes_nothing(project):
    with complaint("people: it does not hold that this is so"), paths.writing(project):
        gathering.write_manifest("toy", "people", {}, {"this is so": False})
    assert not (project / "data/results").exists()
