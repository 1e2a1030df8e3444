"""What saved games with people show: how beliefs about a person move, and how the games end."""

import json

import numpy as np
import pandas as pd

from commonground.report import statistics


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
