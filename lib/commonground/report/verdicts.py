"""The claims and their verdicts as tables and lists: to read, to open elsewhere, for the README."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from commonground import files
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
    """The claims by name in three lines, those that hold, those that do not and those that can't be told, for the README."""
    lines: list[str] = []
    for sign, said, verdicts in LINES:
        found = [claim for claim in claims if claim.verdict in verdicts]
        count = f"{len(found)} of {len(claims)} claims" if not lines else f"{len(found)}"
        told = said[0] if len(found) == 1 else said[1]
        lines += [f"- {sign} **{count} {told}**{_ties(found)}: {'; '.join(map(_named, found))}."] if found else []
    note = " With an asterisk: by score the verdict is another." if any(map(_differs, claims)) else ""
    return "\n".join(lines) + f"{note} Every comparison: [92-claims](runs/{set_name}/92-claims.ipynb).\n"


def _ties(found: Sequence[Claim]) -> str:
    """How many of some claims are ties at the ceiling."""
    ties = sum(claim.verdict == CEILING for claim in found)
    return f" (in {ties} both sides win all but everything)" if ties else ""


SAID = {  # of one claim, of several
    HOLDS: ("holds", "hold"),
    FAILS: ("does not hold", "do not hold"),
    UNSURE: ("is too close to call", "are too close to call"),
    CEILING: ("is tied at the ceiling", "are tied at the ceiling"),
}


LINES = (  # a sign, what is said of one claim and of several, and the verdicts
    (SIGNS[HOLDS], SAID[HOLDS], (HOLDS,)),
    (SIGNS[FAILS], SAID[FAILS], (FAILS,)),
    (SIGNS[UNSURE], ("can't be told", "can't be told"), (UNSURE, CEILING)),
)


def write(claims: Sequence[Claim], folder: Path, set_name: str) -> None:
    """All verdicts as files: two tables, a page, and in short for the README."""
    for name, found in (("claims", table(claims)), ("comparisons", all_comparisons(claims))):
        files.write_text(folder / f"{name}.csv", found.to_csv(index=False, float_format="%.4f"))
    files.write_text(folder / "claims.html", page(claims))
    files.write_text(folder / "claims.md", in_short(claims, set_name))


def _named(claim: Claim) -> str:
    """A claim by name, with an asterisk if its verdict by score is another."""
    return claim.name.replace("_", "\\_") + ("\\*" if _differs(claim) else "")


def _differs(claim: Claim) -> bool:
    return claim.by_score not in ("", claim.verdict)
