"""What our agents had to choose, by wins and by score side by side: each alternative beside the choice."""

import pandas as pd

from commonground.report import numbers, variants
from commonground.report.compare import SCORE, WON

BOTH = (WON, SCORE)
KEYS = ["environment", "where", "variant", "boards"]


def table(games: pd.DataFrame) -> pd.DataFrame:
    """A row for each condition and variant: wins and score, and how much they differ from the first variant's, by board."""
    names = list(games["variant"].unique())
    against = dict.fromkeys(names[1:], names[0])
    parts = [_renamed(variants.compared(games, against, measure), measure) for measure in BOTH]
    return parts[0].merge(parts[1], on=KEYS)


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
