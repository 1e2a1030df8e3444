"""Variants of an agent side by side: rates and differences by board, as tables and as sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from commonground.embeddings import catalogue
from commonground.errors import CommonGroundError
from commonground.report import compare, numbers
from commonground.report.compare import MEASURES, SCORE, WON
from commonground.report.lineup import OTHER, PLACES
from commonground.report.statistics import Estimate
from commonground.study import plan
from commonground.study.experiment import base, told_apart_by

FEW = 20  # boards, below which resampling them says nothing
COLUMNS = ["environment", "where", "variant", "boards", "rate", "rate_low", "rate_high", "difference", "low", "high"]
APART = ["label", "condition", "measure", "boards", "ours", "theirs", "difference", "low", "high", "told"]


def labelled(games: pd.DataFrame, role: str, chosen: catalogue.Set, labels: Mapping[str, str]) -> pd.DataFrame:
    """The games of some agents of one role: environment, variant, partner, where (in or out of distribution), board, measures.

    `labels` says which agents, by their names in the results, and what to call each.
    """
    missing = [name for name in labels if name not in set(games[role])]
    if missing:
        raise CommonGroundError(f"The results hold no games of the {role} {missing[0]}.")
    kept = games[games[role].isin(labels)].rename(columns={OTHER[role]: "partner"})
    order = pd.Categorical(kept[role].map(labels), categories=list(labels.values()), ordered=True)
    where = kept["partner"].isin(chosen.with_role("external")).map({True: "out", False: "in"})
    kept = kept.assign(variant=order, where=where).sort_values("variant", kind="stable")
    measures = [measure for measure in MEASURES if measure in kept]
    columns = ["environment", "variant", "partner", "where", "board", *measures]
    return kept.astype({"variant": str})[columns].reset_index(drop=True)


def by_difference(games: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The games of variants, by what is different about both sides, under the names of the agents that they are of."""
    parts = games.groupby(games["spymaster"].map(told_apart_by), sort=False)
    bare = {side: games[side].map(base) for side in OTHER}
    return {what: part.assign(**{side: names[part.index] for side, names in bare.items()}) for what, part in parts}


def shares(games: pd.DataFrame) -> pd.Series:
    """The share of games won on each board, by environment, where and variant."""
    return games.groupby(["environment", "where", "variant", "board"])["won"].mean()


def compared(games: pd.DataFrame, against: Mapping[str, str], measure: str = WON) -> pd.DataFrame:
    """Every variant's rate (or score), and its difference to the variant it is based on, paired by board, in each condition."""
    parts = dict(list(games.groupby(["environment", "where", "variant"], sort=False)))
    rows = []
    for environment in plan.ENVIRONMENTS:
        for where in (place for place in PLACES if place in set(games["where"])):
            for variant in games["variant"].unique():
                own = parts[environment, where, variant]
                before = parts[environment, where, against.get(variant, variant)]
                rate, effect = compare.average(own, measure), compare.difference(own, before, measure)
                rows.append((environment, where, variant, own["board"].nunique(), *rate, *effect))
    return pd.DataFrame(rows, columns=COLUMNS)


def apart(games: pd.DataFrame, against: Mapping[str, str], measures: Sequence[str] = (WON, SCORE)) -> pd.DataFrame:
    """How far each variant is from the one it is held against, in every condition and by every measure.

    This is what `figures.differences` draws and what sentences are made of; `told` is the verdict.
    """
    rows = []
    for measure in measures:
        found = compared(games, against, measure)
        rates = found.set_index(["environment", "where", "variant"])["rate"]
        for row in found[found["variant"].isin(against)].itertuples():
            rival = against[row.variant]
            condition, theirs = compare.Condition(row.environment, row.where), rates[row.environment, row.where, rival]
            told = compare.told(_effect(row), (row.rate, theirs), measure)
            about = (f"{row.variant} − {rival}", str(condition), measure, row.boards)
            rows.append((*about, row.rate, theirs, *_effect(row), told))
    return pd.DataFrame(rows, columns=APART)


def side_by_side(games: pd.DataFrame) -> pd.DataFrame:
    """Wins and score of every variant in every condition: `.965 · 4.21` in a cell."""
    wins, scores = (compared(games, {}, measure) for measure in (WON, SCORE))
    cells = [
        f"{numbers.rate(won)} · {numbers.amount(score)}"
        for won, score in zip(wins["rate"], scores["rate"], strict=True)
    ]
    wide = wins.assign(cell=cells).pivot(index="variant", columns=["environment", "where"], values="cell")
    return wide.reindex(wins["variant"].unique()).rename_axis("won · score")


def text(table: pd.DataFrame, column: str = "difference", measure: str = WON) -> pd.DataFrame:
    """A comparison as people read it: a row a variant, a column a condition."""
    writer = numbers.WRITERS[measure]
    if column == "difference":
        cells = numbers.column(table, column, write=writer.difference)
    else:
        cells = numbers.column(table, column, f"{column}_low", f"{column}_high", writer.value)
    wide = table.assign(cell=cells).pivot(index="variant", columns=["environment", "where"], values="cell")
    return wide.reindex(table["variant"].unique())


def sentences(table: pd.DataFrame, against: Mapping[str, str]) -> list[str]:
    """For each variant and condition, how it compares with the one it builds on, and whether that can be told."""
    return [_sentence(row, against[row.variant]) for row in table.itertuples() if row.variant in against]


def _sentence(row: Any, rival: str) -> str:
    verdict = "more than" if row.low > 0 else "less than" if row.high < 0 else "not clearly more or less than"
    verdict = verdict if row.boards >= FEW else "on too few boards to be compared with"
    return (
        f"{row.environment.capitalize()}, {PLACES[row.where]}: {row.variant} wins {numbers.rate(row.rate)},"
        f" {verdict} {rival} ({numbers.difference(_effect(row))})."
    )


def _effect(row: Any) -> Estimate:
    return Estimate(row.difference, row.low, row.high)
