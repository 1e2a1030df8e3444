"""The claims and their verdicts as tables and lists: to read, to open elsewhere, for the README."""

from collections.abc import Sequence

import pandas as pd

from commonground.report import numbers, templates
from commonground.report.claims import SIGNS, Claim
from commonground.report.compare import Comparison, effect_columns


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
        }
        for claim, first in zip(claims, firsts, strict=True)
    ]
    return templates.html("claims.html.j2", rows=shown)


def page(claims: Sequence[Claim]) -> str:
    """The table as a web page of its own."""
    return templates.page("The claims of the paper", html(claims))


def markdown(claims: Sequence[Claim]) -> str:
    """The verdicts as a list: each sentence with the comparison it hangs on."""
    lines = [
        f"- {SIGNS[claim.verdict]} **{claim.verdict}**: {claim.sentence} {_emphasised(claim.decisive)}"
        for claim in claims
    ]
    return "\n".join(lines) + "\n"


def _emphasised(comparison: Comparison) -> str:
    return f"*{comparison}: {numbers.difference(comparison.effect)}.*".replace("_", "\\_")
