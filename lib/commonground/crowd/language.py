"""How well people's own language predicts people whom it was not fitted on, beside single embeddings."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from commonground.crowd import sets, teaching
from commonground.crowd.asking import joined
from commonground.crowd.listening import Heard
from commonground.crowd.resampling import Resampled
from commonground.embeddings import Embedding, EmbeddingSet
from commonground.embeddings.fitted import People
from commonground.embeddings.weighted import PEOPLE, weighted

COLUMNS = ["data", "model", "trials", "score", "low", "high", "ahead", "ahead_low", "ahead_high"]


def held_out(
    people: Mapping[str, Heard], known: EmbeddingSet, taught: Sequence[People], seed: int, resamples: int
) -> pd.DataFrame:
    """The mean log-likelihood of people's guesses by each model, with intervals; `taught` is what the two halves taught.

    A model is fitted on one half, its sharpness too, and scored on the other, both ways. `ahead` is how much better people's
    language is, on the same trials.
    """
    where, rows = teaching.halves(people, seed), []
    for name, found in people.items():
        halves = [teaching.some(found, where[name] == half) for half in (teaching.FIRST, teaching.SECOND)]
        if not all(len(half.clue) for half in halves):
            continue
        drawn = Resampled(joined(halves[::-1]), resamples, seed)
        languages = [weighted(known.singles, own.blend) for own in taught]
        scores = {PEOPLE: _crossed(halves, languages)}
        scores |= {one.name: _crossed(halves, [one, one]) for one in known.singles}
        for model, score in scores.items():
            rows.append((name, model, len(score), *drawn.mean(score), *drawn.mean(scores[PEOPLE] - score)))
    return pd.DataFrame(rows, columns=COLUMNS)


def _crossed(halves: Sequence[Heard], models: Sequence[Embedding]) -> np.ndarray:
    """The log-likelihood of each trial of the second half, by the model of the first, and then the other way round, (trial,)."""
    first, second = halves
    return np.concatenate([_scored(first, second, models[0]), _scored(second, first, models[1])])


def _scored(fit: Heard, held: Heard, model: Embedding) -> np.ndarray:
    """The log-likelihood of each trial that is held out, (trial,)."""
    sharp = sets.weights([sets.of(fit, [model])])
    return sets.of_trials(held, sets.of(held, [model]), sharp)
