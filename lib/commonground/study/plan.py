"""The study's experiments: which pairings are played, from the parameters.

An experiment is called as the stage that plays it, or by the stage, a slash, and which part of it it is; its results are
in the folder of that name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from commonground.agents import (
    GUESSERS,
    OUR_GUESSERS,
    OUR_SPYMASTERS,
    RIVAL_GUESSERS,
    RIVAL_SPYMASTERS,
    SPYMASTERS,
)
from commonground.agents.making import LEVELS as POSSIBLE
from commonground.agents.registry import WITH_BLEND, Named
from commonground.embeddings import catalogue
from commonground.errors import CommonGroundError
from commonground.parameters import Agents, check
from commonground.study.experiment import Experiment, Pairing

ENVIRONMENTS = ("deterministic", "stochastic")
LEVELS = (0, 1, 2)
STEPS = (1, 2)  # of thinking: agents of one step learn, those of two know that others do
TRAITS = ("+shared", "+forgetful", "+shared+forgetful")  # how pairs of one level are varied
UNSURE_IN_NOISE = ("both", "noise_embedding:0", "noise_both")  # what agents of the hierarchy reckon with
# the experiments that each of the paper's tables is made of: the paper's agents, rivals, and ours
TABLES = {
    "spymasters": ("spymasters", "rivals/spymasters", "unknown-noise"),
    "guessers": ("guessers", "rivals/guessers", "better-guessers"),
}


def statics(set_name: str) -> list[str]:
    """The static agents of a set: one for each embedding, internal ones first."""
    chosen = catalogue.load().set(set_name)
    return [*chosen.with_role("internal"), *chosen.with_role("external")]


def ours(named: Mapping[str, Named]) -> list[str]:
    """Those of our agents that have a row in the tables."""
    return [name for name, agent in named.items() if agent.in_tables]


def spymasters(set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """Every spymaster with every static guesser, in both environments (the paper's first table)."""
    speaking = ["random", *statics(set_name), *SPYMASTERS]
    return of_spymasters("spymasters", speaking, set_name, games, seed, agents)


def sweep(set_name: str, games: int, seed: int, agents: Agents, noise: Sequence[float]) -> Experiment:
    """SM_B assuming more and more noise, with every static guesser."""
    return of_spymasters("spymasters/sweep", [assuming(level) for level in noise], set_name, games, seed, agents)


def unknown_noise(set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """The spymasters that go past the paper's, with every static guesser, on the boards of the paper's first table."""
    return of_spymasters("unknown-noise", ours(OUR_SPYMASTERS), set_name, games, seed, agents)


def guessers(set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """Every guesser with every static spymaster, in both environments (the paper's second table)."""
    return of_guessers("guessers", ["random", *statics(set_name), *GUESSERS], set_name, games, seed, agents)


def better_guessers(set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """The guessers that go past the paper's, with every static spymaster, on the same boards."""
    return of_guessers("better-guessers", ours(OUR_GUESSERS), set_name, games, seed, agents)


def rival_spymasters(set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """The spymasters that others made for the same job, with every static guesser, on the same boards."""
    return of_spymasters("rivals/spymasters", list(RIVAL_SPYMASTERS), set_name, games, seed, agents)


def rival_guessers(set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """The guessers that others made for the same job, with every static spymaster, on the same boards."""
    return of_guessers("rivals/guessers", list(RIVAL_GUESSERS), set_name, games, seed, agents)


def together(set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """Bayesian spymasters with Bayesian guessers, noise in the channel: the paper ran them and did not report them."""
    pairings = _everyone(list(SPYMASTERS), list(GUESSERS), set_name)
    return of_pairings("together", set_name, games, seed, agents, pairings, "channel")


def with_known(set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """The same Bayesian agents with static partners that they know, noise in the channel, too: what pairs are held against."""
    internal = catalogue.load().set(set_name).with_role("internal")
    pairings = (*_everyone(list(SPYMASTERS), internal, set_name), *_everyone(internal, list(GUESSERS), set_name))
    return of_pairings("together/known", set_name, games, seed, agents, pairings, "channel")


def in_the_ear(set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """Bayesian guessers that have the noise in their own ear (R17), with static spymasters that they know and with
    Bayesian ones; all draw as many worlds as those that assume noise.
    """
    few = agents.noisy_guesser_samples
    noisy = {name: samples_of(name, agents)["samples"] == few for name in GUESSERS}
    hearing = [name if as_few else f"{name} ({few:,} worlds)" for name, as_few in noisy.items()]
    speaking = [*catalogue.load().set(set_name).with_role("internal"), *SPYMASTERS]
    pairings = tuple(Pairing("stochastic", *seats) for seats in product(speaking, hearing))
    whole = of_pairings("together/ear", set_name, games, seed, agents, pairings, "guesser")
    return replace(whole, options=whole.options | {name: {"samples": few} for name in hearing})


def levels(set_name: str, games: int, seed: int, samples: int) -> Experiment:
    """S0, S1, S2 with G0, G1, G2 over each internal embedding; then pairs of one level that think or remember otherwise."""
    internal = catalogue.load().set(set_name).with_role("internal")
    pairs = [(at_level("S", j, e), at_level("G", k, e)) for e in internal for j in LEVELS for k in LEVELS]
    varied = product(internal, LEVELS[1:], TRAITS)
    pairs += [(at_level("S", k, e) + trait, at_level("G", k, e) + trait) for e, k, trait in varied]
    return _calm("levels", set_name, games, seed, samples, pairs)


def room(set_name: str, games: int, seed: int, samples: int, neighbours: Sequence[int]) -> Experiment:
    """Pairs of one level that think about the same worlds and take each clue by itself, with so few words to choose from."""
    internal = catalogue.load().set(set_name).with_role("internal")
    options: dict[str, dict[str, int]] = {}
    pairings = []
    for few, e, k in product(neighbours, internal, LEVELS):
        pair = [f"{role}{k}:{e}{TRAITS[-1]} ({few} neighbours)" for role in "SG"]
        options |= {name: {"samples": samples, "neighbours": few} for name in pair}
        pairings.append(Pairing("deterministic", *pair))
    return Experiment("levels/room", set_name, games, tuple(pairings), "guesser", seed, options=options)


def pragmatics(set_name: str, games: int, seed: int, samples: int) -> Experiment:
    """Agents unsure of the level, of the embedding, of both, with partners of each; those that are sure, for comparison;
    and agents that know that the other one learns, too.
    """
    internal = catalogue.load().set(set_name).with_role("internal")
    sure = [(at_level("S", j, e), at_level("G", k, e)) for e in internal for j in LEVELS for k in (*LEVELS, 3)]
    sure = [pair for pair in sure if "G3:" not in pair[1] or "S2:" in pair[0]]  # G3 is made for S2
    sure += list(product(internal, internal))  # static agents, sure of an embedding that may be the wrong one
    unsure = []
    for e, k in product(internal, LEVELS):
        # level 2 is more than these agents hold possible: of them, those unsure of both meet it
        chosen = slice(None) if k in POSSIBLE else slice(2, None)
        unsure += [(name, at_level("G", k, e)) for name in unsure_of("SM_H", e, k)[chosen]]
        unsure += [(at_level("S", k, e), name) for name in unsure_of("GM_H", e, k)[chosen]]
    speaking, hearing = ([f"{role}M_CH{steps}" for steps in STEPS] for role in "SG")
    thinking = [*product(speaking, [*hearing, *internal]), *product(internal, hearing)]
    return _calm("pragmatics", set_name, games, seed, samples, list(dict.fromkeys(sure + unsure + thinking)))


def noise_and_levels(set_name: str, games: int, seed: int, samples: int) -> Experiment:
    """Agents unsure of embedding and level, with and without noise assumed, and one that assumes noise and level 0,
    where words are changed on their way: the paper's semantics and pragmatics together.
    """
    internal = catalogue.load().set(set_name).with_role("internal")
    pairs = []
    for e, k, who in product(internal, POSSIBLE, UNSURE_IN_NOISE):
        pairs += [(f"SM_H_{who}", at_level("G", k, e)), (at_level("S", k, e), f"GM_H_{who}")]
    calm = _calm("pragmatics/noise", set_name, games, seed, samples, pairs)
    noisy = tuple(pairing._replace(environment="stochastic") for pairing in calm.pairings)
    return replace(calm, pairings=noisy, stochastic="channel")


def at_level(role: str, number: int, embedding: str) -> str:
    """The name of a level's spymaster ("S") or guesser ("G") over an embedding: at level 0, the static agent's."""
    return f"{role}{number}:{embedding}" if number else embedding


def unsure_of(kind: str, embedding: str, number: int) -> tuple[str, str, str]:
    """The names of the agents unsure of the level, of the embedding, of both, that can meet such a partner."""
    return f"{kind}_level:{embedding}", f"{kind}_embedding:{number}", f"{kind}_both"


def assuming(noise: float) -> str:
    """The name of the Bayesian spymaster that assumes this noise."""
    check("A Bayesian spymaster", noise=noise)
    return {0.0: "SM_B", 1.0: "SM_B_noise"}.get(noise, f"SM_B_{noise:g}")


def share_of(games: int, share: float) -> int:
    """A share of the games, at least one."""
    check("A part of the study", games=games, share=share)
    return max(1, round(games * share))


# What they have in common


def of_spymasters(
    name: str, speaking: Sequence[str], set_name: str, games: int, seed: int, agents: Agents
) -> Experiment:
    """Some spymasters with every static guesser in both environments, noise in the guesser's ear."""
    pairings = _everyone(speaking, statics(set_name), set_name)
    return of_pairings(name, set_name, games, seed, agents, pairings, "guesser")


def of_guessers(name: str, hearing: Sequence[str], set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """Some guessers with every static spymaster in both environments, noise in the channel."""
    pairings = _everyone(statics(set_name), hearing, set_name)
    return of_pairings(name, set_name, games, seed, agents, pairings, "channel")


def samples_of(agent: str, agents: Agents) -> dict[str, Any]:
    """How many samples one of the paper's Bayesian agents draws; others have their own number."""
    if agent.startswith("SM_B"):
        return {"samples": agents.spymaster_samples}
    named = GUESSERS.get(agent.removesuffix(WITH_BLEND))
    if not named:
        return {}
    noisy = named.options["noise"] > 0
    return {"samples": agents.noisy_guesser_samples if noisy else agents.guesser_samples}


def _everyone(speaking: Sequence[str], hearing: Sequence[str], set_name: str) -> tuple[Pairing, ...]:
    pairings = tuple(Pairing(*seats) for seats in product(ENVIRONMENTS, speaking, hearing))
    if not pairings:
        raise CommonGroundError(f"The set '{set_name}' has no embeddings to play with.")
    return pairings


def of_pairings(
    name: str,
    set_name: str,
    games: int,
    seed: int,
    agents: Agents,
    pairings: tuple[Pairing, ...],
    stochastic: str,
    given: Mapping[str, dict[str, Any]] | None = None,
) -> Experiment:
    """Some pairings, the paper's agents with as many samples as the parameters say; some agents are given more options."""
    seated = dict.fromkeys(agent for pairing in pairings for agent in pairing[1:])
    options = {agent: samples_of(agent, agents) | (given or {}).get(agent, {}) for agent in seated}
    options = {agent: own for agent, own in options.items() if own}
    return Experiment(name, set_name, games, pairings, stochastic, seed, agents.noise, options)


def _calm(
    name: str, set_name: str, games: int, seed: int, samples: int, pairs: Sequence[tuple[str, str]]
) -> Experiment:
    """An experiment without noise, in which everybody who thinks about worlds draws so many."""
    if not pairs:
        raise CommonGroundError(f"The set '{set_name}' has no internal embeddings to play with.")
    pairings = tuple(Pairing("deterministic", *pair) for pair in pairs)
    thinking = {agent for pair in pairs for agent in pair if ":" in agent or "M_H_" in agent or "M_CH" in agent}
    options = {agent: {"samples": samples} for agent in sorted(thinking)}
    return Experiment(name, set_name, games, pairings, "guesser", seed, options=options)
