"""How the notebooks on spymasters and on guessers end: who wins most with whom, by how much, and by score."""

from collections.abc import Sequence

import pandas as pd

from commonground.agents.registry import NOISE
from commonground.report import numbers, overview
from commonground.report.compare import AHEAD, BEHIND, CONDITIONS, SCORE, WON, Condition
from commonground.report.endings import places, words
from commonground.report.lineup import OTHER
from commonground.report.overview import Lead
from commonground.report.statistics import Estimate
from commonground.report.variants import FEW
from commonground.study.plan import ENVIRONMENTS

ARRIVES = dict(zip(ENVIRONMENTS, ("When words arrive as they were said", "When noise changes them"), strict=True))
OF_THEM = {AHEAD: "clearly ahead of", BEHIND: "clearly behind"}


def message(games: pd.DataFrame, role: str, ours: Sequence[str], theirs: Sequence[str]) -> str:
    """What the picture of all agents says."""
    told = places.tally({lead.condition: lead.verdict for lead in overview.leads(games, ours, theirs)})
    return f"By games won, the best of the paper's {role}s against the best static one: {told}"


def ending(games: pd.DataFrame, role: str, ours: Sequence[str], theirs: Sequence[str], *more: str) -> list[str]:
    """Who of the paper's agents wins most, against the static one that wins most over all; the same by score."""
    leads = overview.leads(games, ours, theirs)
    return words.told(
        games["board"].nunique(),
        *(_won([lead for lead in leads if lead.condition.environment == e], role, len(ours)) for e in ENVIRONMENTS),
        _scored(overview.leads(games, ours, theirs, SCORE)),
        *more,
        f"What would change this: {OTHER[role]}s that are not static (notebook 30), other embeddings, and fresh boards, since"
        " whoever is called best was chosen on the games that are shown.",
    )


def _won(leads: Sequence[Lead], role: str, many: int) -> str:
    """One environment: with known partners, then with strangers."""
    told = [
        f"{numbers.rate(lead.sides[0])} {words.WHOM[lead.condition.where]} ({_names(lead.ours)}, {_against(lead)})"
        for lead in leads
    ]
    arrives = ARRIVES[leads[0].condition.environment]
    return f"{arrives}, the best of the paper's {words.count(many)} {role}s wins {words.listed(told)}."


def _against(lead: Lead) -> str:
    verdict = OF_THEM.get(lead.verdict, f"{words.VERDICTS[lead.verdict]} against")
    return f"{verdict} the static {_names(lead.theirs)} with {numbers.rate(lead.sides[1])}"


def _scored(leads: Sequence[Lead]) -> str:
    """By score: how the best compares, and who it is where."""
    told = places.tally({lead.condition: lead.verdict for lead in leads})
    best: dict[str, list[Condition]] = {}
    for lead in leads:
        best.setdefault(_names(lead.ours), []).append(lead.condition)
    who = [f"{name} {places.where(some)}" for name, some in sorted(best.items(), key=lambda pair: len(pair[1]))]
    who[-1] = f"{who[-1].split()[0]} elsewhere" if len(who) > 1 and " but " in who[-1] else who[-1]
    return (
        f"By the paper's score, which counts turns, the best of them ({words.listed(who)}) is {told},"
        f" against the static {_names(leads[0].theirs)}."
    )


def _names(names: Sequence[str]) -> str:
    return words.listed([f"`{name}`" for name in names])


# The sweep over the noise that a spymaster assumes


def swept(apart: pd.DataFrame, boards: int) -> str:
    """Whether other noise than the paper's is better to assume: rows of `variants.apart`, all against the paper's."""
    won = apart[apart["measure"] == WON]
    told = f"of {len(won)} comparisons on the same {boards} boards, {_clear(apart, WON)} by wins, and {_clear(apart, SCORE)} by score"
    ahead = won[won["low"] > 0]
    if boards < FEW or ahead.empty:
        return f"No other noise is clearly better to assume than {NOISE}, by wins: {told}."
    best = ahead.loc[ahead["difference"].idxmax()]
    effect = numbers.difference(Estimate(*best[["difference", "low", "high"]]))
    other, assumed = best["label"].split(" − ")
    return (
        f"Noise {NOISE} is not the best to assume everywhere: {told}; most of all, `{other}` wins {effect} more than"
        f" `{assumed}` {places.where([CONDITION[best['condition']]])}."
    )


def sweep_message(apart: pd.DataFrame) -> str:
    """What the picture of the sweep says."""
    each = (apart["measure"] == WON).sum()
    return f"Other noise assumed than {NOISE}: of {each} comparisons {_clear(apart, WON)} by wins, {_clear(apart, SCORE)} by score"


def _clear(apart: pd.DataFrame, measure: str) -> str:
    """`four are clearly better and three clearly worse`."""
    rows = apart[apart["measure"] == measure]
    better, worse = (rows["low"] > 0).sum(), (rows["high"] < 0).sum()
    be = "is" if better == 1 else "are"
    return f"{words.none_or(better)} {be} clearly better and {words.none_or(worse)} clearly worse"


CONDITION = {str(condition): condition for condition in CONDITIONS}
