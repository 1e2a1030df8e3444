"""The blend: all internal embeddings as one, each as loud as the others."""

import numpy as np
import pytest

from commonground import agents
from commonground.embeddings import Embedding, blended, load_set
from commonground.embeddings.blend import LENGTH
from commonground.game import play
from commonground.grid import is_exact
from helpers import small


@pytest.fixture(scope="module")
def toy():
    return load_set("toy")


def test_each_part_is_centred_normalised_and_end_to_end(toy):
    exact = [part.vectors.astype(np.float64) for part in toy.internal]
    centred = [vectors - vectors.mean(axis=0) for vectors in exact]
    by_hand = np.concatenate([v / np.linalg.norm(v, axis=1, keepdims=True) for v in centred], axis=1)
    assert toy.blend.vectors == pytest.approx(by_hand * LENGTH / 2, abs=1e-4)
    assert toy.blend.norms == pytest.approx(LENGTH, abs=1e-2) and toy.blend.words is toy.words


def test_its_distances_are_exact(toy):
    assert is_exact(toy.blend.vectors)


def test_a_word_at_the_mean_has_a_vector():
    words = np.array(["a", "b", "c"])
    one = Embedding("one", words, np.array([[1, 0], [-1, 0], [0.0001, 0]], np.float32) + 2)
    two = Embedding("two", words, np.array([[1, 0], [-1, 0], [0, 0]], np.float32) + 2)
    assert (np.linalg.norm(blended((one, two)).vectors, axis=1) > 1).all()


def test_it_is_made_once(toy):
    assert toy.blend is toy.blend


def test_its_nearest_words_are_worked_out_for_the_cards_that_are_asked_for(toy):
    fresh = Embedding("fresh", toy.words, toy.blend.vectors)
    rows = np.array([7, 3, 900])
    found = fresh.nearest_to(rows)
    assert "neighbours" not in fresh.__dict__ and set(fresh._nearest) == {7, 3, 900}
    assert np.array_equal(found, fresh.neighbours[rows]) and np.array_equal(fresh.nearest_to(rows), found)


def test_ties_go_to_the_earlier_word_either_way():
    rng = np.random.default_rng(0)
    for _ in range(5):
        lazy = small.embedding("a", rng, 2, whole_numbers=True)
        whole = Embedding("b", lazy.words, lazy.vectors)
        assert np.array_equal(lazy.nearest_to(np.arange(80)), whole.neighbours)


@pytest.mark.parametrize("board", range(5))
def test_the_agents_called_blend_are_static_ones_over_it(toy, board):
    named = agents.spymaster("blend", toy), agents.guesser("blend", toy)
    plain = agents.StaticSpymaster(toy.blend), agents.StaticGuesser(toy.blend)
    dealt = toy.deal(board)
    assert play(dealt, *named) == play(dealt, *plain)
    assert agents.guesser("blend", toy, ear=0.5).ear.sigma == 0.5
