"""The paper's own numbers, and how far ours are from them."""

import numpy as np
import pandas as pd
from statsmodels.stats.proportion import proportion_confint

from commonground import paths
from commonground.report import statistics
from commonground.report.compare import Condition, Who
from commonground.report.statistics import Estimate
from commonground.report.tables import Layout, Table

GAMES = 500  # a pairing, by the paper's text


def read() -> pd.DataFrame:
    """The numbers of the paper's tables, typed from it."""
    return pd.read_csv(paths.data() / "paper_tables.csv", keep_default_na=False)


def beside(table: Table, printed: pd.DataFrame) -> pd.DataFrame:
    """For each cell that the paper has too: ours, the paper's and the difference, with intervals."""
    published = printed[printed["table"] == table.layout.name].set_index(["environment", "agent", "partner"])[
        "win_rate"
    ]
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
    games = GAMES * len(layout.groups.get(column, (column,)))
    low, high = proportion_confint(value * games, games, alpha=1 - statistics.LEVEL, method="wilson")
    return Estimate(value, float(low), float(high))


def gap(ours: Estimate, theirs: Estimate) -> Estimate:
    """The difference of two independent rates, its interval from theirs (Newcombe's hybrid)."""
    difference = ours.value - theirs.value
    down = np.hypot(ours.value - ours.low, theirs.high - theirs.value)
    up = np.hypot(ours.high - ours.value, theirs.value - theirs.low)
    return Estimate(difference, difference - float(down), difference + float(up))


def printed_difference(printed: pd.DataFrame, role: str, ours: Who, theirs: Who, condition: Condition) -> float:
    """The difference between two of the paper's agents in its own table; NaN where it has no such rows."""
    rows = printed[(printed["table"] == f"{role}s") & (printed["environment"] == condition.environment)]
    column = rows[rows["partner"] == condition.where].set_index("agent")["win_rate"]
    ours, theirs = (who if isinstance(who, tuple) else (who,) for who in (ours, theirs))
    return float(max(column.get(name, np.nan) for name in ours) - max(column.get(name, np.nan) for name in theirs))
