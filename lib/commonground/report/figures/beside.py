"""Here against the paper: every cell that both have as a point."""

from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from commonground.report.figures import style
from commonground.report.lineup import BEST_MODEL, PLACES, in_order
from commonground.study.plan import ENVIRONMENTS


def scatter(compared: pd.DataFrame, internal: list[str], title: str) -> Figure:
    """Win rates here by those of the paper, a panel an environment: filled in distribution, hollow out of it.

    On the line both are the same; averages are left out, since they are of these.
    """
    cells = compared[~compared["column"].isin(PLACES)]
    rows = in_order(cells["row"])
    figure, panels = plt.subplots(1, 2, figsize=(9.5, 4.6), sharex=True, sharey=True)
    for axes, environment in zip(panels, ENVIRONMENTS, strict=True):
        axes.axline((0, 0), slope=1, color="0.7", linewidth=0.8, zorder=0)
        _points(axes, cells[cells["environment"] == environment], rows, internal)
        axes.set(
            title=style.in_words(environment), xlabel="win rate in the paper", xlim=(-0.03, 1.03), ylim=(-0.03, 1.03)
        )
        axes.set_aspect("equal")
    panels[0].set_ylabel("win rate here")
    style.message(figure, title)
    figure.legend(handles=_handles(rows), loc="outside right center")
    return figure


def _look(rows: list[str]) -> dict[str, dict[str, Any]]:
    """Each agent in its own colour and marker, whose noise shows as a ring, since hollow is said of strangers here."""
    looks = style.looks(row for row in rows if row != BEST_MODEL)
    found: dict[str, dict[str, Any]] = {row: {"color": "0.4", "marker": "s", "linestyle": ""} for row in rows}
    for row, look in looks.items():
        ringed = {"markeredgecolor": "black", "markeredgewidth": 1.2} if look.line != "-" else {}
        found[row] = {"color": look.colour, "marker": look.marker, "linestyle": "", **ringed}
    return found


def _points(axes: Axes, cells: pd.DataFrame, rows: list[str], internal: list[str]) -> None:
    for row, look in _look(rows).items():
        part = cells[cells["row"] == row]
        known = part["column"].isin(internal)
        axes.plot(part[known]["paper"], part[known]["ours"], **look)
        axes.plot(part[~known]["paper"], part[~known]["ours"], mfc="white", **look)


def _handles(rows: list[str]) -> list[Line2D]:
    found = [Line2D([], [], label=row, **look) for row, look in _look(rows).items()]
    out = Line2D([], [], color="0.3", marker="o", mfc="white", linestyle="", label="hollow: stranger")
    ring = Line2D([], [], color="0.7", marker="o", markeredgecolor="black", linestyle="", label="ringed: assumes noise")
    same = Line2D([], [], color="0.7", linewidth=0.8, label="the same")
    return [*found, out, ring, same]
