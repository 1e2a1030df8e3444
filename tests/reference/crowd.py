"""Listeners, mixtures and learners written down literally: one trial, one order, one model at a time."""

import math
from collections.abc import Sequence
from itertools import permutations


def taken_in_order(utilities: Sequence[float], guesses: Sequence[int]) -> float:
    """Luce's rule, card by card: exp(u) over the sum of exp(u) of those that are left."""
    left, probability = list(range(len(utilities))), 1.0
    for card in guesses:
        probability *= math.exp(utilities[card]) / sum(math.exp(utilities[other]) for other in left)
        left.remove(card)
    return probability


def taken(utilities: Sequence[float], guesses: Sequence[int]) -> float:
    """The sum over all orders."""
    return sum(taken_in_order(utilities, order) for order in permutations(guesses))


def predicted(
    likelihood: Sequence[Sequence[float]], prior: Sequence[float], drift: float, tempered: float
) -> list[float]:
    """What a learner says to one person's trials, each before it is seen, of likelihoods by trial and model."""
    beliefs, said = list(prior), []
    for trial in likelihood:
        said.append(sum(belief * one for belief, one in zip(beliefs, trial, strict=True)))
        after = [belief * one**tempered for belief, one in zip(beliefs, trial, strict=True)]
        beliefs = [(1 - drift) * one / sum(after) + drift * first for one, first in zip(after, prior, strict=True)]
    return said


def personal(likelihood: Sequence[Sequence[float]], prior: Sequence[float], firmness: float) -> list[float]:
    """The same for weights of a person's own: counts of trials, shared out by who may have spoken in each."""
    counts, said = [firmness * one for one in prior], []
    for trial in likelihood:
        joint = [count / sum(counts) * one for count, one in zip(counts, trial, strict=True)]
        said.append(sum(joint))
        counts = [count + one / said[-1] for count, one in zip(counts, joint, strict=True)]
    return said
