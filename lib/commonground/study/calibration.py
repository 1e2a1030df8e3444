"""Do beliefs about noise find the noise? Games with partners whose noise is set, and what was believed of it by turn."""

from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from commonground import agents, parallel
from commonground.embeddings import EmbeddingSet, load_set
from commonground.errors import CommonGroundError
from commonground.game import Environment, play
from commonground.report import statistics

COLUMNS = ["agent", "true", "partner", "where", "board", "turn", "level", "belief"]


def believed(
    agent: str, set_name: str, true: tuple[float, ...], boards: int, seed: int, **options: Any
) -> pd.DataFrame:
    """What an agent (with some options) believes of the noise before each turn, with every static partner at every true noise."""
    if boards < 1 or not true:
        raise CommonGroundError("Calibration takes one board or more, and one noise or more.")
    partners = list(_words(set_name))
    tasks = [(agent, set_name, noise, partner, boards, seed, options) for noise, partner in product(true, partners)]
    rows = [row for found in parallel.each(with_partner, tasks, f"noise that {agent} finds") for row in found]
    return pd.DataFrame(rows, columns=COLUMNS).sort_values(COLUMNS[:7], ignore_index=True)


def with_partner(
    agent: str, set_name: str, noise: float, partner: str, boards: int, seed: int, options: dict[str, Any]
) -> list[tuple[Any, ...]]:
    """One agent with one partner at one noise: a row for each board, turn and level."""
    words = _words(set_name)
    where = "in" if partner in {member.name for member in words.internal} else "out"
    speaks = agent in agents.OUR_SPYMASTERS
    learner: Any = agents.spymaster(agent, words, **options) if speaks else agents.guesser(agent, words, **options)
    spymaster = learner if speaks else agents.spymaster(partner, words)
    guesser = agents.guesser(partner, words, noise=noise) if speaks else learner
    channel = Environment("stochastic", 0.0 if speaks else noise)
    rows: list[tuple[Any, ...]] = []
    for board in range(boards):
        play(words.deal(board, seed), spymaster, guesser, channel, (seed, "calibration", agent, partner, board))
        for turn, beliefs in enumerate(learner.noise_by_turn, start=1):
            rows += [
                (agent, noise, partner, where, board, turn, _named(level), belief) for level, belief in beliefs.items()
            ]
    return rows


def _named(level: float | str) -> str:
    """A level as tables call it."""
    return level if isinstance(level, str) else f"{level:g}"


@lru_cache(maxsize=1)
def _words(set_name: str) -> EmbeddingSet:
    return load_set(set_name)


def last_beliefs(table: pd.DataFrame) -> pd.DataFrame:
    """The belief in each level once a game is over, averaged over games, with intervals over boards."""
    keys = ["agent", "true", "partner", "board"]
    last = table[table["turn"] == table.groupby(keys)["turn"].transform("max")]
    rows = []
    for key, part in last.groupby(["agent", "true", "where", "level"], sort=False):
        rows.append((*key, *statistics.mean(part.groupby("board")["belief"].mean().to_numpy())))
    return pd.DataFrame(rows, columns=["agent", "true", "where", "level", "belief", "low", "high"])


def mean_noise(table: pd.DataFrame) -> pd.DataFrame:
    """The noise believed before each turn on average (strangers left out), by true noise and kind of partner."""
    known = table[table["level"] != "stranger"]
    known = known.assign(noise=known["level"].astype(float) * known["belief"])
    keys = ["agent", "true", "where", "turn", "partner", "board"]
    games = known.groupby(keys)[["noise", "belief"]].sum().reset_index()
    games["noise"] = games["noise"] / games["belief"].clip(lower=np.finfo(float).tiny)
    grouped = games.groupby(keys[:4])["noise"].agg(["mean", "size"]).reset_index()
    return grouped.rename(columns={"mean": "noise", "size": "games"})


def calibrated(table: pd.DataFrame, bins: int = 5) -> pd.DataFrame:
    """Of the times a level was believed so much, how often it was the true one, by kind of partner.

    Partners whose true noise is none of the levels are left out: about them no belief can be right.
    """
    true = table["true"].map("{:g}".format)
    part = table[true.isin(set(table["level"])) & (table["turn"] > 1)]
    right = part["level"] == part["true"].map("{:g}".format)
    edges = np.linspace(0, 1, bins + 1)
    place = np.clip(np.digitize(part["belief"], edges[1:-1]), 0, bins - 1)
    believed = [f"{edges[i]:.1f} to {edges[i + 1]:.1f}" for i in place]
    grouped = part.assign(right=right, believed=believed).groupby(["where", "believed"])
    return grouped.agg(belief=("belief", "mean"), right=("right", "mean"), times=("right", "size")).reset_index()
