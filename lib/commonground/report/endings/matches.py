"""How the notebook on matches ends."""

from collections.abc import Mapping, Sequence

import pandas as pd

from commonground.report.compare import SCORE, WON
from commonground.report.endings import words

ALL = "all games"  # of a match, and not its last stretch alone
BY = {WON: "by wins", SCORE: "by score"}
Highest = Mapping[str, Mapping[str, Sequence[str]]]  # by measure and where, as `report.matches.ends_highest` has it


def ending(highest: Mapping[str, Highest], gains: Mapping[str, pd.DataFrame], boards: int, in_a_row: int) -> list[str]:
    """Who gains by carrying on, who ends highest, what would change it; `gains` are as `report.matches` has them."""
    return words.told(
        boards,
        *(f"Of {side} that carry on what they learned, {_gainers(table)}." for side, table in gains.items()),
        *(f"{_ends(side, highest[side], gains[side])}" for side in highest),
        f"What would change this: more matches, and longer ones than {in_a_row} games, in which an ensemble has more to count;"
        " partners that learn, too, who are not the same in the last game as in the first; and experts that are not static.",
    )


def finding(gains: Mapping[str, pd.DataFrame]) -> list[str]:
    """The same for the README."""
    return [
        "What was learned of a partner can be carried on from game to game.",
        *(f"Of {side} that do, {_gainers(table)}." for side, table in gains.items()),
    ]


def message(side: str, gains: pd.DataFrame) -> str:
    """What a figure says: who clearly gains by carrying on, and who loses."""
    return f"Of {side} that carry on what they learned, {_gainers(gains).replace('`', '')}"


def _gainers(gains: pd.DataFrame) -> str:
    """Who clearly gains and who loses, by where the partner is from, by wins and by score."""
    rows = gains[gains["games"] == ALL]
    parts = []
    for place, own in rows.groupby("where", sort=False):
        told = [f"{by} {_changed(own[own['measure'] == measure])}" for measure, by in BY.items()]
        parts.append(f"{words.WHOM[place]} {', '.join(told)}")
    return "; ".join(parts)


def _changed(rows: pd.DataFrame) -> str:
    """`SM_ACE` clearly gains and `SM_B_noise` clearly loses."""
    told = []
    for clear, verb in ((rows["low"] > 0, "gain"), (rows["high"] < 0, "lose")):
        names = list(rows[clear]["agent"])
        if names:
            told.append(f"{named(names, list(rows['agent']))} clearly {verb}{'' if len(names) > 1 else 's'}")
    return " and ".join(told) or "nobody clearly gains or loses"


def named(some: Sequence[str], everybody: Sequence[str]) -> str:
    """Some agents of all there are: `all five`, `all but SM_B`, or one by one."""
    others = [name for name in everybody if name not in some]
    if len(everybody) > 3 and len(others) < 2:
        return f"all but `{others[0]}`" if others else f"all {words.count(len(everybody))}"
    return words.listed([f"`{name}`" for name in some])


def _ends(side: str, highest: Highest, gains: pd.DataFrame) -> str:
    """Who is clearly highest in the last games of a match, and who may be."""
    everybody = list(gains["agent"].unique())
    matches = words.count(int(gains["matches"].min()))
    parts = [f"{by} {_first(highest[measure], everybody)}" for measure, by in BY.items()]
    return f"In the last games of {matches} matches, of {side}, {'; '.join(parts)}."


def _first(by_place: Mapping[str, Sequence[str]], everybody: Sequence[str]) -> str:
    """`SM_N` is highest with both; or who is too close to call where."""
    told = {
        place: f"`{names[0]}` is clearly highest"
        if len(names) == 1
        else f"{named(names, everybody)} are too close to call"
        for place, names in by_place.items()
    }
    if len(set(told.values())) == 1 < len(told):
        return f"{next(iter(told.values()))} with both kinds of partner"
    return words.listed([f"{said} {words.WHOM[place]}" for place, said in told.items()])
