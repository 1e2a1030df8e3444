"""Conditions in sentences: several of the four are said in as few words as there are."""

from collections.abc import Iterable, Mapping

from commonground.report.compare import CONDITIONS, UNSURE, Condition
from commonground.report.endings.words import VERDICTS, WHOM, listed
from commonground.study.plan import ENVIRONMENTS

CALM, NOISY = ENVIRONMENTS
NOISE = {CALM: "without noise", NOISY: "in noise"}


def where(conditions: Iterable[Condition]) -> str:
    """`with strangers in noise`, `with strangers (noise or not)`, `without noise`, `everywhere but …`, `everywhere`."""
    some = [condition for condition in CONDITIONS if condition in set(conditions)]
    wheres, environments = {c.where for c in some}, {c.environment for c in some}
    if len(some) == len(CONDITIONS):
        return "everywhere"
    if len(some) == len(CONDITIONS) - 1:
        return f"everywhere but {where(set(CONDITIONS) - set(some))}"
    if len(some) == 2 and len(wheres) == 1:
        return f"{WHOM[some[0].where]} (noise or not)"
    if len(some) == 2 and len(environments) == 1:
        return NOISE[some[0].environment]
    return listed([f"{WHOM[c.where]} {NOISE[c.environment]}" for c in some])


def tally(verdicts: Mapping[Condition, str]) -> str:
    """Where something is ahead, behind, tied or neither: `clearly ahead without noise and clearly behind in noise`."""
    if len(verdicts) == len(CONDITIONS) and set(verdicts.values()) == {UNSURE}:
        return f"{VERDICTS[UNSURE]} anywhere"
    found = {word: [place for place, told in verdicts.items() if told == word] for word in VERDICTS}
    return listed([f"{VERDICTS[word]} {where(places)}" for word, places in found.items() if places])
