"""The same learners with embeddings in people's places: there the partner is somebody, and stays so."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from commonground import seeds
from commonground.crowd import imagined, learning
from commonground.crowd.learners import DRIFTS, grouping
from commonground.crowd.listeners import Listeners
from commonground.crowd.listening import Heard
from commonground.crowd.noise import LEVELS
from commonground.crowd.resampling import Resampled

KNOWN, STRANGER, CHANGING = "known", "stranger", "changing"


def simulated(heard: Listeners, seed: int, drawn: Resampled) -> pd.DataFrame:
    """What drifting learners gain over the fixed mixture with partners that are embeddings, on people's boards and clues.

    A partner speaks one embedding, with the noise that people have in it. It is known to a learner that has its embedding among
    its models, and a stranger to one that has all others. A changing partner is another embedding each trial, with people's weights.
    """
    rng = seeds.generator(seed, "people", "partners", heard.found.name)
    everyone = list(range(len(heard.names)))
    as_people = grouping(heard.said, heard.found.chance)
    speakers = [
        imagined.Partner(heard.meanings[name], LEVELS, weights / weights.sum())
        for name, weights in zip(heard.names, as_people.within, strict=True)
    ]
    rows = []
    for number, speaker in enumerate(speakers):
        played = imagined.guessed(heard.found, speaker, rng)
        rows += _gains(heard, played, (KNOWN, heard.names[number]), everyone, drawn)
        others = [other for other in everyone if other != number]
        rows += _gains(heard, played, (STRANGER, heard.names[number]), others, drawn)
    weights = as_people.prior[:-1] / as_people.prior[:-1].sum()
    changing = imagined.mixed(heard.found, speakers, weights, rng)
    rows += _gains(heard, changing, (CHANGING, "all"), everyone, drawn)
    return pd.DataFrame(rows, columns=["data", "partner", "embedding", "drift", "gain", "low", "high"])


def _gains(
    heard: Listeners, played: Heard, partner: tuple[str, str], models: Sequence[int], drawn: Resampled
) -> list[tuple[Any, ...]]:
    """What learners with some models gain with one partner, a trial; their prior is what people have taught them."""
    chance = heard.found.chance
    fitted = grouping(heard.said[list(models)], chance)
    said = np.array([heard.drawn[heard.names[number]].said(played) for number in models])
    arranged = learning.sessions(played)
    likelihood = arranged.of(fitted.models(said, chance))
    scores = {drift: np.log(learning.predicted(likelihood, fitted.prior, drift)) for drift in DRIFTS}
    gains = {drift: drawn.mean(arranged.back(score - scores[1.0])) for drift, score in scores.items()}
    return [(heard.found.name, *partner, drift, *gain) for drift, gain in gains.items()]
