"""Variants of agents on the same boards: each plays with every static partner, under its own name in one experiment."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from commonground.agents import ALL_SPYMASTERS
from commonground.errors import CommonGroundError
from commonground.game.utility import PAPER
from commonground.parameters import Agents
from commonground.study import plan
from commonground.study.experiment import Experiment


@dataclass(frozen=True)
class Variant:
    """An agent by name, what is different about it, and the options that make it so."""

    agent: str
    difference: str = ""
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What result files call it."""
        return f"{self.agent} ({self.difference})" if self.difference else self.agent

    @property
    def is_spymaster(self) -> bool:
        return self.agent in ALL_SPYMASTERS


def experiment(
    name: str, variants: Sequence[Variant], set_name: str, games: int, seed: int, agents: Agents
) -> Experiment:
    """Each variant with every static partner in both environments; what is not different is as in the study."""
    roles = {variant.is_spymaster for variant in variants}
    if len(roles) != 1:
        raise CommonGroundError("Variants that are compared are all spymasters, or all guessers.")
    make = plan.of_spymasters if roles == {True} else plan.of_guessers
    whole = make(name, [variant.name for variant in variants], set_name, games, seed, agents)
    options = {variant.name: plan.samples_of(variant.agent, agents) | variant.options for variant in variants}
    return replace(whole, options={agent: own for agent, own in options.items() if own})


# What the notebooks past the paper compare


def common_draws(samples: int) -> tuple[Variant, ...]:
    """The paper's noisy spymaster, the same with common draws, and that with three times the samples; each on the last."""
    more = Variant("SM_C", f"{3 * samples} samples", {"samples": 3 * samples})
    return Variant("SM_B_noise"), Variant("SM_C", "", {"samples": samples}), more


def told_the_noise(samples: int) -> tuple[Variant, ...]:
    """Spymasters that are told the noise, with common draws; the last looks twice, and is SM_N but for the learning.

    The one that is told 1.0 is `common_draws`' second, and goes by its name: chance follows names, so they play the same games.
    """
    return (
        Variant("SM_B"),
        Variant("SM_C", "told 0.5", {"noise": 0.5, "samples": samples}),
        common_draws(samples)[1],
        Variant("SM_N", "told 1.0", {"sigmas": [1.0], "noise_prior": [1.0]}),
        Variant("SM_N"),
    )


def from_dg_b_to_g_j() -> dict[str, Variant]:
    """From the paper's guesser to ours, one thing at a time, by what each step adds."""
    deduce = {"skip": 0.0, "belief": 1.0}
    return {
        "DG_B": Variant("DG_B"),
        "+ joint": Variant("DG_B", "joint", {"inference": "joint"}),
        "+ number": Variant("DG_B", "joint, number", {"inference": "joint", "number": True}),
        "+ conditioned": Variant("G_J", "one noise, no strangers", deduce | {"sigmas": [0.0], "stranger": 0.0}),
        "+ noise": Variant("G_J", "no strangers", deduce | {"stranger": 0.0}),
        "+ strangers": Variant("G_J", "deducing", deduce),
        "+ utility": Variant("G_J", "nine for the assassin", {"utility": PAPER}),
        "+ spared turns": Variant("G_J"),
        "+ caution": Variant("G_J", "cautious", {"belief": 0.8}),
    }
