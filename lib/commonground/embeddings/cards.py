"""Cards that an embedding has no vector for, so that a game with them can be played all the same.

A card of several words gets the mean of those that are known. Any other stands far away from every word: it is there, no
clue is ever for it, and it is guessed last. Such cards are never said.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil

import numpy as np
from scipy import sparse

from commonground.embeddings.embedding import Embedding
from commonground.embeddings.neighbours import KEPT, smallest
from commonground.game.noise import Noise, noise_of
from commonground.grid import on_grid

FARTHER = 3  # times as far from the middle as any word is,
FAR = 32.0  # and no nearer than this, whatever the scale: far from where noise would reach


@dataclass(frozen=True, eq=False)
class WithCards(Embedding):
    """An embedding with more cards, after its own words; what was worked out for those is looked up there."""

    own: Embedding = None  # type: ignore[assignment]  # the parent's fields have defaults, so this must have one

    def __post_init__(self) -> None:
        """Its own words were checked, and the cards are made here."""

    @cached_property
    def index(self) -> dict[str, int]:
        added = self.words[len(self.own) :].tolist()
        return self.own.index | {card: len(self.own) + place for place, card in enumerate(added)}

    @cached_property
    def alphabetical(self) -> np.ndarray:
        """The rows of what may be said: no card that was added."""
        return self.own.alphabetical

    @cached_property
    def _added(self) -> np.ndarray:
        """Squared distances of the added cards to all words that may be said, (card, word)."""
        cards, words = (part.astype(np.float64) for part in (self.vectors[len(self.own) :], self.own.vectors))
        squared = (cards**2).sum(axis=1)[:, None] + (words**2).sum(axis=1) - 2 * cards @ words.T
        return np.asarray(np.maximum(squared, 0.0))

    def distance_table(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Squared distances of some cards to all words that may be said, (card, word) float64, and where each card is."""
        words, added = len(self.own), rows >= len(self.own)
        result = np.empty((len(rows), words))
        if not added.all():
            table, places = self.own.distance_table(rows[~added])
            result[~added] = table[places]
        result[added] = self._added[rows[added] - words]
        return result, np.arange(len(rows))

    def nearest_to(self, rows: np.ndarray) -> np.ndarray:
        """The nearest words of some words; added cards are nobody's neighbours, since nobody says them."""
        result = np.empty((len(rows), min(KEPT, len(self.own) - 1)), np.int32)
        added = rows >= len(self.own)
        if not added.all():
            result[~added] = self.own.nearest_to(rows[~added])
        if added.any():
            result[added] = smallest(self._added[rows[added] - len(self.own)], result.shape[1])
        return result

    def heard(self, noise: float | Noise) -> sparse.csc_array:
        """Words are heard as they are without the cards, which are heard as themselves."""
        noise = noise_of(noise)
        if noise not in self._heard:
            added = sparse.identity(len(self) - len(self.own), dtype=np.float32)
            self._heard[noise] = sparse.csc_array(sparse.block_diag([self.own.heard(noise), added], format="csc"))
        return self._heard[noise]


def with_cards(embedding: Embedding, cards: Sequence[str]) -> Embedding:
    """The same embedding with all these cards; itself, if it has them."""
    own = _own(embedding)
    before = embedding.words[len(own) :].tolist()
    new = [card for card in dict.fromkeys([*before, *cards]) if card not in own]
    if new == before:
        return embedding
    vectors = np.concatenate([own.vectors, np.stack([_vector(own, card) for card in new])])
    return WithCards(own.name, np.concatenate([own.words, np.array(new)]), vectors, own=own)


def mean_of(embedding: Embedding, text: str) -> np.ndarray | None:
    """The mean of those of several words that are known, on the grid; None if none is. A card that was added is not known."""
    own = _own(embedding)
    known = [part for part in re.split(r"[\s_-]+", text) if part in own]
    return on_grid(own.vectors[own.rows(known)].mean(axis=0, dtype=np.float64)) if known else None


def _own(embedding: Embedding) -> Embedding:
    return embedding.own if isinstance(embedding, WithCards) else embedding


def _vector(embedding: Embedding, card: str) -> np.ndarray:
    """Where a card's words that are known are on average; far from everything if none is."""
    mean = mean_of(embedding, card)
    return _far(embedding) if mean is None else mean.astype(np.float32)


@lru_cache(maxsize=32)
def _far(embedding: Embedding) -> np.ndarray:
    """A place far from every word."""
    far = np.zeros(embedding.dimension, np.float32)
    far[0] = max(FAR, float(ceil(FARTHER * float(embedding.norms.max()))))
    return far
