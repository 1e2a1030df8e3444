"""Figures about noise: what a clue promises and what it is worth, and what is believed of a team-mate's noise."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from commonground.report.figures import style
from commonground.report.figures.style import in_turn, spread
from commonground.report.lineup import PLACES


def expected_and_worth(summary: pd.DataFrame, title: str) -> Figure:
    """What was expected of the clue that was chosen, and what it was worth, as samples grow: a panel for each way to draw."""
    figure, panels = plt.subplots(1, 2, figsize=(9, 3.4), sharey=True)
    for axes, draws in zip(panels, ("independent", "common"), strict=True):
        part = summary[summary["draws"] == draws]
        for number, what in enumerate(("expected", "worth")):
            reach = spread(part[what], part[f"{what}_low"], part[f"{what}_high"])
            label = {"expected": "expected when it was chosen", "worth": "worth, on many new draws"}[what]
            axes.errorbar(part["samples"], part[what], yerr=reach, capsize=3, label=label, **in_turn(number))
        axes.set_xscale("log")
        axes.set_xticks(part["samples"], [str(count) for count in part["samples"]])
        axes.minorticks_off()
        axes.set_xlabel("samples for each clue")
        axes.set_title(f"{draws} draws")
    panels[0].set_ylabel("utility of the first clue")
    style.message(figure, title)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return figure


def noise_believed(table: pd.DataFrame, title: str, most: int = 8) -> Figure:
    """The noise believed before each turn, a line for each true noise, partners in and out of distribution apart."""
    figure, panels = plt.subplots(1, 2, figsize=(9, 3.2), sharey=True)
    for axes, where in zip(panels, PLACES, strict=True):
        for number, (true, part) in enumerate(table[table["where"] == where].groupby("true")):
            drawn = part[(part["turn"] <= most) & (part["games"] >= max(3, 0.1 * part["games"].max()))]
            (line,) = axes.plot(drawn["turn"], drawn["noise"], label=f"{true:g}", **in_turn(number))
            axes.fill_between(
                drawn["turn"], drawn["low"], drawn["high"], color=line.get_color(), alpha=0.15, linewidth=0
            )
        axes.set_xlabel("before turn")
        axes.set_title(style.in_words(PLACES[where]))
        axes.set_ylim(-0.03, 1.03)
    panels[0].set_ylabel("noise believed, on average")
    style.message(figure, title)
    figure.legend(*panels[0].get_legend_handles_labels(), title="true noise", loc="outside right center")
    return figure
