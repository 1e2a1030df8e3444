"""A dial of an agent, and what turning it does to wins and to score."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from commonground.report.figures import style
from commonground.report.figures.style import in_turn, spread

PARTNERS = {"in": "known partners", "out": "partners left out"}
NAMES = {"won": "share of games won", "score": "score"}


def dial(table: pd.DataFrame, settings: Sequence[float], label: str, title: str) -> Figure:
    """Wins and score by the dial's setting, a line for each condition; variants stand in the order of the settings."""
    figure, panels = plt.subplots(1, 2, figsize=(9.5, 3.4))
    for axes, (measure, name) in zip(panels, NAMES.items(), strict=True):
        for number, ((environment, where), part) in enumerate(table.groupby(["environment", "where"], sort=False)):
            errors = spread(part[measure], part[f"{measure}_low"], part[f"{measure}_high"])
            axes.errorbar(
                settings, part[measure], errors, label=f"{environment}, {PARTNERS[where]}", capsize=2, **in_turn(number)
            )
        axes.set_xticks(settings)
        axes.set_xlabel(label)
        axes.set_ylabel(name)
    style.message(figure, title)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return figure
