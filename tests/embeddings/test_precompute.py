"""What is worked out beforehand reads back as what it was worked out to be."""

import numpy as np
import pytest

from commonground.embeddings import neighbours, precompute, voronoi
from commonground.game import Noise
from helpers.support import complaint

VECTORS = np.random.default_rng(0).normal(size=(40, 4)).astype(np.float32)
SIGMAS = (0.5, 1.0)


def direct(noise: float):
    nearest = neighbours.nearest(VECTORS)
    squared = neighbours.squared_distances(VECTORS, nearest)
    return voronoi.heard_given_meant("a", VECTORS, nearest, squared, Noise(noise), 100, 7)


@pytest.mark.parametrize("tables", [True, False])
def test_a_file_gives_back_neighbours_survival_and_the_tables_it_was_asked_to_keep(tmp_path, tables):
    path = tmp_path / "a.npz"
    precompute.save(path, "a", VECTORS, SIGMAS, 100, 7, tables)
    assert np.array_equal(precompute.load_neighbours(path, VECTORS), neighbours.nearest(VECTORS))
    assert precompute.load_survival(path) == {noise: voronoi.survival(direct(noise)) for noise in SIGMAS}
    for noise in SIGMAS:
        found = precompute.load_heard(path, VECTORS, Noise(noise))
        assert (found is not None) == tables
        assert found is None or np.array_equal(found.toarray(), direct(noise).toarray())
    assert precompute.load_heard(path, VECTORS, Noise(0.25)) is None, "a noise that was not asked for"


@pytest.mark.parametrize("noise", [-1.0, float("nan"), float("inf")])
def test_a_noise_that_is_none_is_told_and_nothing_is_written(tmp_path, noise):
    with complaint(f"Noise must be a number of 0 or more, not {noise}"):
        precompute.save(tmp_path / "a.npz", "a", VECTORS, [noise], 10, 0, True)
    assert list(tmp_path.iterdir()) == []
