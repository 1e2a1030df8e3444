"""How the notebook on choices ends."""

from collections.abc import Iterator, Sequence

import pandas as pd

from commonground.report import compare, numbers
from commonground.report.choices import BOTH
from commonground.report.compare import SCORE
from commonground.report.endings import clear, words
from commonground.report.statistics import LEVEL, Estimate
from commonground.study.plan import ENVIRONMENTS

WHOM = {"in": "known partners", "out": "partners left out"}
HEADS = ("instead of", "tried", "by wins: ahead, behind", "by score: ahead, behind")


def overview(*tables: pd.DataFrame) -> Iterator[tuple[str, str, str, str]]:
    """Of every alternative, in how many conditions it is clearly ahead of the choice, and in how many behind."""
    for table in tables:
        first, *others = table["variant"].unique()
        for name in others:
            own = table[table["variant"] == name]
            wins, score = (f"{_clear(own, measure)[0]}, {_clear(own, measure)[1]}" for measure in BOTH)
            yield f"`{first}`", f"`{name}`", wins, score


def ending(tables: Sequence[pd.DataFrame], caution: pd.DataFrame) -> list[str]:
    """Whether another choice would have been better, what the worst would have cost, what the dial does, what would change it."""
    boards = min(int(table["boards"].min()) for table in tables)
    tried = [(str(name), own) for table in tables for name, own in _alternatives(table)]
    return words.told(
        boards,
        f"{len(tried)} alternatives were tried on {boards} boards of another seed, with none of the tables' strangers."
        f" {_by_chance(tried)}",
        _better(tried),
        _dearest(tried),
        f"Caution is a dial. {_dial(caution)}.",
        "What would change this: more boards, since small differences can't be told on these; and other partners, since all that was"
        " chosen was chosen with static ones.",
    )


def message(caution: pd.DataFrame) -> str:
    """What the picture of the dial says: what most caution does to wins and to score with strangers, without noise."""
    return _dial(caution).replace("`", "")


def _alternatives(table: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    for name in table["variant"].unique()[1:]:
        yield name, table[table["variant"] == name]


def _clear(own: pd.DataFrame, measure: str) -> tuple[int, int]:
    return int((own[f"{measure}_worst"] > 0).sum()), int((own[f"{measure}_best"] < 0).sum())


def _by_chance(tried: Sequence[tuple[str, pd.DataFrame]]) -> str:
    """How many comparisons are clear, and how many would be if no choice were better than another."""
    total = len(BOTH) * sum(len(own) for _, own in tried)
    clear = sum(sum(_clear(own, measure)) for _, own in tried for measure in BOTH)
    return (
        f"Of {total} comparisons, in each condition and by wins and by score, {clear} are clear; were all choices equally good,"
        f" chance alone would make about {round((1 - LEVEL) * total)} so."
    )


def _better(tried: Sequence[tuple[str, pd.DataFrame]]) -> str:
    """Which alternatives are ahead somewhere and nowhere behind."""
    found = []
    for name, own in tried:
        clear = [_clear(own, measure) for measure in BOTH]
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
    where = f"with {WHOM[row['where']]} {words.NOISE[row['environment']]}"
    return f"The dearest would have been `{name}`: {numbers.change(_effect(row, SCORE))} of score {where}."


def _dial(caution: pd.DataFrame) -> str:
    """What the dial's last setting does against its first with partners left out, without noise, by each measure."""
    rows = caution[(caution["environment"] == ENVIRONMENTS[0]) & (caution["where"] == "out")]
    first, last = rows.iloc[0], rows.iloc[-1]
    told = []
    for measure in BOTH:
        effect = _effect(last, measure)
        verdict = clear.verdict(measure, compare.told(effect, (last[measure], first[measure]), measure), other="least")
        told.append(f"{verdict} ({numbers.WRITERS[measure].difference(effect.value)})")
    return f"With partners left out and without noise, most caution, `{last['variant']}`, {words.listed(told)}"


def _effect(row: pd.Series, measure: str) -> Estimate:
    return Estimate(*(row[f"{measure}_{end}"] for end in ("difference", "worst", "best")))
