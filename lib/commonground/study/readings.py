"""What the readings of the paper change: an agent as we read it against the same agent read otherwise, on the same boards."""

from dataclasses import dataclass
from typing import Any

import pandas as pd

from commonground.agents import SPYMASTERS
from commonground.embeddings import EmbeddingSet, load_set
from commonground.game.utility import Utility
from commonground.parameters import Agents
from commonground.report import statistics
from commonground.study import plan, run
from commonground.study.experiment import Experiment


@dataclass(frozen=True)
class Alternative:
    """Another reading of one point: which agent it concerns, and the options that make it so."""

    reading: str  # its number in the table of readings
    ours: str
    other: str
    agent: str
    options: dict[str, Any]

    @property
    def is_spymaster(self) -> bool:
        return self.agent in SPYMASTERS


ALTERNATIVES = (
    Alternative(
        "R1", "a bystander costs nothing", "a bystander costs 0.5", "SM_B_noise", {"utility": Utility(bystander=-0.5)}
    ),
    Alternative(
        "R1", "a bystander costs nothing", "a bystander costs 0.5", "MG_B", {"utility": Utility(bystander=-0.5)}
    ),
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


def compare(set_name: str, games: int, seed: int, agents: Agents) -> pd.DataFrame:
    """Every alternative in both environments, with partners in and out of distribution: win rates and the difference."""
    words = load_set(set_name)
    rows = []
    for number, alternative in enumerate(ALTERNATIVES):
        ours, other = (
            _played(f"{alternative.reading}, {side}", words, alternative, options, games, seed, agents)
            for side, options in ((alternative.ours, {}), (alternative.other, alternative.options))
        )
        rows += [(number, *row) for row in _differences(alternative, ours, other, words)]
    columns = ["alternative", "reading", "agent", "ours", "other", "environment", "partners", "rate", "rate otherwise"]
    return pd.DataFrame(rows, columns=[*columns, "difference", "low", "high"])


def _played(
    name: str,
    words: EmbeddingSet,
    alternative: Alternative,
    options: dict[str, Any],
    games: int,
    seed: int,
    agents: Agents,
) -> pd.DataFrame:
    """The agent's games with every static partner: those of the study itself where the options are the same."""
    whole = plan.spymasters if alternative.is_spymaster else plan.guessers
    full = whole(words.name, games, seed, agents)
    role = "spymaster" if alternative.is_spymaster else "guesser"
    pairings = tuple(pairing for pairing in full.pairings if getattr(pairing, role) == alternative.agent)
    own = {alternative.agent: {**full.options[alternative.agent], **options}}
    played = run.play_all(Experiment(name, words.name, games, pairings, full.stochastic, seed, agents.noise, own))
    return played[0].rename(columns={role: "agent", _partner(role): "partner"})


def _partner(role: str) -> str:
    return {"spymaster": "guesser", "guesser": "spymaster"}[role]


def _differences(
    alternative: Alternative, ours: pd.DataFrame, other: pd.DataFrame, words: EmbeddingSet
) -> list[tuple[object, ...]]:
    """A row for each environment and kind of partner: both rates, and their difference paired by board."""
    rows: list[tuple[object, ...]] = []
    for environment in plan.ENVIRONMENTS:
        for where, members in (("in", words.internal), ("out", words.external)):
            names = [member.name for member in members]
            before, after = (_by_board(games, environment, names) for games in (ours, other))
            effect = statistics.difference(after.to_numpy(), before.to_numpy())
            rows.append(
                (
                    *(alternative.reading, alternative.agent, alternative.ours, alternative.other, environment, where),
                    *(before.mean(), after.mean(), *effect),
                )
            )
    return rows


def _by_board(games: pd.DataFrame, environment: str, partners: list[str]) -> pd.Series:
    chosen = games[(games["environment"] == environment) & games["partner"].isin(partners)]
    return chosen.groupby("board")["won"].mean()
