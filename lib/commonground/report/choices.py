"""What our agents had to choose, by wins and by score side by side: each alternative beside the choice."""

import pandas as pd

from commonground.agents.registry import NAMED
from commonground.report import compare, numbers, variants
from commonground.report.compare import SCORE, WON
from commonground.study.experiment import base

BOTH = (WON, SCORE)
ENDS = ("", "_low", "_high")
RULED = ["first", "variant", "boards", *(f"{measure}{end}" for measure in BOTH for end in ENDS), "by"]
KEYS = ["environment", "where", "variant", "boards"]


def table(games: pd.DataFrame) -> pd.DataFrame:
    """A row for each condition and variant: wins and score, and how much they differ from the first variant's, by board."""
    names = list(games["variant"].unique())
    against = dict.fromkeys(names[1:], names[0])
    parts = [_renamed(variants.compared(games, against, measure), measure) for measure in BOTH]
    return parts[0].merge(parts[1], on=KEYS)


def ruled(games: pd.DataFrame) -> pd.DataFrame:
    """Each alternative beside the first variant over all conditions together, and by what it would take its place, if it would.

    The rule: whoever clearly wins more games; if that is too close to call, whoever clearly has the higher score.
    """
    first, *others = games["variant"].unique()
    rows = []
    for name in others:
        parts = games[games["variant"] == name], games[games["variant"] == first]
        wins, score = (compare.difference(*parts, measure) for measure in BOTH)
        by = WON if wins.low > 0 else SCORE if wins.high >= 0 and score.low > 0 else ""
        rows.append((first, name, parts[0]["board"].nunique(), *wins, *score, by))
    return pd.DataFrame(rows, columns=RULED)


def read(ruled: pd.DataFrame) -> pd.DataFrame:
    """The same as people read it."""
    wins = numbers.column(ruled, "won", "won_low", "won_high", numbers.difference)
    score = numbers.column(ruled, "score", "score_low", "score_high", numbers.change)
    says = ruled["by"].map({WON: "yes, by wins", SCORE: "yes, by score", "": "no"})
    cells = {"instead of": ruled["first"], "tried": ruled["variant"], "wins": wins, "score": score, "to be taken": says}
    return pd.DataFrame(cells).set_index(["instead of", "tried"])


def departures(ruled: pd.DataFrame) -> str:
    """Whose numbers are not what the rule says: of rivals, and of ours."""
    taken = [row for row in ruled.itertuples() if row.by]
    told = []
    for whose, rival in (("rivals", True), ("ours", False)):
        names = [f"`{row.variant}`" for row in taken if NAMED[base(row.first)].rival == rival]
        told.append(f"of {whose}, {', '.join(names) if names else 'nothing else'}")
    refused = ruled[(ruled["won_high"] < 0) & (ruled["score_low"] > 0)]["variant"]
    most = (
        f" Clearly higher by score, and not taken because they win less: {', '.join(f'`{name}`' for name in refused)}."
    )
    return f"By the rule there would play, {'; '.join(told)}.{most if len(refused) else ''}"


def _renamed(compared: pd.DataFrame, measure: str) -> pd.DataFrame:
    """The columns of one measure, told apart from those of the other."""
    names = {"rate": measure, "rate_low": f"{measure}_low", "rate_high": f"{measure}_high"}
    ends = {"difference": f"{measure}_difference", "low": f"{measure}_worst", "high": f"{measure}_best"}
    return compared.rename(columns=names | ends)


def text(table: pd.DataFrame) -> pd.DataFrame:
    """As people read it: a row a variant, a column a condition, in each cell wins · score."""
    cells = [f"{numbers.rate(won)} · {numbers.amount(score)}" for won, score in table[list(BOTH)].to_numpy()]
    places = {"in": "known", "out": "left out"}
    wide = table.assign(cell=cells, where=table["where"].map(places))
    wide = wide.pivot(index="variant", columns=["environment", "where"], values="cell")
    return wide.reindex(table["variant"].unique())
