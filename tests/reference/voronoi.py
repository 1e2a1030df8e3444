"""Voronoi Probability, literally (paper, appendix A), with the vocabulary cut as in §6.2 to the word and its 500 nearest."""

import numpy as np

KEPT = 500


def distance(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.sqrt(((a - b) ** 2).sum()))


def vocabulary(model: dict[str, np.ndarray], intended: str) -> list[str]:
    """The word itself and its nearest neighbours, nearest first; equal distances in the order of the model."""
    others = sorted((word for word in model if word != intended), key=lambda v: distance(model[v], model[intended]))
    return [intended, *others[:KEPT]]


def closest(model: dict[str, np.ndarray], words: list[str], y: np.ndarray) -> tuple[str, float]:
    """The word whose vector is closest to y, and by how much the next one is farther off."""
    smallest, found, gap = np.inf, "", np.inf
    for v in words:
        d = distance(model[v], y)
        if d < smallest:
            smallest, found, gap = d, v, smallest - d
        else:
            gap = min(gap, d - smallest)
    return found, gap


def voronoi_counts(
    model: dict[str, np.ndarray], intended: str, noise: float, draws: np.ndarray
) -> tuple[dict[str, int], float]:
    """How many of the perturbed vectors y = x + σz fall to each word, and the narrowest decision among them."""
    counts: dict[str, int] = {}
    narrowest = np.inf
    words = vocabulary(model, intended)
    for z in draws:
        heard, gap = closest(model, words, model[intended] + noise * z)
        counts[heard] = counts.get(heard, 0) + 1
        narrowest = min(narrowest, gap)
    return counts, narrowest


def voronoi_probability(
    model: dict[str, np.ndarray], observed: str, intended: str, noise: float, draws: np.ndarray
) -> float:
    """P(observed | intended): the share of the draws that bring the observed clue nearest."""
    return voronoi_counts(model, intended, noise, draws)[0].get(observed, 0) / len(draws)
