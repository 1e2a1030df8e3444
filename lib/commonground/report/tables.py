"""The paper's two tables, rebuilt from games alone: rows, cells with intervals, what is clearly best, and the paper's own.

In a table one side's agents are the rows and the other side's static agents, the *partners*, the columns: those whose
embedding the Bayesian agents know (`in`-distribution) with their average, then the others (`out`) with theirs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pandas as pd
from statsmodels.stats.proportion import proportion_confint

from commonground import paths
from commonground.agents import GUESSERS, OUR_GUESSERS, OUR_SPYMASTERS, SPYMASTERS
from commonground.embeddings import catalogue
from commonground.errors import CommonGroundError
from commonground.report import statistics
from commonground.report.statistics import Estimate
from commonground.study import results

BEST_MODEL, BEST_SINGLE, RANDOM = "Best Model", "Best single", "random"
ENVIRONMENTS = ("deterministic", "stochastic")
SEATS = {"spymasters": ("spymaster", "guesser"), "guessers": ("guesser", "spymaster")}  # whose rows, whose columns
BAYESIAN = {"spymasters": tuple(SPYMASTERS), "guessers": tuple(GUESSERS)}
OURS = {"spymasters": tuple(OUR_SPYMASTERS), "guessers": tuple(OUR_GUESSERS)}  # rows of their own, below the paper's
HEADLINE = {"spymasters": ("SM_B", "SM_B_noise"), "guessers": ("DG_B", "MG_B_noise")}
CELL_COLUMNS = ["environment", "row", "column", "agent", "win_rate", "low", "high", "best"]
PAPER_GAMES = 500  # a pairing, by the paper's text


@dataclass(frozen=True)
class Layout:
    """Which table, of which set: its partners in and out of distribution, and what their embeddings are."""

    name: str
    set_name: str
    groups: dict[str, tuple[str, ...]]  # "in", "out" -> partners
    entries: dict[str, catalogue.Entry]

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

    def column(self, layout: Layout, column: str) -> np.ndarray:
        """Wins by board with one partner, or a group's share of wins by board."""
        partners = list(layout.groups.get(column, (column,)))
        wins = self.wins[partners].to_numpy(dtype=np.float64)  # (board, partner)
        return np.asarray(wins.mean(axis=1))

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
        games = self.rows[environment][row]
        return rate(games.column(self.layout, column), average=column in self.layout.groups)


# Building


def layout(set_name: str, name: str) -> Layout:
    """The layout of a table for an embedding set."""
    if name not in SEATS:
        raise CommonGroundError(f"There is no table '{name}'; there are {', '.join(SEATS)}.")
    chosen = catalogue.load().set(set_name)
    groups = {"in": tuple(chosen.with_role("internal")), "out": tuple(chosen.with_role("external"))}
    return Layout(name, set_name, {group: who for group, who in groups.items() if who}, chosen.embeddings)


def table(games: pd.DataFrame, layout: Layout) -> Table:
    """A table from one row a game."""
    present = [environment for environment in ENVIRONMENTS if (games["environment"] == environment).any()]
    return Table(layout, {each: rows(games[games["environment"] == each], layout) for each in present})


def load(set_name: str, name: str) -> Table:
    """The table of a set's results on disk."""
    return table(results.beside(set_name, name), layout(set_name, name))


def rows(games: pd.DataFrame, layout: Layout) -> dict[str, Row]:
    """The rows of one environment: Best Model, Best single, random, the Bayesian agents, ours that go past them."""
    wins = _wins(games, layout)
    static = [agent for agent in layout.groups["in"] if agent in wins]
    rates = pd.DataFrame({agent: wins[agent].mean() for agent in static})  # (partner, agent)
    oracle = {partner: str(rates.loc[partner].idxmax()) for partner in layout.partners}
    joined = pd.DataFrame({partner: wins[agent][partner] for partner, agent in oracle.items()})
    single = str(rates.mean().idxmax())
    others = [agent for agent in (RANDOM, *BAYESIAN[layout.name], *OURS[layout.name]) if agent in wins]
    return {
        BEST_MODEL: Row(oracle, joined),
        BEST_SINGLE: Row(dict.fromkeys(layout.partners, single), wins[single]),
        **{agent: Row(dict.fromkeys(layout.partners, agent), wins[agent]) for agent in others},
    }


def _wins(games: pd.DataFrame, layout: Layout) -> dict[str, pd.DataFrame]:
    """For each agent, which boards it won with which partner; all on the same boards, or comparisons are not paired."""
    seat, partner = SEATS[layout.name]
    wins = games.pivot(index=[seat, "board"], columns=partner, values="won")
    boards = games["board"].nunique()
    found = {str(agent): part.droplevel(0) for agent, part in wins.groupby(level=0)}
    for agent, part in found.items():
        if len(part) != boards or part.reindex(columns=layout.partners).isna().any(axis=None):
            raise CommonGroundError(f"'{agent}' has not played every board with every partner: run the stage again.")
    return {agent: part[layout.partners] for agent, part in found.items()}


def rate(wins: np.ndarray, average: bool) -> Estimate:
    """A cell's win rate (Wilson) or an average over partners (bootstrap over boards).

    Where every board came out the same (all games won, say) a bootstrap has no width: there the boards are counted as
    the games of a cell are.
    """
    return statistics.mean(wins) if average and np.ptp(wins) > 0 else statistics.proportion(wins)


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


# Beside the paper


def paper() -> pd.DataFrame:
    """The numbers of the paper's tables, typed from it."""
    return pd.read_csv(paths.data() / "paper_tables.csv", keep_default_na=False)


def comparison(table: Table, paper: pd.DataFrame) -> pd.DataFrame:
    """For each cell that the paper has too: ours, the paper's and the difference, with intervals."""
    published = paper[paper["table"] == table.layout.name].set_index(["environment", "agent", "partner"])["win_rate"]
    lines = []
    for cell in table.cells.itertuples():
        place = (cell.environment, cell.row, table.layout.stands_for(cell.column))
        if place in published.index:
            ours = Estimate(cell.win_rate, cell.low, cell.high)
            theirs = _published(float(published[place]), table.layout, cell.column)
            lines.append([*place[:2], cell.column, place[2], *ours, theirs.value, *gap(ours, theirs)])
    names = "environment row column paper_column ours low high paper difference difference_low difference_high"
    return pd.DataFrame(lines, columns=names.split())


def _published(value: float, layout: Layout, column: str) -> Estimate:
    """The paper gives no intervals: Wilson's, with the games it says it played."""
    games = PAPER_GAMES * len(layout.groups.get(column, (column,)))
    low, high = proportion_confint(value * games, games, alpha=1 - statistics.LEVEL, method="wilson")
    return Estimate(value, float(low), float(high))


def gap(ours: Estimate, theirs: Estimate) -> Estimate:
    """The difference of two independent rates, its interval from theirs (Newcombe's hybrid)."""
    difference = ours.value - theirs.value
    down = np.hypot(ours.value - ours.low, theirs.high - theirs.value)
    up = np.hypot(ours.high - ours.value, theirs.value - theirs.low)
    return Estimate(difference, difference - float(down), difference + float(up))


# In short


def short(estimate: Estimate) -> str:
    """A rate and its interval as the tables print them: 0.926 [.902, .945]."""
    return f"{estimate.value:.3f} [{bare(estimate.low)}, {bare(estimate.high)}]"


def bare(value: float, digits: int = 3) -> str:
    """Some decimals without the leading zero."""
    text = f"{abs(value):.{digits}f}".removeprefix("0")
    return f"−{text}" if value < 0 and text.strip(".0") else text


def headline(set_name: str) -> str:
    """The averages of both tables as a small Markdown table, for the README."""
    both = {name: load(set_name, name) for name in SEATS}
    places = [(environment, group) for environment in ENVIRONMENTS for group in ("in", "out")]
    lines = ["| | " + " | ".join(f"{e[:3] if e[0] == 'd' else e[:5]}. {group}" for e, group in places) + " |"]
    lines += ["|---" * (len(places) + 1) + "|"]
    for name, table in both.items():
        lines += [f"| *{name}* |" + " |" * len(places)]
        ours = [row for row in OURS[name] if all(row in rows for rows in table.rows.values())]
        lines += [_headline_row(table, row, places) for row in (BEST_SINGLE, BEST_MODEL, *HEADLINE[name], *ours)]
    counts = " and ".join(dict.fromkeys(f"{table.games:,}" for table in both.values()))
    return "\n".join([*lines, "", HEADLINE_NOTE.format(games=counts, set_name=set_name)]) + "\n"


HEADLINE_NOTE = (
    "Share of games won, averaged over static partners whose embedding the Bayesian agents know (in) or don't (out), in the"
    " deterministic and the stochastic environment, with 95 % intervals; {games} games a pairing on the {set_name} set."
    " Bold: clearly the best row of the whole table (paired by board, Holm). *Best single* is the one internal static agent"
    " with the best average in each environment, *Best Model* an oracle that has another one for each partner; both are"
    " chosen on the games they are scored on."
)


def _headline_row(table: Table, row: str, places: list[tuple[str, str]]) -> str:
    marked = table.cells.set_index(["environment", "row", "column"])["best"]
    texts = []
    for environment, group in places:
        text = short(table.cell(environment, row, group))
        texts.append(f"**{text}**" if marked[environment, row, group] else text)
    who = list(dict.fromkeys(next(iter(rows[BEST_SINGLE].agents.values())) for rows in table.rows.values()))
    label = f"{row} ({', then '.join(who)})" if row == BEST_SINGLE else row.replace("_", "\\_")
    label += " (ours)" if row in OURS[table.layout.name] else ""
    return f"| {label} | " + " | ".join(texts) + " |"
