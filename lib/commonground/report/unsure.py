"""What agents unsure of their partner's level, embedding or both find out, and what it costs them not to know."""

import json
from collections.abc import Mapping, Sequence

import pandas as pd

from commonground.agents.making import LEVELS as POSSIBLE
from commonground.report import numbers, statistics
from commonground.report.hierarchies import APART, MEASURES, averages, compared, embedding_of, level_of, unsure_of
from commonground.report.lineup import OTHER
from commonground.study.plan import LEVELS

KNOWS, WRONG_LEVEL, WRONG_EMBEDDING = "knows both", "sure of a wrong level", "sure of a wrong embedding"
UNSURE = {"level": "unsure of the level", "embedding": "unsure of the embedding", "both": "unsure of both"}
PEOPLE = (KNOWS, *UNSURE.values(), WRONG_LEVEL, WRONG_EMBEDDING)


def found_out(turns: pd.DataFrame, models: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    """The belief in the partner's true level, embedding and both, before every turn of the agents that have such beliefs."""
    parts = []
    for side, other in OTHER.items():
        mine = turns[turns[side].isin(models) & (turns[side].map(unsure_of) != "")]
        rows = [
            _truths(models[name], json.loads(beliefs), partner)
            for name, beliefs, partner in zip(mine[side], mine[f"{side}_beliefs"], mine[other], strict=True)
        ]
        found = pd.DataFrame(rows, columns=["level", "embedding", "both"], index=mine.index)
        about = mine[["board", "turn"]].assign(
            side=side, of=mine[side].map(unsure_of), partner=mine[other].map(level_of)
        )
        parts.append(about.join(found))
    return pd.concat(parts, ignore_index=True)


def _truths(models: Sequence[str], beliefs: Sequence[float], partner: str) -> tuple[float, float, float]:
    embedding, number = embedding_of(partner), str(level_of(partner))
    split = [model.rsplit("/", 1) for model in models]
    level = sum(p for (_, k), p in zip(split, beliefs, strict=True) if k == number)
    semantics = sum(p for (e, _), p in zip(split, beliefs, strict=True) if e == embedding)
    return level, semantics, sum(p for name, p in zip(split, beliefs, strict=True) if name == [embedding, number])


def cases(games: pd.DataFrame) -> pd.DataFrame:
    """Games by who plays with a partner of a level over an embedding: one that knows, one that is unsure, one that is wrong."""
    parts = []
    for side, other in OTHER.items():
        step = 1 if side == "guesser" else 0  # S_k is made for G_k, and G_{k+1} for S_k
        rows = games[games[other].map(level_of).isin(LEVELS)]
        kind, number = rows[side].map(unsure_of), rows[side].map(level_of)
        partner, same = rows[other].map(level_of), rows[side].map(embedding_of) == rows[other].map(embedding_of)
        who = kind.map(UNSURE)
        who = who.mask(same & (number >= 0), WRONG_LEVEL).mask(same & (number == partner + step), KNOWS)
        who = who.mask(~same & (number == 0) & (partner == 0), WRONG_EMBEDDING)
        parts.append(rows.assign(side=side, who=who, partner=partner, embedding=rows[other].map(embedding_of)))
    kept = pd.concat(parts, ignore_index=True)
    return kept[kept["who"].isin(PEOPLE)]


def rates(table: pd.DataFrame) -> pd.DataFrame:
    """Games won and score by side, the partner's level and who plays with it."""
    return averages(table, ["side", "partner", "who"])


def shown(rates: pd.DataFrame) -> pd.DataFrame:
    """Games won and score of whoever plays with whom, as people read them: `.942 · 3.93`."""
    cells = [f"{numbers.rate(row.won)} · {numbers.amount(row.score)}" for row in rates.itertuples()]
    labels = [met(side, partner) for side, partner in zip(rates["side"], rates["partner"], strict=True)]
    wide = rates.assign(cell=cells, label=labels).pivot(index="label", columns="who", values="cell")
    order = [met(side, level) for side in OTHER for level in LEVELS]
    wide = wide.reindex(index=[label for label in order if label in wide.index])
    return wide[[who for who in PEOPLE if who in wide]].fillna("").rename_axis(index=None, columns="won · score")


def gained(gains: pd.DataFrame) -> pd.DataFrame:
    """What agents that are unsure of both have more than the rival, as people read it."""
    both = gains[gains["condition"] == UNSURE["both"]]
    cells = [
        numbers.WRITERS[row.measure].difference(statistics.Estimate(row.difference, row.low, row.high))
        for row in both.itertuples()
    ]
    wide = both.assign(cell=cells).pivot(index="label", columns="measure", values="cell")
    return wide.reindex(index=both["label"].unique(), columns=list(MEASURES)).rename_axis(index=None, columns=None)


def against(table: pd.DataFrame, rival: str) -> pd.DataFrame:
    """Everyone minus a rival on the same boards with the same embeddings, by wins and by score.

    As `figures.differences` draws it: a label is a side and the partner's level, a condition is who is held against the rival.
    """
    rows = []
    for (side, partner), part in table.groupby(["side", "partner"], sort=False):
        games = {who: part[part["who"] == who] for who in PEOPLE if (part["who"] == who).any()}
        for who in (name for name in games if rival in games and name != rival):
            rows += [(met(side, partner), who, *found) for found in compared(games[who], games[rival])]
    found = pd.DataFrame(rows, columns=APART)
    order = [met(side, level) for side in OTHER for level in LEVELS]
    places = found["label"].map(order.index), found["condition"].map(PEOPLE.index)
    return found.assign(place=places[0], who=places[1]).sort_values(
        ["measure", "place", "who"], ascending=[False, True, True], ignore_index=True
    )[APART]


def met(side: str, partner: int) -> str:
    """Who meets whom: `spymaster with G1`."""
    return f"{side} with {'G' if side == 'spymaster' else 'S'}{partner}"


def truths(found: pd.DataFrame) -> pd.DataFrame:
    """What agents unsure of both believe of the truth before each turn: their partner's embedding, and each level."""
    both = found[found["of"] == "both"]
    parts = [("its embedding", "embedding", both)]
    parts += [(f"its level, if it is {k}", "level", both[both["partner"] == k]) for k in POSSIBLE]
    rows = []
    for name, what, part in parts:
        for (side, turn), games in part.groupby(["side", "turn"]):
            by_board = games.groupby("board")[what].mean().to_numpy()
            rows.append((side, name, turn, len(games), *statistics.share(by_board, games=len(games) / len(by_board))))
    return pd.DataFrame(rows, columns=["side", "what", "turn", "games", "mean", "low", "high"])
