"""The claims of the paper's discussion: for each the measured effect, paired by board, and a verdict.

A claim is a set of comparisons, all of which it needs: ours minus theirs on the same boards, averaged over the partners
concerned. It *holds* if every interval lies above 0, it *does not* if some interval lies below 0; otherwise one *can't tell*.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import pandas as pd

from commonground import agents
from commonground.report import numbers
from commonground.report.compare import (
    CONDITIONS,
    DETERMINISTIC_IN,
    DETERMINISTIC_OUT,
    STOCHASTIC_IN,
    STOCHASTIC_OUT,
    Comparison,
    Condition,
    Contest,
    Who,
)
from commonground.report.lineup import BEST_MODEL, in_and_out
from commonground.report.paper import printed_difference
from commonground.report.statistics import Estimate
from commonground.study.plan import ENVIRONMENTS

HOLDS, FAILS, UNSURE = "holds", "does not", "can't tell"
SIGNS = {HOLDS: "✓", FAILS: "✗", UNSURE: "?"}
GROUPS = ("Spymasters", "Guessers", "Assumed noise")
ALMOST_NEVER = 0.2  # the share of pairings below which "almost never" is said of something


@dataclass(frozen=True)
class Claim:
    """One sentence of the paper, and everything that was measured about it."""

    group: str
    name: str
    sentence: str
    section: str
    comparisons: tuple[Comparison, ...]

    @property
    def verdict(self) -> str:
        if any(comparison.effect.high < 0 for comparison in self.comparisons):
            return FAILS
        return HOLDS if all(comparison.effect.low > 0 for comparison in self.comparisons) else UNSURE

    @property
    def decisive(self) -> Comparison:
        """The comparison that the verdict hangs on: the one that comes out worst for the claim."""
        bound = "high" if self.verdict == FAILS else "low"
        return min(self.comparisons, key=lambda comparison: float(getattr(comparison.effect, bound)))


class Said(NamedTuple):
    """A claim before it is measured: who must beat whom, where; every contest is ours, rivals, conditions."""

    group: str
    name: str
    sentence: str
    contests: tuple[tuple[Who, Sequence[Who], Sequence[Condition]], ...]
    experiment: str
    section: str = "§7 Discussion"


def said(internal: Sequence[str], dictionary: str | None, levels: Sequence[str]) -> list[Said]:
    """What the paper says; `dictionary` stands for d2v (None: nothing does), `levels` are SM_B with other noise than 1.0."""
    noisy = ("SM_B", BEST_MODEL)
    deductive = (*(name for name in agents.GUESSERS if name != "DG_B"), BEST_MODEL)
    statements = [
        Said(
            "Spymasters",
            "SM_B is best with known partners",
            "Without noise, SM_B has the best average with in-distribution guessers.",
            (("SM_B", ("SM_B_noise", BEST_MODEL), [DETERMINISTIC_IN]),),
            "spymasters",
        ),
        Said(
            "Spymasters",
            "SM_B_noise is best with strangers",
            "With out-of-distribution guessers SM_B_noise performs best by a wide margin, in both environments.",
            (("SM_B_noise", noisy, [DETERMINISTIC_OUT, STOCHASTIC_OUT]),),
            "spymasters",
        ),
        Said(
            "Spymasters",
            "SM_B_noise is best in noise",
            "In the stochastic environment SM_B_noise performs better than any other spymaster.",
            (("SM_B_noise", noisy, [STOCHASTIC_IN, STOCHASTIC_OUT]),),
            "spymasters",
        ),
        Said(
            "Spymasters",
            "A Bayesian spymaster is best everywhere",
            "In and out of distribution, in both environments, the Bayesian spymasters have the best average.",
            ((tuple(agents.SPYMASTERS), (BEST_MODEL,), CONDITIONS),),
            "spymasters",
        ),
        Said(
            "Spymasters",
            "Better than any constituent alone",
            "With out-of-distribution guessers SM_B_noise does better than any of its constituent models would alone.",
            (("SM_B_noise", internal, [DETERMINISTIC_OUT, STOCHASTIC_OUT]),),
            "spymasters",
        ),
        Said(
            "Guessers",
            "A Bayesian guesser is best with known partners",
            "For both in-distribution averages one of the Bayesian guessers is best.",
            ((tuple(agents.GUESSERS), (BEST_MODEL,), [DETERMINISTIC_IN, STOCHASTIC_IN]),),
            "guessers",
        ),
        Said(
            "Guessers",
            "DG_B is best of all without noise",
            "DG_B does best of all guessers on average, in-distribution in the deterministic environment.",
            (("DG_B", deductive, [DETERMINISTIC_IN]),),
            "guessers",
        ),
        Said(
            "Assumed noise",
            "Noise costs with known partners, pays with strangers",
            "In the deterministic environment assuming noise costs wins with known, exact partners and pays with strangers.",
            (("SM_B", ("SM_B_noise",), [DETERMINISTIC_IN]), ("SM_B_noise", ("SM_B",), [DETERMINISTIC_OUT])),
            "spymasters",
            "§6 Table 1",
        ),
        Said(
            "Assumed noise",
            "1.0 is the best noise to assume",
            "Where assuming noise should help (strangers, or noise), 1.0 is the best of the levels tried.",
            (("SM_B_noise", levels, [DETERMINISTIC_OUT, STOCHASTIC_IN, STOCHASTIC_OUT]),),
            "sweep",
            "§6 Setup (implied: the one level used)",
        ),
    ]
    if dictionary:
        statements.append(_own_guesser(dictionary))
    return statements


def _own_guesser(dictionary: str) -> Said:
    return Said(
        "Spymasters",
        f"SM_B beats {dictionary} with its own guesser",
        f"Without noise SM_B does better with {dictionary}'s guesser than {dictionary}'s own spymaster ({dictionary} stands for d2v).",
        (("SM_B", (dictionary,), [Condition("deterministic", dictionary)]),),
        "spymasters",
    )


def all_claims(
    contests: Mapping[str, Contest], dictionary: str | None, printed: pd.DataFrame | None = None
) -> list[Claim]:
    """Every claim, measured on the games of the experiments "spymasters", "guessers" and "sweep".

    `printed` holds the paper's own tables, to stand beside what is measured.
    """
    levels = [name for name in contests["sweep"].agents if name != "SM_B_noise"]
    internal = contests["spymasters"].chosen.with_role("internal")
    claims = [
        measured(statement, contests[statement.experiment], printed) for statement in said(internal, dictionary, levels)
    ]
    claims.append(almost_never(contests["guessers"], tuple(agents.GUESSERS)))
    return sorted(claims, key=lambda claim: GROUPS.index(claim.group))


def measured(statement: Said, contest: Contest, printed: pd.DataFrame | None = None) -> Claim:
    """A claim with the effects that decide it."""
    comparisons = tuple(
        _beside_the_paper(contest, ours, rival, condition, printed)
        for ours, rivals, conditions in statement.contests
        for condition, rival in product(conditions, rivals)
    )
    return Claim(statement.group, statement.name, statement.sentence, statement.section, comparisons)


def _beside_the_paper(
    contest: Contest, ours: Who, theirs: Who, condition: Condition, printed: pd.DataFrame | None
) -> Comparison:
    found = contest.compare(ours, theirs, condition)
    if printed is None:
        return found
    return replace(found, published=printed_difference(printed, contest.role, ours, theirs, condition))


def almost_never(contest: Contest, bayesian: Sequence[str]) -> Claim:
    """Of all pairings of a Bayesian guesser and a spymaster, how few go as well as with the Best Model?

    The interval is the widest that the pairings allow: each whose own interval spans 0 is counted first against the
    claim, then for it.
    """
    partners = [name for group in in_and_out(contest.chosen).values() for name in group]
    places = [Condition(*place) for place in product(ENVIRONMENTS, partners)]
    found = [contest.compare(name, BEST_MODEL, place) for name in bayesian for place in places]
    cells = pd.concat([cell.partners.set_axis([f"{cell.ours}, {cell.condition}"]) for cell in found])
    cells = cells.rename_axis("pairing")
    shares = (cells["difference"] >= 0, cells["high"] >= 0, cells["low"] >= 0)
    effect = Estimate(*(ALMOST_NEVER - float(share.mean()) for share in shares))
    counted = Comparison(
        numbers.rate(ALMOST_NEVER, 1), f"share of {len(cells)} pairings", "all conditions", effect, cells
    )
    sentence = f"Bayesian guessers almost never do as well as the Best Model (read as: in under {numbers.percent(ALMOST_NEVER)} of pairings)."
    return Claim("Guessers", "Bayesian guessers rarely match the Best Model", sentence, "§7 Discussion", (counted,))
