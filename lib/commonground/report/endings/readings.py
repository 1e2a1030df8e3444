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
PRINTED = {PLAIN_SUMS: "plain sums in the beliefs", ONE_MORE: "one card more in the filter"}
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
    """What the picture of noise and worlds says: which of the two helps more often, by score and by wins."""
    helped = {what: [_helped(mixed, what, measure) for measure in MEASURES] for what in (NOISE, WORLDS)}
    (noise_won, noise), (worlds_won, worlds) = helped[NOISE], helped[WORLDS]
    each = int(((mixed["change"] == NOISE) & (mixed["measure"] == WON)).sum())
    if worlds > noise:
        return (
            "More worlds help the score more often than assuming noise does"
            f" ({worlds} and {noise} of {each} comparisons; games won: {worlds_won} and {noise_won})"
        )
    how = "Assuming noise helps the score more often than more worlds do"
    how = "Assuming noise helps the score as often as more worlds do" if noise == worlds else how
    return f"{how} ({noise} and {worlds} of {each} comparisons; games won: {noise_won} and {worlds_won})"


def _in_a_sentence(said: str) -> str:
    return said[0].lower() + said[1:]


def _helped(mixed: pd.DataFrame, what: str, measure: str) -> int:
    """In how many comparisons a change is clearly better."""
    return int((mixed[(mixed["change"] == what) & (mixed["measure"] == measure)]["low"] > 0).sum())


def ending(apart: pd.DataFrame, mixed: pd.DataFrame, boards: int) -> list[str]:
    """Which readings matter, whether the paper's printed lines do, and what noise and the number of worlds do apart."""
    each = int((apart["measure"] == WON).sum())
    wins, score = (words.none_or(len(clear(apart, measure))) for measure in MEASURES)
    return words.told(
        boards,
        f"Of {each} comparisons of {apart['label'].nunique()} other readings with ours on {boards} boards, {wins} can be told from nothing"
        f" by wins and {score} by score, where chance alone would make it about {_by_chance(apart)}.",
        " ".join(_matters(apart, measure) for measure in MEASURES),
        "Two lines the paper prints otherwise than it explains them. Taken as printed, they change"
        f" {words.listed(_printed(apart, other) for other in (PLAIN_SUMS, ONE_MORE))}.",
        "Whoever compares `DG_B` with `DG_B_noise` compares two things at once, noise and the number of worlds. Each by itself,"
        f" beside a noiseless guesser with few worlds: {_in_a_sentence(worlds_message(mixed))}.",
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
        said.append(f"{first[0]}{more}" if first else "nothing clearly")
    wins, score = said
    told = f"{wins} by wins or by score" if wins == score else f"{wins} by wins, {score} by score"
    return f"{told} ({PRINTED[other]})"


def _reach(apart: pd.DataFrame) -> float:
    """Half of what an interval in games won is wide, in the middle of all."""
    won = apart[apart["measure"] == WON]
    return float(((won["high"] - won["low"]) / 2).median())
