"""The claims of the paper's discussion: for each the measured effect, paired by board, and a verdict.

A claim is a set of comparisons, all of which it needs: ours minus theirs on the same boards, averaged over the partners
concerned. It *holds* if every interval lies above 0, it *does not* if some interval lies below 0; otherwise one *can't tell*.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd

from commonground import agents
from commonground.report.compare import (
    BEST_MODEL,
    CONDITIONS,
    DETERMINISTIC_IN,
    DETERMINISTIC_OUT,
    STOCHASTIC_IN,
    STOCHASTIC_OUT,
    Comparison,
    Condition,
    Who,
    Wins,
    compare,
    effect_columns,
)
from commonground.report.statistics import Estimate, mean
from commonground.study import plan

HOLDS, FAILS, UNSURE = "holds", "does not", "can't tell"
SIGNS = {HOLDS: "✓", FAILS: "✗", UNSURE: "?"}
GROUPS = ("Spymasters", "Guessers", "Assumed noise")
STYLE = (
    "<style>.claims {border-collapse: collapse; font-size: 90%}"
    " .claims td, .claims th {text-align: left; vertical-align: top; padding: .35em .6em; border-bottom: 1px solid #ccc}"
    "</style>"
)
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


def all_claims(wins: Mapping[str, Wins], dictionary: str | None, paper: pd.DataFrame | None = None) -> list[Claim]:
    """Every claim, measured on the wins of the experiments "spymasters", "guessers" and "sweep"."""
    levels = [name for name in wins["sweep"].agents if name != "SM_B_noise"]
    claims = [
        measured(statement, wins[statement.experiment], paper)
        for statement in said(wins["spymasters"].internal, dictionary, levels)
    ]
    claims.append(almost_never(wins["guessers"], tuple(agents.GUESSERS)))
    return sorted(claims, key=lambda claim: GROUPS.index(claim.group))


def measured(statement: Said, wins: Wins, paper: pd.DataFrame | None = None) -> Claim:
    """A claim with the effects that decide it."""
    found = [compare(wins, *contest, paper) for contest in statement.contests]
    comparisons = tuple(comparison for part in found for comparison in part)
    return Claim(statement.group, statement.name, statement.sentence, statement.section, comparisons)


def almost_never(wins: Wins, bayesian: Sequence[str]) -> Claim:
    """Of all pairings of a Bayesian guesser and a spymaster, how few go as well as with the Best Model?

    The interval is the widest that the pairings allow: each whose own interval spans 0 is counted first against the
    claim, then for it.
    """
    places = [Condition(*place) for place in product(plan.ENVIRONMENTS, (*wins.internal, *wins.external))]
    found = [comparison for name in bayesian for comparison in compare(wins, name, (BEST_MODEL,), places)]
    cells = pd.concat([cell.partners.set_axis([f"{cell.ours}, {cell.condition}"]) for cell in found])
    cells = cells.rename_axis("pairing")
    shares = (cells["difference"] >= 0, cells["high"] >= 0, cells["low"] >= 0)
    effect = Estimate(*(ALMOST_NEVER - float(share.mean()) for share in shares))
    counted = Comparison(f"{ALMOST_NEVER:g}", f"share of {len(cells)} pairings", "all conditions", effect, cells)
    sentence = f"Bayesian guessers almost never do as well as the Best Model (read as: in under {ALMOST_NEVER:.0%} of pairings)."
    return Claim("Guessers", "Bayesian guessers rarely match the Best Model", sentence, "§7 Discussion", (counted,))


# Tables


def table(claims: Sequence[Claim]) -> pd.DataFrame:
    """A row a claim, with the comparison its verdict hangs on."""
    rows = [
        {"group": claim.group, "claim": claim.sentence, "where": claim.section, "comparisons": len(claim.comparisons)}
        | {"hangs on": str(claim.decisive), **effect_columns(claim.decisive.effect)}
        | {"paper": claim.decisive.published, "verdict": claim.verdict}
        for claim in claims
    ]
    return pd.DataFrame(rows)


def all_comparisons(claims: Sequence[Claim]) -> pd.DataFrame:
    """A row a comparison."""
    rows = [
        {"claim": claim.name, "verdict": claim.verdict, "comparison": str(found)}
        | {**effect_columns(found.effect), "paper": found.published}
        for claim in claims
        for found in claim.comparisons
    ]
    return pd.DataFrame(rows)


def html(claims: Sequence[Claim]) -> str:
    """The table for reading, as a fragment with its style: effects with their intervals, verdicts as words and signs."""
    found = table(claims)
    signed = "{:+.3f}&nbsp;[{:+.3f},&nbsp;{:+.3f}]"
    shown = pd.DataFrame(
        {
            "about": found["group"].where(~found["group"].duplicated(), ""),
            "the paper says": found["claim"],
            "in": found["where"],
            "hangs on": [f"{claim.decisive}, worst of {len(claim.comparisons)}" for claim in claims],
            "measured": [signed.format(*claim.decisive.effect) for claim in claims],
            "paper": found["paper"].map(lambda published: "–" if np.isnan(published) else f"{published:+.3f}"),
            "verdict": [f"<b>{SIGNS[claim.verdict]}&nbsp;{claim.verdict}</b>" for claim in claims],
        }
    )
    return STYLE + str(shown.to_html(index=False, escape=False, border=0, justify="left", classes="claims"))


def markdown(claims: Sequence[Claim]) -> str:
    """The verdicts as a list: each sentence with the comparison it hangs on."""
    lines = [
        f"- {SIGNS[claim.verdict]} **{claim.verdict}**: {claim.sentence} {_markdown(claim.decisive)}"
        for claim in claims
    ]
    return "\n".join(lines) + "\n"


def _markdown(comparison: Comparison) -> str:
    low, high = (f"{bound:+.3f}" for bound in (comparison.effect.low, comparison.effect.high))
    return f"*{comparison}: {comparison.effect.value:+.3f} [{low}, {high}].*".replace("_", "\\_")


def by_assumed_noise(sweep: Wins) -> pd.DataFrame:
    """The average win rate with its interval for each level of assumed noise in each condition, a row each."""
    rows = [
        (assumed(name), str(condition), *mean(sweep.take(name, condition).mean(axis=1).to_numpy()))
        for condition in CONDITIONS
        for name in sorted(sweep.agents, key=assumed)
    ]
    return pd.DataFrame(rows, columns=["assumed", "condition", "mean", "low", "high"])


def assumed(name: str) -> float:
    """The noise that the Bayesian spymaster of this name assumes."""
    known = agents.SPYMASTERS.get(name)
    return known.options["noise"] if known else float(name.removeprefix("SM_B_"))
