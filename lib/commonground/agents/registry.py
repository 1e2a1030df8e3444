"""Agents by name: the names that result files and tables use.

A static agent is called by its embedding's id. The paper's Bayesian agents are `SM_B` and, assuming noise 1.0,
`SM_B_noise` (with another noise, `SM_B_0.25`); `DG_B`, `BG_B`, `MG_B` and, assuming noise 1.0, `DG_B_noise`, `BG_B_noise`, `MG_B_noise`.
Ours, which go past the paper, are `SM_C` (noise 1.0, every clue of a turn judged on the same draws), `SM_N` (learns the
noise) and `G_J` (a guesser with one posterior over all it does not know).

Deductive agents are `S1:g1` and `G2:g1`, a level over an embedding; `S1:g1+shared` thinks about worlds that both sides know,
`S1:g1+forgetful` about guessers that take every clue by itself. Agents of the cognitive hierarchy hold levels 0 and 1 possible:
`SM_H_level:g1` is sure of the embedding and unsure of the level, `SM_H_embedding:1` the other way round, `SM_H_both` is
unsure of both; `GM_H_…` are the guessers. `SM_CH2` and `GM_CH2` take two steps of thinking: their models are agents of every
smaller number of steps, static ones (step 0, over each embedding) and `GM_CH1` or `SM_CH1`, which have models themselves.
"""

import re
from dataclasses import dataclass
from typing import Any

from commonground.agents.bayesian_guesser import BayesianGuesser
from commonground.agents.bayesian_spymaster import BayesianSpymaster
from commonground.agents.beliefs import Believer
from commonground.agents.deductive import DeductiveGuesser, DeductiveSpymaster
from commonground.agents.hierarchy import HierarchyGuesser, HierarchySpymaster
from commonground.agents.joint_guesser import JointGuesser
from commonground.agents.models import level
from commonground.agents.noise_learner import NoiseLearner
from commonground.agents.static import RandomGuesser, RandomSpymaster, StaticGuesser, StaticSpymaster
from commonground.embeddings import EmbeddingSet
from commonground.errors import CommonGroundError
from commonground.game import Guesser, Spymaster

PAPER = "Bills, Blaylock and Archibald, Improving Cooperation in Language Games with Bayesian Inference and the Cognitive Hierarchy"
HERE = "this study"
NOISE = 1.0
# over the noise 0, 0.5 and 1.0: an exact partner soon shows, a noisy one is costly to miss (chosen with seed 7777)
CAUTIOUS = (0.02, 0.1, 0.88)
LEVELS = (0, 1)  # that agents of the cognitive hierarchy hold possible
_TRAITS: dict[str, dict[str, Any]] = {"shared": {"shared": 0}, "forgetful": {"memory": "none"}}
_DEDUCTIVE = re.compile(r"([SG])(\d+):([^+]+)((?:\+\w+)*)")
_STEPS = re.compile(r"([SG])M_CH([1-9]\d*)")
_UNSURE = re.compile(r"([SG])M_H_(?:(level):(.+)|(embedding):(\d+)|(both))")


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
    if name.startswith("S") and (found := _of_the_hierarchy(name, words, options)):
        return found  # type: ignore[no-any-return]
    return _seated(name, _spymaster(name), words, "spymaster", options)  # type: ignore[no-any-return]


def guesser(name: str, words: EmbeddingSet, *, noise: float = 0.0, **options: Any) -> Guesser:
    """The guesser of that name; `noise` is what a static one suffers on every clue it hears."""
    if name == "random":
        return RandomGuesser(words.internal[0])
    if name in words:
        return StaticGuesser(words[name], noise)
    if name.startswith("G") and (found := _of_the_hierarchy(name, words, options)):
        return found  # type: ignore[no-any-return]
    return _seated(name, _guesser(name), words, "guesser", options)  # type: ignore[no-any-return]


def described(name: str) -> tuple[type, dict[str, Any]]:
    """The class that a name stands for, and its options; what is neither Bayesian nor deductive is a static one."""
    if match := _DEDUCTIVE.fullmatch(name):
        role, number, _, traits = match.groups()
        return DeductiveSpymaster if role == "S" else DeductiveGuesser, {"level": int(number)} | _options(traits)
    if match := _UNSURE.fullmatch(name):
        return _unsure(match[1]), {"levels": LEVELS}
    if match := _STEPS.fullmatch(name):
        return _unsure(match[1]), {"steps": int(match[2])}
    named = _spymaster(name) or _guesser(name)
    return (named.agent, named.options) if named else (StaticSpymaster, {})


def _spymaster(name: str) -> Named | None:
    assumed = re.fullmatch(r"SM_B_(\d+(?:\.\d+)?)", name)
    if assumed:
        return Named(BayesianSpymaster, {"noise": float(assumed[1])})
    return SPYMASTERS.get(name) or OUR_SPYMASTERS.get(name)


def _guesser(name: str) -> Named | None:
    return GUESSERS.get(name) or OUR_GUESSERS.get(name)


def _options(traits: str) -> dict[str, Any]:
    """What a name's traits mean, e.g. of `+shared+forgetful`."""
    names = traits.split("+")[1:]
    odd = [name for name in names if name not in _TRAITS]
    if odd:
        raise CommonGroundError(f"There is no trait '{odd[0]}' of a deductive agent; there are {', '.join(_TRAITS)}.")
    return {key: value for name in names for key, value in _TRAITS[name].items()}


def _of_the_hierarchy(name: str, words: EmbeddingSet, options: dict[str, Any]) -> Any:
    """The deductive or unsure agent of that name; None if it is no such name."""
    agent, own = described(name)
    if match := _DEDUCTIVE.fullmatch(name):
        return agent(words[match[3]], name=name, **own | options)
    if match := _UNSURE.fullmatch(name):
        numbers = [int(match[5])] if match[4] else LEVELS
        embeddings = [words[match[3]]] if match[2] else words.internal
        return agent([level(k, e) for k in numbers for e in embeddings], name=name, **options)
    if match := _STEPS.fullmatch(name):
        return _thinking(match[1], int(match[2]), words, options)
    return None


def _unsure(role: str) -> type:
    return HierarchySpymaster if role == "S" else HierarchyGuesser


def _thinking(role: str, steps: int, words: EmbeddingSet, options: dict[str, Any]) -> Any:
    """The agent of so many steps: each smaller number is as likely, the static ones share theirs."""
    static = [level(0, embedding) for embedding in words.internal]
    other = "G" if role == "S" else "S"
    thinking = [_thinking(other, fewer, words, options) for fewer in range(1, steps)]
    prior = [1.0 / len(static)] * len(static) + [1.0] * len(thinking)
    return _unsure(role)([*static, *thinking], prior=prior, name=f"{role}M_CH{steps}", **options)


def _seated(name: str, named: Named | None, words: EmbeddingSet, role: str, options: dict[str, Any]) -> Any:
    if named is None:
        known = SPYMASTERS | OUR_SPYMASTERS if role == "spymaster" else GUESSERS | OUR_GUESSERS
        raise CommonGroundError(
            f"There is no {role} '{name}'; there are random, {', '.join([*words, *known])}, and those of the hierarchy, e.g. {role[0].upper()}1:{words.internal[0].name}."
        )
    return named.agent.over(words.internal, name=name, **named.options | options)
