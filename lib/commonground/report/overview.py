"""Who is best of many agents, condition by condition, by wins and by score.

Games come as `variants.labelled` gives them. The best are chosen on the games they are shown for, by the measure they are
shown for; several that tie are named together, and their games count as one agent's.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pandas as pd

from commonground.report import compare, statistics
from commonground.report.compare import CONDITIONS, SCORE, WON, Condition
from commonground.report.statistics import Estimate

MEASURES = (WON, SCORE)


class Lead(NamedTuple):
    """The best of ours in one condition against the best of theirs over all conditions."""

    condition: Condition
    ours: list[str]
    theirs: list[str]
    sides: tuple[float, float]
    effect: Estimate
    verdict: str


def averages(games: pd.DataFrame, measures: Sequence[str] = MEASURES) -> pd.DataFrame:
    """What every agent comes to in every condition, as `figures.averages` draws it."""
    rows = [
        (name, str(condition), measure, *compare.average(part, measure))
        for measure in measures
        for condition, here in by_condition(games)
        for name, part in here.groupby("variant", sort=False)
    ]
    return pd.DataFrame(rows, columns=["label", "condition", "measure", "value", "low", "high"])


def by_condition(games: pd.DataFrame) -> Iterator[tuple[Condition, pd.DataFrame]]:
    """The games of each condition that was played."""
    for condition in CONDITIONS:
        here = games[(games["environment"] == condition.environment) & (games["where"] == condition.where)]
        if len(here):
            yield condition, here


def best_of(games: pd.DataFrame, names: Sequence[str], measure: str = WON) -> list[str]:
    """Whoever is best by a measure, averaged over all their games."""
    means = games[games["variant"].isin(names)].groupby("variant")[measure].mean()
    return statistics.leaders({name: compare.better(float(means[name]), measure) for name in names})


def leads(games: pd.DataFrame, ours: Sequence[str], theirs: Sequence[str], measure: str = WON) -> list[Lead]:
    """In every condition the best of ours against one of theirs, the best over all conditions."""
    rival = best_of(games, theirs, measure)
    return [
        _lead(condition, here, best_of(here, ours, measure), rival, measure) for condition, here in by_condition(games)
    ]


def _lead(condition: Condition, here: pd.DataFrame, ours: list[str], theirs: list[str], measure: str) -> Lead:
    mine, yours = (here[here["variant"].isin(names)] for names in (ours, theirs))
    sides = compare.average(mine, measure).value, compare.average(yours, measure).value
    effect = compare.difference(mine, yours, measure)
    return Lead(condition, ours, theirs, sides, effect, compare.told(effect, sides, measure))
