"""How the notebook on the competition's table ends."""

from collections.abc import Mapping

import pandas as pd

from commonground.report import numbers, standings
from commonground.report.compare import AHEAD, BEHIND, COMPETITION, WON
from commonground.report.endings import words
from commonground.report.lineup import PLACES

FIGURE = "the competition's figure"
VERBS = {
    WON: {AHEAD: "wins clearly more", BEHIND: "wins clearly fewer"},
    COMPETITION: {AHEAD: "takes clearly fewer turns", BEHIND: "takes clearly more turns"},
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
        *(_beside_the_best(role, table, ours[role]) for role, table in apart.items()),
        "What would change this: the competition's own agents, which know words that ours don't and the other way round. The guests"
        " here share our vocabulary, so cards that are missing are missing to both, and such a red card is only found by chance.",
    )


def message(apart: pd.DataFrame, ours: str) -> str:
    """What a figure says: where ours clearly wins more or takes fewer turns than the best of the others, or the other way."""
    said: dict[str, list[str]] = {}
    for measure, verbs in VERBS.items():
        for row in (row for row in _best(apart, measure).itertuples() if row.told in verbs):
            said.setdefault(verbs[row.told], []).append(f"with {_guests(row.condition)}")
    told = ", and ".join(f"{verb} {words.listed(whom)}" for verb, whom in said.items())
    if not told:
        return f"{ours} and the best other can't be told apart, by wins or by turns"
    return f"Beside the best other, {ours} {told}"


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


def _beside_the_best(role: str, apart: pd.DataFrame, ours: str) -> str:
    """Ours beside the best other by both measures, and by how much."""
    wins, turns = (_told(apart, measure) for measure in VERBS)
    return f"As {role}, by wins `{ours}` {wins}. By {FIGURE}, of which less is better, it {turns}."


def _told(apart: pd.DataFrame, measure: str) -> str:
    """`wins clearly more than SM_RSA with guests that it knows (+.102)`, and so with strangers."""
    found: dict[str, list[str]] = {}
    for row in _best(apart, measure).itertuples():
        verb = f"{VERBS[measure][row.told]} than" if row.told in VERBS[measure] else "can't be told from"
        far = numbers.WRITERS[measure].difference(float(row.difference))
        whom = f"{verb} `{standings.rival(row.label)}`"
        found.setdefault(whom, []).append(f"with {_guests(row.condition)} ({far})")
    return words.listed([f"{said} {words.listed(guests)}" for said, guests in found.items()])


def _guests(panel: str) -> str:
    return GUESTS[next(place for place, name in PLACES.items() if panel.endswith(f" {name}"))]
