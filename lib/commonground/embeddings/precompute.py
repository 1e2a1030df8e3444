"""What is worked out once for an embedding and kept in a file: nearest words, survival, P(heard word | meant word).

The file says which vectors it was made from, and is refused beside any others; of each table it has a digest, and one that
is not as it was worked out is refused, too.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy import sparse

from commonground import files
from commonground.embeddings import neighbours, voronoi
from commonground.errors import CommonGroundError
from commonground.game.noise import Noise

DIGEST = "sha256_"  # begins the name of a table's digest
PARTS = ("data", "indices", "indptr")  # of a sparse table


def save(
    path: Path, name: str, vectors: np.ndarray, noise: Sequence[float], samples: int, seed: int, tables: bool
) -> None:
    """Work out an embedding's neighbours and its survival under each noise; keep the Voronoi tables too if asked."""
    noises = [Noise(sigma) for sigma in noise]
    nearest = neighbours.nearest(vectors)
    squared = neighbours.squared_distances(vectors, nearest)
    arrays = {"made_from": np.array(fingerprint(vectors)), "neighbours": nearest}
    arrays |= {"noise": np.array([one.sigma for one in noises])}
    survival = []
    for place, one in enumerate(noises):
        heard = voronoi.heard_given_meant(name, vectors, nearest, squared, one, samples, seed)
        survival.append(voronoi.survival(heard))
        if tables:
            arrays |= {f"heard_{place}_{part}": getattr(heard, part) for part in PARTS}
    arrays |= {"survival": np.array(survival)}
    digests = {f"{DIGEST}{name}": np.array(fingerprint(array)) for name, array in arrays.items() if name != "made_from"}
    files.write_arrays(path, **arrays, **digests)


def fingerprint(vectors: np.ndarray) -> str:
    """A digest of vectors, by which a file of tables knows those it was made from; or of a table."""
    return hashlib.sha256(np.ascontiguousarray(vectors).tobytes()).hexdigest()


def load_neighbours(path: Path, vectors: np.ndarray) -> np.ndarray:
    """The nearest words of every word; no row that is not there ever reaches an agent."""
    found = _checked(path, vectors, "neighbours").get("neighbours", np.empty(0))
    words = len(vectors)
    fits = found.ndim == 2 and len(found) == words and found.dtype.kind in "iu"
    if not fits or (found.size and not 0 <= found.min() <= found.max() < words):
        raise _unfit(path, "its neighbours are not among the embedding's words")
    return found


def load_survival(path: Path) -> dict[float, float]:
    """How often a clue survives each noise."""
    arrays = _whole(path, "noise", "survival")
    if len(arrays) < 2 or arrays["noise"].shape != arrays["survival"].shape:
        raise _unfit(path, "it has not one survival a noise")
    return dict(zip(arrays["noise"].tolist(), arrays["survival"].tolist(), strict=True))


def load_heard(path: Path, vectors: np.ndarray, noise: Noise) -> sparse.csc_array | None:
    """The Voronoi table for a noise, or None if the file has none for it: it holds those of normal noise alone."""
    if type(noise) is not Noise:
        return None
    sigmas = _checked(path, vectors, "noise").get("noise", np.empty(0)).tolist()
    names = [f"heard_{sigmas.index(noise.sigma)}_{part}" for part in PARTS] if noise.sigma in sigmas else []
    arrays = _whole(path, *names) if names else {}
    if not arrays:
        return None
    try:
        table = sparse.csc_array(tuple(arrays[name] for name in names), shape=(len(vectors), len(vectors)))
        table.check_format(full_check=True)
    except (LookupError, TypeError, ValueError) as error:
        raise _unfit(path, f"its table for noise {noise.sigma} is none") from error
    return table


def _checked(path: Path, vectors: np.ndarray, *names: str) -> dict[str, np.ndarray]:
    """Arrays of a file that was made from these vectors."""
    arrays = _whole(path, "made_from", *names)
    if str(arrays.get("made_from")) != fingerprint(vectors):
        raise _unfit(path, "it was made from other vectors than the embedding has now")
    return arrays


def _whole(path: Path, *names: str) -> dict[str, np.ndarray]:
    """Arrays of a file, each as it was worked out; files from before digests were kept have none."""
    arrays = files.read_arrays(path, *names, *(f"{DIGEST}{name}" for name in names))
    for name in names:
        if f"{DIGEST}{name}" in arrays and str(arrays[f"{DIGEST}{name}"]) != fingerprint(arrays.get(name, np.empty(0))):
            raise _unfit(path, f"its table `{name}` is not as it was worked out")
    return {name: arrays[name] for name in names if name in arrays}


def _unfit(path: Path, why: str) -> CommonGroundError:
    return CommonGroundError(
        f"The tables in {path} can't be used, as {why}: make them again with `python -m commonground precompute {path.parent.name}`."
    )
