"""Agents against agents on the same boards: the difference in wins with its interval, overall and by partner.

Where a side is "the best of" several agents, the best is chosen on the odd boards for the even ones and the other way
round, so that nobody profits from being chosen on the games it is scored on (R20).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd

from commonground.embeddings import catalogue
from commonground.errors import CommonGroundError
from commonground.report.statistics import Estimate, difference
from commonground.study import plan

BEST_MODEL = "Best Model"  # per partner the best of the internal static agents: an oracle

Who = str | tuple[str, ...]  # an agent, Best Model, or the best of several agents


class Condition(NamedTuple):
    """An environment and the partners averaged over: "in" or "out" of distribution, or one embedding."""

    environment: str
    where: str

    def __str__(self) -> str:
        return f"{self.environment}, {_PLACES.get(self.where, f'with {self.where}')}"


_PLACES = {"in": "in-distribution", "out": "out-of-distribution"}
DETERMINISTIC_IN, DETERMINISTIC_OUT, STOCHASTIC_IN, STOCHASTIC_OUT = CONDITIONS = tuple(
    Condition(*pair) for pair in product(plan.ENVIRONMENTS, _PLACES)
)


@dataclass(frozen=True)
class Comparison:
    """Ours minus theirs in one condition: the difference with its interval, and the same for each partner."""

    ours: str
    theirs: str
    condition: str
    effect: Estimate
    partners: pd.DataFrame = field(repr=False, compare=False)  # ours, theirs, difference, low, high
    published: float = float("nan")  # the difference in the paper's own table

    def __str__(self) -> str:
        return f"{self.ours} − {self.theirs} ({self.condition})"


@dataclass(frozen=True)
class Wins:
    """An experiment's games as wins by board, seen from the role that is being compared."""

    table: pd.DataFrame = field(repr=False)  # board × (environment, agent, partner)
    role: str
    internal: tuple[str, ...]
    external: tuple[str, ...]

    @classmethod
    def of(cls, games: pd.DataFrame, role: str, chosen: catalogue.Set) -> "Wins":
        """The wins of every spymaster, or of every guesser, on the boards of one experiment."""
        other = {"spymaster": "guesser", "guesser": "spymaster"}[role]
        table = games.pivot(index="board", columns=["environment", role, other], values="won").sort_index(axis=1)
        if table.isna().any(axis=None):
            raise CommonGroundError(f"Not every {role} has played every board: a comparison by board needs that.")
        return cls(table, role, tuple(chosen.with_role("internal")), tuple(chosen.with_role("external")))

    @property
    def agents(self) -> list[str]:
        return list(self.table.columns.unique(1))

    def take(self, who: Who, condition: Condition) -> pd.DataFrame:
        """Wins of an agent (or of the best of several) by board and partner."""
        if isinstance(who, tuple):
            return _best_elsewhere([self.take(name, condition) for name in who])
        if who != BEST_MODEL:
            return pd.DataFrame(
                {partner: self._pairing(who, partner, condition) for partner in self._partners(condition)}
            )
        columns = []
        for partner in self._partners(condition):
            alone = Condition(condition.environment, partner)
            columns.append(_best_elsewhere([self.take(name, alone) for name in self.internal]))
        return pd.concat(columns, axis=1)

    def _partners(self, condition: Condition) -> tuple[str, ...]:
        return {"in": self.internal, "out": self.external}.get(condition.where, (condition.where,))

    def _pairing(self, agent: str, partner: str, condition: Condition) -> pd.Series:
        try:
            return self.table[condition.environment, agent, partner]
        except KeyError:
            raise CommonGroundError(
                f"The results hold no {condition.environment} games of the {self.role} {agent} with {partner}."
            ) from None


def _best_elsewhere(candidates: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """The candidate with the best average, chosen for each half of the boards on the other half."""
    odd = np.arange(len(candidates[0])) % 2 == 1
    halves = []
    for half in (odd, ~odd):
        others = ~half if not half.all() else half  # a single board has no other half
        best = max(candidates, key=lambda wins: float(wins[others].to_numpy().mean()) if others.any() else 0.0)
        halves.append(best[half])
    return pd.concat(halves).sort_index()


# Comparing


def compare(
    wins: Wins, ours: Who, rivals: Sequence[Who], conditions: Sequence[Condition], paper: pd.DataFrame | None = None
) -> tuple[Comparison, ...]:
    """One agent against each rival in each condition."""
    return tuple(_compared(wins, ours, rival, condition, paper) for condition, rival in product(conditions, rivals))


def _compared(wins: Wins, ours: Who, theirs: Who, condition: Condition, paper: pd.DataFrame | None) -> Comparison:
    mine, yours = wins.take(ours, condition), wins.take(theirs, condition)
    effect = difference(mine.mean(axis=1).to_numpy(), yours.mean(axis=1).to_numpy())
    published = float("nan") if paper is None else _published(paper, wins.role, ours, theirs, condition)
    return Comparison(_named(ours), _named(theirs), str(condition), effect, _by_partner(mine, yours), published)


def _by_partner(mine: pd.DataFrame, yours: pd.DataFrame) -> pd.DataFrame:
    rows = {}
    for partner in mine:
        effect = difference(mine[partner].to_numpy(), yours[partner].to_numpy())
        rows[partner] = {"ours": mine[partner].mean(), "theirs": yours[partner].mean(), **effect_columns(effect)}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("partner")


def effect_columns(effect: Estimate) -> dict[str, float]:
    """A difference and its interval, as columns of a table."""
    return {"difference": effect.value, "low": effect.low, "high": effect.high}


def _named(who: Who) -> str:
    return who if isinstance(who, str) else "best Bayesian"


def _published(paper: pd.DataFrame, role: str, ours: Who, theirs: Who, condition: Condition) -> float:
    """The same difference in the paper's table; NaN where it has no such rows."""
    rows = paper[(paper["table"] == f"{role}s") & (paper["environment"] == condition.environment)]
    column = rows[rows["partner"] == condition.where].set_index("agent")["win_rate"]
    ours, theirs = (who if isinstance(who, tuple) else (who,) for who in (ours, theirs))
    return float(max(column.get(name, np.nan) for name in ours) - max(column.get(name, np.nan) for name in theirs))
