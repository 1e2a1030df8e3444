"""Words for what was measured: verdicts, counts and conditions, in sentences that are right whichever way the numbers fall."""

from collections.abc import Collection, Iterable, Mapping, Sequence

import pandas as pd

from commonground.report.compare import AHEAD, BEHIND, CEILING, CONDITIONS, SCORE, UNSURE, WON, Condition
from commonground.report.statistics import Estimate
from commonground.report.variants import FEW
from commonground.study.plan import ENVIRONMENTS

SMALL = "no one two three four five six seven eight nine ten eleven twelve".split()
CALLED = {str(condition): condition for condition in CONDITIONS}
VERDICTS = {
    AHEAD: "clearly ahead",
    BEHIND: "clearly behind",
    CEILING: "tied at the ceiling",
    UNSURE: "neither clearly ahead nor behind",
}
WHOM = {"in": "with known partners", "out": "with strangers"}
NOISE = dict(zip(ENVIRONMENTS, ("without noise", "in noise"), strict=True))


def place(condition: Condition) -> str:
    """A condition inside a sentence: `with strangers in noise`."""
    return f"{WHOM[condition.where]} {NOISE[condition.environment]}"


def where(places: Collection[Condition]) -> str:
    """Some of the four conditions in as few words as say it: `with strangers`, `in noise`, `everywhere but …`."""
    found = [one for one in CONDITIONS if one in places]
    others = [one for one in CONDITIONS if one not in places]
    if len(others) < 2:
        return f"everywhere but {place(others[0])}" if others else "in all four conditions"
    for whom in (name for name in WHOM if len(found) == 2 and {one.where for one in found} == {name}):
        return WHOM[whom]
    for noise in (name for name in NOISE if len(found) == 2 and {one.environment for one in found} == {name}):
        return NOISE[noise]
    return listed([place(one) for one in found])


def listed(names: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    names = list(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}" if len(names) > 1 else "".join(names)


def count(number: int) -> str:
    """A small number as a word."""
    return SMALL[number] if number < len(SMALL) else f"{number:,}"


def none_or(number: int) -> str:
    """A small number as a word that stands alone."""
    return count(number) if number else "none"


def out_of(number: int, total: int, what: str) -> str:
    """`none of the four conditions`, `one of the four conditions`, `all four conditions`."""
    if number == total:
        return f"all {count(total)} {what}" if total > 1 else f"the one {what.removesuffix('s')}"
    return f"{none_or(number)} of the {count(total)} {what}"


def spread_over(groups: Mapping[str, Collection[Condition]]) -> str:
    """What is said of which conditions: `a with strangers and b with known partners`, `a in noise and b everywhere else`."""
    some = [(said, places) for said, places in groups.items() if places]
    some = sorted(some, key=lambda one: len(one[1]) == len(CONDITIONS) - 1)  # what is said of most comes last
    told = [f"{said} {where(places)}" for said, places in some]
    if len(some) == 2 and len(some[1][1]) == len(CONDITIONS) - 1:
        told[1] = f"{some[1][0]} everywhere else"
    return listed(told)


def over_conditions(verdicts: Mapping[Condition, str]) -> str:
    """Where something is ahead, behind, tied or neither: `clearly ahead with strangers and clearly behind with known partners`."""
    if len(verdicts) == len(CONDITIONS) and set(verdicts.values()) == {UNSURE}:
        return f"{VERDICTS[UNSURE]} in any of the {count(len(verdicts))} conditions"
    return spread_over(
        {said: [one for one, told in verdicts.items() if told == word] for word, said in VERDICTS.items()}
    )


def tally(verdicts: Mapping[str, str]) -> str:
    """The same of places that are no conditions of the tables, by name where they are few."""
    found = {word: [where for where, told in verdicts.items() if told == word] for word in VERDICTS}
    some = {word: places for word, places in found.items() if places}
    if len(some) == 1:
        ((word, places),) = some.items()
        every = f"in {'any of the' if word == UNSURE else 'all'} {count(len(places))} conditions"
        return f"{VERDICTS[word]} {every if len(places) > 1 else places[0]}"
    return listed([f"{VERDICTS[word]} {_places(places, len(verdicts))}" for word, places in some.items()])


def _places(places: Sequence[str], total: int) -> str:
    """Places by name where they are few, and otherwise their number."""
    return listed(places) if len(places) <= 2 else f"in {count(len(places))} of {count(total)} conditions"


def standing(apart: pd.DataFrame, label: str, measure: str = WON) -> str:
    """The tally of one row of `variants.apart`."""
    rows = apart[(apart["label"] == label) & (apart["measure"] == measure)]
    return over_conditions({CALLED[row.condition]: row.told for row in rows.itertuples()})


def by_both(apart: pd.DataFrame, label: str) -> str:
    """The same by wins and by score; once if they say the same."""
    return both_ways(*(standing(apart, label, measure) for measure in (WON, SCORE)))


def tallied(apart: pd.DataFrame, what: str = "conditions") -> str:
    """In how many rows of `variants.apart` something is clearly ahead, and in how many behind, by wins and by score."""
    wins, score = (list(apart[apart["measure"] == measure]["told"]) for measure in (WON, SCORE))
    by_wins, by_score = ((told.count(AHEAD), told.count(BEHIND)) for told in (wins, score))
    first = _counted(*by_wins, len(wins), what)
    if by_wins == by_score:
        return f"{first}, by wins and by score alike"
    if not any(by_score) or not any(by_wins):
        return f"{first} by wins, and {_counted(*by_score, len(score), what)} by score"
    return f"{first} by wins, and ahead in {none_or(by_score[0])} and behind in {none_or(by_score[1])} by score"


def _counted(ahead: int, behind: int, total: int, what: str) -> str:
    """`clearly ahead in two of the four conditions and behind in one`, `neither clearly ahead nor behind in any of the …`."""
    if not ahead + behind:
        return f"{VERDICTS[UNSURE]} in any of the {count(total)} {what}"
    return f"clearly ahead in {out_of(ahead, total, what)} and behind in {none_or(behind)}"


def both_ways(wins: str, score: str) -> str:
    """What is said by wins and what is said by score; once if it is the same."""
    return f"{wins}, by wins and by score alike" if wins == score else f"{wins} by wins, and {score} by score"


def effect(apart: pd.DataFrame, label: str, condition: Condition, measure: str = WON) -> Estimate:
    """The difference of one row in one condition."""
    rows = apart[(apart["label"] == label) & (apart["measure"] == measure) & (apart["condition"] == str(condition))]
    return Estimate(*rows[["difference", "low", "high"]].to_numpy()[0])


def told(boards: int, *sentences: str) -> list[str]:
    """Some sentences, if there are enough boards to say anything; else that there are not."""
    few = f"*These are {boards:,} boards: they show that everything runs, and settle nothing.*"
    few = "*This is one board: it shows that everything runs, and settles nothing.*" if boards == 1 else few
    return [few] if boards < FEW else list(sentences)


def finding(title: str, notebook: str, set_name: str, *sentences: str, boards: int = 0) -> str:
    """A line for docs/: what was found, on how many boards if that is told, and the executed notebook that shows it."""
    told = [*sentences, f"({boards:,} boards.)"] if boards else sentences
    return f"- **{title}** ([{notebook}](runs/{set_name}/{notebook}.ipynb)). {' '.join(told)}\n"
