"""Numbers as cells that are darker where they are larger, with the numbers in them."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from commonground.report import numbers

DARK = 0.56  # of the darkest: from there on letters are white
DARKEST = 1.25  # the value that would be darkest: a frame can still be seen around 1


def heat_map(axes: Axes, table: pd.DataFrame, digits: int = 2, below: pd.DataFrame | None = None) -> None:
    """Shares as cells; a dash where there is none. What stands `below` them are amounts, written smaller."""
    values = table.to_numpy(dtype=np.float64)
    axes.imshow(np.ma.masked_invalid(values), cmap="Blues", vmin=0, vmax=DARKEST, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        text, ink = numbers.rate(float(value), digits), "white" if value > DARK * DARKEST else "black"
        both = below is not None and not np.isnan(value)
        axes.text(column, row - 0.16 * both, text, ha="center", va="center", fontsize=8, color=ink)
        if below is not None and both:
            amount = numbers.rate(float(below.iat[row, column]), 1)
            axes.text(column, row + 0.24, amount, ha="center", va="center", fontsize=6.5, color=ink)
    _name(axes, table)


def amounts(axes: Axes, table: pd.DataFrame) -> None:
    """Numbers that are no shares: the largest is the darkest."""
    values = table.to_numpy(dtype=np.float64)
    least = min(0.0, float(np.nanmin(values)))
    most = least + 1.6 * max(float(np.nanmax(values)) - least, 1e-9)  # the darkest can still be written on
    axes.imshow(np.ma.masked_invalid(values), cmap="Blues", vmin=least, vmax=most, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        ink = "white" if (value - least) / (most - least) > DARK else "black"
        axes.text(column, row, numbers.amount(float(value)), ha="center", va="center", fontsize=8, color=ink)
    _name(axes, table)


def _name(axes: Axes, table: pd.DataFrame) -> None:
    axes.set_xticks(range(table.shape[1]), table.columns)
    axes.set_yticks(range(len(table)), table.index)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def frame(axes: Axes, row: int, column: int) -> None:
    """A frame around one cell of a heat map."""
    edge: dict[str, Any] = {"fill": False, "edgecolor": "black", "linewidth": 1.8, "zorder": 3}
    axes.add_patch(Rectangle((column - 0.47, row - 0.47), 0.94, 0.94, **edge))
