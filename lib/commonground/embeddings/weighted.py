"""People's language as one more embedding: a blend in which each part counts as much as people's guesses say.

Parts are centred, all their vectors of length one, and put end to end, each stretched by the root of its weight: a squared
distance is then the weighted sum of theirs. A part that counts for nothing is left out.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from commonground.embeddings.cards import FAR, WithCards, with_cards
from commonground.embeddings.embedding import Embedding, Joined
from commonground.errors import CommonGroundError
from commonground.grid import on_grid

PEOPLE = "people"  # the name of people's own language, as one more embedding


def weighted(parts: Sequence[Embedding], weights: Mapping[str, float], name: str = PEOPLE) -> Embedding:
    """One embedding over the vocabulary of its parts; cards that were added to them are added to it (made once)."""
    own = tuple(part.own if isinstance(part, WithCards) else part for part in parts)
    loud = tuple((part, float(weights[part.name])) for part in own if weights.get(part.name, 0.0) > 0)
    if not loud:
        raise CommonGroundError(f"None of {', '.join(part.name for part in own)} counts for anything with people.")
    return with_cards(_weighted(loud, name), parts[0].words[len(own[0]) :].tolist())


@lru_cache(maxsize=4)
def _weighted(loud: tuple[tuple[Embedding, float], ...], name: str) -> Embedding:
    vectors = [on_grid(np.sqrt(weight) * directions(part)).astype(np.float32) for part, weight in loud]
    return Joined(name, loud[0][0].words, np.concatenate(vectors, axis=1))


def directions(part: Embedding, rows: np.ndarray | None = None) -> np.ndarray:
    """The vectors of some words, or of all, around the mean of all and of length one, on the grid.

    A word that stands at the mean, where no direction is, has the same of every coordinate.
    """
    chosen = part.vectors if rows is None else part.vectors[rows]
    centred = on_grid(chosen.astype(np.float64) - centre(part))
    squares = (centred**2).sum(axis=1, keepdims=True)
    centred, squares = np.where(squares > 0, centred, 1.0), np.where(squares > 0, squares, centred.shape[1])
    return on_grid(centred / np.sqrt(squares))


@lru_cache(maxsize=32)
def centre(part: Embedding) -> np.ndarray:
    """The mean of an embedding's own words."""
    own = (part.own if isinstance(part, WithCards) else part).vectors
    return on_grid(own.sum(axis=0, dtype=np.float64) / len(own))


@lru_cache(maxsize=32)
def unit(part: Embedding) -> float:
    """The standard deviation of a coordinate over an embedding's own words: what levels of noise count in."""
    own = (part.own if isinstance(part, WithCards) else part).vectors
    length = float(np.square(own, dtype=np.float64).sum()) / len(own)
    variance = max(length - float((centre(part) ** 2).sum()), 0.0) / own.shape[1]
    return float(on_grid(np.array(np.sqrt(variance))))


def apart(part: Embedding, word: int, cards: np.ndarray) -> np.ndarray:
    """Squared distances of a word to some cards, (card,), all vectors of length one but in people's language, as they are.

    A card that stands far from everything is so here, too.
    """
    rows = np.append(cards, word)
    vectors = part.vectors[rows].astype(np.float64)
    far = np.square(vectors[:-1]).sum(axis=1) >= FAR**2
    placed = vectors if part.name == PEOPLE else directions(part, rows)
    return np.where(far, FAR**2, ((placed[:-1] - placed[-1]) ** 2).sum(axis=1))
