"""The headline as a picture: agents by conditions, the share of games won beside the score, darker where it is more."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from commonground.report import headline, numbers
from commonground.report.compare import CONDITIONS, SCORE, WON
from commonground.report.figures import style
from commonground.report.tables import Both, Table, marked_name

NAMES = {WON: "games won", SCORE: "score"}
COLOURS = {WON: "Blues", SCORE: "Greens"}
INK = 0.62  # of the darkest: from there on letters are white


def picture(title: str, *tables: Both) -> Figure:
    """A block a side, in it the wins and the scores of the rows that the headline shows; bold is clearly the best."""
    rows = [headline.rows_of(both) for both in tables]
    heights = [len(shown) for shown in rows]
    figure, grid = plt.subplots(
        len(tables), 2, figsize=(9.2, 0.29 * sum(heights) + 1.7), height_ratios=heights, squeeze=False
    )
    for axes_row, both, shown in zip(grid, tables, rows, strict=True):
        for axes, table in zip(axes_row, both, strict=True):
            _block(axes, table, shown)
        axes_row[1].set_yticks([])
    for axes, measure in zip(grid[0], NAMES, strict=True):
        axes.set_title(NAMES[measure], loc="center")
    style.message(figure, title)
    return figure


def _block(axes: Axes, table: Table, shown: dict[str, str]) -> None:
    values = np.array([[table.cell(c.environment, row, c.where).value for c in CONDITIONS] for row in shown])
    low, high = (0.0, 1.0) if table.measure == WON else (float(values.min()), float(values.max()))
    shade = (values - low) / (high - low) if high > low else np.zeros_like(values)
    axes.imshow(0.85 * shade, cmap=COLOURS[table.measure], vmin=-0.05, vmax=1, aspect="auto")
    write = numbers.WRITERS[table.measure].value
    for (at, column), value in np.ndenumerate(values):
        best = headline.is_best(table, CONDITIONS[column], list(shown)[at])
        ink, weight = "white" if shade[at, column] > INK else "black", "bold" if best else "normal"
        axes.text(column, at, write(float(value)), ha="center", va="center", color=ink, fontweight=weight)
    _frame(axes, table, shown)


def _frame(axes: Axes, table: Table, shown: dict[str, str]) -> None:
    """Names of rows and columns; a gap where the kind of agents changes."""
    axes.xaxis.tick_top()
    axes.set_xticks(range(len(CONDITIONS)), [headline.HEADS[one].replace(", ", ",\n") for one in CONDITIONS])
    axes.set_yticks(range(len(shown)), [_named(row, whose, table) for row, whose in shown.items()])
    axes.set_ylabel(table.layout.name if table.measure == WON else "", fontweight="bold")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    kinds = pd.Series(list(shown.values())).replace(headline.ORACLE, headline.BASELINE)
    for place in np.flatnonzero(kinds.ne(kinds.shift()))[1:]:
        axes.axhline(place - 0.5, color="white", linewidth=5)


def _named(row: str, whose: str, table: Table) -> str:
    """A row's name, with a mark if it is no agent of the paper's, or one that nobody could play."""
    return f"{row} ({whose})" if whose == headline.ORACLE else marked_name(row, table.layout.name)
