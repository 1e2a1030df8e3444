"""Figures about matches: how wins and score go up with the games that a pair has played."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from commonground.report.figures import style
from commonground.report.figures.style import looks
from commonground.report.lineup import PLACES, in_order
from commonground.report.matches import named
from commonground.study.matches import AFRESH, CARRIED

NAMES = {"won": "share of games won", "score": "the paper's score"}


def learning_curves(table: pd.DataFrame, title: str) -> Figure:
    """A row of panels a measure, a column in or out of distribution; dotted, the same games begun afresh."""
    places = [place for place in PLACES if place in set(table["where"])]
    figure, grid = plt.subplots(
        len(NAMES), len(places), figsize=(9.5, 6.2), sharex=True, sharey="row", squeeze=False, layout="constrained"
    )
    for axes_row, (measure, name) in zip(grid, NAMES.items(), strict=True):
        for axes, place in zip(axes_row, places, strict=True):
            _panel(axes, table[(table["measure"] == measure) & (table["where"] == place)])
            axes.set_title(style.in_words(PLACES[place]), fontsize=9, fontweight="normal")
        axes_row[0].set_ylabel(name)
    for axes in grid[-1]:
        ends = sorted(table["games"].unique())
        axes.set_xlabel("which games with this partner")
        axes.set_xscale("log")
        axes.set_xticks(ends, named(ends))
        axes.set_xticks([], minor=True)
    lines, _ = grid[0][-1].get_legend_handles_labels()
    afresh = Line2D([], [], color="0.4", linestyle=":", linewidth=1, label="the same, afresh")
    grid[0][-1].legend(handles=[*lines, afresh], loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    style.message(figure, title)
    return figure


def _panel(axes: Axes, part: pd.DataFrame) -> None:
    apart = 1.03  # side by side on an axis of powers, so that intervals can be told apart
    for number, (agent, look) in enumerate(looks(in_order(part["agent"])).items()):
        lines = {how: part[(part["agent"] == agent) & (part["how"] == how)] for how in (CARRIED, AFRESH)}
        own, afresh = (found.sort_values("games") for found in lines.values())
        at = own["games"] * apart**number
        axes.vlines(at, own["low"], own["high"], color=look.colour, alpha=0.35, linewidth=1.5)
        axes.plot(at, own["value"], label=agent, **look.options)
        axes.plot(at, afresh["value"], color=look.colour, linestyle=":", linewidth=1, zorder=1)
