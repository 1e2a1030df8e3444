"""How the notebooks on spymasters and on guessers end: how the paper's agents do with whom, by wins and by score."""

from collections.abc import Sequence

import pandas as pd

from commonground.agents.registry import NOISE
from commonground.report import numbers, overview
from commonground.report.compare import AHEAD, BEHIND, SCORE, WON
from commonground.report.endings import places, words
from commonground.report.lineup import OTHER
from commonground.report.overview import Lead
from commonground.report.summaries import assumed
from commonground.report.variants import FEW

BY = {WON: "by wins", SCORE: "by score"}


def message(games: pd.DataFrame, role: str, ours: Sequence[str], theirs: Sequence[str]) -> str:
    """What the picture of all agents says: with whom the best of the paper's beat the best static one, by both measures."""
    leads = [lead for measure in BY for lead in overview.leads(games, ours, theirs, measure)]
    found: dict[str, list[str]] = {"": [], "in part": [], "not": []}
    for where in dict.fromkeys(lead.condition.where for lead in leads):
        told = [lead.verdict == AHEAD for lead in leads if lead.condition.where == where]
        found["" if all(told) else "in part" if any(told) else "not"].append(WHOM[where])
    said = ", ".join(f"{how} {words.listed(whom)}".strip() for how, whom in found.items() if whom)
    return f"Learning pays {role}s {said}" if len(found["not"]) < 2 else f"Learning pays {role}s with nobody"


WHOM = {"in": "with partners they know", "out": "with strangers"}


def ending(games: pd.DataFrame, role: str, ours: Sequence[str], theirs: Sequence[str], *more: str) -> list[str]:
    """How the best of the paper's agents do with each kind of partner, against the best static one of those they know."""
    leads = {measure: overview.leads(games, ours, theirs, measure) for measure in BY}
    wheres = [where for where in words.WHOM if any(lead.condition.where == where for lead in leads[WON])]
    return words.told(
        games["board"].nunique(),
        f"In each condition the best of the paper's {words.count(len(ours))} {role}s is held against the static one of those they know"
        f" that is best over all partners and environments together: {_rivals(leads)}.",
        *(_with(where, leads) for where in wheres),
        *more,
        f"What would change this: {OTHER[role]}s that are not static (notebook 30), other embeddings, and fresh boards, since"
        " whoever is called best was chosen on the games that are shown.",
    )


def _rivals(leads: dict[str, list[Lead]]) -> str:
    """The best static agents over all conditions: named once if both measures agree."""
    wins, score = (_names(some[0].theirs) for some in leads.values())
    return wins if wins == score else f"{wins} by wins, {score} by score"


def _with(where: str, leads: dict[str, list[Lead]]) -> str:
    """One kind of partner: games won by whom, and the verdicts by wins and by score."""
    wins, score = ([lead for lead in some if lead.condition.where == where] for some in leads.values())
    values = [
        f"{_names(lead.ours)} wins {numbers.rate(lead.sides[0])} {places.NOISE[lead.condition.environment]}, against"
        f" {numbers.rate(lead.sides[1])}"
        for lead in wins
    ]
    return (
        f"{words.WHOM[where].capitalize()} it is {words.both_ways(_stands(wins), _stands(score))}: {'; '.join(values)}."
    )


def _stands(leads: Sequence[Lead]) -> str:
    """`clearly ahead`, `clearly behind without noise and neither clearly ahead nor behind in noise`."""
    found = [words.VERDICTS[lead.verdict] for lead in leads]
    noises = [places.NOISE[lead.condition.environment] for lead in leads]
    return found[0] if len(set(found)) == 1 else words.listed(map(" ".join, zip(found, noises, strict=True)))


def _names(names: Sequence[str]) -> str:
    return words.listed([f"`{name}`" for name in names])


# The sweep over the noise that a spymaster assumes


def swept(apart: pd.DataFrame, boards: int) -> str:
    """Whether other noise than the paper's is better to assume: rows of `variants.apart`, all against the paper's."""
    if boards < FEW:
        return f"Which noise is the best to assume can't be told on {boards} boards."
    if not (apart["told"] == AHEAD).any():
        each = int((apart["measure"] == WON).sum())
        return f"No other noise is clearly better to assume than {NOISE}, in {each} comparisons by wins and by score."
    best = max(apart["label"].unique(), key=lambda label: [_balance(apart, label, measure) for measure in (SCORE, WON)])
    return (
        f"{_better(apart, best)}: `{_other(best)}` is {words.by_both(apart, best)}. Each comparison on {boards} boards is judged by"
        " itself; notebook 92 corrects for their number, and is stricter."
    )


def _better(apart: pd.DataFrame, label: str) -> str:
    """By which measures an agent is clearly better somewhere and worse nowhere."""
    told = {measure: set(apart[(apart["label"] == label) & (apart["measure"] == measure)]["told"]) for measure in BY}
    better = [BY[measure] for measure, verdicts in told.items() if AHEAD in verdicts and BEHIND not in verdicts]
    if not better:
        return f"Whether other noise than {NOISE} is better to assume hangs on the condition"
    rest = [f"; {by} it can't be told" for by in BY.values() if by not in better]
    return f"{words.listed(better).capitalize()} noise {NOISE} is not the best to assume{''.join(rest)}"


def sweep_message(apart: pd.DataFrame) -> str:
    """What the picture of the sweep says: whether some noise should be assumed, and whether other noise scores more."""
    levels = {label: assumed(_other(label)) for label in apart["label"].unique()}
    some, none = (apart[(apart["label"].map(levels) > 0) == more] for more in (True, False))
    less = "less" if max(levels.values()) < NOISE else "other noise"
    first = SHOULD[_sign(none, WON)] if len(none) else ""
    second = {
        1: f"{less} than {NOISE} scores more",
        -1: f"{NOISE} scores most",
        0: f"{less} than {NOISE} scores about as much",
    }
    said = second[_sign(some, SCORE)] if len(some) else ""
    joined = ", but ".join(filter(None, (first, said)))
    return f"{joined[0].upper()}{joined[1:]}" if joined else "The noise that is assumed"


SHOULD = {  # by whether assuming none wins clearly more often than clearly less, or the other way round
    1: "no noise should be assumed",
    -1: "some noise should be assumed",
    0: "whether noise should be assumed can't be told",
}


def _sign(apart: pd.DataFrame, measure: str) -> int:
    """Whether more comparisons are clearly ahead than clearly behind (1), fewer (−1), or as many."""
    told = apart[apart["measure"] == measure]["told"]
    ahead, behind = ((told == verdict).sum() for verdict in (AHEAD, BEHIND))
    return int(ahead > behind) - int(ahead < behind)


def _balance(apart: pd.DataFrame, label: str, measure: str) -> int:
    """In how many more conditions something is clearly ahead than clearly behind."""
    told = apart[(apart["label"] == label) & (apart["measure"] == measure)]["told"]
    return int((told == AHEAD).sum() - (told == BEHIND).sum())


def _other(label: str) -> str:
    """Who is held against the paper's."""
    return label.split(" − ")[0]
