"""Paired differences on one axis with a zero line: a row for what is compared, a panel a measure, a mark a condition."""

from itertools import pairwise
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from commonground.report.compare import COMPETITION, SCORE, TURNS, WON
from commonground.report.figures import style
from commonground.report.figures.style import MARKERS, spread

NAMES = {
    WON: "difference in the share of games won",
    SCORE: "difference in the paper's score",
    TURNS: "difference in turns to win",
    COMPETITION: "difference in the competition's figure (less is better)",
}
LINE, GAP = 0.13, 0.16  # inches: of a mark, and between two rows


def differences(table: pd.DataFrame, title: str) -> Figure:
    """What each row is ahead by, with intervals: a filled mark where that can be told from nothing, a hollow one elsewhere.

    The columns are `label` (the row: what is compared), `condition` (the mark), `measure` (the panel; other names than
    games' measures are written as they are), `difference`, `low` and `high`. Rows, marks and panels stand in the order in
    which they come; all rows of a panel share its axis.
    """
    labels, conditions, measures = (list(dict.fromkeys(table[name])) for name in ("label", "condition", "measure"))
    height = len(labels) * (len(conditions) * LINE + GAP) + 1.5
    figure, panels = plt.subplots(1, len(measures), figsize=(9.5, height), sharey=True, squeeze=False)
    for axes, measure in zip(panels[0], measures, strict=True):
        _panel(axes, table[table["measure"] == measure], labels, conditions)
        axes.set_xlabel(NAMES.get(measure, measure))
    panels[0, 0].set_yticks(range(len(labels)), labels)
    panels[0, 0].set_ylim(len(labels) - 0.5, -0.5)
    style.message(figure, title)
    handles = [
        _handle(number, style.in_words(condition)) for number, condition in enumerate(conditions) if len(conditions) > 1
    ]
    figure.legend(handles=[*handles, UNTOLD], loc="outside lower center", ncols=min(len(handles) + 1, 3))
    return figure


def _panel(axes: Axes, part: pd.DataFrame, labels: list[str], conditions: list[str]) -> None:
    axes.axvline(0, color="black", linewidth=0.8, zorder=0)
    for above, below in pairwise(range(len(labels))):
        axes.axhline((above + below) / 2, color="0.9", linewidth=0.8, zorder=0)
    step = LINE / (len(conditions) * LINE + GAP)  # of a row's height
    for number, condition in enumerate(conditions):
        own = part[part["condition"] == condition]
        shift = step * (number - (len(conditions) - 1) / 2)
        places = np.array([labels.index(label) for label in own["label"]]) + shift
        _marks(axes, own, places, number)


def _marks(axes: Axes, own: pd.DataFrame, places: np.ndarray, number: int) -> None:
    """One condition's marks; those whose interval holds zero are hollow."""
    told = ((own["low"] > 0) | (own["high"] < 0)).to_numpy()
    for clear in (True, False):
        part, at = own[told == clear], places[told == clear]
        face = f"C{number}" if clear else "white"
        reach = spread(part["difference"], part["low"], part["high"])
        axes.errorbar(part["difference"], at, xerr=reach, capsize=2, mfc=face, **_look(number))


def _look(number: int) -> dict[str, Any]:
    return {"color": f"C{number}", "marker": MARKERS[number % len(MARKERS)], "linestyle": "", "markersize": 5}


def _handle(number: int, label: str) -> Line2D:
    return Line2D([], [], label=label, **_look(number))


UNTOLD = Line2D([], [], color="0.3", marker="o", mfc="white", linestyle="", label="hollow: too close to call")
