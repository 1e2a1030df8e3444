"""What other readings of the paper change: each alternative against our reading, on the same boards with the same partners."""

from collections.abc import Mapping, Sequence
from itertools import product

import pandas as pd

from commonground.embeddings import catalogue
from commonground.report import statistics
from commonground.report.compare import CONDITIONS, SCORE, WON, Condition, Contest
from commonground.study.readings import Alternative, with_few_worlds

COLUMNS = ["alternative", "reading", "agent", "ours", "other", "environment", "where"]
MEASURED = ["rate", "rate otherwise", "difference", "low", "high", "p"]
SCORED = ["score", "score otherwise", "score difference", "score low", "score high", "score p"]
MEASURES = (WON, SCORE)


def differences(
    games: Mapping[str, pd.DataFrame], chosen: catalogue.Set, alternatives: Sequence[Alternative]
) -> pd.DataFrame:
    """Every alternative in both environments, with partners in and out of distribution: win rates, scores, differences.

    `games` are those of the spymasters and of the guessers, by role.
    """
    rows: list[tuple[object, ...]] = []
    for number, alternative in enumerate(alternatives):
        role = "spymaster" if alternative.variant.is_spymaster else "guesser"
        rows += [(number, *row) for row in _of_one(alternative, Contest.of(games[role], role, chosen))]
    return pd.DataFrame(rows, columns=[*COLUMNS, *MEASURED, *SCORED])


def _of_one(alternative: Alternative, contest: Contest) -> list[tuple[object, ...]]:
    """A row for each environment and kind of partner: both agents by both measures, and the differences by board."""
    about = (alternative.reading, alternative.agent, alternative.ours, alternative.other)
    return [(*about, *condition, *_measured(alternative, contest, condition)) for condition in CONDITIONS]


def _measured(alternative: Alternative, contest: Contest, condition: Condition) -> list[float]:
    agent, otherwise, found = alternative.agent, alternative.variant.name, []
    for measure in MEASURES:
        sides = [contest.take(name, condition, measure).mean(axis=1).to_numpy() for name in (agent, otherwise)]
        compared = contest.compare(otherwise, agent, condition, measure)
        found += [*(float(side.mean()) for side in sides), *compared.effect, compared.p_value]
    return found


def noise_or_worlds(games: pd.DataFrame, chosen: catalogue.Set) -> pd.DataFrame:
    """What assuming noise changes with as many worlds, and what as many worlds change without noise, by kind of guesser.

    Guessers that assume noise draw fewer worlds than those that do not, so a comparison of the two mixes both. Each is
    measured against the noiseless guesser with the fewer worlds, in wins and in score.
    """
    contest, rows = Contest.of(games, "guesser", chosen), []
    for agent, few in with_few_worlds(contest.agents).items():
        for change, who in (("noise assumed", f"{agent}_noise"), ("more worlds", agent)):
            for condition, measure in product(CONDITIONS, MEASURES):
                effect = contest.compare(who, few, condition, measure).effect
                rows.append((agent, change, f"{agent}: {change}", str(condition), measure, *effect))
    columns = ["agent", "change", "label", "condition", "measure", "difference", "low", "high"]
    return pd.DataFrame(rows, columns=columns)


def apart(table: pd.DataFrame) -> pd.DataFrame:
    """Every alternative's differences as `figures.differences` draws them."""
    label = table["reading"] + " " + table["agent"] + ": " + table["other"]
    condition = [str(Condition(*place)) for place in zip(table["environment"], table["where"], strict=True)]
    about = table[["reading", "agent", "other"]].assign(label=label, condition=condition)
    names = {name: MEASURED[2:] if name == WON else SCORED[2:] for name in MEASURES}
    parts = [
        about.assign(
            measure=name, **dict(zip(("difference", "low", "high", "p"), table[columns].to_numpy().T, strict=True))
        )
        for name, columns in names.items()
    ]
    return pd.concat(parts, ignore_index=True)


def clear(apart: pd.DataFrame, measure: str | None = None) -> pd.DataFrame:
    """The rows whose interval excludes zero, the largest difference first."""
    own = apart if measure is None else apart[apart["measure"] == measure]
    return own[(own["low"] > 0) | (own["high"] < 0)].sort_values("difference", key=abs, ascending=False)


def held(apart: pd.DataFrame, measure: str) -> pd.DataFrame:
    """The rows that stay clear after Holm's correction for all comparisons by a measure, the largest difference first."""
    own = apart[apart["measure"] == measure]
    return clear(own[statistics.after_holm(own["p"].to_numpy())])
