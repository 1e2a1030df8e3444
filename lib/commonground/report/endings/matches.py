"""How the notebook on matches ends."""

from collections.abc import Mapping

import pandas as pd

from commonground.report import matches, numbers
from commonground.report.compare import SCORE, WON
from commonground.report.endings import words
from commonground.report.statistics import Estimate

ALL = "all games"  # of a match, and not its last stretch alone


def ending(
    tables: Mapping[str, pd.DataFrame], gains: Mapping[str, pd.DataFrame], boards: int, in_a_row: int
) -> list[str]:
    """Who gains by carrying on, who ends highest, what would change it; tables and gains are as `report.matches` has them."""
    return words.told(
        boards,
        *(f"{_gainers(side, gains[side])}" for side in gains),
        *(f"{_highest(side, tables[side])}" for side in tables),
        f"What would change this: longer matches than {in_a_row} games, in which an ensemble has more to count; partners that learn,"
        " too, who are not the same in the last game as in the first; and experts that are not static.",
    )


def finding(gains: Mapping[str, pd.DataFrame], tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """The same for the README."""
    most = {side: _most(rows) for side, rows in gains.items()}
    clear = [
        f"of {side} `{row['agent']}` ({numbers.difference(_effect(row))} of games won {words.WHOM[row['where']]})"
        for side, row in most.items()
        if row["low"] > 0
    ]
    gained = f"most is clearly gained by that {words.listed(clear)}" if clear else "nobody clearly wins more by that"
    return [
        f"What was learned of a partner can be carried on from game to game; {gained}.",
        " ".join(_highest(side, table, short=True) for side, table in tables.items()),
    ]


def message(side: str, gains: pd.DataFrame) -> str:
    """What a figure says: who gains most by carrying on, if anybody clearly does."""
    row = _most(gains)
    if row["low"] <= 0:
        return f"None of the {side} clearly wins more by carrying on what it has learned"
    told = numbers.difference(_effect(row))
    return f"Of {side}, {row['agent']} gains most by carrying on: {told} of games won {words.WHOM[row['where']]}"


def _gainers(side: str, gains: pd.DataFrame) -> str:
    """Who clearly gains, and who loses, by wins and by score."""
    parts = []
    for measure, by in ((WON, "by wins"), (SCORE, "by score")):
        rows = gains[(gains["measure"] == measure) & (gains["games"] == ALL)]
        more, less = _named(rows[rows["low"] > 0]), _named(rows[rows["high"] < 0])
        loses = f", and {less} {'loses' if ' and ' not in less else 'lose'}" if less else ""
        parts.append(f"{by} {more or 'nobody'} {'gain' if ' and ' in more else 'gains'} clearly by carrying on{loses}")
    return f"Of {side}, {'; '.join(parts)}."


def _named(rows: pd.DataFrame) -> str:
    """Agents, each once, and with whom if it is not with everybody."""
    parts = []
    for agent, own in rows.groupby("agent", sort=False):
        whom = "" if own["where"].nunique() == len(words.WHOM) else f" {words.WHOM[own['where'].iloc[0]]}"
        parts.append(f"`{agent}`{whom}")
    return words.listed(parts)


def _most(gains: pd.DataFrame) -> pd.Series:
    """Where most games are gained; of several that tie, where that is surest."""
    rows = gains[(gains["measure"] == WON) & (gains["games"] == ALL)]
    return rows.sort_values(["difference", "low"], ascending=False, kind="stable").iloc[0]


def _effect(row: pd.Series) -> Estimate:
    return Estimate(row["difference"], row["low"], row["high"])


def _highest(side: str, table: pd.DataFrame, short: bool = False) -> str:
    """Who has most in the last games of a match."""
    wins, scores = (matches.ends_highest(table, measure) for measure in (WON, SCORE))
    won, scored = (
        words.listed([f"{agent} {words.WHOM[place]}" for place, agent in found.items()]) for found in (wins, scores)
    )
    first = f"In the last games of a match, of {side} most are won by {won}"
    return f"{first}." if short else f"{first}; the highest score has {scored}."
