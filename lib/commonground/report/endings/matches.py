"""How the notebook on matches ends."""

from collections.abc import Mapping, Sequence

import pandas as pd

from commonground.report import numbers
from commonground.report.compare import AHEAD, BEHIND, SCORE, WON
from commonground.report.endings import words
from commonground.report.matches import ALL, FIRST
from commonground.report.statistics import Estimate
from commonground.study.matches import CARRIED

BY = {WON: "by wins", SCORE: "by score"}
MANY = 3  # names, more than which are not told one by one
Leaders = Mapping[str, Mapping[str, Sequence[str]]]  # by measure and where, as `report.matches.ends_highest` has it


def ending(
    fastest: Mapping[str, Leaders],
    highest: Mapping[str, Leaders],
    tables: Mapping[str, pd.DataFrame],
    gains: Mapping[str, pd.DataFrame],
    boards: int,
    in_a_row: int,
) -> list[str]:
    """Who learns fastest, who ends highest, what carrying on is worth, what would change it; all as `report.matches` has it."""
    return words.told(
        boards,
        f"{' '.join(_fastest(side, fastest[side], gains[side]) for side in gains)}",
        f"Who ends highest? {' '.join(_highest(side, highest[side], tables[side]) for side in gains)}",
        f"What is it worth? {' '.join(f'Of {side}: {_worth(table)}.' for side, table in gains.items())}",
        f"What would change this: more matches than {_matches(gains)}, and longer ones than {in_a_row} games, in which an ensemble has"
        " more to count; partners that learn, too, who are not the same in the last game as in the first; and experts that are not static.",
    )


def finding(fastest: Mapping[str, Leaders], gains: Mapping[str, pd.DataFrame]) -> list[str]:
    """The same for the README."""
    return [
        "What was learned of a partner can be carried on from game to game.",
        *(f"{_fastest(side, fastest[side], table)} {message(table, '`')}." for side, table in gains.items()),
    ]


def message(gains: pd.DataFrame, quote: str = "") -> str:
    """What the figure of gains says: where carrying on pays for at least half of all, and who loses by it."""
    rows = gains[gains["games"] == ALL]
    shares = (rows["told"] == AHEAD).groupby([rows["where"], rows["measure"]], sort=False).mean()
    pays = {place: [BY[by] for by in BY if shares[place, by] >= 0.5] for place in dict.fromkeys(rows["where"])}
    where = [f"{words.WHOM[place]} {words.listed(by)}" for place, by in pays.items() if by]
    first = f"Carrying on pays {words.listed(where)}" if where else "Carrying on clearly pays for few, if any"
    lost = rows[rows["told"] == BEHIND]
    losers = [
        f"; {words.listed(f'{quote}{name}{quote}' for name in dict.fromkeys(part['agent']))} lose{'' if part['agent'].nunique() > 1 else 's'}"
        f" {'games' if measure == WON else 'score'} by it"
        for measure, part in lost.groupby("measure", sort=False)
    ]
    return first + "".join(losers)


def highest_message(highest: Leaders) -> str:
    """What the figure of all games says: who ends highest by score."""
    if all(len(names) > MANY for names in highest[SCORE].values()):
        return "In the last games nobody scores clearly highest"
    return f"Highest by score in the last games: {_by_place(highest[SCORE]).replace('`', '')}"


def _fastest(side: str, fastest: Leaders, gains: pd.DataFrame) -> str:
    """Who gains most in the first games with known partners, by score, and how much."""
    names = fastest[SCORE]["in"]
    rows = gains[(gains["games"] == FIRST) & (gains["where"] == "in")].set_index(["agent", "measure"])
    if len(names) > 1 or rows.loc[(names[0], SCORE), "told"] != AHEAD:
        return f"Of {side} nobody clearly learns fastest."
    wins, score = (Estimate(*rows.loc[(names[0], by), ["difference", "low", "high"]]) for by in (WON, SCORE))
    return (
        f"Of {side} `{names[0]}` learns fastest: in the first games with known partners, carrying on is worth {numbers.change(score)}"
        f" of score to it and {numbers.difference(wins.value)} of games won."
    )


def _highest(side: str, highest: Leaders, table: pd.DataFrame) -> str:
    """Who is highest in the last games, or who may be, by score and by wins, and the score."""
    last = table[(table["games"] == table["games"].max()) & (table["how"] == CARRIED) & (table["measure"] == SCORE)]
    best = last.groupby("where")["value"].max()
    scores = {place: f" ({numbers.amount(float(best[place]))})" for place in highest[SCORE]}
    return f"Of {side} by score {_by_place(highest[SCORE], scores)}, by wins {_by_place(highest[WON])}."


def _by_place(highest: Mapping[str, Sequence[str]], more: Mapping[str, str] = {}) -> str:
    """`SM_N with known partners and with strangers`; `G_ACE or G_J` where it is one of them."""
    found: dict[str, list[str]] = {}
    for place, names in highest.items():
        who = words.listed([f"`{name}`" for name in names], "or") if len(names) <= MANY else "nobody clearly"
        found.setdefault(who, []).append(f"{words.WHOM[place]}{more.get(place, '')}")
    return words.listed([f"{who} {words.listed(places)}" for who, places in found.items()])


def _worth(gains: pd.DataFrame) -> str:
    said = message(gains, "`")
    return said[0].lower() + said[1:]


def _matches(gains: Mapping[str, pd.DataFrame]) -> str:
    return words.count(min(int(table["matches"].min()) for table in gains.values()))
