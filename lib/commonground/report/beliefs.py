"""What beliefs about a team-mate's noise come to: at the end of games, turn by turn, and how often they were right."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from commonground.game import GameRecord
from commonground.report import numbers, statistics


def last_beliefs(table: pd.DataFrame) -> pd.DataFrame:
    """The belief in each level once a game is over, averaged over games, with intervals over boards."""
    keys = ["agent", "true", "partner", "board"]
    last = table[table["turn"] == table.groupby(keys)["turn"].transform("max")]
    rows = []
    for key, part in last.groupby(["agent", "true", "where", "level"], sort=False):
        rows.append((*key, *_over_boards(part, "belief")))
    return pd.DataFrame(rows, columns=["agent", "true", "where", "level", "belief", "low", "high"])


def mean_noise(table: pd.DataFrame) -> pd.DataFrame:
    """The noise believed before each turn on average (strangers left out), by true noise and kind of partner.

    With intervals over boards; noise runs from 0 to 1 in everything that is believed here.
    """
    known = table[table["level"] != "stranger"]
    known = known.assign(noise=known["level"].astype(float) * known["belief"])
    keys = ["agent", "true", "where", "turn", "partner", "board"]
    games = known.groupby(keys)[["noise", "belief"]].sum().reset_index()
    games["noise"] = games["noise"] / games["belief"].clip(lower=np.finfo(float).tiny)
    rows = [(*key, len(part), *_over_boards(part, "noise")) for key, part in games.groupby(keys[:4])]
    return pd.DataFrame(rows, columns=[*keys[:4], "games", "noise", "low", "high"])


def most_reach(by_turn: pd.DataFrame) -> int:
    """The last turn that at least half of the games come to, whatever the partner's noise: later ones are of few games."""
    whole = by_turn.groupby(["where", "true"])["games"].transform("max")
    reached = by_turn[by_turn["games"] >= whole / 2]
    return int(reached.groupby(["where", "true"])["turn"].max().min())


def message(by_turn: pd.DataFrame) -> str:
    """What a figure of the noise believed says: whether the lines part in the right order, and with whom less sharply."""
    last = by_turn[by_turn["turn"] == most_reach(by_turn)].sort_values("true")
    lines = {str(where): part["noise"] for where, part in last.groupby("where")}
    ordered = {where: bool(noise.is_monotonic_increasing) for where, noise in lines.items()}
    if all(ordered.values()):
        reach = {where: float(noise.max() - noise.min()) for where, noise in lines.items()}
        dull = [where for where in reach if reach[where] < max(reach.values()) / 2]
        less = "".join(f", with {WHOM[where]} less sharply" for where in dull)
        return f"The noisier the partner, the more noise is believed in{less}"
    if not any(ordered.values()):
        return "What noise is believed in is not in the order of what it is"
    some, others = ("known partner", WHOM["out"]) if ordered["in"] else ("stranger", WHOM["in"])
    return f"The noisier a {some}, the more noise is believed in; not all in order with {others}"


WHOM = {"in": "known partners", "out": "strangers"}


def calibrated(table: pd.DataFrame, bins: int = 5) -> pd.DataFrame:
    """Of the times a level was believed so much, how often it was the true one, by kind of partner, with intervals over boards.

    Partners whose true noise is none of the levels are left out: about them no belief can be right.
    """
    true = table["true"].map("{:g}".format)
    part = table[true.isin(set(table["level"])) & (table["turn"] > 1)]
    right = part["level"] == part["true"].map("{:g}".format)
    edges = np.linspace(0, 1, bins + 1)
    place = np.clip(np.digitize(part["belief"], edges[1:-1]), 0, bins - 1)
    believed = [f"{numbers.rate(edges[i], 1)} to {numbers.rate(edges[i + 1], 1)}" for i in place]
    grouped = part.assign(right=right.astype(float), believed=believed).groupby(["where", "believed"])
    rows = [
        (*key, times["board"].nunique(), len(times), times["belief"].mean(), *_over_boards(times, "right"))
        for key, times in grouped
    ]
    return pd.DataFrame(rows, columns=["where", "believed", "boards", "times", "belief", "right", "low", "high"])


def readable(calibrated: pd.DataFrame) -> pd.DataFrame:
    """How often beliefs were right, as people read it."""
    right, belief = numbers.column(calibrated, "right"), calibrated["belief"].map(numbers.rate)
    return calibrated.assign(right=right, belief=belief).drop(columns=["low", "high"]).set_index(["where", "believed"])


def _over_boards(rows: pd.DataFrame, what: str) -> statistics.Estimate:
    """A mean over rows, with an interval from resampling boards, each with all of its rows."""
    boards = rows.groupby("board")[what].agg(["mean", "size"])
    games = len(rows[["board", "partner", "true"]].drop_duplicates()) / len(boards)
    return statistics.share(boards["mean"].to_numpy(), boards["size"].to_numpy(), games)


def in_truth(records: Mapping[str, GameRecord], last: Mapping[str, Mapping[str, float]]) -> pd.DataFrame:
    """What a guesser believed of the spymaster that spoke, a row each: before every turn, and `last` once it was over."""
    rows = {
        name: [*(turn.guesser_beliefs[name] for turn in record.turns), last[name][name]]
        for name, record in records.items()
    }
    table = pd.DataFrame.from_dict(rows, orient="index")
    return table.set_axis(range(1, table.shape[1] + 1), axis=1).rename_axis(index="spymaster", columns="before turn")
