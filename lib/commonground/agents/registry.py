"""Agents by name: the names that result files and tables use.

A static agent is called by its embedding's id. The paper's Bayesian agents are `SM_B` and, assuming noise 1.0,
`SM_B_noise` (with another noise, `SM_B_0.25`); `DG_B`, `BG_B`, `MG_B` and, assuming noise 1.0, `DG_B_noise`, `BG_B_noise`, `MG_B_noise`.
"""

import re
from dataclasses import dataclass
from functools import partial
from typing import Any

from commonground.agents.bayesian_guesser import BayesianGuesser
from commonground.agents.bayesian_spymaster import BayesianSpymaster
from commonground.agents.static import RandomGuesser, RandomSpymaster, StaticGuesser, StaticSpymaster
from commonground.embeddings import EmbeddingSet
from commonground.errors import CommonGroundError
from commonground.game import Guesser, Spymaster

PAPER = "Bills, Blaylock and Archibald, Improving Cooperation in Language Games with Bayesian Inference and the Cognitive Hierarchy"
NOISE = 1.0


@dataclass(frozen=True)
class Named:
    """A Bayesian agent that has a name: what makes it, its options, and where it comes from."""

    make: Any
    options: dict[str, float]
    citation: str = PAPER


SPYMASTERS = {
    "SM_B": Named(BayesianSpymaster.over, {"noise": 0.0}),
    "SM_B_noise": Named(BayesianSpymaster.over, {"noise": NOISE}),
}
_THRESHOLDS = {"DG_B": (0.0, 1.0), "BG_B": (1.0, 0.0), "MG_B": (0.5, 0.5)}  # skip, belief
GUESSERS = {
    name + suffix: Named(BayesianGuesser.over, {"skip": skip, "belief": belief, "noise": noise})
    for name, (skip, belief) in _THRESHOLDS.items()
    for suffix, noise in (("", 0.0), ("_noise", NOISE))
}


def spymaster(name: str, words: EmbeddingSet, **options: Any) -> Spymaster:
    """The spymaster of that name, over a set's internal embeddings if it is Bayesian."""
    if name == "random":
        return RandomSpymaster(words.internal[0])
    if name in words:
        return StaticSpymaster(words[name])
    assumed = re.fullmatch(r"SM_B_(\d+(?:\.\d+)?)", name)
    if assumed:
        return BayesianSpymaster.over(words.internal, noise=float(assumed[1]), name=name, **options)
    return _named(name, SPYMASTERS, words, "spymaster")(**options)  # type: ignore[no-any-return]


def guesser(name: str, words: EmbeddingSet, *, noise: float = 0.0, **options: Any) -> Guesser:
    """The guesser of that name; `noise` is what a static one suffers on every clue it hears."""
    if name == "random":
        return RandomGuesser(words.internal[0])
    if name in words:
        return StaticGuesser(words[name], noise)
    return _named(name, GUESSERS, words, "guesser")(**options)  # type: ignore[no-any-return]


def _named(name: str, known: dict[str, Named], words: EmbeddingSet, role: str) -> partial[Any]:
    if name not in known:
        raise CommonGroundError(f"There is no {role} '{name}'; there are random, {', '.join([*words, *known])}.")
    return partial(known[name].make, words.internal, name=name, **known[name].options)
