"""The nearest words of every word, by Euclidean distance.

In double precision, in which distances of vectors on the grid are exact, and so the same on every machine.
"""

import numpy as np

KEPT = 500  # neighbours of a word; agents look for clues among the first 300 of them
BLOCK = 1024  # rows of the distance matrix that are held at a time


def nearest(vectors: np.ndarray, count: int = KEPT) -> np.ndarray:
    """For each row the `count` nearest other rows, nearest first (ties: the earlier row); fewer if there are fewer."""
    count = min(count, len(vectors) - 1)
    if count < 1:
        return np.empty((len(vectors), 0), dtype=np.int32)
    exact = vectors.astype(np.float64)
    squared_norms = (exact**2).sum(axis=1)
    result = np.empty((len(vectors), count), dtype=np.int32)
    for start in range(0, len(vectors), BLOCK):
        block = slice(start, min(start + BLOCK, len(vectors)))
        # |v - x|² without the |x|² that is the same for the whole row
        ranking = squared_norms - 2.0 * (exact[block] @ exact.T)
        ranking[np.arange(block.stop - start), np.arange(start, block.stop)] = np.inf
        result[block] = smallest(ranking, count)
    return result


def nearest_of(squared: np.ndarray, rows: np.ndarray, count: int = KEPT) -> np.ndarray:
    """The same for some rows only, from their squared distances to all, (row, word)."""
    ranking = squared.copy()
    ranking[np.arange(len(rows)), rows] = np.inf
    count = min(count, ranking.shape[1] - 1)
    return smallest(ranking, count) if count else np.empty((len(rows), 0), dtype=np.int32)


def smallest(values: np.ndarray, count: int) -> np.ndarray:
    """The columns of the `count` smallest values of each row, in order."""
    result = np.empty((len(values), count), dtype=np.int32)
    limits = np.partition(values, count - 1, axis=1)[:, count - 1]
    for row, (line, limit) in enumerate(zip(values, limits, strict=True)):
        columns = np.flatnonzero(line <= limit)  # more than `count` where several are equal to the last
        result[row] = columns[np.argsort(line[columns], kind="stable")[:count]]
    return result


def squared_distances(vectors: np.ndarray, neighbours: np.ndarray) -> np.ndarray:
    """The squared distance of every word to each of its neighbours, (word, neighbour) float32."""
    result = np.empty(neighbours.shape, dtype=np.float32)
    for row, columns in enumerate(neighbours):
        difference = (vectors[columns] - vectors[row]).astype(np.float64)
        result[row] = np.einsum("nd,nd->n", difference, difference)
    return result
