"""How the notebook on the competition's table ends."""

from collections.abc import Mapping

import pandas as pd

from commonground.report import numbers, standings
from commonground.report.compare import AHEAD, BEHIND, CEILING, COMPETITION, UNSURE, WON
from commonground.report.endings import words
from commonground.report.lineup import PLACES
from commonground.report.statistics import Estimate

BY = {COMPETITION: "by the competition's figure", WON: "by wins"}
AGAINST = {
    AHEAD: "clearly ahead of",
    BEHIND: "clearly behind",
    UNSURE: "not to be told from",
    CEILING: "tied at the ceiling with",
}


def ending(
    apart: Mapping[str, pd.DataFrame], ours: Mapping[str, str], stopped: Mapping[str, int], games: int
) -> list[str]:
    """Whether every game is played to its end, how ours do there, what would change it; `apart` is ours against each, by role."""
    boards = int(min(table["boards"].min() for table in apart.values()))
    return words.told(
        boards,
        f"Of {games:,} games, {words.none_or(stopped['guesser'])} in which one of our Guessers played had to be stopped, and"
        f" {words.none_or(stopped['spymaster'])} in which one of our Codemasters did.",
        *(f"As {role}, {ours[role]} is {_beside(table)}." for role, table in apart.items()),
        "What would change this: the competition's own agents, which know words that ours don't and the other way round. The guests"
        " here share our vocabulary, so cards that are missing are missing to both, and such a red card is only found by chance.",
    )


def message(apart: pd.DataFrame, ours: str) -> str:
    """What a figure says: how ours does against the best of the others, by the competition's figure."""
    return f"By the competition's figure, {ours} is {_by(apart, COMPETITION)}"


def _beside(apart: pd.DataFrame) -> str:
    """Ours against the best other with guests that it knows and with strangers, by both measures."""
    return "; ".join(f"{BY[measure]} {_by(apart, measure)}" for measure in BY)


def _by(apart: pd.DataFrame, measure: str) -> str:
    best = standings.hardest(apart[apart["measure"] == measure], list(apart["label"].map(standings.rival).unique()))
    write = numbers.WRITERS[measure].difference
    whom = [
        f"{standings.rival(row.label)} with {_guests(row.condition)}"
        f" ({write(Estimate(row.difference, row.low, row.high))})"
        for row in best.itertuples()
    ]
    told = [AGAINST[row.told] for row in best.itertuples()]
    if len(set(told)) == 1:
        return f"{told[0]} {words.listed(whom, 'or' if told[0] == AGAINST[UNSURE] else 'and')}"
    return words.listed([f"{verdict} {rival}" for verdict, rival in zip(told, whom, strict=True)])


def _guests(panel: str) -> str:
    place = next(place for place, name in PLACES.items() if panel.endswith(f" {name}"))
    return {"in": "guests that it knows", "out": "strangers"}[place]
