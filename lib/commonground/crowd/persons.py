"""Who is predicted well: whether persons differ in it by more than chance, and what goes with it."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from commonground import seeds
from commonground.crowd.listening import Heard

SHUFFLES = 1000


class Steadiness(NamedTuple):
    """How much persons differ: how far their means spread, how far those of shuffled trials would, and how often as far."""

    spread: float
    p_value: float
    means: np.ndarray  # (person,) beside those of their boards
    by_chance: np.ndarray  # (shuffle and person,) the same with trials dealt out to persons at random
    spreads: np.ndarray  # (shuffle,) of those

    @property
    def shuffled(self) -> float:
        """How far means spread by chance, on average."""
        return float(self.spreads.mean())


def means(found: Heard, scores: np.ndarray) -> pd.DataFrame:
    """The mean score of every person, and the share of the meant cards among those taken, in order of score.

    Who has a single trial has no mean, and is left out.
    """
    hit = np.take_along_axis(found.meant, found.guesses, axis=1).mean(axis=1)
    table = pd.DataFrame({"person": found.person, "score": scores, "right": hit})
    by_person = table.groupby("person").agg(trials=("score", "size"), score=("score", "mean"), right=("right", "mean"))
    return by_person[by_person["trials"] > 1].sort_values("score", ignore_index=True)


def steadiness(found: Heard, scores: np.ndarray, seed: int) -> Steadiness:
    """Whether persons differ, boards apart: scores beside their board's mean, and the same with persons shuffled."""
    beside = scores - pd.Series(scores).groupby(found.board).transform("mean").to_numpy()
    rng = seeds.generator(seed, "people", "shuffled", found.name)
    own, counts = _means(found.person, beside)
    dealt = [_means(rng.permutation(found.person), beside)[0] for _ in range(SHUFFLES)]
    spread, *shuffled = (_spread(means, counts) for means in (own, *dealt))
    above = (np.sum(np.array(shuffled) >= spread) + 1) / (SHUFFLES + 1)
    several = counts > 1
    by_chance = np.concatenate([means[several] for means in dealt])
    return Steadiness(spread, float(above), own[several], by_chance, np.array(shuffled))


def _means(person: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Persons' means, and of how many trials each is, (person,)."""
    _, of = np.unique(person, return_inverse=True)
    counts = np.bincount(of)
    return np.bincount(of, values) / counts, counts


def _spread(means: np.ndarray, counts: np.ndarray) -> float:
    """The standard deviation of persons' means, each as heavy as its trials: one trial says little about a person."""
    middle = np.average(means, weights=counts)
    return float(np.sqrt(np.average((means - middle) ** 2, weights=counts)))


def right(found: Heard, distances: np.ndarray) -> np.ndarray:
    """The share of the meant cards among the nearest, of distances (trial, card), (trial,)."""
    ranking = np.where(found.there, distances, np.inf)
    first = np.argsort(ranking, axis=1, kind="stable")[:, : found.guesses.shape[1]]
    return np.asarray(np.take_along_axis(found.meant, first, axis=1).mean(axis=1))
