"""How the notebook on choices ends."""

from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

from commonground.report import numbers
from commonground.report.compare import SCORE, WON
from commonground.report.endings import words
from commonground.report.statistics import Estimate

WHOM = {"in": "known partners", "out": "partners left out"}
HEADS = ("instead of", "tried", "by wins: ahead, behind", "by score: ahead, behind")


def overview(*tables: pd.DataFrame) -> Iterator[tuple[str, str, str, str]]:
    """Of every alternative, in how many conditions it is clearly ahead of the choice, and in how many behind."""
    for table in tables:
        first, *others = table["variant"].unique()
        for name in others:
            own = table[table["variant"] == name]
            wins, score = (f"{_clear(own, measure)[0]}, {_clear(own, measure)[1]}" for measure in (WON, SCORE))
            yield f"`{first}`", f"`{name}`", wins, score


def ending(tables: Sequence[pd.DataFrame], caution: pd.DataFrame) -> list[str]:
    """Whether another choice would have been better, what the worst would have cost, what the dial does, what would change it."""
    boards = min(int(table["boards"].min()) for table in tables)
    tried = [(str(name), own) for table in tables for name, own in _alternatives(table)]
    return words.told(
        boards,
        f"{len(tried)} alternatives were tried on {boards} boards of another seed, with none of the tables' strangers. {_better(tried)}",
        _dearest(tried),
        _dial(caution),
        "What would change this: more boards, since small differences can't be told on these; and other partners, since all that was"
        " chosen was chosen with static ones.",
    )


def message(caution: pd.DataFrame) -> str:
    """What the picture of the dial says: what most caution does to wins and to score with strangers, without noise."""
    won, score = _at_the_end(caution)
    if not any(effect.low > 0 or effect.high < 0 for effect in (won, score)):
        return "With partners left out, caution clearly changes neither the games won nor the score"
    verbs = [("wins" if won.value > 0 else "loses", won), ("gains" if score.value > 0 else "costs", score)]
    told = [numbers.difference(abs(won.value)).lstrip("+"), numbers.amount(abs(score.value))]
    return f"Caution {verbs[0][0]} {told[0]} of games with partners left out, and {verbs[1][0]} {told[1]} of score"


def _alternatives(table: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    for name in table["variant"].unique()[1:]:
        yield name, table[table["variant"] == name]


def _clear(own: pd.DataFrame, measure: str) -> tuple[int, int]:
    return int((own[f"{measure}_worst"] > 0).sum()), int((own[f"{measure}_best"] < 0).sum())


def _better(tried: Sequence[tuple[str, pd.DataFrame]]) -> str:
    """Which alternatives are ahead somewhere and nowhere behind."""
    found = []
    for name, own in tried:
        clear = [_clear(own, measure) for measure in (WON, SCORE)]
        if any(ahead for ahead, _ in clear) and not any(behind for _, behind in clear):
            found.append(f"`{name}`")
    return (
        f"Clearly ahead of what was chosen somewhere, and behind nowhere, {'is' if len(found) == 1 else 'are'} {words.listed(found)}."
        if found
        else "None is clearly ahead of what was chosen anywhere without being clearly behind elsewhere."
    )


def _dearest(tried: Sequence[tuple[str, pd.DataFrame]]) -> str:
    """The alternative that would have cost most by score."""
    rows = [(name, row) for name, own in tried for _, row in own.iterrows()]
    name, row = min(rows, key=lambda one: float(one[1][f"{SCORE}_difference"]))
    effect = Estimate(*(row[f"{SCORE}_{end}"] for end in ("difference", "worst", "best")))
    where = f"with {WHOM[row['where']]}, {row['environment']}"
    return f"The dearest would have been `{name}`: {numbers.change(effect)} of score {where}."


def _dial(caution: pd.DataFrame) -> str:
    won, score = _at_the_end(caution)
    last = caution["variant"].unique()[-1]
    return (
        f"Caution is a dial: at its end (`{last}`), with partners left out and without noise, it changes the share of games won by"
        f" {numbers.difference(won)} and the score by {numbers.change(score)}."
    )


def _at_the_end(caution: pd.DataFrame) -> tuple[Estimate, Estimate]:
    """What the last setting does against the first, with partners left out, without noise."""
    last = caution[caution["variant"] == caution["variant"].unique()[-1]]
    row: Mapping[str, float] = (
        last[(last["environment"] == "deterministic") & (last["where"] == "out")].iloc[0].to_dict()
    )
    won, score = (Estimate(*(row[f"{m}_{end}"] for end in ("difference", "worst", "best"))) for m in (WON, SCORE))
    return won, score
