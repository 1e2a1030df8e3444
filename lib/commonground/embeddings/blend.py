"""Several embeddings as one: centred, normalised, end to end (after Kim et al. 2019, who join two such vectors).

A squared distance in the blend is the sum of what its parts say, each as loud as the others. It is made
when it is first asked for, in a fraction of a second, and its nearest words are worked out for the cards that are played
with, so that nothing of it has to be kept on disk.
"""

from functools import lru_cache

import numpy as np

from commonground.embeddings.cards import WithCards, with_cards
from commonground.embeddings.embedding import Embedding, Joined
from commonground.grid import on_grid

NAME = "blend"
LENGTH = 4.0  # of every vector: about that of the embeddings it is made of, so that a noise means as much to it


def blended(parts: tuple[Embedding, ...], name: str = NAME) -> Embedding:
    """One embedding over the vocabulary of the first part, in which every part has the same say.

    Cards that were added to the parts are added to it, and don't blend in.
    """
    made = _blended(tuple(part.own if isinstance(part, WithCards) else part for part in parts), name)
    return with_cards(made, parts[0].words[len(made) :].tolist())


@lru_cache(maxsize=8)
def _blended(parts: tuple[Embedding, ...], name: str) -> Embedding:
    words, length = parts[0].words, LENGTH / np.sqrt(len(parts))
    levelled = [_levelled(part.vectors[part.rows(words.tolist())], length) for part in parts]
    return Joined(name, words, np.concatenate(levelled, axis=1))


def _levelled(vectors: np.ndarray, length: float) -> np.ndarray:
    """Vectors around their mean, all of one length; every step is on the grid, or one rounding, on any machine.

    A word that stands at the mean, where no direction is, is a little off it in all of them.
    """
    exact = vectors.astype(np.float64)
    centred = on_grid(exact - exact.sum(axis=0) / len(exact))
    squares = (centred**2).sum(axis=1, keepdims=True)
    centred, squares = np.where(squares > 0, centred, 1.0), np.where(squares > 0, squares, exact.shape[1])
    return on_grid(centred / np.sqrt(squares) * length).astype(np.float32)
