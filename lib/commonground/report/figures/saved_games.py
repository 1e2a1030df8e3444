"""Pictures of saved games with people: beliefs by turn, how sure agents become, what is known from game to game."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

MARKERS = "oDs^vPX*"
COLUMNS = 3


def belief_lines(beliefs: pd.DataFrame, most: int = 12) -> Figure:
    """Belief in each model before each turn, a panel a game."""
    games = beliefs.groupby("game", sort=False).first()[:most]
    rows = -(-len(games) // COLUMNS)
    figure, grid = plt.subplots(rows, COLUMNS, figsize=(9, 2.2 * rows + 0.6), sharey=True, squeeze=False)
    models = list(dict.fromkeys(beliefs["model"]))
    for axes, (game, about) in zip(grid.flat, games.iterrows(), strict=False):
        part = beliefs[beliefs["game"] == game]
        for number, model in enumerate(models):
            line = part[part["model"] == model]
            axes.plot(line["turn"], line["belief"], marker=MARKERS[number % len(MARKERS)], markersize=4, label=model)
        axes.set_title(f"{about['agent']}, game {game[-8:]}", fontweight="normal", fontsize=9)
        axes.set_ylim(-0.03, 1.03)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    for axes in grid.flat[len(games) :]:
        axes.set_visible(False)
    figure.supxlabel("before turn", fontsize=9)
    figure.supylabel("belief", fontsize=9)
    figure.legend(*grid.flat[0].get_legend_handles_labels(), loc="outside upper right", ncols=len(models))
    return figure


def certainty_lines(table: pd.DataFrame) -> Figure:
    """How sure each agent is before each turn: every game a thin line, the mean over the games that reach it a thick one."""
    figure, axes = plt.subplots(figsize=(7, 3))
    for number, (agent, part) in enumerate(table.groupby("agent", sort=True)):
        colour, marker = f"C{number}", MARKERS[number % len(MARKERS)]
        for _, game in part.groupby("game"):
            axes.plot(game["turn"], game["certainty"], color=colour, alpha=0.25, linewidth=0.8)
        mean = part.groupby("turn")["certainty"].mean()
        axes.plot(mean.index, mean, color=colour, marker=marker, linewidth=2, label=agent)
    axes.set_ylim(-0.03, 1.03)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("before turn")
    axes.set_ylabel("certainty")
    axes.set_title("How sure the agents become about the person")
    figure.legend(loc="outside right upper")
    return figure


def acquaintance_lines(table: pd.DataFrame) -> Figure:
    """What is believed of a person from game to game, a panel a person and agent: dots where a game begins, ends of lines after it."""
    people = list(table.groupby(["person", "side", "agent"], sort=True))
    models = list(dict.fromkeys(table["model"]))
    figure, grid = plt.subplots(1, len(people), figsize=(3.6 * len(people) + 1, 2.8), sharey=True, squeeze=False)
    for axes, ((person, _, agent), part) in zip(grid.flat, people, strict=True):
        for place, model in enumerate(models):
            line = part[part["model"] == model]
            steps = np.stack([line["number"], line["number"] + 0.8], axis=1).ravel()
            held = line[["began", "ended"]].to_numpy().ravel()
            marker = MARKERS[place % len(MARKERS)]
            axes.plot(steps, held, color=f"C{place}", marker=marker, markevery=2, markersize=4, label=model)
        axes.set_title(f"{agent} and {person or 'somebody'}", fontweight="normal", fontsize=9)
        axes.set_ylim(-0.03, 1.03)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    figure.supxlabel("game", fontsize=9)
    figure.supylabel("belief", fontsize=9)
    figure.legend(*grid.flat[0].get_legend_handles_labels(), loc="outside upper right", ncols=len(models))
    return figure
