"""Other readings of the paper than ours, and the experiments that show what they change."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from commonground.agents import GUESSERS, SPYMASTERS
from commonground.game.utility import Utility
from commonground.parameters import Agents
from commonground.study import variants
from commonground.study.experiment import Experiment, base, told_apart_by
from commonground.study.variants import Variant


@dataclass(frozen=True)
class Alternative:
    """Another reading of one point: which agent it concerns, and the options that make it so."""

    reading: str  # its number in the table of readings
    ours: str
    other: str
    agent: str
    options: dict[str, Any]

    @property
    def variant(self) -> Variant:
        """The agent, read otherwise."""
        return Variant(self.agent, self.other, self.options)


CHARGED = {"utility": Utility(bystander=-0.5)}
RED, FACTORED = "a number only while some reply is all red", "factored inference"
NO_FILTER, ONE_MORE, PLAIN_SUMS = "no filter", "the printed filter, one card more", "the printed plain sums"
NOISELESS = ("DG_B", "BG_B", "MG_B")  # guessers


def alternatives(agents: Agents) -> tuple[Alternative, ...]:
    """Every other reading that is tried, of agents with so many samples."""
    many, few = (f"{count:,} worlds" for count in (agents.guesser_samples, agents.noisy_guesser_samples))
    fewer = {"samples": agents.noisy_guesser_samples}
    return (
        Alternative("R1", "a bystander costs nothing", "a bystander costs 0.5", "SM_B_noise", CHARGED),
        Alternative("R1", "a bystander costs nothing", "a bystander costs 0.5", "MG_B", CHARGED),
        Alternative("R4", RED, NO_FILTER, "SM_B", {"filter": "none"}),
        Alternative("R4", RED, NO_FILTER, "SM_B_noise", {"filter": "none"}),
        Alternative("R4", RED, ONE_MORE, "SM_B", {"filter": "printed"}),
        Alternative("R4", RED, ONE_MORE, "SM_B_noise", {"filter": "printed"}),
        Alternative("R6", "300 neighbours a card", "100 neighbours", "SM_B_noise", {"neighbours": 100}),
        Alternative("R6", "300 neighbours a card", "500 neighbours", "SM_B_noise", {"neighbours": 500}),
        Alternative("R8", "independent draws for each clue", "common draws", "SM_B_noise", {"draws": "common"}),
        *(Alternative("R11b", many, few, agent, fewer) for agent in NOISELESS),
        Alternative("R12", "only the word is evidence", "the number is, too", "DG_B", {"number": True}),
        Alternative("R13", FACTORED, "joint inference", "DG_B", {"inference": "joint"}),
        Alternative("R13", FACTORED, "joint inference", "MG_B", {"inference": "joint"}),
        Alternative("R13", FACTORED, PLAIN_SUMS, "DG_B", {"inference": "printed"}),
        Alternative("R13", FACTORED, PLAIN_SUMS, "DG_B_noise", {"inference": "printed"}),
        Alternative(
            "R16", "reset by an impossible colour", "reset by any missed boosted card", "DG_B", {"reset_on": "boosted"}
        ),
    )


def with_few_worlds(names: Iterable[str]) -> dict[str, str]:
    """The noiseless guessers that draw as few worlds as the noisy ones: by the agent, what results call each."""
    few = {base(name): name for name in names if re.fullmatch(r"[\d,]+ worlds", told_apart_by(name))}
    return {agent: few[agent] for agent in NOISELESS if agent in few}


def experiments(set_name: str, games: int, seed: int, agents: Agents) -> tuple[Experiment, Experiment]:
    """Every agent that can be read otherwise, as we read it and otherwise: the spymasters, and the guessers.

    All of the paper's agents are among them, so that those which are read otherwise can be compared with the others.
    """
    tried = [other.variant for other in alternatives(agents)]
    speaking = [*map(Variant, SPYMASTERS), *(variant for variant in tried if variant.is_spymaster)]
    hearing = [*map(Variant, GUESSERS), *(variant for variant in tried if not variant.is_spymaster)]
    return (
        variants.experiment("reading-the-paper/spymasters", speaking, set_name, games, seed, agents),
        variants.experiment("reading-the-paper/guessers", hearing, set_name, games, seed, agents),
    )
