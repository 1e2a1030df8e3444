"""What saved games show: how beliefs about people move, and how the games end."""

import json

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from commonground.report import statistics

MARKERS = "oDs^vPX*"
COLUMNS = 3


def beliefs_by_turn(turns: pd.DataFrame) -> pd.DataFrame:
    """The agent's belief in each model before each turn of each game; static agents have none."""
    rows = [
        (row.game, row.side, row.agent, row.turn, model, belief)
        for row in turns.itertuples()
        for model, belief in zip(json.loads(row.models), json.loads(getattr(row, f"{row.side}_beliefs")), strict=True)
    ]
    return pd.DataFrame(rows, columns=["game", "side", "agent", "turn", "model", "belief"])


def certainty(beliefs: pd.DataFrame) -> pd.DataFrame:
    """How sure the agent is before each turn, by game: 0 if all models are even, 1 if it believes in one alone.

    One minus the entropy of the beliefs, as a share of the largest there can be.
    """
    keys = ["side", "agent", "game", "turn"]

    def sureness(held: pd.Series) -> float:
        p = held[held > 0]
        return float(1 + (p * np.log(p)).sum() / np.log(len(held))) if len(held) > 1 else 1.0

    return beliefs.groupby(keys, sort=True)["belief"].agg(sureness).rename("certainty").reset_index()


def acquaintance(turns: pd.DataFrame) -> pd.DataFrame:
    """What was believed of each person when each of their games began and ended, in the order in which they were saved."""
    games = turns.sort_values(["saved", "game", "turn"]).groupby("game", sort=False).first()
    rows = []
    for (person, side, agent), part in games.groupby(["person", "side", "agent"], sort=True):
        for number, row in enumerate(part.itertuples(), start=1):
            held = zip(
                *(json.loads(text) for text in (row.models, getattr(row, f"{side}_beliefs"), row.ended)), strict=True
            )
            rows += [(person, side, agent, number, *of_model) for of_model in held]
    return pd.DataFrame(rows, columns=["person", "side", "agent", "number", "model", "began", "ended"])


def results(turns: pd.DataFrame) -> pd.DataFrame:
    """Games, wins with their Wilson interval, the paper's score with its bootstrap interval, and turns, for each agent.

    `watched` counts the games in which the person saw what the agent believed.
    """
    columns = {name: (name, "first") for name in ("side", "agent", "won", "score", "watched")}
    games = turns.groupby("game").agg(**columns, turns=("turn", "max"))
    rows = []
    for (side, agent), part in games.groupby(["side", "agent"]):
        rate, points = statistics.proportion(part["won"].to_numpy()), statistics.mean(part["score"].to_numpy())
        counts = len(part), int(part["watched"].sum()), int(part["won"].sum())
        rows.append([side, agent, *counts, *rate, *points, part["turns"].mean()])
    rated = ["rate", "low", "high", "score", "score_low", "score_high"]
    return pd.DataFrame(rows, columns=["side", "agent", "games", "watched", "won", *rated, "turns"])


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
