"""Vectors for words that an embedding lacks: a set for people has to know names, and dictionaries do not have them.

Such a word takes the direction of its nearest words in another embedding of the set, which knows it, among those that the
lacking one has; and the length of the nearest. All sums are exact on the grid, and so the vectors are the same bits anywhere.
"""

import numpy as np

from commonground import grid
from commonground.embeddings.embedding import Embedding

NEAREST = 8  # words that stand in for one
BLOCK = 1024  # words that are looked at in one go


def filled(lacking: Embedding, guide: Embedding) -> Embedding:
    """An embedding with a vector for every word that the guide has; its own stay as they are."""
    absent = [str(word) for word in guide.words if word not in lacking]
    known = [str(word) for word in guide.words if word in lacking]
    if not absent or not known:
        return lacking
    near = _nearest(guide.vectors[guide.rows(absent)], guide.vectors[guide.rows(known)])
    vectors = lacking.vectors[lacking.rows(known)].astype(np.float64)
    found = grid.on_grid(_towards(vectors[near]))  # (absent, dimension)
    words = np.array([*lacking.words.tolist(), *absent])
    return Embedding(lacking.name, words, np.vstack([lacking.vectors, found.astype(np.float32)]))


def _nearest(wanted: np.ndarray, known: np.ndarray) -> np.ndarray:
    """For each wanted vector the rows of the nearest known ones, nearest first (ties: the earlier row)."""
    exact, count = known.astype(np.float64), min(NEAREST, len(known))
    squared = (exact**2).sum(axis=1)
    rows = [
        np.argsort(squared - 2.0 * (wanted[start : start + BLOCK].astype(np.float64) @ exact.T), kind="stable")
        for start in range(0, len(wanted), BLOCK)
    ]
    return np.concatenate([block[:, :count] for block in rows])


def _towards(vectors: np.ndarray) -> np.ndarray:
    """The direction of the sum of some vectors, nearest first, at the length of the nearest; the nearest if they cancel out."""
    total, first = vectors.sum(axis=1), vectors[:, 0]  # (absent, dimension)
    squares, wanted = (total**2).sum(axis=1), (first**2).sum(axis=1)
    gone = squares == 0
    longer = total * np.sqrt(wanted / np.where(gone, 1, squares))[:, None]
    return np.asarray(np.where(gone[:, None], first, longer))
