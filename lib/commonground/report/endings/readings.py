"""How the notebook on reading the paper ends: which decisions matter, and what is mixed in a comparison of the paper's."""

import pandas as pd

from commonground.report import numbers
from commonground.report.compare import CONDITIONS, SCORE, WON
from commonground.report.endings import places, words
from commonground.report.readings import clear, held
from commonground.report.statistics import LEVEL, Estimate
from commonground.study.readings import ONE_MORE, PLAIN_SUMS

PLACE = {str(condition): places.where([condition]) for condition in CONDITIONS}
MEASURES = (WON, SCORE)
BY = {WON: "by wins", SCORE: "by score"}
PRINTED = {PLAIN_SUMS: "plain sums", ONE_MORE: "the filter, one card more"}
NOISE, WORLDS = "noise assumed", "more worlds"


def message(apart: pd.DataFrame) -> str:
    """What the picture of the alternatives says."""
    wins, score = (words.none_or(len(clear(apart, measure))) for measure in MEASURES)
    each, chance = int((apart["measure"] == WON).sum()), _by_chance(apart)
    return (
        f"Of {each} comparisons with other readings, {wins} can be told from nothing by wins and {score} by score;"
        f" by chance it would be about {chance}"
    )


def _by_chance(apart: pd.DataFrame) -> int:
    """How many comparisons would be clear by each measure if nothing made a difference."""
    return round((1 - LEVEL) * int((apart["measure"] == WON).sum()))


def drawn(apart: pd.DataFrame) -> pd.DataFrame:
    """The alternatives of which something can be told; all, if nothing can."""
    some = apart[apart["label"].isin(set(clear(apart)["label"]))]
    return some if len(some) else apart


def worlds_message(mixed: pd.DataFrame) -> str:
    """What the picture of noise and worlds says, by wins and by score."""
    said = [f"{what} {_often(mixed[mixed['change'] == what])}" for what in (NOISE, WORLDS)]
    each = ((mixed["change"] == NOISE) & (mixed["measure"] == WON)).sum()
    return f"Against a noiseless guesser with few worlds, of {each} comparisons each, {'; '.join(said)}"


def ending(apart: pd.DataFrame, mixed: pd.DataFrame, boards: int) -> list[str]:
    """Which readings matter, whether the paper's printed lines do, and what noise and the number of worlds do apart."""
    each = int((apart["measure"] == WON).sum())
    wins, score = (words.none_or(len(clear(apart, measure))) for measure in MEASURES)
    return words.told(
        boards,
        f"Of {each} comparisons of {apart['label'].nunique()} other readings with ours on {boards} boards, {wins} can be told from nothing"
        f" by wins and {score} by score, where chance alone would make it about {_by_chance(apart)}.",
        " ".join(_matters(apart, measure) for measure in MEASURES),
        f"What the lines change that the paper prints otherwise than it explains them: {words.listed(_printed(apart, other) for other in (PLAIN_SUMS, ONE_MORE))}.",
        "Whoever compares `DG_B` with `DG_B_noise` compares two things at once, noise and the number of worlds."
        f" {worlds_message(mixed)}.",
        f"What would change this: more boards, for at {boards} a difference in games won below about {numbers.rate(_reach(apart), 2)} can't be told"
        " from nothing, and other embeddings.",
    )


def _matters(apart: pd.DataFrame, measure: str) -> str:
    """Which readings matter by a measure: those that hold after Holm's correction, if more are clear than chance makes so."""
    found = clear(apart, measure)
    if len(found) <= _by_chance(apart):
        return f"{BY[measure].capitalize()} no reading stands out from chance{_elsewhere(found)}."
    some = held(apart, measure)
    if some.empty:
        return f"{BY[measure].capitalize()} more are clear than chance makes so, but none stays so after Holm's correction."
    agents = {
        key: words.listed(f"`{name}`" for name in dict.fromkeys(part["agent"]))
        for key, part in some.groupby(["reading", "other"], sort=False)
    }
    names = [f"{reading} ({other}: {who})" for (reading, other), who in agents.items()]
    most = numbers.WRITERS[measure].difference(Estimate(*some.iloc[0][["difference", "low", "high"]]))
    return (
        f"{BY[measure].capitalize()} {words.listed(names)} stand{'s' if len(names) == 1 else ''} out, after Holm's correction:"
        f" most of all {most} {PLACE[some.iloc[0]['condition']]}."
    )


def _elsewhere(found: pd.DataFrame) -> str:
    """Where a reading is looked into that seems to matter and is not clear here."""
    return (
        ": what common draws (R8) are worth is the question of notebook 60" if (found["reading"] == "R8").any() else ""
    )


def _printed(apart: pd.DataFrame, other: str) -> str:
    """What one printed line changes by each measure, over the agents that it was tried with."""
    said = []
    for measure in MEASURES:
        rows = apart[(apart["other"] == other) & (apart["measure"] == measure)]
        found = clear(rows)
        first = [
            f"{numbers.WRITERS[measure].difference(float(row.difference))} for `{row.agent}` {PLACE[row.condition]}"
            for row in found.head(1).itertuples()
        ]
        more = f" and in {words.count(len(found) - 1)} more of {len(rows)} comparisons" if len(found) > 1 else ""
        said.append(f"{first[0]}{more}" if first else "nothing clear")
    wins, score = said
    told = f"{wins} by wins and by score" if wins == score else f"{wins} by wins and {score} by score"
    return f"{PRINTED[other]} ({told})"


def _often(rows: pd.DataFrame) -> str:
    """How often a change is clearly better and worse, by wins and by score."""
    said = []
    for measure in MEASURES:
        own = rows[rows["measure"] == measure]
        better, worse = int((own["low"] > 0).sum()), int((own["high"] < 0).sum())
        told = f"clearly better in {words.none_or(better)} and worse in {words.none_or(worse)}"
        said.append(told if better or worse else "too close to call in all")
    wins, score = said
    return f"is {wins} by wins and by score" if wins == score else f"is {wins} by wins, {score} by score"


def _reach(apart: pd.DataFrame) -> float:
    """Half of what an interval in games won is wide, in the middle of all."""
    won = apart[apart["measure"] == WON]
    return float(((won["high"] - won["low"]) / 2).median())
