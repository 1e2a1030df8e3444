"""What is worked out once for an embedding and kept in a file: nearest words, survival, P(heard word | meant word)."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy import sparse

from commonground import files
from commonground.embeddings import neighbours, voronoi
from commonground.errors import CommonGroundError


def check_noise(noise: float) -> float:
    """A noise level, if it is one."""
    if not (np.isfinite(noise) and noise >= 0):
        raise CommonGroundError(f"Noise must be a number of 0 or more, not {noise}.")
    return float(noise)


def save(
    path: Path, name: str, vectors: np.ndarray, noise: Sequence[float], samples: int, seed: int, tables: bool
) -> None:
    """Work out an embedding's neighbours and its survival under each noise; keep the Voronoi tables too if asked."""
    nearest = neighbours.nearest(vectors)
    squared = neighbours.squared_distances(vectors, nearest)
    arrays = {"neighbours": nearest, "noise": np.array([check_noise(sigma) for sigma in noise])}
    survival = []
    for level, sigma in enumerate(noise):
        heard = voronoi.heard_given_meant(name, vectors, nearest, squared, sigma, samples, seed)
        survival.append(voronoi.survival(heard))
        if tables:
            arrays |= {f"heard_{level}_{part}": getattr(heard, part) for part in ("data", "indices", "indptr")}
    files.write_arrays(path, **arrays, survival=np.array(survival))


def load_neighbours(path: Path) -> np.ndarray:
    with np.load(path, allow_pickle=False) as arrays:
        return np.asarray(arrays["neighbours"])


def load_survival(path: Path) -> dict[float, float]:
    """How often a clue survives each noise."""
    with np.load(path, allow_pickle=False) as arrays:
        return dict(zip(arrays["noise"].tolist(), arrays["survival"].tolist(), strict=True))


def load_heard(path: Path, noise: float) -> sparse.csc_array | None:
    """The Voronoi table for a noise, or None if the file has none for it."""
    with np.load(path, allow_pickle=False) as arrays:
        levels = [level for level, sigma in enumerate(arrays["noise"]) if sigma == noise]
        if not levels or f"heard_{levels[0]}_data" not in arrays:
            return None
        words = len(arrays["neighbours"])
        parts = (arrays[f"heard_{levels[0]}_{part}"] for part in ("data", "indices", "indptr"))
        return sparse.csc_array(tuple(parts), shape=(words, words))
