"""Which of a model's words may have been meant by the one heard."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from commonground.agents.clues import ClueTable
from commonground.embeddings import Embedding
from commonground.game import Noise

EPSILON = 1e-12


class Channel:
    """How words are changed by noise on their way, in one embedding, on a board (R12): board words can't be heard, and
    the others share their chance.
    """

    def __init__(self, model: Embedding, words: Sequence[str], noise: Noise) -> None:
        self._heard, self._board = model.heard(noise), model.rows(words)
        self._legal = np.maximum(_not_of_board(self._heard, self._board), EPSILON)  # by the word meant

    def meant(self, row: int) -> tuple[np.ndarray, np.ndarray]:
        """The words that may be meant by the one heard, and how likely each is heard so."""
        meant, chance = _column(self._heard, row)
        return meant, chance / self._legal[meant]

    def worth(self, rows: np.ndarray, values: np.ndarray) -> np.ndarray:
        """What it is worth to say some words, if to hear each word is worth `values`, (word of the vocabulary, …)."""
        heard = values.copy()
        heard[self._board] = 0.0
        return np.asarray((self._heard @ heard)[rows] / self._legal[rows, None])


class Channels:
    """The channels of several embeddings on a board, each made when it is first asked for."""

    def __init__(self, words: Sequence[str], noise: Noise) -> None:
        self.words, self.noise = words, noise
        self._made: dict[str, Channel] = {}

    def of(self, model: Embedding) -> Channel:
        """How words are changed in an embedding."""
        if model.name not in self._made:
            self._made[model.name] = Channel(model, self.words, self.noise)
        return self._made[model.name]


class Ears:
    """How a model's clues are heard on a board, through each of several noises (R12).

    Without noise, as what they are; with noise, as its channel says.
    """

    def __init__(self, model: Embedding, words: Sequence[str], table: ClueTable, noises: Sequence[Noise]) -> None:
        self.clues, self.places = table.rows, table.places(len(model))
        self._channels = [Channel(model, words, noise) if noise else None for noise in noises]

    def meant(self, row: int) -> tuple[np.ndarray, np.ndarray]:
        """The clues that may be heard as a word, in order, and how likely each is through each noise, (noise, clue)."""
        chances = np.zeros((len(self._channels), len(self.clues)))
        for k, channel in enumerate(self._channels):
            if channel is None:
                chances[k] = self.clues == row
                continue
            meant, chance = channel.meant(row)
            known = self.places[meant] >= 0
            chances[k, self.places[meant[known]]] = chance[known]
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
