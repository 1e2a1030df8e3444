"""Figures about games: how long those are that are won, what loses the others, and who plays well with whom."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from commonground.report import numbers
from commonground.report.figures import style
from commonground.report.figures.heat import frame, heat_map
from commonground.report.figures.style import spread
from commonground.report.lineup import PLACES, in_order
from commonground.study.plan import ENVIRONMENTS


def turns_to_win(table: pd.DataFrame, title: str) -> Figure:
    """The mean number of turns of won games: filled for known partners, hollow for strangers."""
    order = in_order(table["agent"])
    figure, grid = plt.subplots(1, 2, figsize=(9, 0.34 * len(order) + 1.4), sharex=True, sharey=True)
    for axes, environment in zip(grid, ENVIRONMENTS, strict=True):
        for where, marker, face, shift in (("in", "o", "C0", -0.13), ("out", "D", "white", 0.13)):
            part = table[(table["environment"] == environment) & (table["where"] == where)]
            places = np.array([order.index(agent) for agent in part["agent"]]) + shift
            reach = spread(part["mean"], part["low"], part["high"])
            look: dict[str, Any] = {"fmt": marker, "color": "C0", "mfc": face, "capsize": 2}
            axes.errorbar(part["mean"], places, xerr=reach, label=style.in_words(PLACES[where]), **look)
        axes.set_yticks(range(len(order)), order)
        axes.set_ylim(len(order) - 0.5, -0.5)
        axes.set_title(style.in_words(environment))
        axes.set_xlabel("turns of the games that were won")
    figure.legend(*grid[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    style.message(figure, title)
    return figure


def losses(table: pd.DataFrame, title: str) -> Figure:
    """Lost games by what lost them, as shares of all games; the counts are written beside each bar."""
    rows = [(agent, where) for agent in in_order(table["agent"]) for where in PLACES]
    rows = [row for row in rows if ((table["agent"] == row[0]) & (table["where"] == row[1])).any()]
    figure, grid = plt.subplots(1, 2, figsize=(10, 0.3 * len(rows) + 1.5), sharex=True, sharey=True)
    for axes, environment in zip(grid, ENVIRONMENTS, strict=True):
        here = table[table["environment"] == environment].set_index(["agent", "where"])
        for place, row in enumerate(rows):
            _loss_bar(axes, place, here.loc[row])
        axes.set_yticks(range(len(rows)), [f"{agent}, {style.in_words(PLACES[where])}" for agent, where in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlim(0, min(1.5, 1.4 * float(table["high"].max())))
        axes.set_xticks([tick for tick in axes.get_xticks() if tick <= 1])
        axes.set_title(style.in_words(environment))
        axes.set_xlabel("share of games lost, 95 % interval")
    handles = [
        Patch(facecolor="C1", edgecolor="black", label="the assassin"),
        Patch(facecolor="white", edgecolor="black", hatch="////", label="all blue cards"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=2, title="counts: assassin + blue of all games")
    style.message(figure, title)
    return figure


def _loss_bar(axes: Axes, place: int, row: pd.Series) -> None:
    assassin, blue = row["to_assassin"] / row["games"], row["to_blue"] / row["games"]
    axes.barh(place, assassin, height=0.65, color="C1", edgecolor="black", linewidth=0.6)
    axes.barh(place, blue, left=assassin, height=0.65, color="white", edgecolor="black", linewidth=0.6, hatch="////")
    axes.plot([row["low"], row["high"]], [place, place], color="black", linewidth=1.4)
    note = f"{row['to_assassin']:,} + {row['to_blue']:,} of {row['games']:,}"
    axes.annotate(note, (row["high"], place), (4, 0), textcoords="offset points", va="center", fontsize=7)


def cross_play(rates: pd.DataFrame, kinds: Mapping[str, str], title: str) -> Figure:
    """The win rate of every pairing of one environment, its score below; self-play is framed, kinds of agents are set apart.

    `kinds` gives the order of the agents, and to each its kind.
    """
    spymasters = [name for name in kinds if name in set(rates["spymaster"])]
    guessers = [name for name in kinds if name in set(rates["guesser"])]
    table, scores = (
        rates.pivot(index="spymaster", columns="guesser", values=value).reindex(index=spymasters, columns=guessers)
        for value in ("rate", "score")
    )
    figure, axes = plt.subplots(figsize=(0.56 * len(guessers) + 2, 0.42 * len(spymasters) + 1.7))
    heat_map(axes, table, below=scores)
    for row, column in ((spymasters.index(name), guessers.index(name)) for name in spymasters if name in guessers):
        if not np.isnan(table.iat[row, column]):
            frame(axes, row, column)
    for line in _borders([kinds[name] for name in spymasters]):
        axes.axhline(line, color="white", linewidth=4)
    for line in _borders([kinds[name] for name in guessers]):
        axes.axvline(line, color="white", linewidth=4)
    axes.set_xlabel("guesser")
    axes.set_ylabel("spymaster")
    axes.set_xticks(range(len(guessers)), [name.replace("_noise", "\nnoise") for name in guessers])
    half = numbers.rate(float((rates["high"] - rates["low"]).max() / 2), 2)
    note = f"win rate (95 % intervals reach at most ±{half}), below it the score; framed: self-play"
    width = int(style.LETTERS * (figure.get_figwidth() - 1))
    lines = [textwrap.fill(title, width), textwrap.fill(note, int(1.15 * width))]
    axes.set_title(f"{lines[0]}\n" + "\n" * lines[1].count("\n"), loc="left")
    axes.text(0, 1.015, lines[1], transform=axes.transAxes)
    return figure


def _borders(kinds: Sequence[str]) -> list[float]:
    """Where one kind of agents ends and the next begins."""
    return [place - 0.5 for place in range(1, len(kinds)) if kinds[place] != kinds[place - 1]]
