"""A table as a picture: readable in print, at a laptop's width and without colour."""

import textwrap

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from commonground.report.typeset import Cell, Line, Sheet

LABEL, GAP, LINE, BAND, LETTER = 1.5, 0.16, 0.145, 0.24, 0.054  # inches
NARROWEST = 6.6  # inches, so that a caption can be read


def picture(sheet: Sheet) -> Figure:
    """A table as it is set, as a figure."""
    width, places = _widths(sheet)
    right = places[-1] + width / 2
    words = textwrap.wrap(sheet.caption, int(right * 16.8))
    heights = sum(BAND + 0.03 + sum(map(_height, lines)) for _, lines in sheet.blocks)
    bottom = 0.76 + heights + 0.15 + 0.135 * len(words)
    figure, axes = plt.subplots(figsize=(right, bottom))
    axes.set(xlim=(0, right), ylim=(bottom, 0))
    axes.set_axis_off()
    y = _draw_header(axes, sheet, places, width)
    for environment, lines in sheet.blocks:
        y = _draw_block(axes, environment, lines, places, width, y)
    _rule(axes, 0, right, y, 1.2)
    axes.text(0, y + 0.1, "\n".join(words), va="top", fontsize=7.5, linespacing=1.25)
    return figure


def _widths(sheet: Sheet) -> tuple[float, list[float]]:
    """How wide columns are, so that the longest line fits, and the middle of each."""
    longest = max(len(line) for _, lines in sheet.blocks for row in lines for cell in row.cells for line in cell.lines)
    width = max(0.12 + LETTER * longest, (NARROWEST - LABEL) / len(sheet.columns))
    middles, x = [], LABEL
    for number, column in enumerate(sheet.columns):
        x += {"group": GAP if number else 0.0, "average": GAP / 2}.get(column.edge, 0.0)
        middles.append(x + width / 2)
        x += width
    return width, middles


def _height(row: Line) -> float:
    return LINE * max(len(cell.lines) for cell in row.cells) + 0.09


def _rule(axes: Axes, left: float, right: float, y: float, width: float) -> None:
    axes.plot([left, right], [y, y], color="black", linewidth=width, solid_capstyle="butt", clip_on=False)


def _draw_header(axes: Axes, sheet: Sheet, places: list[float], width: float) -> float:
    _rule(axes, 0, places[-1] + width / 2, 0.03, 1.2)
    start = 0
    for name, span in sheet.groups:
        left, end = places[start] - width / 2, places[start + span - 1] + width / 2
        axes.text((left + end) / 2, 0.2, name, ha="center", va="center", fontsize=9, fontweight="bold")
        _rule(axes, left + 0.04, end - 0.04, 0.33, 0.6)
        start += span
    for x, column in zip(places, sheet.columns, strict=True):
        name, below = column.head
        axes.text(x, 0.47, name, ha="center", va="center", fontsize=9, fontweight="bold")
        axes.text(x, 0.62, below, ha="center", va="center", fontsize=7)
    return 0.76


def _draw_block(axes: Axes, name: str, rows: list[Line], places: list[float], width: float, y: float) -> float:
    """One environment's rows; gives where they end."""
    _rule(axes, 0, places[-1] + width / 2, y, 0.6)
    axes.text(0, y + BAND / 2 + 0.02, f"{name} environment", va="center", fontsize=9, style="italic")
    y += BAND
    for row in rows:
        axes.text(0.1, y + 0.12, row.label, va="center", fontsize=9)
        for x, cell in zip(places, row.cells, strict=True):
            _draw_cell(axes, x, y + 0.12, cell, width)
        y += _height(row)
    return y + 0.03


def _draw_cell(axes: Axes, x: float, y: float, cell: Cell, width: float) -> None:
    if cell.best:
        axes.fill_between([x - width / 2 + 0.02, x + width / 2 - 0.02], y - 0.1, y + LINE + 0.08, color="0.87", lw=0)
    weight = "bold" if cell.best else "normal"
    axes.text(x, y, cell.lines[0], ha="center", va="center", fontsize=9, fontweight=weight)
    for number, line in enumerate(cell.lines[1:], start=1):
        style = "italic" if number > 1 else "normal"
        axes.text(x, y + LINE * number, line, ha="center", va="center", fontsize=7, style=style)
