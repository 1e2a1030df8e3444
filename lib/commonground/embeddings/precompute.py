"""What is worked out once for an embedding and kept in a file: nearest words, survival, P(heard word | meant word)."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy import sparse

from commonground import files
from commonground.embeddings import neighbours, voronoi
from commonground.game.noise import Noise


def save(
    path: Path, name: str, vectors: np.ndarray, noise: Sequence[float], samples: int, seed: int, tables: bool
) -> None:
    """Work out an embedding's neighbours and its survival under each noise; keep the Voronoi tables too if asked."""
    noises = [Noise(sigma) for sigma in noise]
    nearest = neighbours.nearest(vectors)
    squared = neighbours.squared_distances(vectors, nearest)
    arrays = {"neighbours": nearest, "noise": np.array([one.sigma for one in noises])}
    survival = []
    for place, one in enumerate(noises):
        heard = voronoi.heard_given_meant(name, vectors, nearest, squared, one, samples, seed)
        survival.append(voronoi.survival(heard))
        if tables:
            arrays |= {f"heard_{place}_{part}": getattr(heard, part) for part in ("data", "indices", "indptr")}
    files.write_arrays(path, **arrays, survival=np.array(survival))


def load_neighbours(path: Path) -> np.ndarray:
    with np.load(path, allow_pickle=False) as arrays:
        return np.asarray(arrays["neighbours"])


def load_survival(path: Path) -> dict[float, float]:
    """How often a clue survives each noise."""
    with np.load(path, allow_pickle=False) as arrays:
        return dict(zip(arrays["noise"].tolist(), arrays["survival"].tolist(), strict=True))


def load_heard(path: Path, noise: Noise) -> sparse.csc_array | None:
    """The Voronoi table for a noise, or None if the file has none for it: it holds those of normal noise alone."""
    if type(noise) is not Noise:
        return None
    with np.load(path, allow_pickle=False) as arrays:
        places = [place for place, sigma in enumerate(arrays["noise"]) if sigma == noise.sigma]
        if not places or f"heard_{places[0]}_data" not in arrays:
            return None
        words = len(arrays["neighbours"])
        parts = (arrays[f"heard_{places[0]}_{part}"] for part in ("data", "indices", "indptr"))
        return sparse.csc_array(tuple(parts), shape=(words, words))
