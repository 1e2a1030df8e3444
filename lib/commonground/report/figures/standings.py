"""Standings as a picture: a row of panels a measure, agents from above to below in the one order."""

from collections.abc import Mapping

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


def standings(table: pd.DataFrame, title: str, marks: Mapping[str, str] = NAMES) -> Figure:
    """Every agent with its interval, coloured by where it comes from; the dotted line is where ours stands."""
    panels, agents = list(table["panel"].unique()), list(table["agent"].unique())
    measures = [measure for measure in marks if measure in set(table["measure"])]
    size = (2.5 * len(panels) + 1.5, (0.24 * len(agents) + 1.0) * len(measures) + 0.6)
    figure, grid = plt.subplots(
        len(measures), len(panels), figsize=size, sharey=True, sharex="row", squeeze=False, layout="constrained"
    )
    for axes_row, measure in zip(grid, measures, strict=True):
        for axes, panel in zip(axes_row, panels, strict=True):
            part = table[(table["panel"] == panel) & (table["measure"] == measure)].set_index("agent").reindex(agents)
            _panel(axes, part)
            axes.set_title(panel.replace(", ", ",\n"), fontsize=9, fontweight="normal")
            axes.set_xlabel(marks[measure], fontsize=8)
    grid[0][0].set_yticks(range(len(agents)), agents)
    grid[0][0].set_ylim(len(agents) - 0.5, -0.5)
    handles = [Line2D([], [], color=COLOURS[kind], marker="o", linestyle="", label=KINDS[kind]) for kind in KINDS]
    figure.legend(handles=handles, loc="outside lower right", ncols=len(handles), frameon=False, fontsize=8)
    style.message(figure, title)
    return figure


def _panel(axes: Axes, part: pd.DataFrame) -> None:
    for place, (agent, row) in enumerate(part.iterrows()):
        colour = COLOURS[kind_of(str(agent))]
        errors = spread(*(pd.Series([row[name]]) for name in ("value", "low", "high")))
        axes.errorbar([row["value"]], [place], xerr=errors, fmt="o", color=colour, markersize=4, capsize=2)
    own = [row["value"] for agent, row in part.iterrows() if kind_of(str(agent)) == "ours"]
    for value in own:
        axes.axvline(value, color=COLOURS["ours"], linestyle=":", linewidth=0.8, zorder=0)


def kind_of(agent: str) -> str:
    """Where an agent comes from; static ones are the paper's."""
    named = NAMED.get(agent.split("+")[0].split(" (")[0])
    return "ours" if named and named.ours else "rival" if named and named.rival else "paper"
