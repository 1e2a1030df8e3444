"""Beliefs about beliefs: what agents win that think of agents that think."""

import json
from collections.abc import Mapping, Sequence

import pandas as pd

from commonground.report import statistics
from commonground.report.hierarchies import APART, averages, compared, level_of, unsure_of
from commonground.report.lineup import OTHER


def steps_of(name: str) -> str:
    """An agent that takes steps of thinking by its name; others are static."""
    return name if "M_CH" in name else "static"


def by_steps(games: pd.DataFrame) -> pd.DataFrame:
    """Games won and score of agents that think of agents that think, with each other and with static ones."""
    return averages(_stepping(games), ["speaks", "hears"])


def another_step(games: pd.DataFrame) -> pd.DataFrame:
    """What the second step changes, against the first with the same partners on the same boards: in wins and in score."""
    stepping, rows = _stepping(games), []
    for side, other, first, second in (
        ("speaks", "hears", "SM_CH1", "SM_CH2"),
        ("hears", "speaks", "GM_CH1", "GM_CH2"),
    ):
        for partner, part in stepping.groupby(other):
            one, two = part[part[side] == first], part[part[side] == second]
            if len(one) and len(two):
                rows += [(f"{second} − {first}", f"with {partner}", *found) for found in compared(two, one)]
    return pd.DataFrame(rows, columns=APART)


def believed_to_learn(turns: pd.DataFrame, models: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    """What the agents of two steps believe before each turn of a partner: that it learns; by whether it does.

    `more` is how much more they believe it than of a static partner on the same boards, with its interval.
    """
    parts = []
    for side, other in OTHER.items():
        mine = turns[turns[side].map(steps_of).isin(["SM_CH2", "GM_CH2"])]
        places = {name: [i for i, model in enumerate(models[name]) if "M_CH" in model] for name in mine[side].unique()}
        belief = [
            sum(json.loads(beliefs)[i] for i in places[name])
            for name, beliefs in zip(mine[side], mine[f"{side}_beliefs"], strict=True)
        ]
        parts.append(mine[["board", "turn"]].assign(who=mine[side], partner=mine[other].map(steps_of), belief=belief))
    rows = []
    groups = dict(list(pd.concat(parts).groupby(["who", "partner", "turn"])))
    for (who, partner, turn), part in groups.items():
        by_board, static = part.groupby("board")["belief"].mean(), groups.get((who, "static", turn))
        more = statistics.NOTHING if static is None else _more(by_board, static.groupby("board")["belief"].mean())
        mean = statistics.share(by_board.to_numpy(), games=len(part) / len(by_board))
        rows.append([who, partner, turn, len(part), *mean, *more])
    columns = ["who", "partner", "turn", "games", "mean", "low", "high", "more", "more_low", "more_high"]
    return pd.DataFrame(rows, columns=columns)


def _more(ours: pd.Series, theirs: pd.Series) -> statistics.Estimate:
    """How much more something is believed than something else, on the boards that have both."""
    ours, theirs = ours.align(theirs, join="inner")
    return statistics.difference(ours.to_numpy(), theirs.to_numpy(), 1.0) if len(ours) else statistics.NOTHING


def _stepping(games: pd.DataFrame) -> pd.DataFrame:
    kept = games.assign(speaks=games["spymaster"].map(steps_of), hears=games["guesser"].map(steps_of))
    kept = kept[(kept["speaks"] != "static") | (kept["hears"] != "static")]
    kept = kept[(kept[["spymaster", "guesser"]].map(level_of) <= 0).all(axis=1)]
    kept = kept[(kept[["spymaster", "guesser"]].map(unsure_of) == "").all(axis=1)]
    static = kept["spymaster"].where(kept["speaks"] == "static", kept["guesser"])
    return kept.assign(embedding=static.where(static.map(level_of) == 0, ""))
