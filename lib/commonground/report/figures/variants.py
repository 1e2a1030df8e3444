"""Figures about variants of an agent on the same boards: their rates, and what a change makes of them."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from commonground.report.figures.style import spread
from commonground.report.lineup import PLACES


def steps(table: pd.DataFrame, title: str) -> Figure:
    """Win rates of variants that build on each other, a panel for each condition, with intervals over boards."""
    conditions = list(dict.fromkeys(zip(table["environment"], table["where"], strict=True)))
    variants = list(table["variant"].unique())
    figure, panels = plt.subplots(
        1, len(conditions), figsize=(10, 0.36 * len(variants) + 1.4), sharey=True, layout="constrained"
    )
    for axes, (environment, where) in zip(np.atleast_1d(panels), conditions, strict=True):
        part = table[(table["environment"] == environment) & (table["where"] == where)]
        errors = spread(part["rate"], part["rate_low"], part["rate_high"])
        axes.errorbar(part["rate"], range(len(part)), xerr=errors, fmt="o", color="black", markersize=4, capsize=2)
        axes.set_yticks(range(len(part)), part["variant"])
        axes.set_ylim(len(part) - 0.5, -0.5)
        axes.set_title(f"{environment},\n{PLACES[where]}", fontsize=9, fontweight="normal")
        axes.set_xlabel("share of games won")
    figure.suptitle(title, x=0.01, ha="left", fontweight="bold")
    return figure
