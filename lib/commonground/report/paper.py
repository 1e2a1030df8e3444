"""The paper's own numbers, and how far ours are from them."""

import numpy as np
import pandas as pd
from statsmodels.stats.proportion import proportion_confint

from commonground import paths
from commonground.embeddings import catalogue
from commonground.report import statistics
from commonground.report.compare import Condition, Contest, Who
from commonground.report.lineup import BEST_MODEL, PLACES
from commonground.report.statistics import ALIKE, Estimate
from commonground.report.tables import Layout, Table

GAMES = 500  # a pairing, by the paper's text
COLUMNS = {"in": ("w2v", "g3", "cn", "d2v"), "out": ("g1", "ftxt", "wg", "elmo")}  # of its tables


def read() -> pd.DataFrame:
    """The numbers of the paper's tables, typed from it."""
    return pd.read_csv(paths.data() / "paper_tables.csv", keep_default_na=False)


def beside(table: Table, printed: pd.DataFrame) -> pd.DataFrame:
    """For each cell that the paper has too: ours, the paper's and the difference, with intervals. It has wins alone."""
    published = printed[printed["table"] == table.layout.name].set_index(["environment", "agent", "partner"])[
        "win_rate"
    ]
    lines = []
    for cell in table.cells.itertuples():
        place = (cell.environment, cell.row, table.layout.stands_for(cell.column))
        if place in published.index:
            ours = Estimate(cell.value, cell.low, cell.high)
            theirs = _published(float(published[place]), table.layout, cell.column)
            lines.append([*place[:2], cell.column, place[2], *ours, theirs.value, *gap(ours, theirs)])
    names = "environment row column paper_column ours low high paper difference difference_low difference_high"
    return pd.DataFrame(lines, columns=names.split())


def _published(value: float, layout: Layout, column: str) -> Estimate:
    """The paper gives no intervals: Wilson's, with the games it says it played."""
    games = GAMES * len(layout.groups.get(column, (column,)))
    low, high = proportion_confint(value * games, games, alpha=1 - statistics.LEVEL, method="wilson")
    return Estimate(value, float(low), float(high))


def gap(ours: Estimate, theirs: Estimate) -> Estimate:
    """The difference of two independent rates, its interval from theirs (Newcombe's hybrid)."""
    difference = ours.value - theirs.value
    down = np.hypot(ours.value - ours.low, theirs.high - theirs.value)
    up = np.hypot(ours.high - ours.value, theirs.value - theirs.low)
    return Estimate(difference, difference - float(down), difference + float(up))


def printed_difference(printed: pd.DataFrame, contest: Contest, ours: Who, theirs: Who, condition: Condition) -> float:
    """The difference between two of the paper's agents in its own table; NaN where it has no such rows.

    A partner's column is that of the embedding it stands for. Of static agents the paper prints the best alone, so for one
    with its own partner, where it should be the best, Best Model is taken.
    """
    rows = printed[(printed["table"] == f"{contest.role}s") & (printed["environment"] == condition.environment)]
    column = rows[rows["partner"] == _column(contest.chosen, condition.where)].set_index("agent")["win_rate"]
    sides = (who if isinstance(who, tuple) else (who,) for who in (ours, theirs))
    mine, yours = ([BEST_MODEL if name == condition.where else name for name in names] for names in sides)
    best = [np.max([column.get(name, np.nan) for name in names]) for names in (mine, yours)]
    return float(best[0] - best[1])


def _column(chosen: catalogue.Set, where: str) -> str:
    return chosen.embeddings[where].stands_for if where in chosen.embeddings else where


# What can't be right in it


def uncountable(printed: pd.DataFrame) -> pd.DataFrame:
    """The cells that are no whole number of wins in so many games as the paper says it played."""
    cells = printed[~printed["partner"].isin(PLACES)]
    wins = cells["win_rate"] * GAMES
    return cells[(wins - wins.round()).abs() > ALIKE]


def rounded_averages(printed: pd.DataFrame) -> pd.DataFrame:
    """The averages that are those of their cells to two decimals and not to the three that they are printed with."""
    wide = printed.pivot(index=["table", "environment", "agent"], columns="partner", values="win_rate")
    found = []
    for place, partners in COLUMNS.items():
        exact = wide[list(partners)].mean(axis=1)
        off = (exact - wide[place]).abs() > 0.5 * 10**-3 + ALIKE
        found.append(pd.DataFrame({"partner": place, "printed": wide[place], "exact": exact})[off])
    return pd.concat(found).reset_index()
