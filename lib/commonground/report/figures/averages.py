"""What agents come to on average: a row an agent, a panel a measure, a mark a condition."""

from itertools import pairwise
from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from commonground.report.compare import COMPETITION, SCORE, TURNS, WON
from commonground.report.figures.style import MARKERS, in_words, message, spread

NAMES = {
    WON: "share of games won",
    SCORE: "the paper's score",
    TURNS: "turns to win",
    COMPETITION: "the competition's figure",
}
ROW = 0.27  # inches


def averages(table: pd.DataFrame, title: str) -> Figure:
    """Averages with their intervals; the columns are `label`, `condition`, `measure`, `value`, `low` and `high`.

    Rows, marks and panels stand in the order in which they come; all rows of a panel share its axis.
    """
    labels, conditions, measures = (list(dict.fromkeys(table[name])) for name in ("label", "condition", "measure"))
    figure, panels = plt.subplots(1, len(measures), figsize=(9.5, ROW * len(labels) + 1.3), sharey=True, squeeze=False)
    for axes, measure in zip(panels[0], measures, strict=True):
        _panel(axes, table[table["measure"] == measure], labels, conditions)
        axes.set_xlabel(NAMES.get(measure, measure))
    panels[0, 0].set_yticks(range(len(labels)), labels)
    panels[0, 0].set_ylim(len(labels) - 0.5, -0.5)
    message(figure, title)
    figure.legend(*panels[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=len(conditions))
    return figure


def _panel(axes: Axes, part: pd.DataFrame, labels: list[str], conditions: list[str]) -> None:
    for above, below in pairwise(range(len(labels))):
        axes.axhline((above + below) / 2, color="0.9", linewidth=0.8, zorder=0)
    for number, condition in enumerate(conditions):
        own = part[part["condition"] == condition]
        places = [labels.index(label) + 0.16 * (number - (len(conditions) - 1) / 2) for label in own["label"]]
        look: dict[str, Any] = {"color": f"C{number}", "marker": MARKERS[number], "linestyle": "", "markersize": 4.5}
        reach = spread(own["value"], own["low"], own["high"])
        axes.errorbar(own["value"], places, xerr=reach, label=in_words(condition), capsize=0, **look)
