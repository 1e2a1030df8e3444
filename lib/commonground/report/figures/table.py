"""A table of win rates as a picture: readable in print, at a laptop's width and without colour."""

import textwrap

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from commonground.report import prose, typeset
from commonground.report.lineup import BEST_MODEL
from commonground.report.tables import Table

LABEL, COLUMN, GAP, LINE, BAND = 1.5, 0.77, 0.16, 0.145, 0.24  # inches


def picture(table: Table) -> Figure:
    """The table as a figure: readable in print, at a laptop's width and without colour."""
    places = _places(table)
    right = max(places.values()) + COLUMN / 2
    words = textwrap.wrap(prose.caption(table), int(right * 16.8))
    heights = sum(BAND + 0.03 + sum(map(_height, rows)) for rows in table.rows.values())
    bottom = 0.76 + heights + 0.15 + 0.135 * len(words)
    figure, axes = plt.subplots(figsize=(right, bottom))
    axes.set(xlim=(0, right), ylim=(bottom, 0))
    axes.set_axis_off()
    y = _draw_header(axes, table, places, right)
    for environment in table.rows:
        y = _draw_block(axes, table, environment, places, y)
    _rule(axes, 0, right, y, 1.2)
    axes.text(0, y + 0.1, "\n".join(words), va="top", fontsize=7.5, linespacing=1.25)
    return figure


def _places(table: Table) -> dict[str, float]:
    """The middle of each column."""
    middles, x = {}, LABEL
    for group, partners in table.layout.groups.items():
        for column in (*partners, group):
            x += GAP / 2 if column == group else 0
            middles[column] = x + COLUMN / 2
            x += COLUMN
        x += GAP
    return middles


def _height(row: str) -> float:
    return LINE * (3 if row == BEST_MODEL else 2) + 0.09


def _rule(axes: Axes, left: float, right: float, y: float, width: float) -> None:
    axes.plot([left, right], [y, y], color="black", linewidth=width, solid_capstyle="butt", clip_on=False)


def _draw_header(axes: Axes, table: Table, places: dict[str, float], right: float) -> float:
    _rule(axes, 0, right, 0.03, 1.2)
    for (name, _), (group, partners) in zip(typeset.groups(table), table.layout.groups.items(), strict=True):
        left, end = places[partners[0]] - COLUMN / 2, places[group] + COLUMN / 2
        axes.text((left + end) / 2, 0.2, name, ha="center", va="center", fontsize=9, fontweight="bold")
        _rule(axes, left + 0.04, end - 0.04, 0.33, 0.6)
    for x, column in zip(places.values(), typeset.columns(table), strict=True):
        name, below = column.head
        axes.text(x, 0.47, name, ha="center", va="center", fontsize=9, fontweight="bold")
        axes.text(x, 0.62, below, ha="center", va="center", fontsize=7)
    return 0.76


def _draw_block(axes: Axes, table: Table, environment: str, places: dict[str, float], y: float) -> float:
    """One environment's rows; gives where they end."""
    lines, best = typeset.texts(table), typeset.marked(table)
    _rule(axes, 0, max(places.values()) + COLUMN / 2, y, 0.6)
    axes.text(0, y + BAND / 2 + 0.02, f"{environment} environment", va="center", fontsize=9, style="italic")
    y += BAND
    for row in table.rows[environment]:
        axes.text(0.1, y + 0.12, table.label(environment, row), va="center", fontsize=9)
        for column, x in places.items():
            _draw_cell(axes, x, y + 0.12, lines[environment, row, column], (environment, row, column) in best)
        y += _height(row)
    return y + 0.03


def _draw_cell(axes: Axes, x: float, y: float, lines: list[str], best: bool) -> None:
    if best:
        axes.fill_between([x - COLUMN / 2 + 0.02, x + COLUMN / 2 - 0.02], y - 0.1, y + LINE + 0.08, color="0.87", lw=0)
    axes.text(x, y, lines[0], ha="center", va="center", fontsize=9, fontweight="bold" if best else "normal")
    for number, line in enumerate(lines[1:], start=1):
        style = "italic" if number > 1 else "normal"
        axes.text(x, y + LINE * number, line, ha="center", va="center", fontsize=7, style=style)
