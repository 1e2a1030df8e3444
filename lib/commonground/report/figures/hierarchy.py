"""Figures about levels and beliefs over them: readable in grey, because markers, frames and numbers say it too."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from commonground.report import numbers
from commonground.report.figures.heat import amounts, frame, heat_map
from commonground.report.figures.style import in_turn, message
from commonground.report.hierarchies import OWN
from commonground.report.lineup import OTHER


def levels(table: pd.DataFrame, title: str) -> Figure:
    """Who understands whom: win rate and score of every two levels; pairs of one level framed."""
    own = table[table["manner"] == OWN]
    figure, (left, right) = plt.subplots(1, 2, figsize=(7, 2.9))
    won, score = (own.pivot(index="speaks", columns="hears", values=value) for value in ("won", "score"))
    heat_map(left, won, digits=3)
    amounts(right, score)
    for axes, shown, name in ((left, won, "share of games won"), (right, score, "the paper's score")):
        axes.set_title(name, fontweight="normal", fontsize=9)
        axes.set_xlabel("guesser")
        axes.set_xticks(range(shown.shape[1]), [f"G{k}" for k in shown.columns])
        axes.set_yticks(range(len(shown)), [f"S{k}" for k in shown.index])
        for place in range(min(shown.shape)):
            frame(axes, place, place)
    left.set_ylabel("spymaster")
    half = [(own[f"{value}_high"] - own[f"{value}_low"]).max() / 2 for value in ("won", "score")]
    reach = f"±{numbers.rate(half[0])} and ±{numbers.amount(half[1])}"
    figure.supxlabel(f"framed: the same level; 95 % intervals reach at most {reach}", fontsize=8)
    message(figure, title)
    return figure


def beliefs(table: pd.DataFrame, title: str, reached: float = 0.05) -> Figure:
    """Belief in what is true before each turn: a panel for each side, a line for each thing that may be found out.

    The columns are `side`, `what`, `turn`, `games`, `mean`, `low`, `high`.
    """
    figure, panels = plt.subplots(1, 2, figsize=(8.5, 3.2), sharex=True, sharey=True)
    for axes, side in zip(panels, OTHER, strict=True):
        for number, (what, line) in enumerate(table[table["side"] == side].groupby("what", sort=False)):
            kept = line[line["games"] >= reached * line["games"].max()]
            axes.fill_between(kept["turn"], kept["low"], kept["high"], alpha=0.2, linewidth=0)
            axes.plot(kept["turn"], kept["mean"], label=what, **in_turn(number))
        _turns(axes, f"{side}s")
    panels[0].set_ylabel("belief in the truth")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    message(figure, title)
    return figure


def _turns(axes: Axes, name: str) -> None:
    axes.set_title(name, fontweight="normal", fontsize=9)
    axes.set_xlabel("before turn")
    axes.set_ylim(0, 1.03)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
