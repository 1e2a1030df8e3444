"""Words for what was measured: verdicts, counts and conditions, in sentences that are right whichever way the numbers fall."""

from collections.abc import Mapping, Sequence

import pandas as pd

from commonground.report.compare import AHEAD, BEHIND, CEILING, SCORE, UNSURE, WON, Condition
from commonground.report.lineup import PLACES
from commonground.report.statistics import Estimate
from commonground.report.variants import FEW
from commonground.study.plan import ENVIRONMENTS

SMALL = "no one two three four five six seven eight nine ten eleven twelve".split()
VERDICTS = {
    AHEAD: "clearly ahead",
    BEHIND: "clearly behind",
    CEILING: "tied at the ceiling",
    UNSURE: "undecided",
}
WHOM = {"in": "with known partners", "out": "with strangers"}
NOISE = {ENVIRONMENTS[0]: "", ENVIRONMENTS[1]: " in noise"}
BY = {WON: "by wins", SCORE: "by score"}


def place(condition: Condition) -> str:
    """A condition inside a sentence: `with strangers in noise`."""
    return f"{WHOM[condition.where]}{NOISE[condition.environment]}"


PROSE = {str(Condition(e, w)): place(Condition(e, w)) for e in ENVIRONMENTS for w in PLACES}


def listed(names: Sequence[str], last: str = "and") -> str:
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


def tally(verdicts: Mapping[str, str]) -> str:
    """Where something is ahead, behind, tied or undecided: `clearly ahead with strangers, undecided with known partners`."""
    found = {word: [where for where, told in verdicts.items() if told == word] for word in VERDICTS}
    some = {word: places for word, places in found.items() if places}
    if len(some) == 1:
        ((word, places),) = some.items()
        return f"{VERDICTS[word]} {'in all ' + count(len(places)) + ' conditions' if len(places) > 1 else places[0]}"
    return listed([f"{VERDICTS[word]} {_places(places, len(verdicts))}" for word, places in some.items()])


def _places(places: Sequence[str], total: int) -> str:
    """Places by name where they are few, and otherwise their number."""
    return listed(places) if len(places) <= 2 else f"in {count(len(places))} of {count(total)} conditions"


def standing(apart: pd.DataFrame, label: str, measure: str = WON) -> str:
    """The tally of one row of `variants.apart`."""
    rows = apart[(apart["label"] == label) & (apart["measure"] == measure)]
    return tally({PROSE[row.condition]: row.told for row in rows.itertuples()})


def by_both(apart: pd.DataFrame, label: str) -> str:
    """The same by wins and by score; once if they say the same."""
    wins, score = (standing(apart, label, measure) for measure in (WON, SCORE))
    return f"{wins}, by wins and by score alike" if wins == score else f"{wins} by wins, and {score} by score"


def effect(apart: pd.DataFrame, label: str, condition: Condition, measure: str = WON) -> Estimate:
    """The difference of one row in one condition."""
    rows = apart[(apart["label"] == label) & (apart["measure"] == measure) & (apart["condition"] == str(condition))]
    return Estimate(*rows[["difference", "low", "high"]].to_numpy()[0])


def told(boards: int, *sentences: str) -> list[str]:
    """Some sentences, if there are enough boards to say anything; else that there are not."""
    few = f"*These are {boards} boards: they show that everything runs, and settle nothing.*"
    return [few] if boards < FEW else list(sentences)


def finding(title: str, notebook: str, set_name: str, *sentences: str) -> str:
    """A line for the README: what was found, and the executed notebook that shows it."""
    return f"- **{title}** ([{notebook}](runs/{set_name}/{notebook}.ipynb)). {' '.join(sentences)}\n"
