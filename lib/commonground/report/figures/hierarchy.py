"""Figures about levels and beliefs over them: readable in grey, because markers, frames and numbers say it too."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from commonground.game import STANDARD
from commonground.report import numbers
from commonground.report.figures.heat import amounts, frame, heat_map
from commonground.report.figures.style import in_turn, spread
from commonground.report.hierarchies import MANNERS, OWN
from commonground.report.lineup import OTHER
from commonground.report.unsure import PEOPLE, UNSURE


def levels(table: pd.DataFrame) -> Figure:
    """Who understands whom: win rate and turns of won games for every two levels; pairs of one level framed."""
    own = table[table["manner"] == OWN]
    figure, (left, right) = plt.subplots(1, 2, figsize=(7, 2.7))
    won, turns = (own.pivot(index="speaks", columns="hears", values=value) for value in ("won", "turns"))
    heat_map(left, won, digits=3)
    amounts(right, turns)
    for axes, shown, title in ((left, won, "win rate"), (right, turns, "turns of games won")):
        axes.set_title(title)
        axes.set_xlabel("guesser")
        axes.set_xticks(range(shown.shape[1]), [f"G{k}" for k in shown.columns])
        axes.set_yticks(range(len(shown)), [f"S{k}" for k in shown.index])
        for place in range(min(shown.shape)):
            frame(axes, place, place)
    left.set_ylabel("spymaster")
    half = [(own[f"{value}_high"] - own[f"{value}_low"]).max() / 2 for value in ("won", "turns")]
    reach = f"±{numbers.rate(half[0])} and ±{numbers.amount(half[1])}"
    figure.supxlabel(f"framed: the same level; 95 % intervals reach at most {reach}", fontsize=8)
    return figure


def manners(table: pd.DataFrame) -> Figure:
    """Pairs of one level, as they think and remember: win rate and turns by level."""
    figure, panels = plt.subplots(1, 2, figsize=(8.5, 3))
    same = table[table["speaks"] == table["hears"]]
    static = same[same["speaks"] == 0]
    for axes, value, label in zip(panels, ("won", "turns"), ("win rate", "turns of games won"), strict=True):
        for number, (manner, title) in enumerate(MANNERS.items()):
            part = pd.concat([static, same[(same["manner"] == manner) & (same["speaks"] > 0)]])
            reach = spread(part[value], part[f"{value}_low"], part[f"{value}_high"])
            places = part["speaks"] + 0.06 * (number - 1.5)
            axes.errorbar(places, part[value], yerr=reach, capsize=2, markersize=5, label=title, **in_turn(number))
        axes.set_xticks(sorted(set(same["speaks"])), [f"S{k} with G{k}" for k in sorted(set(same["speaks"]))])
        axes.set_ylabel(label)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return figure


def found(table: pd.DataFrame) -> Figure:
    """Red cards found after each turn by pairs of one level: a panel for each manner."""
    figure, panels = plt.subplots(1, len(MANNERS), figsize=(10, 2.7), sharey=True)
    static = table[table["level"] == 0]
    for axes, (manner, title) in zip(panels, MANNERS.items(), strict=True):
        part = pd.concat([static, table[(table["manner"] == manner) & (table["level"] > 0)]])
        for number, (level, line) in enumerate(part.groupby("level")):
            axes.fill_between(line["turn"], line["low"], line["high"], alpha=0.2, linewidth=0)
            axes.plot(line["turn"], line["found"], label=f"S{level} with G{level}", **in_turn(number))
        axes.set_title(title)
        axes.set_xlabel("after turn")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    panels[0].set_ylabel(f"red cards found, of {STANDARD.red}")
    panels[-1].legend(loc="lower right")
    return figure


def room(rates: pd.DataFrame) -> Figure:
    """Turns of games won by pairs of one level, by how many of a card's neighbours may be clues."""
    figure, axes = plt.subplots(figsize=(5, 2.9))
    for number, (level, line) in enumerate(rates.groupby("level")):
        places = np.arange(len(line)) + 0.06 * (number - 1)
        reach, name = spread(line["turns"], line["low"], line["high"]), f"S{level} with G{level}"
        axes.errorbar(places, line["turns"], yerr=reach, capsize=2, label=name, **in_turn(number))
        axes.set_xticks(range(len(line)), [f"{count}" for count in line["neighbours"]])
    axes.set_xlabel("nearest words of each card that may be clues")
    axes.set_ylabel("turns of games won")
    axes.legend()
    return figure


def beliefs(tables: dict[str, pd.DataFrame], reached: float = 0.05) -> Figure:
    """Belief in what is true before each turn, of agents unsure of both: a column for each thing, a row for each side."""
    figure, grid = plt.subplots(
        2, len(tables), figsize=(3 * len(tables) + 1, 4.6), sharex=True, sharey=True, squeeze=False
    )
    for column, (what, table) in zip(grid.T, tables.items(), strict=True):
        for axes, side in zip(column, OTHER, strict=True):
            mine = table[(table["side"] == side) & (table["of"] == "both")]
            for number, (partner, line) in enumerate(mine.groupby("partner")):
                kept = line[line["games"] >= reached * line["games"].max()]
                axes.fill_between(kept["turn"], kept["low"], kept["high"], alpha=0.2, linewidth=0)
                name = f"{'G' if side == 'spymaster' else 'S'}{partner}"
                axes.plot(kept["turn"], kept["mean"], label=f"with {name}", **in_turn(number))
            axes.set_title(f"{side}s: the {what}")
            axes.set_ylim(0, 1.03)
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    for axes in grid[-1]:
        axes.set_xlabel("before turn")
    for axes in grid[:, 0]:
        axes.set_ylabel("belief in the truth")
    for row in grid:
        fullest = max(row, key=lambda axes: len(axes.lines))  # a partner may be missing where it can't be found out
        row[-1].legend(*fullest.get_legend_handles_labels(), loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


def unsure(table: pd.DataFrame) -> Figure:
    """What being unsure or wrong changes against one who knows: differences in win rate, by side and partner's level."""
    levels = sorted(set(table["partner"]))
    figure, grid = plt.subplots(2, len(levels), figsize=(9.5, 4.2), sharex=True, sharey=True, squeeze=False)
    order = [who for who in PEOPLE if who in set(table["who"])]
    for axes_row, side in zip(grid, OTHER, strict=True):
        for axes, partner in zip(axes_row, levels, strict=True):
            part = table[(table["side"] == side) & (table["partner"] == partner)]
            for row in part.itertuples():
                place, sure = order.index(row.who), row.who not in UNSURE.values()
                face = "white" if sure else "C0"
                axes.plot([row.low, row.high], [place, place], color="C1" if sure else "C0", linewidth=2)
                axes.plot(row.difference, place, "D" if sure else "o", color="C1" if sure else "C0", mfc=face)
            axes.axvline(0, color="0.6", linewidth=0.8, zorder=0)
            axes.set_title(f"{side}s with {'G' if side == 'spymaster' else 'S'}{partner}", fontsize=9)
            axes.set_yticks(range(len(order)), order)
            axes.set_ylim(len(order) - 0.5, -0.5)
    figure.supxlabel("difference in win rate from the agent that knows both, same boards, 95 % interval", fontsize=9)
    return figure


def another_step(table: pd.DataFrame) -> Figure:
    """What a second step of thinking changes: wins, and turns of games that both won, by partner."""
    names = [f"{row.who} with {row.partner}" for row in table.rename(columns={"with": "partner"}).itertuples()]
    figure, panels = plt.subplots(1, 2, figsize=(9, 0.32 * len(table) + 1.2), sharey=True)
    shown = (("wins", "low", "high", "difference in win rate"), ("turns", "fewer", "more", "difference in turns"))
    for axes, (value, low, high, label) in zip(panels, shown, strict=True):
        reach = spread(table[value], table[low], table[high])
        axes.errorbar(table[value], range(len(table)), xerr=reach, fmt="o", color="C0", capsize=2)
        axes.axvline(0, color="0.6", linewidth=0.8, zorder=0)
        axes.set_yticks(range(len(table)), names)
        axes.set_ylim(len(table) - 0.5, -0.5)
        axes.set_xlabel(label)
    figure.suptitle("Two steps of thinking against one, same boards", x=0.01, ha="left", fontweight="bold")
    return figure


def believed_to_learn(table: pd.DataFrame, reached: float = 0.05) -> Figure:
    """The belief that the partner learns, before each turn: a panel for each agent, a line for each kind of partner."""
    figure, panels = plt.subplots(1, 2, figsize=(8, 2.9), sharey=True)
    for axes, (who, mine) in zip(panels, sorted(table.groupby("who"), reverse=True), strict=True):
        for number, (partner, line) in enumerate(mine.groupby("partner")):
            kept = line[line["games"] >= reached * line["games"].max()]
            axes.fill_between(kept["turn"], kept["low"], kept["high"], alpha=0.2, linewidth=0)
            axes.plot(kept["turn"], kept["mean"], label=f"with {partner}", **in_turn(number))
        axes.set_title(str(who))
        axes.set_xlabel("before turn")
        axes.set_ylim(0, 1.03)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.legend()
    panels[0].set_ylabel("belief that the partner learns")
    return figure


def reckoned(table: pd.DataFrame, title: str) -> Figure:
    """Differences in wins and in score, a line for each `name`."""
    figure, panels = plt.subplots(1, 2, figsize=(9, 0.32 * len(table) + 1.3), sharey=True)
    for axes, (measure, label) in zip(panels, (("won", "in win rate"), ("score", "in score")), strict=True):
        reach = spread(table[measure], table[f"{measure}_low"], table[f"{measure}_high"])
        axes.errorbar(table[measure], range(len(table)), xerr=reach, fmt="o", color="C0", capsize=2)
        axes.axvline(0, color="0.6", linewidth=0.8, zorder=0)
        axes.set_yticks(range(len(table)), table["name"])
        axes.set_ylim(len(table) - 0.5, -0.5)
        axes.set_xlabel(f"difference {label}")
    figure.suptitle(title, x=0.01, ha="left", fontweight="bold")
    return figure
