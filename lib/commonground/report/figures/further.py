"""Figures of the notebooks that go past the paper."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from commonground.report.figures.draw import PLACES

MARKS = "oDs^vP*X"
LINES = ("-", "--", ":", "-.")


def expected_and_worth(summary: pd.DataFrame) -> Figure:
    """What was expected of the clue that was chosen, and what it was worth, as samples grow: a panel for each way to draw."""
    figure, panels = plt.subplots(1, 2, figsize=(9, 3.4), sharey=True)
    for axes, draws in zip(panels, ("independent", "common"), strict=True):
        part = summary[summary["draws"] == draws]
        for number, what in enumerate(("expected", "worth")):
            spread = [part[what] - part[f"{what}_low"], part[f"{what}_high"] - part[what]]
            label = {"expected": "expected when it was chosen", "worth": "worth, on many new draws"}[what]
            style = {"marker": MARKS[number], "linestyle": LINES[number], "color": f"C{number}"}
            axes.errorbar(part["samples"], part[what], yerr=spread, capsize=3, label=label, **style)
        axes.set_xscale("log")
        axes.set_xticks(part["samples"], [str(count) for count in part["samples"]])
        axes.minorticks_off()
        axes.set_xlabel("samples for each clue")
        axes.set_title(f"{draws} draws")
    panels[0].set_ylabel("utility of the first clue")
    figure.suptitle("The clue that is chosen promises more than it is worth", x=0.01, ha="left", fontweight="bold")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return figure


def noise_believed(table: pd.DataFrame, most: int = 8) -> Figure:
    """The noise believed before each turn, a line for each true noise, partners in and out of distribution apart."""
    figure, panels = plt.subplots(1, 2, figsize=(9, 3.2), sharey=True)
    for axes, where in zip(panels, ("in", "out"), strict=True):
        for number, (true, part) in enumerate(table[table["where"] == where].groupby("true")):
            drawn = part[(part["turn"] <= most) & (part["games"] >= max(3, 0.1 * part["games"].max()))]
            style = {"marker": MARKS[number % 8], "linestyle": LINES[number % 4], "color": f"C{number}"}
            axes.plot(drawn["turn"], drawn["noise"], label=f"{true:g}", **style)
        axes.set_xlabel("before turn")
        axes.set_title(f"{PLACES[where]} partners")
        axes.set_ylim(-0.03, 1.03)
    panels[0].set_ylabel("noise believed, on average")
    figure.suptitle("What is believed of the team-mate's noise", x=0.01, ha="left", fontweight="bold")
    figure.legend(*panels[0].get_legend_handles_labels(), title="true noise", loc="outside right center")
    return figure


def steps(table: pd.DataFrame, title: str) -> Figure:
    """Win rates of variants that build on each other, a panel for each condition, with intervals over boards."""
    conditions = list(dict.fromkeys(zip(table["environment"], table["where"], strict=True)))
    variants = list(table["variant"].unique())
    figure, panels = plt.subplots(
        1, len(conditions), figsize=(10, 0.36 * len(variants) + 1.4), sharey=True, layout="constrained"
    )
    for axes, (environment, where) in zip(np.atleast_1d(panels), conditions, strict=True):
        part = table[(table["environment"] == environment) & (table["where"] == where)]
        # a share of 1 may be a hair above the end of its interval
        errors = [(part["rate"] - part["rate_low"]).clip(lower=0), (part["rate_high"] - part["rate"]).clip(lower=0)]
        axes.errorbar(part["rate"], range(len(part)), xerr=errors, fmt="o", color="black", markersize=4, capsize=2)
        axes.set_yticks(range(len(part)), part["variant"])
        axes.set_ylim(len(part) - 0.5, -0.5)
        axes.set_title(f"{environment},\n{PLACES[where]}", fontsize=9, fontweight="normal")
        axes.set_xlabel("share of games won")
    figure.suptitle(title, x=0.01, ha="left", fontweight="bold")
    return figure
