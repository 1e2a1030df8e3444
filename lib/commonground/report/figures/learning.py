"""Figures about beliefs: how fast they find the partner, and whom they take a stranger for."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from commonground.report.figures import style
from commonground.report.figures.heat import frame, heat_map
from commonground.report.figures.style import looks
from commonground.report.lineup import in_order
from commonground.study.plan import ENVIRONMENTS


def belief_by_turn(summaries: dict[str, pd.DataFrame], prior: float, message: str) -> Figure:
    """Belief in the true model before each turn: a row of panels a side, a column an environment."""
    figure, grid = plt.subplots(
        len(summaries), 2, figsize=(9, 2.9 * len(summaries)), sharex=True, sharey=True, squeeze=False
    )
    for axes_row, (title, summary) in zip(grid, summaries.items(), strict=True):
        for axes, environment in zip(axes_row, ENVIRONMENTS, strict=True):
            _belief_panel(axes, summary[summary["environment"] == environment])
            axes.axhline(prior, color="0.5", linewidth=0.8, linestyle=(0, (1, 3)))
            axes.set_title(f"{title}, {style.in_words(environment)}")
        axes_row[0].set_ylabel("belief in the true model")
        axes_row[1].legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    for axes in grid[-1]:
        axes.set_xlabel("before turn")
    style.message(figure, message)
    return figure


def _belief_panel(axes: Axes, summary: pd.DataFrame) -> None:
    for agent, look in looks(in_order(summary["agent"])).items():
        part = summary[summary["agent"] == agent].sort_values("turn")
        axes.fill_between(part["turn"], part["low"], part["high"], color=look.colour, alpha=0.15, linewidth=0)
        axes.plot(part["turn"], part["mean"], label=agent, **look.options)
    axes.set_ylim(0, 1.03)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def taken_for(summary: pd.DataFrame, models: Sequence[str], partners: Sequence[str], title: str) -> Figure:
    """Which model each partner is taken for in one environment: a heat map an agent, a clear leader framed."""
    agents = in_order(summary["agent"])
    size = (1.1 + 2.1 * len(agents), 0.4 * len(partners) + 1.4)
    figure, grid = plt.subplots(1, len(agents), figsize=size, sharex=True, sharey=True, squeeze=False)
    for axes, agent in zip(grid[0], agents, strict=True):
        part = summary[summary["agent"] == agent]
        table = _wide(part, "mean", models, partners)
        heat_map(axes, table)
        for row, column in _clear_leaders(part, table):
            frame(axes, row, column)
        axes.set_title(agent, loc="center")
    grid[0, 0].set_ylabel("partner")
    figure.supxlabel("mean belief in each internal model (framed: clearly the most believed)", fontsize=9)
    style.message(figure, title)
    return figure


def _wide(part: pd.DataFrame, values: str, models: Sequence[str], partners: Sequence[str]) -> pd.DataFrame:
    """A row a partner and a column a model, in the one order."""
    wide = part.pivot(index="partner", columns="model", values=values)
    return wide.reindex(index=[name for name in partners if name in wide.index], columns=models)


def _clear_leaders(part: pd.DataFrame, table: pd.DataFrame) -> list[tuple[int, int]]:
    """Cells whose interval lies above those of all other models of the row: a row of even beliefs has none."""
    low, high = (_wide(part, bound, list(table.columns), list(table.index)).to_numpy() for bound in ("low", "high"))
    leaders = table.to_numpy().argmax(axis=1)
    others = [np.delete(row, leader) for row, leader in zip(high, leaders, strict=True)]
    return [(row, int(column)) for row, column in enumerate(leaders) if (low[row, column] > others[row]).all()]
