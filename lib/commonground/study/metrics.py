"""The study in a few numbers, for `dvc metrics show` and `dvc metrics diff`: who wins how often, in how many turns, what for."""

from typing import Any

import pandas as pd

from commonground import files, paths
from commonground.embeddings import catalogue
from commonground.study import plan, results

DIGITS = 4
ROLES = {"spymasters": ("spymaster", "guesser"), "guessers": ("guesser", "spymaster")}  # who is judged, with whom


def write(set_name: str) -> None:
    """`figures/<set>/metrics.json`: for both tables, every agent that is not static, in and out of distribution."""
    chosen = catalogue.load().set(set_name)
    found = {table: of(results.games(set_name, *names), table, chosen) for table, names in plan.TABLES.items()}
    files.write_json(paths.figures(set_name) / "metrics.json", found)


def of(games: pd.DataFrame, table: str, chosen: catalogue.Set) -> dict[str, Any]:
    """The share of games won, the score, the competition's figure and the turns of games won, by environment, agent, partners."""
    role, partner = ROLES[table]
    statics = {name: kind for kind in ("internal", "external") for name in chosen.with_role(kind)}
    learners = games[~games[role].isin(statics)]
    where = learners[partner].map(statics).map({"internal": "in", "external": "out"})
    found: dict[str, Any] = {}
    for (environment, agent, place), part in learners.groupby(["environment", role, where]):
        won = part[part["won"] == 1]
        numbers = {measure: part[measure].mean() for measure in ("won", "score", "competition")}
        numbers |= {"turns": won["turns"].mean()} if len(won) else {}
        found.setdefault(environment, {}).setdefault(agent, {})[place] = {
            k: round(v, DIGITS) for k, v in numbers.items()
        }
    return found
