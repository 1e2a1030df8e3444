"""Figures about variants of an agent on the same boards: their rates, and what a change makes of them."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from commonground.report.figures.style import spread
from commonground.report.lineup import PLACES


def differences(table: pd.DataFrame, title: str, prefix: str = "") -> Figure:
    """Differences with their intervals, a panel for each condition and a line for each alternative.

    They are the columns `difference`, `low` and `high`, with a prefix if it is given.
    """
    conditions = list(dict.fromkeys(zip(table["environment"], table["where"], strict=True)))
    figure, panels = plt.subplots(
        1, len(conditions), figsize=(9.5, 0.34 * table["alternative"].nunique() + 1.3), sharey=True, sharex=True
    )
    columns = [f"{prefix}{name}" for name in ("difference", "low", "high")]
    for axes, (environment, where) in zip(panels, conditions, strict=True):
        part = table[(table["environment"] == environment) & (table["where"] == where)]
        places = -part["alternative"].to_numpy()
        errors = spread(*(part[name] for name in columns))
        axes.errorbar(part[columns[0]], places, xerr=errors, fmt="o", color="black", markersize=4, capsize=2)
        axes.axvline(0, color="0.7", linewidth=0.8, zorder=0)
        axes.set_yticks(
            places, [f"{r} {a}: {o}" for r, a, o in zip(part["reading"], part["agent"], part["other"], strict=True)]
        )
        axes.set_title(f"{environment},\n{PLACES[where]}", fontsize=9, fontweight="normal")
    figure.suptitle(title, x=0.01, ha="left", fontweight="bold")
    return figure
