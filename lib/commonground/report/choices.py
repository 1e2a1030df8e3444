"""What our agents had to choose, by wins and by score side by side: each alternative beside the choice."""

from collections.abc import Iterator

import pandas as pd

from commonground.report import numbers, variants
from commonground.report.compare import SCORE, WON
from commonground.report.statistics import Estimate

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


def ending(*tables: pd.DataFrame) -> str:
    """For every alternative, in how many conditions it is clearly ahead of the choice or behind it, as a list in Markdown."""
    boards = min(int(one["boards"].min()) for one in tables)
    if boards < variants.FEW:
        return f"*These are {boards} boards: they show that everything runs, and settle nothing.*"
    lines = [line for one in tables for line in _lines(one)]
    return f"On {boards} boards, beside what was chosen (four conditions each):\n\n" + "\n".join(lines)


def _lines(table: pd.DataFrame) -> Iterator[str]:
    first, *others = table["variant"].unique()
    for name in others:
        own = table[table["variant"] == name]
        by = [f"by {word} {_tally(own, measure)}" for measure, word in zip(BOTH, ("wins", "score"), strict=True)]
        yield f"- `{name}` against `{first}`: {', '.join(by)}; {_most(own)}."


def _tally(own: pd.DataFrame, measure: str) -> str:
    ahead, behind = (own[f"{measure}_worst"] > 0).sum(), (own[f"{measure}_best"] < 0).sum()
    return f"clearly ahead in {ahead} and behind in {behind}"


def _most(own: pd.DataFrame) -> str:
    """The condition in which it differs most by score."""
    row = own.loc[own[f"{SCORE}_difference"].abs().sort_values(ascending=False, kind="stable").index[0]]
    effect = Estimate(*row[[f"{SCORE}_difference", f"{SCORE}_worst", f"{SCORE}_best"]])
    whom = {"in": "known partners", "out": "partners left out"}[row["where"]]
    return f"most of all {numbers.change(effect)} of score with {whom}, {row['environment']}"
