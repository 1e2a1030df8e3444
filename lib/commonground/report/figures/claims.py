"""Figures about claims: readable in grey, because markers and words say it too."""

import textwrap
from collections.abc import Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from commonground.report import numbers
from commonground.report.claims import FAILS, HOLDS, SIGNS, Claim, hangs_on
from commonground.report.compare import CEILING, SCORE, UNSURE, WON
from commonground.report.figures import style
from commonground.report.figures.style import in_turn, spread

VERDICTS = {  # colour, marker, face
    HOLDS: ("C0", "o", "C0"),
    FAILS: ("C1", "X", "C1"),
    UNSURE: ("0.35", "s", "white"),
    CEILING: ("0.35", "D", "0.75"),
}


def forest(claims: Sequence[Claim], title: str) -> Figure:
    """A row a claim: the comparison its verdict hangs on with its interval, the claim's other comparisons as ticks."""
    figure, axes = plt.subplots(figsize=(11, 0.52 * len(claims) + 1.3))
    for row, claim in enumerate(claims):
        _forest_row(axes, row, claim)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_yticks(range(len(claims)), [textwrap.fill(_named(claim), 34) for claim in claims])
    axes.set_ylim(len(claims) - 0.5, -0.6)
    for start, claim in enumerate(claims):
        if start == 0 or claims[start - 1].group != claim.group:
            axes.axhline(start - 0.5, color="0.8", linewidth=0.8)
            axes.text(0.01, start - 0.45, claim.group, transform=axes.get_yaxis_transform(), va="top", style="italic")
    axes.set_xlabel("difference in games won (elsewhere: in what is named), 95 % interval; right of 0 is as claimed")
    style.message(figure, title)
    figure.legend(handles=_verdict_handles(), loc="outside lower center", ncols=5)
    return figure


def _named(claim: Claim) -> str:
    """A claim's name, with a mark if the paper does not say it."""
    return f"{claim.name} (read into the paper)" if claim.ours else claim.name


def _forest_row(axes: Axes, row: int, claim: Claim) -> None:
    colour, marker, face = VERDICTS[claim.verdict]
    value, low, high = claim.decisive.effect
    others = [comparison.effect.value for comparison in claim.comparisons if comparison is not claim.decisive]
    axes.plot(others, [row] * len(others), "|", color="0.55", markersize=7)
    axes.plot([low, high], [row, row], color=colour, linewidth=2)
    axes.plot(value, row, marker, color=colour, markerfacecolor=face, markersize=8)
    axes.annotate(
        _note(claim), (1.01, row), xycoords=axes.get_yaxis_transform(), va="center", fontsize=7.5, annotation_clip=False
    )


def _note(claim: Claim) -> str:
    """What is measured and told by wins and by score, and below it on which comparison each hangs."""
    unit = "" if claim.unit == "games won" else f" {claim.unit}"
    told = f"{SIGNS[claim.verdict]} {claim.verdict}  {numbers.difference(claim.decisive.effect)}{unit}"
    if not claim.scored:
        return f"{told}\n{claim.decisive}"
    worst = hangs_on(claim.scored)
    other = f"\nby score: {worst}" if str(worst) != str(claim.decisive) else ""
    scored = f"by score {SIGNS[claim.by_score]} {claim.by_score}  {numbers.change(worst.effect)}"
    return f"{told}; {scored}\n{claim.decisive}{other}"


def _verdict_handles() -> list[Line2D]:
    handles = [
        Line2D(
            [], [], color=colour, marker=marker, markerfacecolor=face, linewidth=2, label=f"{SIGNS[verdict]} {verdict}"
        )
        for verdict, (colour, marker, face) in VERDICTS.items()
    ]
    ticks = Line2D([], [], color="0.55", marker="|", linestyle="", label="the claim's other comparisons")
    return [*handles, ticks]


def assumed_noise(table: pd.DataFrame, title: str) -> Figure:
    """The average win rate and score of SM_B by the noise it assumes, a panel a measure, one line a condition."""
    figure, panels = plt.subplots(1, 2, figsize=(10, 3.6), sharex=True)
    for axes, (measure, rows) in zip(panels, table.groupby("measure", sort=False), strict=True):
        for number, (condition, part) in enumerate(rows.groupby("condition", sort=False)):
            reach = spread(part["mean"], part["low"], part["high"])
            shifted = part["assumed"] + 0.008 * (number - 1.5)  # side by side: intervals stay apart
            axes.errorbar(
                shifted, part["mean"], yerr=reach, capsize=3, label=style.in_words(str(condition)), **in_turn(number)
            )
        axes.set_xticks(sorted(table["assumed"].unique()))
        axes.set_xlabel("noise that the spymaster assumes")
        axes.set_ylabel({WON: "share of games won", SCORE: "score"}[str(measure)])
    panels[0].set_ylim(top=1.02)
    style.message(figure, title)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return figure
