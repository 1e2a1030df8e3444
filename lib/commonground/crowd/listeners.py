"""Every model of a listener that people are held against: one embedding with its noise, a blend, mixtures, the crowd."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from commonground.crowd import fitting, noise, others
from commonground.crowd.listening import BLEND, Heard, Semantics, blend, semantics, soft
from commonground.crowd.resampling import Resampled
from commonground.embeddings import EmbeddingSet

CHANCE, MIXTURE, WITH_BLEND, CROWD, BOTH = "chance", "mixture", "mixture and blend", "crowd", "crowd and mixture"
TOGETHER = (BLEND, MIXTURE, WITH_BLEND)  # models of several embeddings


class Listeners(NamedTuple):
    """What listeners of every embedding and every level of noise would say to a recording's trials."""

    found: Heard
    names: tuple[str, ...]  # of the embeddings
    meanings: dict[str, Semantics]  # theirs, and the blend's
    drawn: dict[str, noise.Drawn]  # what they would take, whatever was taken
    said: np.ndarray  # (embedding, level, trial)
    blended: np.ndarray  # (level, trial)
    second: np.ndarray  # (trial,): in which half

    @property
    def every(self) -> np.ndarray:
        """All listeners in single embeddings, (embedding and level, trial)."""
        return self.said.reshape(-1, self.said.shape[-1])


def listeners(found: Heard, known: EmbeddingSet, draws: int, seed: int) -> Listeners:
    """All listeners that a set has for a recording; an embedding that is others end to end is a blend, and left out."""
    members = known.singles
    meanings = {one.name: semantics(found, one) for one in members} | {BLEND: blend(found, members)}
    drawn = {name: noise.drawn(found, meaning, draws, seed) for name, meaning in meanings.items()}
    said = {name: table.said(found) for name, table in drawn.items()}
    blended, names = said.pop(BLEND), tuple(one.name for one in members)
    every = np.array([said[name] for name in names])
    return Listeners(found, names, meanings, drawn, every, blended, fitting.halves(found, seed))


def scored(heard: Listeners) -> dict[str, np.ndarray]:
    """The log-likelihood of every trial by every model, fitted on the half that the trial is not in."""
    chance, all_of = heard.found.chance, heard.every
    crowd = others.crowd(heard.found)
    models = {name: fitting.one_of(said, chance) for name, said in zip(heard.names, heard.said, strict=True)}
    models |= {
        BLEND: fitting.one_of(heard.blended, chance),
        MIXTURE: fitting.mixture_of(all_of, chance),
        WITH_BLEND: fitting.mixture_of(np.vstack([all_of, heard.blended]), chance),
        CROWD: fitting.one_of(crowd, chance),
        BOTH: fitting.mixture_of(np.vstack([all_of, heard.blended, crowd]), chance),
    }
    found = {name: fitting.crossed(predict, heard.second) for name, predict in models.items()}
    return {CHANCE: np.log(chance)} | found


def noised(heard: Listeners) -> pd.DataFrame:
    """How likely each level of noise makes people's guesses in every embedding; only how much is left to chance is fitted."""
    rows = []
    for name, said in zip(heard.names, heard.said, strict=True):
        for level, one in zip(noise.LEVELS, said, strict=True):
            score = fitting.crossed(fitting.one_of(one[None], heard.found.chance), heard.second).mean()
            rows.append((heard.found.name, name, level, noise.sigma(heard.meanings[name], level), score))
    return pd.DataFrame(rows, columns=["data", "embedding", "level", "sigma", "score"])


def implied(heard: Listeners, scores: dict[str, np.ndarray], drawn: Resampled) -> pd.DataFrame:
    """The noise that people imply in each embedding, with an interval, and what it gains over misjudging each card by itself.

    The level is the best one for everybody, of those that are tried; for the gain, which is of `scores`, it is chosen on the
    half of the people that it is not scored on, and so is the softness of a listener that misjudges cards one by one.
    """
    chance, rows = heard.found.chance, []
    for name, said in zip(heard.names, heard.said, strict=True):
        each = np.array([fitting.crossed(fitting.one_of(one[None], chance), heard.second) for one in said])
        best, *ends = (noise.LEVELS[place] for place in drawn.best(each))
        apart = fitting.crossed(fitting.one_of(soft(heard.found, heard.meanings[name]), chance), heard.second)
        sigma = noise.sigma(heard.meanings[name], best)
        rows.append((heard.found.name, name, best, *ends, sigma, *drawn.mean(scores[name] - apart)))
    columns = ["data", "embedding", "level", "level_low", "level_high", "sigma", "gain", "low", "high"]
    return pd.DataFrame(rows, columns=columns)


def shares(heard: Listeners) -> pd.DataFrame:
    """How much each embedding weighs in the mixture, fitted on everybody."""
    found = fitting.weights(np.vstack([heard.every, heard.found.chance]))
    by_name = found[:-1].reshape(len(heard.names), -1).sum(axis=1)
    rows = [(heard.found.name, name, weight) for name, weight in zip(heard.names, by_name, strict=True)]
    rows.append((heard.found.name, CHANCE, found[-1]))
    return pd.DataFrame(rows, columns=["data", "embedding", "weight"])


def table(heard: Listeners, scores: dict[str, np.ndarray], drawn: Resampled, least: int = 0) -> pd.DataFrame:
    """The mean log-likelihood of every model with its interval, of the trials whose clue so many others heard."""
    _, others_there = others.takers(heard.found)
    where = others_there >= least
    rows = [(heard.found.name, name, int(where.sum()), *drawn.mean(score, where)) for name, score in scores.items()]
    return pd.DataFrame(rows, columns=["data", "model", "trials", "score", "low", "high"])
