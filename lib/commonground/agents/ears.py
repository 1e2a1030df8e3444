"""Which of a model's words may have been meant by the one heard."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from commonground.agents.clues import ClueTable
from commonground.embeddings import Embedding
from commonground.game import Noise

EPSILON = 1e-12


class Ears:
    """How a model's clues are heard on a board, through each of several noises (R12).

    Without noise, as what they are. With noise, as its Voronoi table says; but board words can't be heard, and the others
    share their chance.
    """

    def __init__(self, model: Embedding, words: Sequence[str], table: ClueTable, noises: Sequence[Noise]) -> None:
        self.clues, self.places = table.rows, table.places(len(model))
        self._tables = [model.heard(noise) if noise else None for noise in noises]
        board = model.rows(words)
        self._legal = [np.ones(0) if heard is None else _not_of_board(heard, board) for heard in self._tables]

    def meant(self, row: int) -> tuple[np.ndarray, np.ndarray]:
        """The clues that may be heard as a word, in order, and how likely each is through each noise, (noise, clue)."""
        chances = np.zeros((len(self._tables), len(self.clues)))
        for k, (heard, legal) in enumerate(zip(self._tables, self._legal, strict=True)):
            if heard is None:
                chances[k] = self.clues == row
                continue
            meant, chance = _column(heard, row)
            known = self.places[meant] >= 0
            meant, chance = meant[known], chance[known]
            chances[k, self.places[meant]] = chance / np.maximum(legal[meant], EPSILON)
        ear = np.flatnonzero(chances.any(axis=0))
        return ear, np.ascontiguousarray(chances[:, ear])


def _column(heard: Any, row: int) -> tuple[np.ndarray, np.ndarray]:
    """The words that may be meant by one heard, and how likely each is heard so."""
    column = slice(heard.indptr[row], heard.indptr[row + 1])
    return heard.indices[column], heard.data[column]


def _not_of_board(heard: Any, board: np.ndarray) -> np.ndarray:
    """For each word meant, the chance that no board word is heard."""
    meant, chance = (np.concatenate(part) for part in zip(*(_column(heard, row) for row in board), strict=True))
    return np.asarray(1.0 - np.bincount(meant, chance, minlength=heard.shape[0]))
