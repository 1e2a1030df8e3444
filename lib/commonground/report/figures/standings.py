"""Standings as a picture: a row of panels a measure, agents from above to below in the one order."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from commonground.agents.registry import NAMED
from commonground.report.figures import style
from commonground.report.figures.style import spread

NAMES = {
    "won": "share of games won",
    "score": "the paper's score",
    "competition": "the competition's figure (the fewer the better)",
}
COLOURS = {"paper": "0.55", "rival": "C1", "ours": "C0"}
KINDS = {"paper": "the paper's", "rival": "rivals", "ours": "ours"}
LINE: dict[str, Any] = {"linestyle": ":", "linewidth": 0.8}


def standings(table: pd.DataFrame, title: str, marks: Mapping[str, str] = NAMES, ours: str | None = None) -> Figure:
    """Every agent with its interval, coloured by where it comes from; a dotted line is where `ours` stands, or all of ours."""
    panels, agents = list(table["panel"].unique()), list(table["agent"].unique())
    lined = [agent for agent in agents if (agent == ours if ours else kind_of(agent) == "ours")]
    measures = [measure for measure in marks if measure in set(table["measure"])]
    size = (2.5 * len(panels) + 1.5, (0.24 * len(agents) + 1.0) * len(measures) + 0.6)
    figure, grid = plt.subplots(
        len(measures), len(panels), figsize=size, sharey=True, sharex="row", squeeze=False, layout="constrained"
    )
    for axes_row, measure in zip(grid, measures, strict=True):
        for axes, panel in zip(axes_row, panels, strict=True):
            part = table[(table["panel"] == panel) & (table["measure"] == measure)].set_index("agent").reindex(agents)
            _panel(axes, part, lined)
            axes.set_title(style.in_words(panel).replace(", ", ",\n"), fontsize=9, fontweight="normal")
            axes.set_xlabel(marks[measure], fontsize=8)
    grid[0][0].set_yticks(range(len(agents)), agents)
    grid[0][0].set_ylim(len(agents) - 0.5, -0.5)
    figure.legend(handles=_handles(lined), loc="outside lower right", ncols=4, frameon=False, fontsize=8)
    style.message(figure, title)
    return figure


def _handles(lined: Sequence[str]) -> list[Line2D]:
    """The legend: a dot for each kind of agent, and the line."""
    dots = [Line2D([], [], color=COLOURS[kind], marker="o", linestyle="", label=KINDS[kind]) for kind in KINDS]
    return [*dots, Line2D([], [], color=COLOURS["ours"], label=f"where {' and '.join(lined)} stands", **LINE)]


def _panel(axes: Axes, part: pd.DataFrame, lined: Sequence[str]) -> None:
    for place, (agent, row) in enumerate(part.iterrows()):
        colour = COLOURS[kind_of(str(agent))]
        errors = spread(*(pd.Series([row[name]]) for name in ("value", "low", "high")))
        axes.errorbar([row["value"]], [place], xerr=errors, fmt="o", color=colour, markersize=4, capsize=2)
    for agent in lined:
        axes.axvline(part.loc[agent, "value"], color=COLOURS["ours"], zorder=0, **LINE)


def kind_of(agent: str) -> str:
    """Where an agent comes from; static ones are the paper's."""
    named = NAMED.get(agent.split("+")[0].split(" (")[0])
    return "ours" if named and named.ours else "rival" if named and named.rival else "paper"
