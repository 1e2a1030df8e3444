"""The paper's two tables, rebuilt from games alone: rows, cells with intervals, and what is clearly best.

In a table one side's agents are the rows and the other side's static agents, the *partners*, the columns: those whose
embedding the Bayesian agents know (`in`-distribution) with their average, then the others (`out`) with theirs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pandas as pd

from commonground.embeddings import catalogue
from commonground.errors import CommonGroundError
from commonground.report import compare, statistics
from commonground.report.compare import Condition, Contest
from commonground.report.lineup import BAYESIAN, BEST_MODEL, BEST_SINGLE, OURS, RANDOM, SEATS, in_and_out
from commonground.report.statistics import Estimate
from commonground.study.plan import ENVIRONMENTS

CELL_COLUMNS = ["environment", "row", "column", "agent", "win_rate", "low", "high", "best"]


@dataclass(frozen=True)
class Layout:
    """Which table, of which set: its partners in and out of distribution, and what their embeddings are."""

    name: str
    set_name: str
    chosen: catalogue.Set
    other_vectors: tuple[str, ...] = ()  # embeddings whose vectors were not the study's when the games were played

    @property
    def entries(self) -> dict[str, catalogue.Entry]:
        return self.chosen.embeddings

    @property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """The partners "in" and "out" of distribution."""
        return in_and_out(self.chosen)

    @property
    def partners(self) -> list[str]:
        return [partner for group in self.groups.values() for partner in group]

    @property
    def columns(self) -> list[str]:
        """Partners, and after each group its average."""
        return [column for group, partners in self.groups.items() for column in (*partners, group)]

    def stands_for(self, column: str) -> str:
        """The paper's column that ours takes the place of; an average of partners that all stand for one is its own."""
        if column in self.groups:
            return column if all(map(self.stands_for, self.groups[column])) else ""
        return self.entries[column].stands_for


class Row(NamedTuple):
    """A row's games: whose they are with each partner, and which were won."""

    agents: dict[str, str]  # partner -> agent
    wins: pd.DataFrame  # (board, partner)

    def games(self, layout: Layout, column: str) -> pd.DataFrame:
        """Wins by board with one partner, or with those of a group."""
        return self.wins[list(layout.groups.get(column, (column,)))]

    def column(self, layout: Layout, column: str) -> np.ndarray:
        """Wins by board with one partner, or a group's share of wins by board."""
        return np.asarray(self.games(layout, column).to_numpy(dtype=np.float64).mean(axis=1))

    def chosen(self, layout: Layout, column: str) -> tuple[str, ...]:
        return tuple(self.agents[partner] for partner in layout.groups.get(column, (column,)))


@dataclass(frozen=True)
class Table:
    """One table: its layout and the games behind each row."""

    layout: Layout
    rows: dict[str, dict[str, Row]]  # environment -> row -> games

    @property
    def games(self) -> int:
        """Games a pairing."""
        return len(next(iter(next(iter(self.rows.values())).values())).wins)

    def label(self, environment: str, row: str) -> str:
        """A row's name; Best single with the agent that it is, ours marked as such."""
        if row in OURS[self.layout.name]:
            return f"{row} (ours)"
        if row != BEST_SINGLE:
            return row
        return f"{row} ({next(iter(self.rows[environment][row].agents.values()))})"

    @cached_property
    def cells(self) -> pd.DataFrame:
        """One line a cell: the rate, its interval, whose games they are, and whether it is clearly the best."""
        return pd.DataFrame(_cells(self), columns=CELL_COLUMNS)

    def cell(self, environment: str, row: str, column: str) -> Estimate:
        """The rate in a cell (Wilson's interval), or a row's average over a group (a bootstrap over boards)."""
        wins = self.rows[environment][row].column(self.layout, column)
        return statistics.share(wins) if column in self.layout.groups else statistics.proportion(wins)

    def against(self, environment: str, group: str, ours: str, theirs: str) -> Estimate:
        """How much more one row wins than another with a group of partners, board by board."""
        return compare.paired(*(self.rows[environment][row].games(self.layout, group) for row in (ours, theirs)))


# Building


def layout(set_name: str, name: str, other_vectors: Sequence[str] = ()) -> Layout:
    """The layout of a table for an embedding set; some of its vectors may have been others than the study's."""
    if name not in SEATS:
        raise CommonGroundError(f"There is no table '{name}'; there are {', '.join(SEATS)}.")
    return Layout(name, set_name, catalogue.load().set(set_name), tuple(other_vectors))


def table(games: pd.DataFrame, layout: Layout) -> Table:
    """A table from one row a game."""
    contest = Contest.of(games, SEATS[layout.name][0], layout.chosen)
    present = [each for each in ENVIRONMENTS if (games["environment"] == each).any()]
    return Table(layout, {environment: rows(contest, layout, environment) for environment in present})


def rows(contest: Contest, layout: Layout, environment: str) -> dict[str, Row]:
    """The rows of one environment: Best Model, Best single, random, the Bayesian agents, ours that go past them."""
    here = {agent for place, agent, _ in contest.pairings if place == environment}
    shown = [*layout.groups["in"], RANDOM, *BAYESIAN[layout.name], *OURS[layout.name]]
    wins = {agent: _wins(contest, layout, environment, agent) for agent in shown if agent in here}
    static = [agent for agent in layout.groups["in"] if agent in wins]
    rates = pd.DataFrame({agent: wins[agent].mean() for agent in static})  # (partner, agent)
    oracle = {partner: str(rates.loc[partner].idxmax()) for partner in layout.partners}
    joined = pd.DataFrame({partner: wins[agent][partner] for partner, agent in oracle.items()})
    single = str(rates.mean().idxmax())
    return {
        BEST_MODEL: Row(oracle, joined),
        BEST_SINGLE: Row(dict.fromkeys(layout.partners, single), wins[single]),
        **{agent: Row(dict.fromkeys(layout.partners, agent), wins[agent]) for agent in wins if agent not in static},
    }


def _wins(contest: Contest, layout: Layout, environment: str, agent: str) -> pd.DataFrame:
    """Which boards an agent won with which partner."""
    return pd.concat([contest.take(agent, Condition(environment, group)) for group in layout.groups], axis=1)


def best_rows(rows: dict[str, Row], layout: Layout, column: str) -> set[str]:
    """The rows that are clearly the best of a column; more than one only if they are the same agent's games."""
    same: dict[tuple[str, ...], list[str]] = {}
    for name, row in rows.items():
        same.setdefault(row.chosen(layout, column), []).append(name)
    best = statistics.clear_best({names[0]: rows[names[0]].column(layout, column) for names in same.values()})
    return set(next((names for names in same.values() if names[0] == best), []))


def _cells(table: Table) -> Iterator[tuple[object, ...]]:
    for environment, rows in table.rows.items():
        best = {column: best_rows(rows, table.layout, column) for column in table.layout.columns}
        for name, row in rows.items():
            for column in table.layout.columns:
                agents = " ".join(dict.fromkeys(row.chosen(table.layout, column)))
                yield environment, name, column, agents, *table.cell(environment, name, column), name in best[column]
