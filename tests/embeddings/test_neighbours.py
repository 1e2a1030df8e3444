"""Nearest words, against distances worked out one by one in float64."""

from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from commonground.embeddings import neighbours


def literal(vectors: np.ndarray, count: int) -> list[list[int]]:
    """Every other word by distance; equal distances in the order of the words."""
    exact = vectors.astype(np.float64)
    result = []
    for row, vector in enumerate(exact):
        squared = [((other - vector) ** 2).sum() for other in exact]
        others = [word for word in range(len(exact)) if word != row]
        result.append(sorted(others, key=squared.__getitem__)[:count])
    return result


WHOLE_NUMBERS = arrays.arrays(
    np.float32,
    st.tuples(st.integers(1, 20), st.integers(1, 3)),
    elements=st.integers(-3, 3).map(float),  # exact in float32: many ties, and duplicates
)


@given(WHOLE_NUMBERS, st.integers(1, 25), st.integers(1, 8))
def test_neighbours_are_the_literal_ones_whatever_the_block_and_the_ties(vectors, count, block):
    with mock.patch.object(neighbours, "BLOCK", block):
        found = neighbours.nearest(vectors, count)
    assert found.tolist() == literal(vectors, count)
    assert found.shape == (len(vectors), min(count, len(vectors) - 1))


@pytest.mark.parametrize("words", [neighbours.BLOCK - 1, neighbours.BLOCK, neighbours.BLOCK + 1])
def test_real_numbers_around_the_real_block_size(words):
    vectors = np.random.default_rng(words).normal(size=(words, 8)).astype(np.float32)
    found = neighbours.nearest(vectors, 20)
    exact = vectors.astype(np.float64)
    squared = ((exact[:, None] - exact) ** 2).sum(axis=2)
    np.fill_diagonal(squared, np.inf)
    # two words at nearly the same distance may change places: what is pinned is how far the nearest are
    assert np.allclose(np.take_along_axis(squared, found, axis=1), np.sort(squared, axis=1)[:, :20], rtol=1e-5)
    assert all(len(set(row)) == 20 for row in found.tolist())
    assert np.allclose(neighbours.squared_distances(vectors, found), np.take_along_axis(squared, found, axis=1))


def test_a_duplicate_is_the_nearest_neighbour_and_no_word_is_its_own():
    vectors = np.array([[1, 1], [5, 5], [1, 1], [5, 6]], dtype=np.float32)
    found = neighbours.nearest(vectors)
    assert found[0, 0] == 2 and found[2, 0] == 0
    assert all(row not in found[row] for row in range(4))
    assert neighbours.squared_distances(vectors, found)[0].tolist() == [0, 32, 41]
