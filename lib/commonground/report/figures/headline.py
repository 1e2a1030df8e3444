"""The headline as a picture: the best agents of each kind by conditions, games won beside the score, darker where it is more."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from commonground.report import headline, numbers
from commonground.report.compare import CONDITIONS, SCORE, WON
from commonground.report.figures import style
from commonground.report.tables import Both, Table

NAMES = {WON: "share of games won", SCORE: "score"}
COLOURS = {WON: "Blues", SCORE: "Greens"}
INK = 0.62  # of the darkest: from there on letters are white


def picture(title: str, *tables: Both) -> Figure:
    """A block a side, in it the wins and the scores of a few rows; bold is clearly the best of all rows of the table."""
    rows = [headline.short_rows(both) for both in tables]
    heights = [len(shown) for shown in rows]
    figure, grid = plt.subplots(
        len(tables), 2, figsize=(9.6, 0.28 * sum(heights) + 1.5), height_ratios=heights, squeeze=False
    )
    for column, measure in enumerate((WON, SCORE)):
        blocks = [_values(both[column], shown) for both, shown in zip(tables, rows, strict=True)]
        low, high = (0.0, 1.0) if measure == WON else (min(map(np.min, blocks)), max(map(np.max, blocks)))
        for axes, both, shown, values in zip(grid[:, column], tables, rows, blocks, strict=True):
            _block(axes, both[column], list(shown), values, (values - low) / max(high - low, 1e-9))
            axes.set_yticks(range(len(shown)) if column == 0 else [], shown.values() if column == 0 else [])
        grid[0, column].set_title(NAMES[measure], loc="center")
        grid[0, column].xaxis.tick_top()
        names = [headline.HEADS[one].replace(" ", "\n", 1) for one in CONDITIONS]
        grid[0, column].set_xticks(range(len(CONDITIONS)), names)
    for axes, both in zip(grid[:, 0], tables, strict=True):
        axes.set_ylabel(both.wins.layout.name, fontweight="bold")
    figure.align_ylabels(grid[:, 0])
    style.message(figure, title)
    return figure


def _values(table: Table, shown: dict[str, str]) -> np.ndarray:
    return np.array([[table.cell(one.environment, row, one.where).value for one in CONDITIONS] for row in shown])


def _block(axes: Axes, table: Table, rows: list[str], values: np.ndarray, shade: np.ndarray) -> None:
    """Cells with their numbers, on the scale of the measure."""
    axes.imshow(0.85 * shade, cmap=COLOURS[table.measure], vmin=-0.05, vmax=1, aspect="auto")
    write = numbers.WRITERS[table.measure].value
    for (at, column), value in np.ndenumerate(values):
        best = headline.is_best(table, CONDITIONS[column], rows[at])
        ink, weight = "white" if shade[at, column] > INK else "black", "bold" if best else "normal"
        axes.text(column, at, write(float(value)), ha="center", va="center", color=ink, fontweight=weight)
    axes.set_xticks([])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
