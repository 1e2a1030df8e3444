"""How the notebook on the competition's table ends."""

from collections.abc import Mapping

import pandas as pd

from commonground.report import numbers, standings
from commonground.report.compare import AHEAD, BEHIND, CEILING, COMPETITION, UNSURE, WON
from commonground.report.endings import words
from commonground.report.lineup import PLACES

BY = {WON: "by wins", COMPETITION: "by the competition's figure (fewer turns are better)"}
AGAINST = {
    AHEAD: "clearly ahead of",
    BEHIND: "clearly behind",
    UNSURE: "too close to call against",
    CEILING: "tied at the ceiling with",
}
GUESTS = {"in": "guests that it knows", "out": "strangers"}


def ending(
    apart: Mapping[str, pd.DataFrame], ours: Mapping[str, str], stopped: Mapping[str, int], games: int
) -> list[str]:
    """Whether every game is played to its end, how ours do there, what would change it; `apart` is ours against each, by role."""
    boards = int(min(table["boards"].min() for table in apart.values()))
    return words.told(
        boards,
        _ended(stopped, games),
        *(
            f"As {role}, {by} `{ours[role]}` is {_with_numbers(table, measure)}."
            for role, table in apart.items()
            for measure, by in BY.items()
        ),
        "What would change this: the competition's own agents, which know words that ours don't and the other way round. The guests"
        " here share our vocabulary, so cards that are missing are missing to both, and such a red card is only found by chance.",
    )


def message(apart: pd.DataFrame, ours: str) -> str:
    """What a figure says: how ours does against the best of the others, by wins and by the competition's figure."""
    wins, turns = (_standing(apart, measure) for measure in BY)
    both = f"{wins}, by wins and by turns" if wins == turns else f"{wins} by wins, and {turns} by turns"
    return f"Beside the best of the others, {ours} is {both} (of which fewer are better)"


def _ended(stopped: Mapping[str, int], games: int) -> str:
    """Whether every game ended by itself, and where not."""
    if not any(stopped.values()):
        return f"All {games:,} games ended by themselves."
    return (
        f"Of {games:,} games, {words.none_or(stopped['guesser'])} in which one of our Guessers played had to be stopped, and"
        f" {words.none_or(stopped['spymaster'])} in which one of our Codemasters did."
    )


def _best(apart: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Ours against the best other, with guests that it knows and with strangers, by one measure."""
    return standings.hardest(apart[apart["measure"] == measure], list(apart["label"].map(standings.rival).unique()))


def _standing(apart: pd.DataFrame, measure: str) -> str:
    """How ours does against the best other, with whom."""
    found: dict[str, list[str]] = {}
    for row in _best(apart, measure).itertuples():
        found.setdefault(words.VERDICTS[row.told], []).append(f"with {_guests(row.condition)}")
    return words.listed([f"{told} {words.listed(whom)}" for told, whom in found.items()])


def _beside(apart: pd.DataFrame, measure: str) -> list[str]:
    """Ours against whom, with whom; once where that is the same with both."""
    found: dict[str, list[str]] = {}
    for row in _best(apart, measure).itertuples():
        found.setdefault(f"{AGAINST[row.told]} `{standings.rival(row.label)}`", []).append(
            f"with {_guests(row.condition)}"
        )
    return [f"{told} {words.listed(whom)}" for told, whom in found.items()]


def _with_numbers(apart: pd.DataFrame, measure: str) -> str:
    """The same, and by how much."""
    write = numbers.WRITERS[measure].difference
    far = [write(row.difference) for row in _best(apart, measure).itertuples()]
    return f"{words.listed(_beside(apart, measure))}: {words.listed(far)}"


def _guests(panel: str) -> str:
    return GUESTS[next(place for place, name in PLACES.items() if panel.endswith(f" {name}"))]
