"""Figures about claims, learning and cross-play: readable in grey, because markers, hatches and numbers say it too."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import MaxNLocator

from commonground.report.claims import FAILS, HOLDS, SIGNS, UNSURE, Claim
from commonground.study.plan import ENVIRONMENTS

VERDICTS = {HOLDS: ("C0", "o", "C0"), FAILS: ("C1", "X", "C1"), UNSURE: ("0.35", "s", "white")}  # colour, marker, face
LINES = {  # colour, marker, line: noisy agents are dashed and hollow
    "SM_B": ("C0", "o", "-"),
    "SM_B_noise": ("C1", "D", "--"),
    "DG_B": ("C0", "o", "-"),
    "DG_B_noise": ("C0", "o", "--"),
    "MG_B": ("C2", "^", "-"),
    "MG_B_noise": ("C2", "^", "--"),
    "BG_B": ("C1", "s", "-"),
    "BG_B_noise": ("C1", "s", "--"),
}
PLACES = {"in": "in-distribution partners", "out": "out-of-distribution partners"}
DARKEST = 1.25  # the value that would be darkest: a frame can still be seen around 1
REACHED = 0.05  # share of the games that must reach a turn for it to be drawn


# Claims


def forest(claims: Sequence[Claim]) -> Figure:
    """A row a claim: the comparison its verdict hangs on with its interval, the claim's other comparisons as ticks."""
    figure, axes = plt.subplots(figsize=(10, 0.52 * len(claims) + 1.3))
    for row, claim in enumerate(claims):
        _forest_row(axes, row, claim)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_yticks(range(len(claims)), [textwrap.fill(claim.name, 34) for claim in claims])
    axes.set_ylim(len(claims) - 0.5, -0.6)
    for start, claim in enumerate(claims):
        if start == 0 or claims[start - 1].group != claim.group:
            axes.axhline(start - 0.5, color="0.8", linewidth=0.8)
            axes.text(0.01, start - 0.45, claim.group, transform=axes.get_yaxis_transform(), va="top", style="italic")
    axes.set_xlabel("difference in win rate (pairings: in share of pairings), 95 % interval; right of 0 is as claimed")
    axes.set_title("What the paper's discussion claims, and what was measured", loc="left")
    figure.legend(handles=_verdict_handles(), loc="outside lower center", ncols=4)
    return figure


def _forest_row(axes: Axes, row: int, claim: Claim) -> None:
    colour, marker, face = VERDICTS[claim.verdict]
    value, low, high = claim.decisive.effect
    others = [comparison.effect.value for comparison in claim.comparisons if comparison is not claim.decisive]
    axes.plot(others, [row] * len(others), "|", color="0.55", markersize=7)
    axes.plot([low, high], [row, row], color=colour, linewidth=2)
    axes.plot(value, row, marker, color=colour, markerfacecolor=face, markersize=8)
    note = f"{SIGNS[claim.verdict]} {claim.verdict}  {value:+.3f} [{low:+.3f}, {high:+.3f}]\n{claim.decisive}"
    axes.annotate(
        note, (1.01, row), xycoords=axes.get_yaxis_transform(), va="center", fontsize=7.5, annotation_clip=False
    )


def _verdict_handles() -> list[Line2D]:
    handles = [
        Line2D(
            [], [], color=colour, marker=marker, markerfacecolor=face, linewidth=2, label=f"{SIGNS[verdict]} {verdict}"
        )
        for verdict, (colour, marker, face) in VERDICTS.items()
    ]
    ticks = Line2D([], [], color="0.55", marker="|", linestyle="", label="the claim's other comparisons")
    return [*handles, ticks]


def assumed_noise(table: pd.DataFrame) -> Figure:
    """The average win rate of SM_B by the noise it assumes, one line a condition."""
    figure, axes = plt.subplots(figsize=(7.5, 3.4))
    for number, (condition, part) in enumerate(table.groupby("condition", sort=False)):
        spread = [part["mean"] - part["low"], part["high"] - part["mean"]]
        style: dict[str, Any] = {"marker": "oDs^"[number % 4], "linestyle": ("-", "--", ":", "-.")[number % 4]}
        shifted = part["assumed"] + 0.008 * (number - 1.5)  # side by side: intervals stay apart
        axes.errorbar(shifted, part["mean"], yerr=spread, capsize=3, label=condition, **style)
    axes.set_xticks(sorted(table["assumed"].unique()))
    axes.set_ylim(top=1.02)
    axes.set_xlabel("noise that the spymaster assumes")
    axes.set_ylabel("average win rate")
    axes.set_title("How much noise should a Bayesian spymaster assume?")
    figure.legend(loc="outside right center")
    return figure


# Learning


def belief_by_turn(summaries: dict[str, pd.DataFrame], prior: float) -> Figure:
    """Belief in the true model before each turn: a row of panels a side, a column an environment."""
    figure, grid = plt.subplots(
        len(summaries), 2, figsize=(9, 2.9 * len(summaries)), sharex=True, sharey=True, squeeze=False
    )
    for axes_row, (title, summary) in zip(grid, summaries.items(), strict=True):
        for axes, environment in zip(axes_row, ENVIRONMENTS, strict=True):
            _belief_panel(axes, summary[summary["environment"] == environment])
            axes.axhline(prior, color="0.5", linewidth=0.8, linestyle=(0, (1, 3)))
            axes.set_title(f"{title}, {environment}")
        axes_row[0].set_ylabel("belief in the true model")
        axes_row[1].legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    for axes in grid[-1]:
        axes.set_xlabel("before turn")
    return figure


def _belief_panel(axes: Axes, summary: pd.DataFrame) -> None:
    for agent in (name for name in LINES if name in set(summary["agent"])):
        part = summary[summary["agent"] == agent].sort_values("turn")
        part = part[part["games"] >= max(5, REACHED * part["games"].max())]
        colour, marker, line = LINES[agent]
        face = colour if line == "-" else "white"
        axes.fill_between(part["turn"], part["low"], part["high"], color=colour, alpha=0.15, linewidth=0)
        axes.plot(part["turn"], part["mean"], color=colour, marker=marker, linestyle=line, label=agent, mfc=face)
    axes.set_ylim(0, 1.03)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def taken_for(summary: pd.DataFrame, title: str) -> Figure:
    """Which model each partner is taken for: a heat map for each agent and environment, a clear leader framed."""
    agents = [name for name in LINES if name in set(summary["agent"])]
    size = (1.1 + 1.75 * len(agents), 4.2)
    figure, grid = plt.subplots(2, len(agents), figsize=size, sharex=True, sharey=True, squeeze=False)
    for axes_row, environment in zip(grid, ENVIRONMENTS, strict=True):
        for axes, agent in zip(axes_row, agents, strict=True):
            part = summary[(summary["environment"] == environment) & (summary["agent"] == agent)]
            table = part.pivot(index="partner", columns="model", values="mean")
            heat_map(axes, table)
            for row, column in _clear_leaders(part, table):
                frame(axes, row, column)
            axes.set_title(agent, loc="center")
        axes_row[0].set_ylabel(f"{environment}\npartner")
    figure.supxlabel("mean belief in each internal model (framed: clearly the most believed)", fontsize=9)
    figure.suptitle(title, x=0.01, ha="left", fontsize=10, fontweight="bold")
    return figure


def _clear_leaders(part: pd.DataFrame, table: pd.DataFrame) -> list[tuple[int, int]]:
    """Cells whose interval lies above those of all other models of the row: a row of even beliefs has none."""
    low, high = (part.pivot(index="partner", columns="model", values=bound).to_numpy() for bound in ("low", "high"))
    leaders = table.to_numpy().argmax(axis=1)
    others = [np.delete(row, leader) for row, leader in zip(high, leaders, strict=True)]
    return [(row, int(column)) for row, column in enumerate(leaders) if (low[row, column] > others[row]).all()]


def frame(axes: Axes, row: int, column: int) -> None:
    """A frame around one cell of a heat map."""
    edge: dict[str, Any] = {"fill": False, "edgecolor": "black", "linewidth": 1.8, "zorder": 3}
    axes.add_patch(Rectangle((column - 0.44, row - 0.44), 0.88, 0.88, **edge))


def heat_map(axes: Axes, table: pd.DataFrame, digits: int = 2) -> None:
    """Numbers between 0 and 1 as cells with the numbers in them; a dash where there is none."""
    values = table.to_numpy(dtype=np.float64)
    axes.imshow(np.ma.masked_invalid(values), cmap="Blues", vmin=0, vmax=DARKEST, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        text = "–" if np.isnan(value) else f"{value:.{digits}f}".removeprefix("0")
        axes.text(column, row, text, ha="center", va="center", fontsize=8, color="white" if value > 0.7 else "black")
    axes.set_xticks(range(table.shape[1]), table.columns)
    axes.set_yticks(range(len(table)), table.index)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


# Games


def turns_to_win(table: pd.DataFrame, order: Sequence[str]) -> Figure:
    """The mean number of turns of won games: filled for known partners, hollow for strangers."""
    figure, grid = plt.subplots(1, 2, figsize=(9, 0.34 * len(order) + 1.4), sharex=True, sharey=True)
    for axes, environment in zip(grid, ENVIRONMENTS, strict=True):
        for where, marker, face, shift in (("in", "o", "C0", -0.13), ("out", "D", "white", 0.13)):
            part = table[(table["environment"] == environment) & (table["where"] == where)]
            places = np.array([order.index(agent) for agent in part["agent"]]) + shift
            spread = [part["mean"] - part["low"], part["high"] - part["mean"]]
            look: dict[str, Any] = {"fmt": marker, "color": "C0", "mfc": face, "capsize": 2, "label": PLACES[where]}
            axes.errorbar(part["mean"], places, xerr=spread, **look)
        axes.set_yticks(range(len(order)), order)
        axes.set_ylim(len(order) - 0.5, -0.5)
        axes.set_title(environment)
        axes.set_xlabel("turns of the games that were won")
    figure.legend(*grid[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return figure


def losses(table: pd.DataFrame, order: Sequence[str]) -> Figure:
    """Lost games by what lost them, as shares of all games; the counts are written beside each bar."""
    rows = [(agent, where) for agent in order for where in PLACES]
    rows = [row for row in rows if ((table["agent"] == row[0]) & (table["where"] == row[1])).any()]
    figure, grid = plt.subplots(1, 2, figsize=(10, 0.3 * len(rows) + 1.5), sharex=True, sharey=True)
    for axes, environment in zip(grid, ENVIRONMENTS, strict=True):
        here = table[table["environment"] == environment].set_index(["agent", "where"])
        for place, row in enumerate(rows):
            _loss_bar(axes, place, here.loc[row])
        axes.set_yticks(range(len(rows)), [f"{agent}, {where}" for agent, where in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlim(0, min(1.5, 1.4 * float(table["high"].max())))
        axes.set_xticks([tick for tick in axes.get_xticks() if tick <= 1])
        axes.set_title(environment)
        axes.set_xlabel("share of games lost, 95 % interval")
    handles = [
        Patch(facecolor="C1", edgecolor="black", label="the assassin"),
        Patch(facecolor="white", edgecolor="black", hatch="////", label="all blue cards"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=2, title="counts: assassin + blue of all games")
    return figure


def _loss_bar(axes: Axes, place: int, row: pd.Series) -> None:
    assassin, blue = row["to_assassin"] / row["games"], row["to_blue"] / row["games"]
    axes.barh(place, assassin, height=0.65, color="C1", edgecolor="black", linewidth=0.6)
    axes.barh(place, blue, left=assassin, height=0.65, color="white", edgecolor="black", linewidth=0.6, hatch="////")
    axes.plot([row["low"], row["high"]], [place, place], color="black", linewidth=1.4)
    note = f"{row['to_assassin']:,} + {row['to_blue']:,} of {row['games']:,}"
    axes.annotate(note, (row["high"], place), (4, 0), textcoords="offset points", va="center", fontsize=7)


# Cross-play


def cross_play(rates: pd.DataFrame, kinds: Mapping[str, str], title: str) -> Figure:
    """The win rate of every pairing of one environment; self-play is framed, kinds of agents are set apart.

    `kinds` gives the order of the agents, and to each its kind.
    """
    spymasters = [name for name in kinds if name in set(rates["spymaster"])]
    guessers = [name for name in kinds if name in set(rates["guesser"])]
    table = rates.pivot(index="spymaster", columns="guesser", values="rate").reindex(index=spymasters, columns=guessers)
    figure, axes = plt.subplots(figsize=(0.56 * len(guessers) + 2, 0.36 * len(spymasters) + 1.5))
    heat_map(axes, table)
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
    half = float((rates["high"] - rates["low"]).max() / 2)
    axes.set_title(f"{title}\n", loc="left")
    axes.text(
        0, 1.02, f"win rate; framed: self-play; 95 % intervals reach at most ±{half:.2f}", transform=axes.transAxes
    )
    return figure


def _borders(kinds: Sequence[str]) -> list[float]:
    """Where one kind of agents ends and the next begins."""
    return [place - 0.5 for place in range(1, len(kinds)) if kinds[place] != kinds[place - 1]]
