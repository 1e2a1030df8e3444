"""Listeners against literal ones; what has no vector; blends; the study's noise."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonground.crowd import listening, noise, others
from commonground.crowd.recordings import NOBODY, Recorded, Trial
from commonground.embeddings import Embedding, EmbeddingSet
from helpers.small import WORDS, embedding
from helpers.support import complaint
from reference import crowd as literal

SEEDS = st.integers(0, 2**32 - 1)


def known(rng: np.random.Generator, count: int = 2) -> EmbeddingSet:
    members = {name: embedding(name, rng) for name in "abc"[:count]}
    entries = dict.fromkeys(members)
    return EmbeddingSet("small", members, entries, tuple(WORDS[:40]))


def recorded(rng: np.random.Generator, trials: int = 6, asked: int = 3, cards: int = 8) -> Recorded:
    rows = []
    for number in range(trials):
        words = rng.choice(WORDS, cards + 1, replace=False).tolist()
        rows.append(Trial(number % 2, number // 2 + 1, number, words[0], tuple(words[1:]), tuple(words[1 : asked + 1])))
    return Recorded("made-up", "Made up", tuple(rows), {})


@given(SEEDS, st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_the_probability_of_taking_cards_is_the_literal_one(seed, asked):
    rng = np.random.default_rng(seed)
    utilities = rng.normal(scale=3, size=(4, 6))
    guesses = np.array([rng.choice(6, asked, replace=False) for _ in range(4)])
    expected = [literal.taken(*both) for both in zip(utilities.tolist(), guesses.tolist(), strict=True)]
    assert np.allclose(listening.taken(utilities, guesses), expected, rtol=1e-9)


def test_the_probabilities_of_all_sets_add_up_to_one_however_sharp():
    utilities = np.array([0.0, -900.0, -1800.0, 3.0, 800.0])
    sets = np.array(list(combinations(range(5), 3)))
    total = listening.taken(np.tile(utilities, (len(sets), 1)), sets).sum()
    assert np.isclose(total, 1.0)


@given(SEEDS)
@settings(max_examples=20, deadline=None)
def test_a_listener_hears_distances_in_units_of_two_words(seed):
    rng = np.random.default_rng(seed)
    words = known(rng)
    found = listening.heard(recorded(rng), words)
    meaning = listening.semantics(found, words["a"])
    vectors = words["a"].vectors.astype(float)
    pairs = ((vectors[:, None] - vectors[None]) ** 2).sum(axis=2)
    assert np.isclose(meaning.spread, pairs.mean())
    trial = recorded(np.random.default_rng(seed))  # the same again
    said = listening.soft(found, meaning, [0.3])[0]
    for row in range(len(found.person)):
        own = meaning.vectors[found.clue[row]] - meaning.vectors[found.cards[row]]
        utilities = -(own**2).sum(axis=1) / (0.3 * pairs.mean())
        assert np.isclose(said[row], literal.taken(utilities.tolist(), found.guesses[row].tolist()))
    assert trial.name == found.name


def test_a_word_without_a_vector_is_no_card_and_its_trial_is_counted_if_it_was_needed():
    rng = np.random.default_rng(0)
    words = known(rng)
    cards = (*WORDS[:5], "nowhere")
    trials = (
        Trial(0, 1, 0, WORDS[9], cards, tuple(WORDS[:3])),
        Trial(0, 2, 0, "unheard", cards, tuple(WORDS[:3])),
        Trial(0, 3, 0, WORDS[9], cards, ("nowhere", *WORDS[:2])),
    )
    found = listening.heard(Recorded("made-up", "Made up", trials, {"before": 1}), words)
    assert len(found.person) == 1
    assert found.left_out == {"before": 1, listening.NO_CLUE: 1, listening.NO_GUESS: 1}
    assert found.clues == (1, 2) and found.clues.share == 0.5, "two clues on a board, one of them unheard"
    assert found.there.tolist() == [[True] * 5 + [False]] and np.isclose(found.chance[0], 1 / 10)
    utilities = np.where(found.there, 0.0, -np.inf)
    assert np.allclose(listening.taken(utilities, found.guesses), found.chance)


def test_a_recording_of_which_nothing_is_known_is_told():
    trials = (Trial(0, 1, 0, "unheard", tuple(WORDS[:5]), tuple(WORDS[:3])),)
    with complaint("No trial of 'made-up'", "the set 'small'"):
        listening.heard(Recorded("made-up", "Made up", trials, {}), known(np.random.default_rng(0)))


def test_a_blend_of_one_embedding_ranks_cards_by_the_angle():
    rng = np.random.default_rng(3)
    words = known(rng)
    found = listening.heard(recorded(rng), words)
    blended = listening.blend(found, [words["a"]])
    assert np.allclose(np.linalg.norm(blended.vectors, axis=1), 1.0)
    longer = Embedding("a", words["a"].words, 5 * words["a"].vectors)
    assert np.allclose(listening.blend(found, [longer]).vectors, blended.vectors)
    both = listening.blend(found, [words["a"], words["b"]])
    assert both.vectors.shape[1] == 8 and np.allclose((both.vectors**2).sum(axis=1), 2.0)


def test_without_noise_the_nearest_cards_are_taken_and_with_much_any():
    rng = np.random.default_rng(4)
    words = known(rng)
    found = listening.heard(recorded(rng, trials=4), words)
    meaning = listening.semantics(found, words["a"])
    nearest = np.argsort(listening.squared(found, meaning), axis=1)[:, :3]
    exact = found._replace(guesses=nearest)
    assert (noise.drawn(exact, meaning, 50, 0, levels=(1e-9,)).said(exact) == 1.0).all()
    assert noise.drawn(exact, meaning, 4000, 0, levels=(100.0,)).said(exact).max() < 0.7


def test_noise_is_the_studys_to_within_chance():
    """Move the clue's vector itself, card by card, as the paper says."""
    rng = np.random.default_rng(5)
    words = known(rng)
    found = listening.heard(recorded(rng, trials=3), words)
    meaning = listening.semantics(found, words["a"])
    sigma = noise.sigma(meaning, 1.0)
    assert np.isclose(sigma, np.sqrt(words["a"].vectors.astype(float).var(axis=0).mean()))
    said = noise.drawn(found, meaning, 20_000, 1, levels=(1.0,)).said(found)[0]
    for row, share in enumerate(said.tolist()):
        moved = meaning.vectors[found.clue[row]] + sigma * rng.standard_normal((20_000, 4))
        distances = ((moved[:, None] - meaning.vectors[found.cards[row]]) ** 2).sum(axis=2)
        first = np.sort(np.argsort(distances, axis=1)[:, :3], axis=1)
        literally = (first == np.sort(found.guesses[row])).all(axis=1).mean()
        assert abs(share - literally) < 5 * np.sqrt(max(literally, 0.001) / 20_000)


def test_the_shares_of_all_sets_of_a_scene_add_up_to_one():
    rng = np.random.default_rng(7)
    words = known(rng)
    found = listening.heard(recorded(rng, trials=3, asked=2, cards=5), words)
    table = noise.drawn(found, listening.semantics(found, words["a"]), 200, 0)
    sets = list(combinations(range(5), 2))
    said = sum(table.said(found._replace(guesses=np.tile(one, (3, 1)))) for one in np.array(sets))
    assert said.shape == (len(noise.LEVELS), 3) and np.allclose(said, 1.0)


def test_others_are_those_who_heard_the_same_clue_on_the_same_board():
    cards = tuple(WORDS[:6])
    heard = [(0, "wja", (0, 1)), (0, "wja", (1, 2)), (0, "wjb", (3, 4)), (1, "wja", (5, 0))]
    trials = tuple(
        Trial(NOBODY, 1, board, clue, cards, tuple(cards[place] for place in places)) for board, clue, places in heard
    )
    found = listening.heard(Recorded("made-up", "Made up", trials, {}), known(np.random.default_rng(0)))
    counts, there = others.takers(found)
    assert there.tolist() == [1, 1, 0, 0]
    assert counts[:2].tolist() == [[0, 1, 1, 0, 0, 0], [1, 1, 0, 0, 0, 0]] and not counts[2:].any()
    assert np.allclose(others.crowd(found)[:, 2:], found.chance[2:])


@pytest.mark.parametrize("softness", [0.01, 0.3])
def test_the_given_order_says_something_only_if_it_is_the_listeners(softness):
    rng = np.random.default_rng(6)
    words = known(rng)
    found = listening.heard(recorded(rng, trials=40), words)
    meaning = listening.semantics(found, words["a"])
    order = np.argsort(listening.squared(found, meaning), axis=1)[:, :3]
    assert listening.in_given_order(found._replace(guesses=order), meaning, softness) > 0
    assert listening.in_given_order(found._replace(guesses=order[:, ::-1]), meaning, softness) < 0
