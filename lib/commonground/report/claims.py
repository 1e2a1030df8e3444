"""The claims of the paper's discussion: for each the measured effects, paired by board, and a verdict.

A claim is a set of comparisons, all of which it needs: ours minus theirs on the same boards, averaged over the partners
concerned. What each tells is decided where agents are compared (`compare.told`). A claim *holds* if every comparison is
clearly ahead, and it *does not hold* if some is clearly behind, after Holm's correction for how many it makes; it is *tied at the
ceiling* if what it lacks are only ties where both sides win all but everything; otherwise it is *too close to call*. Claims
about games have two verdicts, by wins (the paper's measure in its tables) and by score (the measure of its appendix).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd

from commonground.report import statistics
from commonground.report.compare import AHEAD, BEHIND, CEILING, SCORE, UNSURE, WON, Comparison, Condition, Contest, Who
from commonground.report.paper import printed_difference
from commonground.study.experiment import base

HOLDS, FAILS = "holds", "does not hold"
SIGNS = {HOLDS: "✓", FAILS: "✗", UNSURE: "?", CEILING: "="}
GROUPS = ("Spymasters", "Guessers", "Learning", "Assumed noise")
DISCUSSION = "§7 Discussion"


@dataclass(frozen=True)
class Claim:
    """One sentence of the paper, and everything that was measured about it."""

    group: str
    name: str
    sentence: str
    section: str
    comparisons: tuple[Comparison, ...]
    scored: tuple[Comparison, ...] = ()  # the same by score, if it is about games
    ours: bool = False  # whether it is read into the paper, which does not say it
    unit: str = "games won"  # what is compared

    @property
    def verdict(self) -> str:
        return judged(self.comparisons)

    @property
    def boards(self) -> int:
        """The boards that it is measured on; the fewest, where comparisons have other ones."""
        return min(comparison.boards for comparison in self.comparisons)

    @property
    def decisive(self) -> Comparison:
        return hangs_on(self.comparisons)

    @property
    def by_score(self) -> str:
        """The verdict by score; nothing if it is not about games."""
        return judged(self.scored) if self.scored else ""


def judged(comparisons: Sequence[Comparison]) -> str:
    """The verdict on a claim that needs all of these: to need all asks for no correction, that one of many fails does."""
    told = {comparison.verdict for comparison in comparisons}
    if BEHIND in corrected(comparisons):
        return FAILS
    if told & {UNSURE, BEHIND}:
        return UNSURE
    return CEILING if CEILING in told else HOLDS


def corrected(comparisons: Sequence[Comparison]) -> list[str]:
    """The verdicts of some comparisons after Holm's correction for their number; those that no test decides stay."""
    tested = np.array([comparison.p_value for comparison in comparisons])
    clear = np.isnan(tested)
    clear[~clear] = statistics.after_holm(tested[~clear])
    return [
        UNSURE if one.verdict in (AHEAD, BEHIND) and not still else one.verdict
        for one, still in zip(comparisons, clear, strict=True)
    ]


def hangs_on(comparisons: Sequence[Comparison]) -> Comparison:
    """The comparison that the verdict hangs on: the one that comes out worst for the claim."""
    order = (BEHIND, UNSURE, CEILING, AHEAD)
    worst = min((comparison.verdict for comparison in comparisons), key=order.index)
    bound = "high" if worst == BEHIND else "low"
    left = [comparison for comparison in comparisons if comparison.verdict == worst]
    return min(left, key=lambda comparison: float(getattr(comparison.effect, bound)))


class Match(NamedTuple):
    """Who must beat whom, where, in the games of which experiment."""

    ours: Who
    rivals: Sequence[Who]
    conditions: Sequence[Condition]
    experiment: str


class Said(NamedTuple):
    """A claim about games before it is measured."""

    group: str
    name: str
    sentence: str
    matches: tuple[Match, ...]
    section: str = DISCUSSION
    ours: bool = False


def measured(statement: Said, contests: "Contests", printed: pd.DataFrame | None = None) -> Claim:
    """A claim with the effects that decide it, in wins and in score; `printed` are the paper's own tables."""
    group, name, sentence, matches, section, ours = statement
    wins, scores = (
        tuple(
            _compared(contests[match.experiment], match.ours, rival, condition, measure, printed)
            for match in matches
            for condition, rival in product(match.conditions, match.rivals)
        )
        for measure in (WON, SCORE)
    )
    return Claim(group, name, sentence, section, wins, scores, ours)


def _compared(
    contest: Contest, ours: Who, theirs: Who, condition: Condition, measure: str, printed: pd.DataFrame | None
) -> Comparison:
    """One comparison; in wins, the paper's own difference stands beside it."""
    found = contest.compare(ours, theirs, condition, measure)
    if printed is None or measure != WON:
        return found
    one, other = (base(who) if isinstance(who, str) else who for who in (ours, theirs))
    return replace(found, published=printed_difference(printed, contest, one, other, condition))


Contests = dict[str, Contest]
