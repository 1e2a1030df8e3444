"""Finding out who somebody is, trial by trial: what a learner would have said to a person's next guesses before seeing them.

A learner holds beliefs b over models. It predicts Σ b(m) P(guesses given m), sees the guesses, and believes
b ← (1 − d) · b P^λ / Σ b P^λ + d · prior. With λ = 1 and d = 0 that is the paper's Bayes: the partner is one of the models
and stays so. λ below 1 is tempered: guesses count for less. A drift d lets the partner be anyone again after each trial,
as the prior says; d = 1 learns nothing. `personal` learns something else: the weights with which a person mixes models.
"""

from typing import NamedTuple

import numpy as np

from commonground.crowd.listening import Heard


class Sessions(NamedTuple):
    """The trials of a recording, arranged by person and by when they were played."""

    rows: np.ndarray  # (person, time): a trial, or −1

    def of(self, likelihood: np.ndarray) -> np.ndarray:
        """Likelihoods (model, trial) as (person, time, model); where there is no trial every model says 1."""
        found = likelihood.T[self.rows]
        found[self.rows < 0] = 1.0
        return np.asarray(found)

    def back(self, values: np.ndarray) -> np.ndarray:
        """Values (person, time) as (trial,)."""
        there = self.rows >= 0
        found = np.empty(int(there.sum()))
        found[self.rows[there]] = values[there]
        return found


def sessions(found: Heard) -> Sessions:
    """Every person's trials in order; a person may have a single one."""
    people = np.unique(found.person)
    mine = [np.flatnonzero(found.person == person) for person in people]
    rows = np.full((len(people), max(map(len, mine))), -1)
    for number, own in enumerate(mine):
        rows[number, : len(own)] = own[np.argsort(found.turn[own], kind="stable")]
    return Sessions(rows)


def predicted(likelihood: np.ndarray, prior: np.ndarray, drift: float = 0.0, tempered: float = 1.0) -> np.ndarray:
    """What a learner says to each trial before it sees it, (person, time), of likelihoods (person, time, model).

    The prior is (model,), or (person, model) where it was fitted on other people for each.
    """
    people, times, models = likelihood.shape
    first = np.broadcast_to(prior, (people, models))
    beliefs, said = first, np.empty((people, times))
    for time in range(times):
        said[:, time] = (beliefs * likelihood[:, time]).sum(axis=1)
        seen = beliefs * likelihood[:, time] ** tempered
        beliefs = (1 - drift) * seen / seen.sum(axis=1, keepdims=True) + drift * first
    return said


def personal(likelihood: np.ndarray, prior: np.ndarray, firmness: float) -> np.ndarray:
    """The same for somebody who mixes the models, each trial anew, with weights of their own, (person, time).

    The weights are thought to be near the prior as if `firmness` trials had been seen already; each trial is shared out
    among the models by what they say to it, and the shares are added up.
    """
    people, times, models = likelihood.shape
    shares = np.broadcast_to(prior, (people, models)) * firmness
    said = np.empty((people, times))
    for time in range(times):
        mixed = shares / shares.sum(axis=1, keepdims=True) * likelihood[:, time]
        said[:, time] = mixed.sum(axis=1)
        shares = shares + mixed / said[:, time, None]
    return said
