"""An embedding is one agent's semantics: a vector for each word of its set's vocabulary, at the scale the agents use."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from commonground import checks, files
from commonground.embeddings import formats, neighbours, precompute, voronoi
from commonground.embeddings.catalogue import Format
from commonground.embeddings.names import fault
from commonground.errors import CommonGroundError
from commonground.game.noise import Noise, noise_of
from commonground.game.words import board_words


@dataclass(frozen=True, eq=False)
class Embedding:
    """Words and their vectors; row i of `vectors` is the vector of `words[i]`."""

    name: str
    words: np.ndarray = field(repr=False)  # (word,) unicode, alphabetical within a set
    vectors: np.ndarray = field(repr=False)  # (word, dimension) float32
    precomputed: Path | None = field(default=None, repr=False)  # the file of what was worked out beforehand
    _heard: dict[Noise, sparse.csc_array] = field(default_factory=dict, repr=False)
    _distances: "_Distances" = field(default_factory=lambda: _Distances(), repr=False)
    _nearest: dict[int, np.ndarray] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._check_name()
        object.__setattr__(self, "words", _row_of_words(self.name, self.words))
        object.__setattr__(self, "vectors", _table_of_numbers(self.name, self.vectors))
        self._check_kinds()
        if self.vectors.ndim != 2 or len(self.words) != len(self.vectors):
            raise CommonGroundError(
                f"Embedding '{self.name}' has {len(self.words)} words and vectors of shape {self.vectors.shape}: "
                "it needs one row a word."
            )
        self._check_words()
        self._check_vectors()

    def _check_name(self) -> None:
        """A name stands beside those of agents, and is that of a file."""
        if problem := fault("embedding", self.name):
            raise CommonGroundError(problem[0].upper() + problem[1:])

    def _check_kinds(self) -> None:
        """Words are text and vectors numbers: not flags, dates or complex numbers, which numpy would reckon with."""
        if self.words.ndim != 1 or self.words.dtype.kind != "U" or not self.words.size:
            raise CommonGroundError(f"Embedding '{self.name}' needs a row of words as text, at least one.")
        if self.vectors.dtype.kind not in "fiu":
            raise CommonGroundError(
                f"Embedding '{self.name}' needs vectors of real numbers, not an array of type {self.vectors.dtype}."
            )

    def _check_words(self) -> None:
        distinct, counts = np.unique(self.words, return_counts=True)
        if len(distinct) < len(self.words):
            raise CommonGroundError(f"Embedding '{self.name}' has the word '{distinct[counts > 1][0]}' more than once.")

    def _check_vectors(self) -> None:
        norms = self.norms
        bad = np.flatnonzero(~np.isfinite(norms))
        if len(bad):
            raise CommonGroundError(
                f"Embedding '{self.name}': the vector of '{self.words[bad[0]]}' holds NaN or infinity."
            )
        zero = np.flatnonzero(norms == 0)
        if len(zero):
            raise CommonGroundError(f"Embedding '{self.name}': the vector of '{self.words[zero[0]]}' is all zeros.")

    @cached_property
    def index(self) -> dict[str, int]:
        """The row of each word."""
        return {str(word): row for row, word in enumerate(self.words)}

    @cached_property
    def alphabetical(self) -> np.ndarray:
        """The rows in the alphabetical order of their words."""
        return np.argsort(self.words, kind="stable")

    @cached_property
    def neighbours(self) -> np.ndarray:
        """The rows of the nearest words of every word, nearest first, (word, neighbour)."""
        kept = self.precomputed
        return precompute.load_neighbours(kept, self.vectors) if kept else neighbours.nearest(self.vectors)

    def nearest_to(self, rows: np.ndarray) -> np.ndarray:
        """The rows of the nearest words of some words, nearest first, (word, neighbour).

        Read off the table of all words where there is one; else worked out for those that are asked for, once.
        """
        if self.precomputed or "neighbours" in self.__dict__:
            if len(self.neighbours) != len(self):
                raise CommonGroundError(
                    f"The table of the nearest words of '{self.name}' has {len(self.neighbours):,} rows for {len(self):,} words: work it out again."
                )
            return np.asarray(self.neighbours[rows])
        new = np.array([row for row in rows.tolist() if row not in self._nearest], dtype=np.int64)
        if len(new):
            table, places = self.distance_table(new)
            self._nearest.update(zip(new.tolist(), neighbours.nearest_of(table[places], new), strict=True))
        return np.array([self._nearest[row] for row in rows.tolist()])

    def heard(self, noise: float | Noise) -> sparse.csc_array:
        """The Voronoi table P[meant, heard] for a noise; worked out now if it was not beforehand."""
        noise = noise_of(noise)
        if noise not in self._heard:
            table = precompute.load_heard(self.precomputed, self.vectors, noise) if self.precomputed else None
            if table is None:
                squared = neighbours.squared_distances(self.vectors, self.neighbours)
                table = voronoi.heard_given_meant(self.name, self.vectors, self.neighbours, squared, noise)
            self._heard[noise] = table
        return self._heard[noise]

    def distance_table(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Squared distances of cards to all words, (card, word) float64, and where in it the given rows' cards are.

        The table holds every board word there is, worked out once; other words are added when they are first asked for.
        """
        table = self._distances
        new = [row for row in rows.tolist() if row not in table.places]
        if new:
            table.add(self.vectors, [*new, *(self.rows(self._board_words) if not table.places else ())])
        return table.squared, np.array([table.places[row] for row in rows.tolist()], dtype=np.int64)

    @property
    def _board_words(self) -> list[str]:
        return [word for word in board_words() if word in self.index]

    @property
    def norms(self) -> np.ndarray:
        with np.errstate(over="ignore", invalid="ignore"):  # what is too long is infinite, and told
            return np.asarray(np.linalg.norm(self.vectors, axis=1))

    @property
    def dimension(self) -> int:
        return int(self.vectors.shape[1])

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self.index

    def rows(self, words: Sequence[str]) -> np.ndarray:
        """The rows of some words."""
        missing = [word for word in words if word not in self.index]
        if missing:
            raise CommonGroundError(
                f"Embedding '{self.name}' has no vector for '{missing[0]}'"
                + (f" (nor for {len(missing) - 1} more)." if len(missing) > 1 else ".")
            )
        return np.array([self.index[word] for word in words], dtype=np.int64)

    def restricted(self, words: Sequence[str]) -> "Embedding":
        """The same embedding over fewer words, in their order."""
        return self._with(np.array(words), self.vectors[self.rows(words)])

    def scaled(self, mean_norm: float) -> "Embedding":
        """The same embedding, scaled so that the mean norm of its vectors is as given."""
        factor = checks.positive("mean_norm", mean_norm) / float(self.norms.mean(dtype=np.float64))
        return self._with(self.words, (self.vectors * factor).astype(np.float32))

    def _with(self, words: np.ndarray, vectors: np.ndarray) -> "Embedding":
        return Embedding(self.name, words, vectors)

    def save(self, path: Path) -> None:
        files.write_arrays(path, words=self.words, vectors=self.vectors)

    @classmethod
    def load(cls, path: Path, name: str | None = None, precomputed: Path | None = None) -> "Embedding":
        """An embedding as `save` keeps it."""
        arrays = files.read_arrays(path, "words", "vectors")
        if len(arrays) < 2:
            raise CommonGroundError(f"{path} is no embedding: it lacks the array `words` or `vectors`.")
        return cls(name or path.stem, arrays["words"], arrays["vectors"], precomputed)

    @classmethod
    def from_file(cls, path: Path | str, name: str | None = None, format: Format | None = None) -> "Embedding":
        """Any file of word vectors: word2vec text or binary, GloVe text, npz. It is called as the file, if it has no name."""
        words, vectors = formats.read(path, format)
        return cls(formats.name_of(Path(path)) if name is None else name, np.array(words), vectors)


class Joined(Embedding):
    """An embedding that an agent makes of others, and that goes by the agent's name."""

    def _check_name(self) -> None:
        """Nobody else may be called so."""

    def _with(self, words: np.ndarray, vectors: np.ndarray) -> Embedding:
        return Joined(self.name, words, vectors)


def _row_of_words(name: str, words: Any) -> np.ndarray:
    """Words as an array, if they were given in a list."""
    if isinstance(words, np.ndarray):
        return words
    return np.array(checks.each(f"The words of '{name}'", words, str, "a list of words"))


def _table_of_numbers(name: str, vectors: Any) -> np.ndarray:
    """Vectors as an array, if they were given in lists."""
    if isinstance(vectors, np.ndarray):
        return vectors
    try:
        found = np.asarray(vectors) if isinstance(vectors, list | tuple) else np.empty(0, dtype=object)
    except ValueError:  # rows of different lengths
        found = np.empty(0, dtype=object)
    if found.dtype.kind not in "fiu":
        raise checks.wrong(f"The vectors of '{name}'", "a table of numbers, one row a word, all as long", vectors)
    with np.errstate(over="ignore"):
        return found.astype(np.float32)


class _Distances:
    """Squared distances of some words (cards) to all words; grows as cards are added."""

    def __init__(self) -> None:
        self.places: dict[int, int] = {}
        self.squared = np.empty((0, 0))

    def add(self, vectors: np.ndarray, rows: Sequence[int]) -> None:
        new = [row for row in dict.fromkeys(int(row) for row in rows) if row not in self.places]
        cards, words = vectors[new].astype(np.float64), vectors.astype(np.float64)
        squared = (cards**2).sum(axis=1)[:, None] + (words**2).sum(axis=1) - 2 * cards @ words.T
        squared = np.maximum(squared, 0.0)  # rounding may take a word's distance to itself below zero
        self.squared = np.concatenate([self.squared, squared]) if self.places else squared
        self.places |= {row: len(self.places) + place for place, row in enumerate(new)}


def concatenate(name: str, parts: Sequence[Embedding]) -> Embedding:
    """One embedding of the words all parts have, each vector the parts' vectors end to end."""
    common = sorted(set.intersection(*(set(part.index) for part in parts)))
    vectors = np.concatenate([part.vectors[part.rows(common)] for part in parts], axis=1)
    return Embedding(name, np.array(common), vectors)
