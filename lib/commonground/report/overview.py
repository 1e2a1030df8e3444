"""What a run of many agents shows, in sentences: the best of some against the best of others, by wins and by score.

Games come as `variants.labelled` gives them. The best are chosen on the games they are shown for, by the measure they are
shown for; several that tie are named together, and their games count as one agent's.
"""

from collections.abc import Iterator, Sequence

import pandas as pd

from commonground.report import compare, numbers, statistics
from commonground.report.compare import SCORE, WON
from commonground.report.lineup import PLACES
from commonground.report.variants import FEW
from commonground.study.plan import ENVIRONMENTS


def best_of(games: pd.DataFrame, names: Sequence[str], measure: str = WON) -> list[str]:
    """Whoever is best by a measure, averaged over all their games."""
    means = games[games["variant"].isin(names)].groupby("variant")[measure].mean()
    return statistics.leaders({name: compare.better(float(means[name]), measure) for name in names})


def against(games: pd.DataFrame, ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """In every condition the best of ours against one of theirs, the best over all conditions: a line each."""
    return [
        f"{name}: {'; '.join(_measured(here, best_of(here, ours, m), best_of(games, theirs, m), m) for m in (WON, SCORE))}."
        for name, here in _by_condition(games)
    ]


def leading(games: pd.DataFrame, names: Sequence[str]) -> list[str]:
    """In every condition who wins most of some, and who scores best: a line each."""
    return [
        f"{name}: {'; '.join(_first(here, best_of(here, names, measure), measure) for measure in (WON, SCORE))}."
        for name, here in _by_condition(games)
    ]


def _by_condition(games: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    for environment in ENVIRONMENTS:
        for where, place in PLACES.items():
            here = games[(games["environment"] == environment) & (games["where"] == where)]
            yield f"{environment.capitalize()}, {place}", here


def _measured(here: pd.DataFrame, ours: Sequence[str], theirs: Sequence[str], measure: str) -> str:
    mine, yours = (here[here["variant"].isin(names)] for names in (ours, theirs))
    averages = [compare.average(side, measure) for side in (mine, yours)]
    effect = compare.difference(mine, yours, measure)
    verdict = compare.told(effect, (averages[0].value, averages[1].value), measure)
    verdict = verdict if here["board"].nunique() >= FEW else "on too few boards to be compared"
    writer = numbers.WRITERS[measure]
    return f"{_who(ours, measure)} {writer.value(averages[0])}, {' and '.join(theirs)} {writer.value(averages[1].value)}, {verdict} ({writer.difference(effect)})"


def _first(here: pd.DataFrame, names: Sequence[str], measure: str) -> str:
    value = compare.average(here[here["variant"].isin(names)], measure)
    return f"{_who(names, measure)} {MOST[measure]}, {numbers.WRITERS[measure].value(value)}"


DOES, MOST = {WON: "win", SCORE: "score"}, {WON: "most", SCORE: "best"}


def _who(names: Sequence[str], measure: str) -> str:
    """Who does it: `a wins`, `a and b win`."""
    return f"{' and '.join(names)} {DOES[measure]}{'s' if len(names) == 1 else ''}"
