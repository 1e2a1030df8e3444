"""What can be told from nothing, in plain words: who wins more and scores more, and where; the rest goes without saying."""

from collections.abc import Callable, Sequence

import pandas as pd

from commonground.report.compare import AHEAD, BEHIND, CEILING, SCORE, WON
from commonground.report.endings import words

VERBS = {WON: "win", SCORE: "score"}
LESS = {WON: "fewer", SCORE: "less"}
NEITHER = {WON: "neither clearly more nor fewer games", SCORE: "neither clearly more nor less"}
Where = Callable[[Sequence[str]], str]


def places(conditions: Sequence[str]) -> str:
    """Some of the four conditions, by their names: `with strangers`."""
    return words.where([words.CALLED[condition] for condition in conditions])


def changes(rows: pd.DataFrame, many: bool = False, where: Where = places) -> str:
    """`wins more with strangers, and scores less in noise`; `where` puts the conditions of some rows into words.

    The columns are `condition`, `measure` and `told`.
    """
    s = "" if many else "s"
    found = {measure: _more_and_less(rows[rows["measure"] == measure], LESS[measure], where) for measure in VERBS}
    verbs = [f"{verb}{s}" for verb in VERBS.values()]
    if not any(found.values()):
        return f"neither {' nor '.join(verbs)} clearly more or less"
    if found[WON] == found[SCORE]:
        return f"{' and '.join(verbs)} {found[WON]}"
    said = [f"{verb} {found[measure] or NEITHER[measure]}" for verb, measure in zip(verbs, VERBS, strict=True)]
    return ", and ".join(said)


def _more_and_less(own: pd.DataFrame, less: str, where: Where) -> str:
    """`more with strangers and fewer in noise`; nothing, if nothing is clear."""
    places = {
        said: list(own[own["told"] == verdict]["condition"]) for verdict, said in ((AHEAD, "more"), (BEHIND, less))
    }
    found = {said: where(some) for said, some in places.items() if some}
    if len(found) == 2 and found["more"] == f"everywhere but {found[less]}":
        return f"more {found['more']}, and {less} there"
    return " and ".join(f"{said} {place}" for said, place in found.items())


def verdict(measure: str, told: str, many: bool = False, other: str = "the other") -> str:
    """One verdict as a verb: `wins clearly more games`, `scores neither clearly more nor less`."""
    verb, games = f"{VERBS[measure]}{'' if many else 's'}", " games" if measure == WON else ""
    if measure == WON and told == CEILING:
        return f"{verb} all but everything, as {other} does"
    clear = {AHEAD: f"clearly more{games}", BEHIND: f"clearly {LESS[measure]}{games}"}
    return f"{verb} {clear.get(told, NEITHER[measure])}"


def alike(rows: pd.DataFrame) -> bool:
    """Whether nothing can be told by either measure."""
    return not rows["told"].isin((AHEAD, BEHIND)).any()
