"""People as listeners with the study's own noise: the clue is heard a little elsewhere, and the nearest cards are taken.

The vector of the clue is moved by σz, z normal, as in the paper. Ranking the cards needs only |clue − card|² − 2σ z·card.
How often each set of cards is taken in many draws is worked out once for every clue and board, and then looked up for
whatever guesses were made there, by people or by an embedding in their place.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from commonground import seeds
from commonground.crowd.listening import Heard, Semantics

LEVELS = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)  # σ, in standard deviations of a coordinate over the vocabulary
CARDS = 32  # bits that a set of cards has room in


class Drawn(NamedTuple):
    """How often sets of cards were taken, for each level: sorted keys of scene and set, and counts."""

    keys: list[np.ndarray]
    counts: list[np.ndarray]
    draws: int

    def said(self, found: Heard) -> np.ndarray:
        """The share of draws that take just the cards that were taken, (level, trial)."""
        wanted = _keys(scenes(found).of, _mask(found.guesses))
        return np.array([self._shares(*both, wanted) for both in zip(self.keys, self.counts, strict=True)])

    def _shares(self, keys: np.ndarray, counts: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(keys[places] == wanted, counts[places], 0) / self.draws


class Scenes(NamedTuple):
    """The distinct pairs of a clue and a board, and which of them each trial is."""

    first: np.ndarray  # (scene,) a trial
    of: np.ndarray  # (trial,)


def sigma(meaning: Semantics, level: float) -> float:
    """A level as the study's σ: at the embedding's own scale."""
    return level * float(np.sqrt(meaning.spread / 2 / meaning.vectors.shape[1]))


def drawn(found: Heard, meaning: Semantics, draws: int, seed: int, levels: Sequence[float] = LEVELS) -> Drawn:
    """What listeners of several levels of noise take, for every clue and board of a recording."""
    rng = seeds.generator(seed, "people", "noise", meaning.name)
    moved = rng.standard_normal((draws, meaning.vectors.shape[1])) @ meaning.vectors.T  # (draw, reading)
    tables = [_counted(found, meaning, moved, sigma(meaning, level)) for level in levels]
    return Drawn([keys for keys, _ in tables], [counts for _, counts in tables], draws)


def _counted(found: Heard, meaning: Semantics, moved: np.ndarray, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Which sets are taken in each scene, and in how many draws."""
    asked, rows = found.guesses.shape[1], []
    for scene, trial in enumerate(scenes(found).first.tolist()):
        cards = found.cards[trial]
        distances = ((meaning.vectors[found.clue[trial]] - meaning.vectors[cards]) ** 2).sum(axis=1)
        ranking = np.where(found.there[trial], distances - 2 * noise * moved[:, cards], np.inf)
        taken = _mask(np.argpartition(ranking, asked - 1, axis=1)[:, :asked])
        rows.append(np.unique(_keys(np.array(scene), taken), return_counts=True))
    return np.concatenate([keys for keys, _ in rows]), np.concatenate([counts for _, counts in rows])


def scenes(found: Heard) -> Scenes:
    """A recording's scenes, in the order of boards and clues, whoever guessed what."""
    _, first, of = np.unique(np.column_stack([found.board, found.clue]), axis=0, return_index=True, return_inverse=True)
    return Scenes(first, of.ravel())


def _mask(places: np.ndarray) -> np.ndarray:
    """Sets of places as one number each."""
    return np.asarray((1 << places.astype(np.int64)).sum(axis=1))


def _keys(scene: np.ndarray, masks: np.ndarray) -> np.ndarray:
    return np.asarray((scene.astype(np.int64) << CARDS) + masks)
