"""Does it pay to find out who somebody is? Learners of every kind on the same persons, beside the mixture that learns nothing."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from commonground.crowd import fitting, learning
from commonground.crowd.listeners import Listeners
from commonground.crowd.resampling import Resampled

DRIFTS = (0.0, 0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
TEMPERED = (0.5, 0.25, 0.1, 0.05)
FIRMNESS = (
    2.0,
    5.0,
    10.0,
    20.0,
    50.0,
    200.0,
)  # trials that a person's weights are thought to have been seen in already
LEAST = 1e-6  # weight of any listener before anything is seen: nobody is ruled out
WHO, NOISY = "embedding", "noise"  # what is found out of somebody


class Models(NamedTuple):
    """What a learner thinks with: for each person, fitted on the half that they are not in."""

    likelihood: np.ndarray  # (person, time, model)
    prior: np.ndarray  # (person, model)
    sessions: learning.Sessions


class Grouping(NamedTuple):
    """Listeners taken together by embedding or by noise, as people mix them; chance is one model more."""

    axis: int  # of those that are summed: 1 over levels of noise, 0 over embeddings
    within: np.ndarray  # (embedding, level): weights of listeners within their model
    prior: np.ndarray  # (model,)

    def models(self, said: np.ndarray, chance: np.ndarray) -> np.ndarray:
        """What the models say, (model, trial), of what listeners say, (embedding, level, trial)."""
        return np.vstack([(self.within[:, :, None] * said).sum(axis=self.axis), chance])


def grouping(said: np.ndarray, chance: np.ndarray, about: str = WHO) -> Grouping:
    """The grouping that makes some trials likeliest."""
    weights = fitting.weights(np.vstack([said.reshape(-1, said.shape[-1]), chance])) + LEAST
    table, axis = weights[:-1].reshape(said.shape[:2]), 1 if about == WHO else 0
    prior = np.append(table.sum(axis=axis), weights[-1])
    return Grouping(axis, table / table.sum(axis=axis, keepdims=True), prior / prior.sum())


def models(heard: Listeners, about: str = WHO) -> Models:
    """Models by embedding (each with the noise that people have in it), or by level of noise, and chance as one more."""
    arranged, chance = learning.sessions(heard.found), heard.found.chance
    fitted = [
        grouping(heard.said[:, :, part], chance[part], about) for part in (~heard.second, heard.second)
    ]  # on the first half, and on the second
    said = [arranged.of(one.models(heard.said, chance)) for one in fitted]
    second = heard.second[arranged.rows[:, 0]]  # (person,): met with what was fitted on the first half
    likelihood = np.where(second[:, None, None], *said)
    return Models(likelihood, np.where(second[:, None], fitted[0].prior, fitted[1].prior), arranged)


def learners(found: Models) -> Iterator[tuple[str, float, np.ndarray]]:
    """Every learner's kind and setting, and the logarithm of what it says to each trial, (trial,)."""
    likelihood, prior, arranged = found
    for drift in DRIFTS:
        yield "drift", drift, arranged.back(np.log(learning.predicted(likelihood, prior, drift)))
    for tempered in TEMPERED:
        yield "tempered", tempered, arranged.back(np.log(learning.predicted(likelihood, prior, tempered=tempered)))
    for firmness in FIRMNESS:
        yield "personal", firmness, arranged.back(np.log(learning.personal(likelihood, prior, firmness)))
    even = np.full(prior.shape[1], 1 / prior.shape[1])
    yield "even prior", 0.0, arranged.back(np.log(learning.predicted(likelihood, even)))


def table(heard: Listeners, about: str, drawn: Resampled) -> pd.DataFrame:
    """What each learner gains over the mixture that learns nothing, on the same trials, with intervals."""
    said = {(kind, setting): score for kind, setting, score in learners(models(heard, about))}
    nothing = said["drift", 1.0]
    rows = [
        (heard.found.name, about, kind, setting, score.mean(), *drawn.mean(score - nothing))
        for (kind, setting), score in said.items()
    ]
    columns = ["data", "about", "learner", "setting", "score", "gain", "low", "high"]
    return pd.DataFrame(rows, columns=columns)


def chosen(heard: Listeners, drawn: Resampled) -> tuple[list[str], tuple[float, float, float]]:
    """Of all learners that learn anything, the best one with half of the people, and what it gains with the other half.

    Both ways: the two that were chosen, by name, and the gain a trial with its interval.
    """
    said = {
        f"{kind} ({setting:g}) about the {about}": score
        for about in (WHO, NOISY)
        for kind, setting, score in learners(models(heard, about))
        if (kind, setting) != ("drift", 1.0)
    }
    nothing = next(score for kind, drift, score in learners(models(heard)) if (kind, drift) == ("drift", 1.0))
    gain, names = np.empty(len(nothing)), []
    for half in (False, True):
        here = heard.second == half
        names.append(max(said, key=lambda name: float(said[name][here].mean())))
        gain[~here] = (said[names[-1]] - nothing)[~here]
    return names, drawn.mean(gain)


def by_time(heard: Listeners, about: str, drifts: Sequence[float], drawn: Resampled) -> pd.DataFrame:
    """What learners gain over the fixed mixture, by how many trials of the person they have seen, with intervals."""
    found = models(heard, about)
    said = {drift: score for kind, drift, score in learners(found) if kind == "drift"}
    rows = []
    for drift in drifts:
        for turn in np.unique(heard.found.turn[heard.found.turn > 1]).tolist():  # before the first, nothing is seen
            where = heard.found.turn == turn
            rows.append((heard.found.name, drift, turn, *drawn.mean(said[drift] - said[1.0], where)))
    return pd.DataFrame(rows, columns=["data", "drift", "turn", "gain", "low", "high"])


def later(heard: Listeners, about: str, drawn: Resampled, drift: float = 0.0) -> tuple[float, float, float]:
    """What a learner gains over the fixed mixture in the later half of the trials, beside what it does in the earlier half.

    The first trial is left out, before which nothing is seen.
    """
    said = {setting: score for kind, setting, score in learners(models(heard, about)) if kind == "drift"}
    turn = heard.found.turn
    second = turn > np.median(np.unique(turn[turn > 1])) if (turn > 1).any() else turn > 1
    return drawn.apart(said[drift] - said[1.0], second, (turn > 1) & ~second)


def by_person(heard: Listeners, about: str, drift: float = 0.0) -> np.ndarray:
    """What a learner gains over the fixed mixture with each person, a trial, (person,)."""
    said = {setting: score for kind, setting, score in learners(models(heard, about)) if kind == "drift"}
    gain = pd.Series(said[drift] - said[1.0]).groupby(heard.found.person).mean()
    return np.sort(gain.to_numpy())
