"""How the notebooks on spymasters and on guessers end: how the paper's agents do with whom, by wins and by score."""

from collections.abc import Sequence

import pandas as pd

from commonground.agents.registry import NOISE
from commonground.report import numbers, overview
from commonground.report.compare import AHEAD, BEHIND, CONDITIONS, SCORE, WON
from commonground.report.endings import places, words
from commonground.report.lineup import OTHER
from commonground.report.overview import Lead
from commonground.report.statistics import LEVEL, Estimate
from commonground.report.summaries import assumed
from commonground.report.variants import FEW

BY = {WON: "by wins", SCORE: "by score"}
CONDITION = {str(condition): condition for condition in CONDITIONS}


def message(games: pd.DataFrame, role: str, ours: Sequence[str], theirs: Sequence[str]) -> str:
    """What the picture of all agents says."""
    leads = {measure: overview.leads(games, ours, theirs, measure) for measure in BY}
    told = [places.tally({lead.condition: lead.verdict for lead in some}) for some in leads.values()]
    return f"The best of the paper's {role}s against {_rivals(leads)}: {words.both_ways(*told)}".replace("`", "")


def _rivals(leads: dict[str, list[Lead]]) -> str:
    """The best static agents of those that are known, over all conditions: named once if both measures agree."""
    wins, score = (_names(some[0].theirs) for some in leads.values())
    if wins == score:
        return f"{wins}, the best static {'one' if len(leads[WON][0].theirs) == 1 else 'ones'} of those they know"
    return f"the best static ones of those they know, {wins} by wins and {score} by score"


def ending(games: pd.DataFrame, role: str, ours: Sequence[str], theirs: Sequence[str], *more: str) -> list[str]:
    """How the best of the paper's agents do with each kind of partner, against the best static one of those they know."""
    leads = {measure: overview.leads(games, ours, theirs, measure) for measure in BY}
    wheres = [where for where in words.WHOM if any(lead.condition.where == where for lead in leads[WON])]
    best = f"the best of the paper's {words.count(len(ours))} {role}s, against {_rivals(leads)},"
    return words.told(
        games["board"].nunique(),
        *(_with(where, leads, "it" if number else best) for number, where in enumerate(wheres)),
        *more,
        f"What would change this: {OTHER[role]}s that are not static (notebook 30), other embeddings, and fresh boards, since"
        " whoever is called best was chosen on the games that are shown.",
    )


def _with(where: str, leads: dict[str, list[Lead]], who: str) -> str:
    """One kind of partner, by wins and by score."""
    wins, score = (
        _stands([lead for lead in some if lead.condition.where == where], measure) for measure, some in leads.items()
    )
    return f"{words.WHOM[where].capitalize()}, {who} is by wins {wins}, and by score {score}."


def _stands(leads: Sequence[Lead], measure: str) -> str:
    """`clearly ahead (5.00 against .09; in noise −.23 against −4.46)`."""
    write = numbers.WRITERS[measure].value
    found = [words.VERDICTS[lead.verdict] for lead in leads]
    noises = [places.NOISE[lead.condition.environment] for lead in leads]
    told = found[0] if len(set(found)) == 1 else words.listed(map(" ".join, zip(found, noises, strict=True)))
    values = [
        f"{_names(lead.ours)} {noise} {write(lead.sides[0])} against {write(lead.sides[1])}"
        for lead, noise in zip(leads, noises, strict=True)
    ]
    return f"{told} ({'; '.join(values)})"


def _names(names: Sequence[str]) -> str:
    return words.listed([f"`{name}`" for name in names])


# The sweep over the noise that a spymaster assumes


def swept(apart: pd.DataFrame, boards: int) -> str:
    """Whether other noise than the paper's is better to assume: rows of `variants.apart`, all against the paper's."""
    each = int((apart["measure"] == WON).sum())
    if boards < FEW:
        return f"Which noise is the best to assume can't be told on {boards} boards."
    if not (apart["told"] == AHEAD).any():
        return f"No other noise is clearly better to assume than {NOISE}, in {each} comparisons by wins and by score."
    best = max(apart["label"].unique(), key=lambda label: [_balance(apart, label, measure) for measure in (SCORE, WON)])
    wins, score = ((apart[apart["measure"] == measure]["told"] == AHEAD).sum() for measure in BY)
    return (
        f"Noise {NOISE} is not the best to assume: `{_other(best)}` is {words.by_both(apart, best)}. Of {each} comparisons on"
        f" {boards} boards, {words.none_or(wins)} are clearly better by wins and {words.none_or(score)} by score, where chance"
        f" alone would make about {words.none_or(round((1 - LEVEL) / 2 * each))} so{_most(apart)}."
    )


def sweep_message(apart: pd.DataFrame) -> str:
    """What the picture of the sweep says: of other noise that is some, and of none."""
    levels = {label: assumed(_other(label)) for label in apart["label"].unique()}
    some, none = (apart[(apart["label"].map(levels) > 0) == more] for more in (True, False))
    less = "less" if max(levels.values()) < NOISE else "other"
    said = []
    if len(some):
        wins, score = (some[some["measure"] == measure]["told"] for measure in BY)
        said.append(
            f"Of {len(wins)} comparisons, assuming {less} noise than {NOISE}, but some, scores clearly more in {_of(score, AHEAD)} and"
            f" less in {_of(score, BEHIND)}, wins more in {_of(wins, AHEAD)} and less in {_of(wins, BEHIND)}"
        )
    said += [f"{'assuming' if said else 'Assuming'} none {_changes(none)}"] if len(none) else []
    return "; ".join(said)


def _of(told: pd.Series, verdict: str) -> str:
    return words.none_or(int((told == verdict).sum()))


def _changes(apart: pd.DataFrame) -> str:
    """Where one agent wins and scores clearly more or less: `wins more in noise and scores less with strangers`."""
    said = []
    for measure, verb in ((WON, "wins"), (SCORE, "scores")):
        rows = apart[apart["measure"] == measure]
        clear = {
            f"{verb} {more}": [CONDITION[where] for where in rows[rows["told"] == verdict]["condition"]]
            for verdict, more in ((AHEAD, "more"), (BEHIND, "less"))
        }
        said += [words.spread_over(clear)] if any(clear.values()) else [f"{verb} neither clearly more nor less"]
    return ", ".join(said)


def _balance(apart: pd.DataFrame, label: str, measure: str) -> int:
    """In how many more conditions something is clearly ahead than clearly behind."""
    told = apart[(apart["label"] == label) & (apart["measure"] == measure)]["told"]
    return int((told == AHEAD).sum() - (told == BEHIND).sum())


def _most(apart: pd.DataFrame) -> str:
    """Who wins most games more, if anybody clearly does."""
    ahead = apart[(apart["measure"] == WON) & (apart["told"] == AHEAD)]
    if ahead.empty:
        return ""
    best = ahead.loc[ahead["difference"].idxmax()]
    more = numbers.rate(Estimate(*best[["difference", "low", "high"]]))
    return f"; `{_other(best['label'])}` wins {more} more {places.where([CONDITION[best['condition']]])}"


def _other(label: str) -> str:
    """Who is held against the paper's."""
    return label.split(" − ")[0]
