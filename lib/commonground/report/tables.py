"""The paper's two tables, rebuilt from games alone: rows, cells with intervals, and what is clearly best.

In a table one side's agents are the rows and the other side's static agents, the *partners*, the columns: those whose
embedding the Bayesian agents know (`in`-distribution) with their average, then the others (`out`) with theirs. A table is
of one measure: the paper's are of wins, and each has one of scores beside it.
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
from commonground.report.compare import SCORE, WON, Condition, Contest
from commonground.report.lineup import (
    BAYESIAN,
    BEST_MODEL,
    BEST_SINGLE,
    OURS,
    RANDOM,
    RIVALS,
    SEATS,
    in_and_out,
)
from commonground.report.statistics import Estimate
from commonground.study.plan import ENVIRONMENTS

PLACE = ["environment", "row", "column"]
CELL_COLUMNS = [*PLACE, "agent", "value", "low", "high", "best"]


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
    """A row's games: whose they are with each partner (several that tie share the place), and what they came to."""

    agents: dict[str, tuple[str, ...]]  # partner -> agents
    values: pd.DataFrame  # (board, partner)

    def games(self, layout: Layout, column: str) -> pd.DataFrame:
        """The measure by board with one partner, or with those of a group."""
        return self.values[list(layout.groups.get(column, (column,)))]

    def column(self, layout: Layout, column: str) -> np.ndarray:
        """The measure by board with one partner, or its average over a group."""
        return np.asarray(self.games(layout, column).to_numpy(dtype=np.float64).mean(axis=1))

    def chosen(self, layout: Layout, column: str) -> tuple[tuple[str, ...], ...]:
        return tuple(self.agents[partner] for partner in layout.groups.get(column, (column,)))

    def named(self, layout: Layout, column: str) -> str:
        """Whose games they are: `a or b` where two tie, `a b` where they are another's with another partner."""
        return " ".join(dict.fromkeys(" or ".join(agents) for agents in self.chosen(layout, column)))


@dataclass(frozen=True)
class Table:
    """One table: its layout, the games behind each row, and the measure by which they are judged."""

    layout: Layout
    rows: dict[str, dict[str, Row]]  # environment -> row -> games
    measure: str = WON

    @property
    def games(self) -> int:
        """Games a pairing."""
        return len(next(iter(next(iter(self.rows.values())).values())).values)

    @property
    def names(self) -> list[str]:
        """All rows, in order."""
        return list(dict.fromkeys(row for rows in self.rows.values() for row in rows))

    def label(self, environment: str, row: str) -> str:
        """A row's name; Best single with the agent that it is, ours and others' marked as such."""
        if row == BEST_SINGLE:
            return f"{row} ({self.rows[environment][row].named(self.layout, self.layout.partners[0])})"
        return marked_name(row, self.layout.name)

    @cached_property
    def cells(self) -> pd.DataFrame:
        """One line a cell: the value, its interval, whose games they are, and whether it is clearly the best."""
        return pd.DataFrame(_cells(self), columns=CELL_COLUMNS)

    def cell(self, environment: str, row: str, column: str) -> Estimate:
        """The value of a cell (of a share of wins Wilson's interval), or a row's average over a group (over boards)."""
        values = self.rows[environment][row].column(self.layout, column)
        games = len(self.layout.groups.get(column, (column,)))  # that a board's value is the mean of
        if self.measure != WON:
            return statistics.mean(values, games)
        return statistics.share(values, games=games) if column in self.layout.groups else statistics.proportion(values)

    def against(self, environment: str, group: str, ours: Sequence[str], theirs: str) -> Estimate:
        """How much better one row is than another with a group of partners, board by board; rows that tie are taken as one."""
        rows = self.rows[environment]
        mine = compare.shared([rows[row].games(self.layout, group) for row in ours])
        return compare.tested(mine, rows[theirs].games(self.layout, group), self.measure).effect


def marked_name(row: str, name: str) -> str:
    """A row's name, with a mark if it is ours or others'."""
    return f"{row} (ours)" if row in OURS[name] else f"{row} (others')" if row in RIVALS[name] else row


class Both(NamedTuple):
    """A table by wins, as the paper has it, and the same by score."""

    wins: Table
    scores: Table

    @property
    def cells(self) -> pd.DataFrame:
        """One line a cell, with both measures."""
        scores = self.scores.cells.rename(
            columns=lambda name: name if name in PLACE else SCORE if name == "value" else f"{SCORE}_{name}"
        )
        return self.wins.cells.rename(columns={"value": "win_rate"}).merge(scores, on=PLACE)


# Building


def layout(set_name: str, name: str, other_vectors: Sequence[str] = ()) -> Layout:
    """The layout of a table for an embedding set; some of its vectors may have been others than the study's."""
    if name not in SEATS:
        raise CommonGroundError(f"There is no table '{name}'; there are {', '.join(SEATS)}.")
    return Layout(name, set_name, catalogue.load().set(set_name), tuple(other_vectors))


def both(games: pd.DataFrame, layout: Layout) -> Both:
    """The table by wins and by score, from one row a game."""
    return Both(*(table(games, layout, measure) for measure in (WON, SCORE)))


def table(games: pd.DataFrame, layout: Layout, measure: str = WON) -> Table:
    """A table from one row a game."""
    contest = Contest.of(games, SEATS[layout.name][0], layout.chosen)
    present = [each for each in ENVIRONMENTS if (games["environment"] == each).any()]
    return Table(layout, {each: rows(contest, layout, each, measure) for each in present}, measure)


def rows(contest: Contest, layout: Layout, environment: str, measure: str = WON) -> dict[str, Row]:
    """The rows of one environment: Best Model, Best single, random, the Bayesian agents, others' and ours."""
    here = {agent for place, agent, _ in contest.pairings if place == environment}
    shown = [*layout.groups["in"], RANDOM, *BAYESIAN[layout.name], *RIVALS[layout.name], *OURS[layout.name]]
    found = {agent: _values(contest, layout, environment, agent, measure) for agent in shown if agent in here}
    static = {agent: found.pop(agent) for agent in layout.groups["in"] if agent in found}
    own = {agent: Row(dict.fromkeys(layout.partners, (agent,)), values) for agent, values in found.items()}
    return {**_baselines(static, layout.partners, measure), **own}


def _baselines(static: dict[str, pd.DataFrame], partners: Sequence[str], measure: str) -> dict[str, Row]:
    """The best of the static agents by the measure shown: with each partner another, and one for all."""
    oracle = {
        partner: _first({name: own[partner].mean() for name, own in static.items()}, measure) for partner in partners
    }
    single = _first({name: own.to_numpy().mean() for name, own in static.items()}, measure)
    joined = {partner: compare.shared([static[name][[partner]] for name in best]) for partner, best in oracle.items()}
    return {
        BEST_MODEL: Row(oracle, pd.concat(joined.values(), axis=1)),
        BEST_SINGLE: Row(dict.fromkeys(partners, single), compare.shared([static[name] for name in single])),
    }


def _first(means: dict[str, float], measure: str) -> tuple[str, ...]:
    return tuple(statistics.leaders({name: compare.better(mean, measure) for name, mean in means.items()}))


def _values(contest: Contest, layout: Layout, environment: str, agent: str, measure: str) -> pd.DataFrame:
    """What an agent's games with every partner came to, by board."""
    return pd.concat([contest.take(agent, Condition(environment, group), measure) for group in layout.groups], axis=1)


def best_rows(rows: dict[str, Row], layout: Layout, column: str, measure: str = WON) -> set[str]:
    """The rows that are clearly the best of a column; more than one only if they are the same agent's games."""
    same: dict[tuple[tuple[str, ...], ...], list[str]] = {}
    for name, row in rows.items():
        same.setdefault(row.chosen(layout, column), []).append(name)
    sign = compare.better(1.0, measure)
    best = statistics.clear_best({names[0]: sign * rows[names[0]].column(layout, column) for names in same.values()})
    return set(next((names for names in same.values() if names[0] == best), []))


def _cells(table: Table) -> Iterator[tuple[object, ...]]:
    layout = table.layout
    for environment, rows in table.rows.items():
        best = {column: best_rows(rows, layout, column, table.measure) for column in layout.columns}
        for name, row in rows.items():
            for column in layout.columns:
                estimate, mark = table.cell(environment, name, column), name in best[column]
                yield environment, name, column, row.named(layout, column), *estimate, mark
