"""The picture of agents for people: who finds the cards that people mean, and who wins with a crowd of people's kind."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from commonground.report.figures.standings import COLOURS, kind_of
from commonground.report.figures.style import spread
from commonground.report.for_people import WITH_CROWD

OURS = ("G_P", "people's language")
THEMSELVES = "people"


def headline(found: pd.DataFrame, tables: Sequence[tuple[str, pd.DataFrame]], title: str) -> Figure:
    """On the left the share of meant cards found, then, for spymasters and guessers, the games won with the crowd."""
    wins = [(role, _won(table)) for role, table in tables]
    rows = max(len(found), *(len(part) for _, part in wins))
    figure, panels = plt.subplots(1, 1 + len(wins), figsize=(10.5, 0.27 * rows + 1.3), layout="constrained")
    colours = ["C0" if name in OURS else "C2" if name == THEMSELVES else "0.55" for name in found["guesser"]]
    _points(panels[0], found["guesser"].tolist(), found["share"], found["low"], found["high"], colours)
    panels[0].set_xlabel("share of the cards meant that are found")
    panels[0].set_title("people's clues, boards held out", fontsize=9, fontweight="normal")
    for axes, (role, part) in zip(panels[1:], wins, strict=True):
        names = part["agent"].tolist()
        _points(axes, names, part["value"], part["low"], part["high"], [COLOURS[kind_of(name)] for name in names])
        axes.set_xlabel("share of games won")
        axes.set_title(f"{role} with the crowd", fontsize=9, fontweight="normal")
    figure.suptitle(title, x=0.01, ha="left", fontweight="bold")
    return figure


def _won(table: pd.DataFrame) -> pd.DataFrame:
    return table[(table["panel"] == WITH_CROWD) & (table["measure"] == "won")].reset_index(drop=True)


def _points(
    axes: Axes, names: Sequence[str], value: pd.Series, low: pd.Series, high: pd.Series, colours: Sequence[str]
) -> None:
    """A point with its interval for each name, from above to below."""
    for place, colour in enumerate(colours):
        one = slice(place, place + 1)
        errors = spread(value[one], low[one], high[one])
        axes.errorbar(value[one], [place], xerr=errors, fmt="o", color=colour, markersize=4, capsize=2)
    axes.set_yticks(range(len(names)), list(names))
    axes.set_ylim(len(names) - 0.5, -0.5)
