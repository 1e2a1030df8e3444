"""The picture of agents for people: who finds the cards that people mean, and who wins with a crowd of people's kind."""

from collections.abc import Collection, Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from commonground.crowd.asking import AGENT, GPT, LANGUAGE, THEMSELVES
from commonground.report.figures import style
from commonground.report.figures.standings import COLOURS, NAMES, kind_of
from commonground.report.figures.style import spread
from commonground.report.for_people import WITH_CROWD
from commonground.report.standings import MEASURES

EMBEDDINGS = COLOURS["paper"]
SHADES = {AGENT: COLOURS["ours"], LANGUAGE: COLOURS["ours"], THEMSELVES: "C2", GPT: "C3"}


def headline(found: pd.DataFrame, spymasters: pd.DataFrame, guessers: pd.DataFrame, title: str) -> Figure:
    """On the left the share of meant cards found; then games won and scores with the crowd, spymasters above guessers."""
    figure, panels = plt.subplots(1, 3, figsize=(10.5, 0.27 * len(found) + 1.6), layout="constrained")
    colours = [SHADES.get(name, EMBEDDINGS) for name in found["guesser"]]
    _points(panels[0], found["guesser"].tolist(), found["share"], found["low"], found["high"], colours)
    panels[0].set_xlabel("share of the cards meant that are found")
    panels[0].set_title("people's clues, boards held out", fontsize=9, fontweight="normal")
    for axes, measure in zip(panels[1:], MEASURES, strict=True):
        above, below = _with_crowd(spymasters, measure), _with_crowd(guessers, measure)
        part = pd.concat([above, below], ignore_index=True)
        names = part["agent"].tolist()
        _points(axes, names, part["value"], part["low"], part["high"], [COLOURS[kind_of(name)] for name in names])
        axes.axhline(len(above) - 0.5, color="0.8", linewidth=0.8)
        axes.set_xlabel(NAMES[measure])
        axes.set_title("with the crowd: spymasters, guessers", fontsize=9, fontweight="normal")
    figure.legend(handles=_handles(set(colours)), loc="outside lower right", ncols=6, frameon=False, fontsize=8)
    style.message(figure, title)
    return figure


def _handles(used: Collection[str]) -> list[Line2D]:
    """The legend: a dot for each colour that is used."""
    of_agents = {EMBEDDINGS: "embeddings and the paper's agents", COLOURS["rival"]: "rivals", COLOURS["ours"]: "ours"}
    others = {SHADES[name]: name for name in (THEMSELVES, GPT) if SHADES[name] in used}
    dots = (of_agents | others).items()
    return [Line2D([], [], color=colour, marker="o", linestyle="", label=text) for colour, text in dots]


def _with_crowd(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    """The agents' own rows by one measure, without variants."""
    own = ~table["agent"].str.contains("(", regex=False)
    return table[(table["panel"] == WITH_CROWD) & (table["measure"] == measure) & own]


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
