"""Other readings of the paper than ours, and the experiments that show what they change."""

from dataclasses import dataclass
from typing import Any

from commonground.game.utility import Utility
from commonground.parameters import Agents
from commonground.study import variants
from commonground.study.experiment import Experiment
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
ALTERNATIVES = (
    Alternative("R1", "a bystander costs nothing", "a bystander costs 0.5", "SM_B_noise", CHARGED),
    Alternative("R1", "a bystander costs nothing", "a bystander costs 0.5", "MG_B", CHARGED),
    Alternative("R6", "300 neighbours a card", "100 neighbours", "SM_B_noise", {"neighbours": 100}),
    Alternative("R6", "300 neighbours a card", "500 neighbours", "SM_B_noise", {"neighbours": 500}),
    Alternative("R8", "independent draws for each clue", "common draws", "SM_B_noise", {"draws": "common"}),
    Alternative("R12", "only the word is evidence", "the number is, too", "DG_B", {"number": True}),
    Alternative("R13", "factored inference", "joint inference", "DG_B", {"inference": "joint"}),
    Alternative("R13", "factored inference", "joint inference", "MG_B", {"inference": "joint"}),
    Alternative(
        "R16", "reset by an impossible colour", "reset by any missed boosted card", "DG_B", {"reset_on": "boosted"}
    ),
)


def experiments(set_name: str, games: int, seed: int, agents: Agents) -> tuple[Experiment, Experiment]:
    """Every agent that can be read otherwise, as we read it and otherwise: the spymasters, and the guessers."""
    speaking, hearing = (_lineup(spymasters) for spymasters in (True, False))
    return (
        variants.experiment("reading-the-paper/spymasters", speaking, set_name, games, seed, agents),
        variants.experiment("reading-the-paper/guessers", hearing, set_name, games, seed, agents),
    )


def _lineup(spymasters: bool) -> list[Variant]:
    chosen = [other.variant for other in ALTERNATIVES if other.variant.is_spymaster == spymasters]
    as_we_read = dict.fromkeys(variant.agent for variant in chosen)
    return [*(Variant(agent) for agent in as_we_read), *chosen]
