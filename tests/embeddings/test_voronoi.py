"""P(heard word | meant word, noise), against the paper's algorithm taken literally (reference/voronoi.py)."""

from unittest import mock

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import sparse, stats

from commonground import seeds
from commonground.embeddings import neighbours, voronoi
from commonground.game import Noise
from reference import voronoi as literal


def table(vectors: np.ndarray, noise: float, **options: int) -> sparse.csc_array:
    nearest = neighbours.nearest(vectors, options.pop("candidates", neighbours.KEPT))
    squared = neighbours.squared_distances(vectors, nearest)
    return voronoi.heard_given_meant("test", vectors, nearest, squared, Noise(noise), **options)


def random_vectors(seed: int, words: int = 23, dimension: int = 5) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(words, dimension)).astype(np.float32)


def as_model(vectors: np.ndarray) -> dict[str, np.ndarray]:
    return {str(row): vector.astype(np.float64) for row, vector in enumerate(vectors)}


def counted(probabilities: sparse.csc_array, samples: int) -> np.ndarray:
    counts = probabilities.toarray().astype(np.float64) * samples
    assert np.allclose(counts, counts.round(), atol=1e-3), "relative frequencies"
    return counts.round().astype(int)


@pytest.mark.parametrize("noise", [0.0, 0.3, 1.0, 10.0])
def test_rows_are_distributions(noise):
    heard = table(random_vectors(0), noise, samples=200)
    assert heard.shape == (23, 23) and heard.dtype == np.float32
    assert np.allclose(heard.sum(axis=1), 1.0) and (heard.data > 0).all()


def test_without_noise_every_word_is_heard_as_meant_even_where_two_have_the_same_vector():
    vectors = random_vectors(1)
    vectors[7] = vectors[3]
    assert np.array_equal(table(vectors, 0.0, samples=50).toarray(), np.eye(23))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([0.1, 0.7, 1.0, 3.0]), st.integers(3, 30), st.sampled_from([4, 500]))
def test_the_same_draws_give_the_literal_counts(seed, noise, block, candidates):
    vectors, samples = random_vectors(seed), 20
    with mock.patch.object(voronoi, "BLOCK", block):
        found = counted(table(vectors, noise, samples=samples, seed=seed, candidates=candidates), samples)
    for row in range(len(vectors)):
        # the draws of the block that the word stands in, as heard_given_meant addresses them
        draws = seeds.generator(seed, "voronoi", "test", row // block).standard_normal((samples, 5), dtype=np.float32)
        with mock.patch.object(literal, "KEPT", candidates):
            counts, narrowest = literal.voronoi_counts(as_model(vectors), str(row), noise, draws.astype(np.float64))
        assume(narrowest > 1e-5)  # float32 may decide a nearer race otherwise
        assert {str(word): count for word, count in enumerate(found[row].tolist()) if count} == counts


def test_the_kernels_arithmetic_is_the_literal_one_on_a_board_worked_by_hand():
    """Words at 0, 2 and 5 on a line: 0 is heard as 2 when the noise lifts it above 1, and as 5 above 3.5."""
    vectors = np.array([[0.0], [2.0], [5.0]], dtype=np.float32)
    heard = table(vectors, 1.5, samples=200_000).toarray()
    cuts = stats.norm(scale=1.5).cdf([1.0, 3.5])
    assert heard[0] == pytest.approx([cuts[0], cuts[1] - cuts[0], 1 - cuts[1]], abs=0.004)


def test_independent_draws_are_statistically_the_same():
    vectors, noise, samples = random_vectors(5, words=12, dimension=3), 0.7, 3000
    found = counted(table(vectors, noise, samples=samples), samples)
    rng = np.random.default_rng(123)
    p_values = []
    for row in range(len(vectors)):
        counts, _ = literal.voronoi_counts(as_model(vectors), str(row), noise, rng.normal(size=(samples, 3)))
        pair = np.array([found[row], [counts.get(str(word), 0) for word in range(len(vectors))]])
        frequent = pair.sum(axis=0) >= 10
        rest = pair[:, ~frequent].sum(axis=1, keepdims=True)
        pooled = np.hstack([pair[:, frequent], rest]) if rest.sum() else pair[:, frequent]
        p_values.append(stats.chi2_contingency(pooled).pvalue)
    assert min(p_values) > 0.01 / len(p_values), "no row differs"
    assert max(p_values) > 0.1, "nor are all of them suspicious"


def test_the_literal_probability_is_its_count_over_the_draws():
    vectors = random_vectors(6, words=6)
    draws = np.random.default_rng(6).normal(size=(50, 5))
    total = [literal.voronoi_probability(as_model(vectors), str(heard), "2", 1.0, draws) for heard in range(6)]
    assert sum(total) == pytest.approx(1.0) and max(total) < 1.0


def test_blocks_draw_anew_and_the_name_and_seed_matter():
    twins = np.tile(random_vectors(7, words=8), (2, 1))
    twins[8:] += 100.0  # a second, far-off copy of the same eight words
    with mock.patch.object(voronoi, "BLOCK", 8):
        heard = table(twins, 1.0, samples=300).toarray()
        other_seed = table(twins, 1.0, samples=300, seed=1).toarray()
        again = table(twins, 1.0, samples=300).toarray()
    assert not np.array_equal(heard[:8, :8], heard[8:, 8:]), "another block, other draws"
    assert not np.array_equal(heard, other_seed) and np.array_equal(heard, again)
    assert np.allclose(heard[:8, :8], heard[8:, 8:], atol=0.15), "of the same distribution"


def test_survival_is_the_mean_share_of_words_heard_as_meant():
    heard = sparse.csc_array(np.array([[0.5, 0.5, 0.0], [0.0, 1.0, 0.0], [0.2, 0.2, 0.6]]))
    assert voronoi.survival(heard) == pytest.approx(0.7)
    levels = [voronoi.survival(table(random_vectors(8), noise, samples=300)) for noise in (0.0, 0.3, 1.0, 3.0)]
    assert levels[0] == 1.0 and levels == sorted(levels, reverse=True) and levels[-1] < 0.2
