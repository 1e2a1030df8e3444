"""The claims and their verdicts as tables and lists: to read, to open elsewhere, for the README."""

from collections.abc import Sequence

import pandas as pd

from commonground.report import numbers, statistics, templates
from commonground.report.claims import FAILS, HOLDS, SIGNS, Claim, hangs_on
from commonground.report.compare import CEILING, UNSURE, effect_columns


def table(claims: Sequence[Claim]) -> pd.DataFrame:
    """A row a claim, with the comparison its verdict hangs on, by wins (or beliefs) and by score."""
    rows = [
        {"group": claim.group, "claim": claim.sentence, "said by": said_by(claim), "where": claim.section}
        | {"measured in": claim.unit, "comparisons": len(claim.comparisons), "boards": claim.boards}
        | {"hangs on": str(claim.decisive), **effect_columns(claim.decisive.effect)}
        | {"paper": claim.decisive.published, "verdict": claim.verdict}
        | _by_score(claim)
        for claim in claims
    ]
    return pd.DataFrame(rows)


def _by_score(claim: Claim) -> dict[str, object]:
    effect = hangs_on(claim.scored).effect if claim.scored else statistics.NOTHING
    named = {f"score {name}": value for name, value in effect_columns(effect).items()}
    return {"score hangs on": str(hangs_on(claim.scored)) if claim.scored else "", **named, "by score": claim.by_score}


def said_by(claim: Claim) -> str:
    """Whose sentence it is."""
    return "read into the paper" if claim.ours else "the paper"


def all_comparisons(claims: Sequence[Claim]) -> pd.DataFrame:
    """A row a comparison."""
    rows = [
        {"claim": claim.name, "measured in": claim.unit if found in claim.comparisons else "score"}
        | {"comparison": str(found), **effect_columns(found.effect), "paper": found.published, "told": found.verdict}
        for claim in claims
        for found in (*claim.comparisons, *claim.scored)
    ]
    return pd.DataFrame(rows)


def readable(partners: pd.DataFrame) -> pd.DataFrame:
    """The rows of a comparison by partner, as people read them."""
    rates = {side: partners[side].map(numbers.rate) for side in ("ours", "theirs")}
    differences = numbers.column(partners, "difference", write=numbers.difference)
    return pd.DataFrame(rates).assign(difference=differences)


def html(claims: Sequence[Claim]) -> str:
    """The table for reading, as a fragment with its style: effects with their intervals, verdicts as words and signs."""
    firsts = [number == 0 or claims[number - 1].group != claim.group for number, claim in enumerate(claims)]
    shown = [
        {
            "about": claim.group if first else "",
            "claim": claim,
            "measured": numbers.difference(claim.decisive.effect),
            "paper": numbers.difference(claim.decisive.published),
            "sign": SIGNS[claim.verdict],
            "said_by": said_by(claim),
            "scored": numbers.change(hangs_on(claim.scored).effect) if claim.scored else numbers.UNKNOWN,
            "scored_on": str(hangs_on(claim.scored)) if claim.scored else "",
            "scored_sign": SIGNS.get(claim.by_score, ""),
        }
        for claim, first in zip(claims, firsts, strict=True)
    ]
    return templates.html("claims.html.j2", rows=shown)


def page(claims: Sequence[Claim]) -> str:
    """The table as a web page of its own."""
    return templates.page("The claims of the paper", html(claims))


def in_short(claims: Sequence[Claim], set_name: str) -> str:
    """How many claims hold, fail, are too close to call and tied, a line each with their names, for the README."""
    lines = [
        f"- {SIGNS[verdict]} **{len(found)} of {len(claims)} claims {said if len(found) != 1 else one}**:"
        f" {'; '.join(map(_named, found))}."
        for verdict, (one, said) in SAID.items()
        if (found := [claim for claim in claims if claim.verdict == verdict])
    ]
    return "\n".join(lines) + f" Every comparison: [92-claims](runs/{set_name}/92-claims.ipynb).\n"


SAID = {  # of one claim, of several
    HOLDS: ("holds", "hold"),
    FAILS: ("does not hold", "do not hold"),
    UNSURE: ("is too close to call", "are too close to call"),
    CEILING: ("is tied at the ceiling", "are tied at the ceiling"),
}


def _named(claim: Claim) -> str:
    """A claim by name, with whose it is if it is not the paper's, and its verdict by score if that is another."""
    notes = [said_by(claim)] if claim.ours else []
    notes += [f"by score: {claim.by_score}"] if claim.by_score not in ("", claim.verdict) else []
    name = claim.name.replace("_", "\\_")
    return f"{name} ({', '.join(notes)})" if notes else name
