"""Agents by name: the names that result files and tables use.

A static agent is called by its embedding's id. The paper's Bayesian agents are `SM_B` and, assuming noise 1.0,
`SM_B_noise` (with another noise, `SM_B_0.25`); `DG_B`, `BG_B`, `MG_B` and, assuming noise 1.0, `DG_B_noise`, `BG_B_noise`, `MG_B_noise`.
Ours, which go past the paper, are `SM_C` (noise 1.0, every clue of a turn judged on the same draws), `SM_N` (learns the
noise) and `G_J` (a guesser with one posterior over all it does not know).
"""

import re
from dataclasses import dataclass
from typing import Any

from commonground.agents.bayesian_guesser import BayesianGuesser
from commonground.agents.bayesian_spymaster import BayesianSpymaster
from commonground.agents.beliefs import Believer
from commonground.agents.joint_guesser import JointGuesser
from commonground.agents.static import RandomGuesser, RandomSpymaster, StaticGuesser, StaticSpymaster
from commonground.agents.unknown_noise import NoiseLearner
from commonground.embeddings import EmbeddingSet
from commonground.errors import CommonGroundError
from commonground.game import Guesser, Spymaster

PAPER = "Bills, Blaylock and Archibald, Improving Cooperation in Language Games with Bayesian Inference and the Cognitive Hierarchy"
HERE = "this study"
NOISE = 1.0
CAUTIOUS = (
    0.02,
    0.49,
    0.49,
)  # over the noise 0, 0.5 and 1.0: an exact partner soon shows, a noisy one is costly to miss


@dataclass(frozen=True)
class Named:
    """A Bayesian agent that has a name: its class, its options, and where it comes from."""

    agent: type[Believer]
    options: dict[str, Any]
    citation: str = PAPER


SPYMASTERS = {
    "SM_B": Named(BayesianSpymaster, {"noise": 0.0}),
    "SM_B_noise": Named(BayesianSpymaster, {"noise": NOISE}),
}
_THRESHOLDS = {"DG_B": (0.0, 1.0), "BG_B": (1.0, 0.0), "MG_B": (0.5, 0.5)}  # skip, belief
GUESSERS = {
    name + suffix: Named(BayesianGuesser, {"skip": skip, "belief": belief, "noise": noise})
    for name, (skip, belief) in _THRESHOLDS.items()
    for suffix, noise in (("", 0.0), ("_noise", NOISE))
}
OUR_SPYMASTERS = {
    "SM_C": Named(BayesianSpymaster, {"noise": NOISE, "draws": "common"}, HERE),
    "SM_N": Named(NoiseLearner, {"noise_prior": CAUTIOUS}, HERE),
}
OUR_GUESSERS = {"G_J": Named(JointGuesser, {}, HERE)}


def spymaster(name: str, words: EmbeddingSet, **options: Any) -> Spymaster:
    """The spymaster of that name, over a set's internal embeddings if it is Bayesian."""
    if name == "random":
        return RandomSpymaster(words.internal[0])
    if name in words:
        return StaticSpymaster(words[name])
    return _seated(name, _spymaster(name), words, "spymaster", options)  # type: ignore[no-any-return]


def guesser(name: str, words: EmbeddingSet, *, noise: float = 0.0, **options: Any) -> Guesser:
    """The guesser of that name; `noise` is what a static one suffers on every clue it hears."""
    if name == "random":
        return RandomGuesser(words.internal[0])
    if name in words:
        return StaticGuesser(words[name], noise)
    return _seated(name, _guesser(name), words, "guesser", options)  # type: ignore[no-any-return]


def described(name: str) -> tuple[type, dict[str, Any]]:
    """The class that a name stands for, and its options; what is no Bayesian agent is a static one."""
    named = _spymaster(name) or _guesser(name)
    return (named.agent, named.options) if named else (StaticSpymaster, {})


def _spymaster(name: str) -> Named | None:
    assumed = re.fullmatch(r"SM_B_(\d+(?:\.\d+)?)", name)
    if assumed:
        return Named(BayesianSpymaster, {"noise": float(assumed[1])})
    return SPYMASTERS.get(name) or OUR_SPYMASTERS.get(name)


def _guesser(name: str) -> Named | None:
    return GUESSERS.get(name) or OUR_GUESSERS.get(name)


def _seated(name: str, named: Named | None, words: EmbeddingSet, role: str, options: dict[str, Any]) -> Any:
    if named is None:
        known = SPYMASTERS | OUR_SPYMASTERS if role == "spymaster" else GUESSERS | OUR_GUESSERS
        raise CommonGroundError(f"There is no {role} '{name}'; there are random, {', '.join([*words, *known])}.")
    return named.agent.over(words.internal, name=name, **named.options | options)
