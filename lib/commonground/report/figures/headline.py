"""The headline as a picture: who wins and scores how much in each condition, a small panel each, on shared axes."""

from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from commonground.report import headline, numbers
from commonground.report.compare import CONDITIONS, SCORE, WON
from commonground.report.figures import style
from commonground.report.tables import Both

NAMES = {WON: "games won", SCORE: "score"}
LOOKS: dict[str, dict[str, Any]] = {  # by a row's kind
    headline.BASELINE: {"color": "0.6", "marker": "s", "mfc": "white"},
    headline.ORACLE: {"color": "0.6", "marker": "s"},
    headline.CALM: {"color": "0.15", "marker": "o", "mfc": "white"},
    headline.NOISY: {"color": "0.15", "marker": "o"},
    headline.RIVAL: {"color": "C1", "marker": "D"},
    headline.OWN: {"color": "C0", "marker": "o"},
}
ROW = 0.23  # inches


def picture(title: str, *tables: Both) -> Figure:
    """A block a side, in it a row a kind of agent, and a panel for each condition by wins and by score."""
    blocks = [headline.marks(both) for both in tables]
    heights = [part["label"].nunique() for part in blocks]
    figure, grid = plt.subplots(
        len(tables),
        2 * len(CONDITIONS) + 1,
        figsize=(9.6, ROW * sum(heights) + 1.6),
        gridspec_kw={"height_ratios": heights, "width_ratios": [*[1] * len(CONDITIONS), 0.12, *[1] * len(CONDITIONS)]},
        squeeze=False,
    )
    for axes_row, both, part in zip(grid, tables, blocks, strict=True):
        labels = list(dict.fromkeys(part["label"]))
        axes_row[len(CONDITIONS)].axis("off")
        for start, measure in ((0, WON), (len(CONDITIONS) + 1, SCORE)):
            for axes, condition in zip(axes_row[start:], CONDITIONS, strict=False):
                here = part[(part["measure"] == measure) & (part["condition"] == condition)]
                _panel(axes, here, labels, measure)
                axes.set_xlim(*_reach(pd.concat(blocks), measure))
        axes_row[0].set_yticks(range(len(labels)), labels)
        axes_row[0].set_ylabel(both.wins.layout.name, fontweight="bold")
    _heads(figure, grid)
    figure.align_ylabels(grid[:, 0])
    style.message(figure, title)
    figure.supxlabel(headline.SHOWN, x=0.01, ha="left", fontsize=7.5)
    return figure


def _heads(figure: Figure, grid: Any) -> None:
    """What panels show: the condition above each, the measure above the four of it."""
    for start, measure in ((0, WON), (len(CONDITIONS) + 1, SCORE)):
        for axes, condition in zip(grid[0, start:], CONDITIONS, strict=False):
            head = headline.HEADS[condition].replace(" partners", "\npartners").replace(", ", ",\n")
            axes.set_title(head, loc="center", fontsize=8.5, fontweight="normal")
        for axes in grid[-1, start : start + len(CONDITIONS)]:
            axes.tick_params(labelbottom=True)
        grid[0, start].annotate(
            NAMES[measure], (0, 1), (0, 30), xycoords="axes fraction", textcoords="offset points", fontweight="bold"
        )


def _panel(axes: Axes, here: pd.DataFrame, labels: list[str], measure: str) -> None:
    """A mark with its interval a row; the highest but the oracle's is written out."""
    best = here[here["label"].map(headline.ROWS) != headline.ORACLE]["value"].max()
    for row in here.itertuples():
        at, look = labels.index(row.label), LOOKS[headline.ROWS[row.label]]
        axes.plot([row.low, row.high], [at, at], color=look["color"], linewidth=1.4)
        axes.plot(row.value, at, linestyle="", markersize=5.5, clip_on=False, **look)
        if row.value == best and headline.ROWS[row.label] != headline.ORACLE:
            _write(axes, row.value, at, numbers.percent(best) if measure == WON else numbers.rate(best, 1))
    for at in range(len(labels)):
        axes.axhline(at, color="0.93", linewidth=0.8, zorder=0)
    axes.set(ylim=(len(labels) - 0.4, -0.6), yticks=[])
    axes.tick_params(labelbottom=False, length=2, labelsize=7)
    axes.spines["left"].set_visible(False)
    if measure == WON:
        axes.set_xticks([0.25, 0.5, 0.75, 1.0])
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=""))
    else:
        axes.axvline(0, color="0.8", linewidth=0.8, zorder=0)


def _write(axes: Axes, value: float, at: int, text: str) -> None:
    """A number to the left of its mark."""
    axes.annotate(
        text, (value, at), (-6, 0), textcoords="offset points", ha="right", va="center", fontsize=7.5, fontweight="bold"
    )


def _reach(marks: pd.DataFrame, measure: str) -> tuple[float, float]:
    """One axis for all panels of a measure."""
    part = marks[marks["measure"] == measure]
    low, high = float(part["low"].min()), float(part["high"].max())
    return low - 0.08 * (high - low), high + 0.06 * (high - low)
