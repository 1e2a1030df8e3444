"""Noise: how a word's vector is perturbed. Ears, channels, spymasters' draws and Voronoi tables all ask this."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self

import numpy as np
from numba import njit

from commonground import checks
from commonground.grid import on_grid

SINGULAR = 1e-12  # of the longest card's squared length: what is left of one that others explain


@dataclass(frozen=True)
class Noise:
    """x becomes x + σz, with z standard normal in every coordinate.

    Another kind of noise is a subclass with its own `standard`; all the rest follows.
    """

    sigma: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "sigma", checks.number("Noise", self.sigma, most=checks.LOUDEST))

    def __bool__(self) -> bool:
        return self.sigma > 0

    def at(self, sigma: float) -> Self:
        """The same kind of noise, of another strength."""
        return replace(self, sigma=sigma)

    def standard(self, shape: int | tuple[int, ...], rng: np.random.Generator, dtype: Any = np.float64) -> np.ndarray:
        """Draws of z, on the grid."""
        return on_grid(rng.standard_normal(shape, dtype=dtype))

    def perturbed(self, vector: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """A vector as it arrives, on the grid if it was."""
        return np.asarray(vector + on_grid(self.sigma * self.standard(len(vector), rng)))

    def shadows(self, cards: Sequence[np.ndarray]) -> "Shadows":
        """What noise does to the order of cards, for each of several embeddings' card vectors, (card, dimension)."""
        if type(self).standard is Noise.standard:  # only a normal z has so short a shadow
            return NormalShadows([2 * self.sigma * root_of_gram(vectors) for vectors in cards])
        return WholeShadows(self, cards)


class Shadows(Protocol):
    """Draws of 2σ z·w for cards w: up to a term that all cards share, noise takes as much off |x − w|²."""

    def draw(self, count: int, shown: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """So many draws for some of the cards, (embedding, draw, card)."""


class NormalShadows:
    """Over all cards 2σ z·w is a normal vector with the covariance 4σ² W Wᵀ: as many numbers as cards, not as dimensions.

    Every embedding's draws come from the same numbers.
    """

    def __init__(self, roots: Sequence[np.ndarray]) -> None:
        self.roots = roots

    def draw(self, count: int, shown: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        normal = rng.standard_normal((len(self.roots[0]), count), dtype=np.float32)
        return np.array([_project(root, shown, normal) for root in self.roots], dtype=np.float32)


class WholeShadows:
    """The same for any noise: z in every dimension, for every embedding anew."""

    def __init__(self, noise: Noise, cards: Sequence[np.ndarray]) -> None:
        self.noise, self.cards = noise, cards

    def draw(self, count: int, shown: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        draws = [self.noise.standard((count, vectors.shape[1]), rng) @ vectors[shown].T for vectors in self.cards]
        return np.array([2 * self.noise.sigma * shadow for shadow in draws], dtype=np.float32)


def root_of_gram(vectors: np.ndarray) -> np.ndarray:
    """A with A Aᵀ = W Wᵀ, (card, card): A ε has the distribution of W z."""
    exact = vectors.astype(np.float64)
    return np.asarray(_root(exact @ exact.T), dtype=np.float32)


@njit(cache=True)
def _root(gram: np.ndarray) -> np.ndarray:
    """Cholesky's root with pivots, which a singular matrix has, too; step by step, so that no library's order shows."""
    cards = len(gram)
    root, left = np.zeros((cards, cards)), np.diag(gram).copy()
    least = left.max() * SINGULAR
    for step in range(cards):
        pivot = left.argmax()
        if left[pivot] <= least:
            break
        length = np.sqrt(left[pivot])
        for card in range(cards):
            if left[card] > 0.0:
                product = gram[card, pivot]
                for earlier in range(step):
                    product -= root[card, earlier] * root[pivot, earlier]
                root[card, step] = product / length
                left[card] -= root[card, step] ** 2
        root[pivot, step], left[pivot] = length, 0.0
    return root


@njit(cache=True, fastmath={"contract"})
def _project(root: np.ndarray, cards: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """(root[cards] @ normal).T: so small that a BLAS with several threads would only get in its own way."""
    result = np.zeros((len(cards), normal.shape[1]), normal.dtype)
    for i in range(len(cards)):
        row = result[i]
        for k in range(len(normal)):
            weight, draws = root[cards[i], k], normal[k]
            for draw in range(len(row)):
                row[draw] += weight * draws[draw]
    return result.T.copy()


def noise_of(noise: float | Noise) -> Noise:
    """A noise, by its σ or as it is."""
    return noise if isinstance(noise, Noise) else Noise(noise)
