"""Models of people that are fitted on one half of them and scored on the other, both ways."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from commonground import seeds
from commonground.crowd.listening import Heard

ROUNDS = 2000  # of expectation and maximisation, at most
CLOSE = 1e-6  # a round that gains less, in the mean logarithm, is the last

Predict = Callable[[np.ndarray], np.ndarray]  # from the trials that are fitted on to the likelihood of all, (trial,)


class Weighed(NamedTuple):
    """Which component was chosen, and what it weighs beside chance."""

    component: int
    weight: float


def halves(found: Heard, seed: int) -> np.ndarray:
    """Whether each trial is in the second half: of the people, or where they are not known of the boards, (trial,)."""
    whose = found.person if found.knows_people else found.board
    names = np.unique(whose)
    second = seeds.generator(seed, "people", "halves", found.name).permutation(len(names)) % 2 == 1
    return np.asarray(second[np.searchsorted(names, whose)])


def crossed(predict: Predict, second: np.ndarray) -> np.ndarray:
    """The log-likelihood of every trial, by the model that was fitted on the half that it is not in, (trial,)."""
    return np.log(np.where(second, predict(~second), predict(second)))


def weights(likelihood: np.ndarray) -> np.ndarray:
    """The weights of a mixture that make the trials likeliest, (component,), of likelihoods (component, trial).

    By expectation and maximisation; the logarithm is concave in the weights, so where they start decides nothing.
    """
    count = len(likelihood)
    found, before = np.full(count, 1 / count), -np.inf
    for _ in range(ROUNDS):
        joint = found[:, None] * likelihood
        total = joint.sum(axis=0)
        found, now = (joint / total).mean(axis=1), float(np.log(total).mean())
        if now - before < CLOSE:
            break
        before = now
    return found


def best(likelihood: np.ndarray, chance: np.ndarray, fitted: np.ndarray) -> Weighed:
    """The component that explains the trials best that are fitted on, together with some guesses at random."""
    scored = [_beside_chance(one[fitted], chance[fitted]) for one in likelihood]
    number = max(range(len(scored)), key=lambda place: scored[place][1])
    return Weighed(number, scored[number][0])


def _beside_chance(one: np.ndarray, chance: np.ndarray) -> tuple[float, float]:
    """A component's weight beside chance, and the mean logarithm of the two."""
    both = np.array([one, chance])
    share = weights(both)
    return float(share[0]), float(np.log(share @ both).mean())


def one_of(likelihood: np.ndarray, chance: np.ndarray) -> Predict:
    """A model of one component and of chance: which, and how much of it, is fitted."""

    def predict(fitted: np.ndarray) -> np.ndarray:
        chosen = best(likelihood, chance, fitted)
        return np.asarray(chosen.weight * likelihood[chosen.component] + (1 - chosen.weight) * chance)

    return predict


def mixture_of(likelihood: np.ndarray, chance: np.ndarray) -> Predict:
    """A model of all components and of chance: their weights are fitted."""
    everything = np.vstack([likelihood, chance])

    def predict(fitted: np.ndarray) -> np.ndarray:
        return np.asarray(weights(everything[:, fitted]) @ everything)

    return predict
