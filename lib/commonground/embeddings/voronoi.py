"""P(heard word | meant word, noise): how often a perturbed vector falls into another word's Voronoi cell.

The paper perturbs a word's vector x with noise σz (Gaussian; here, any) and takes the closest word among x's 500 nearest and
itself. The word v is closer than x itself by as much as |x - v|²/2 - σ z·(v - x) is below zero, so all that is needed
of a draw z is its product with every vector: one matrix product serves a whole block of words.
"""

import numpy as np
from numba import njit
from scipy import sparse

from commonground import seeds
from commonground.game.noise import Noise

SAMPLES = 1000
BLOCK = 512  # words that share their draws; the next block draws anew


def heard_given_meant(
    name: str,
    vectors: np.ndarray,
    neighbours: np.ndarray,
    squared_distances: np.ndarray,
    noise: Noise,
    samples: int = SAMPLES,
    seed: int = 0,
) -> sparse.csc_array:
    """The matrix P[meant, heard] as relative frequencies over `samples` draws for each word of the named embedding."""
    words, candidates = neighbours.shape
    counts = np.zeros((words, candidates + 1), dtype=np.uint32)  # column 0: the word itself
    exact = vectors.astype(np.float64)
    for number, start in enumerate(range(0, words, BLOCK)):
        block = slice(start, min(start + BLOCK, words))
        rng = seeds.generator(seed, "voronoi", name, number)
        draws = noise.standard((samples, vectors.shape[1]), rng, np.float32).astype(np.float64)
        projections = (draws @ exact.T).astype(np.float32)  # (sample, word): exact, then rounded
        _count_heard(start, neighbours[block], squared_distances[block] / 2, projections, noise.sigma, counts[block])
    return _as_probabilities(counts, neighbours, samples)


def survival(heard: sparse.csc_array) -> float:
    """How often a word is heard as what was meant, averaged over the vocabulary."""
    return float(heard.diagonal().mean())


@njit(cache=True, nogil=True)
def _count_heard(
    first: int,
    neighbours: np.ndarray,
    half_squared_distances: np.ndarray,
    projections: np.ndarray,
    sigma: float,
    counts: np.ndarray,
) -> None:
    """Count, for each meant word of a block, which of itself and its neighbours each draw brings nearest."""
    strength = np.float32(sigma)
    for sample in range(len(projections)):  # outermost: one draw's products stay in the processor's cache
        for row in range(len(neighbours)):
            own = projections[sample, first + row]
            heard, smallest = 0, np.float32(0.0)
            for column in range(neighbours.shape[1]):
                towards = projections[sample, neighbours[row, column]] - own
                excess = half_squared_distances[row, column] - strength * towards
                if excess < smallest:
                    heard, smallest = column + 1, excess
            counts[row, heard] += 1


def _as_probabilities(counts: np.ndarray, neighbours: np.ndarray, samples: int) -> sparse.csc_array:
    words = len(neighbours)
    meant, column = np.nonzero(counts)
    with_itself = np.column_stack([np.arange(words, dtype=np.int32), neighbours])
    probabilities = (counts[meant, column] / samples).astype(np.float32)
    matrix = sparse.csc_array((probabilities, (meant, with_itself[meant, column])), shape=(words, words))
    matrix.sort_indices()
    return matrix
