"""What wins cost: each agent a point, the turns of the games it wins against the share of games that it wins."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox

from commonground.report import numbers, statistics
from commonground.report.compare import CONDITIONS
from commonground.report.figures import style
from commonground.report.figures.style import looks
from commonground.study.scores import LOST

FIGURES = (5, 10, 15, 20)  # of the competition, whose lines are drawn
WAYS = (0, 180, 45, 135, 315, 225, 20, 160, 340, 200, 90, 270, 65, 115, 295, 245)
AROUND = tuple(product((9, 15, 22, 30, 40, 52, 66, 82), np.radians(WAYS)))  # points away, direction
LINK = {"arrowstyle": "-", "color": "0.6", "linewidth": 0.6, "shrinkA": 0, "shrinkB": 2}  # from a label to its point
ROOM = 2.0  # pixels between a label and what is beside it


def trade(table: pd.DataFrame, statics: Sequence[str], title: str) -> Figure:
    """A panel a condition: who wins how often in how many turns, with the score beside the name; nobody wins, no point."""
    figure, grid = plt.subplots(2, 2, figsize=(10, 8.4), sharex=True, sharey=True)
    shown = table.dropna(subset="turns")
    for axes, condition in zip(grid.flat, CONDITIONS, strict=True):
        part = shown[(shown["environment"] == condition.environment) & (shown["where"] == condition.where)]
        axes.set(
            title=style.in_words(str(condition)),
            xlim=(float(shown["turns"].min()) - 1.8, float(shown["turns"].max()) + 2.6),
            ylim=(float(shown["won"].min()) - 0.04, 1.05),
        )
        _draw_points(axes, part, statics)
    for axes in grid[-1]:
        axes.set_xlabel("turns of the games that were won")
    for axes in grid[:, 0]:
        axes.set_ylabel("share of games won")
    style.message(figure, title)
    figure.supxlabel(EXPLAINED, x=0.01, ha="left", fontsize=8)
    figure.canvas.draw()  # where things are is known only then
    for axes in grid.flat:
        _draw_lines(axes)
        _place(axes)
    return figure


EXPLAINED = "Beside a name its score; grey dots: the other static agents. Dotted: where the competition's figure, turns or 25 for a loss, is the same; up and left is better."


def _draw_points(axes: Axes, part: pd.DataFrame, statics: Sequence[str]) -> None:
    """A point an agent, with its name and score; of the static ones only the best by either measure are named."""
    look = looks(name for name in part["agent"] if name not in statics)
    static = part[part["agent"].isin(statics)].set_index("agent")
    named = {name for measure in ("won", "score") for name in statistics.leaders(static[measure].to_dict())}
    for row in part.itertuples():
        options = look[row.agent].options if row.agent in look else {"color": "0.45", "marker": "."}
        axes.plot([row.turns], [row.won], **{**options, "linestyle": ""})
        if row.agent not in look and row.agent not in named:
            continue
        colour = look[row.agent].colour if row.agent in look else "0.35"
        manner: dict[str, Any] = {"va": "center", "color": colour, "size": 7.5, "arrowprops": LINK}
        label = f"{row.agent} {numbers.amount(row.score)}"
        axes.annotate(label, (row.turns, row.won), (0, 0), textcoords="offset points", **manner)


def _draw_lines(axes: Axes) -> None:
    """Where the competition's figure is the same: won · turns + (1 − won) · 25."""
    turns = np.linspace(*axes.get_xlim(), 200)
    for figure in FIGURES:
        won = (LOST - figure) / (LOST - turns)
        inside = (won <= 1.0) & (won >= axes.get_ylim()[0])
        if not inside.any():
            continue
        axes.plot(turns[inside], won[inside], color="0.75", linewidth=0.7, linestyle=(0, (1, 2)), zorder=0)
        axes.text(turns[inside][0], won[inside][0], f" {figure}", color="0.55", fontsize=6.5, va="bottom")


def _place(axes: Axes) -> None:
    """Put each label at the nearest spot around its point that nothing else covers, and whose link crosses nothing."""
    dots = [places for line in axes.lines if len(places := np.asarray(line.get_xydata())) == 1]
    taken = [_around(axes.transData.transform(places[0])) for places in dots]
    frame = axes.get_window_extent()
    for label in sorted((text for text in axes.texts if isinstance(text, Annotation)), key=lambda text: -text.xy[1]):
        point = axes.transData.transform(label.xy)
        free = [(spot, box) for spot, box in _spots(label) if _free(box, taken, frame)] or [next(_spots(label))]
        spot, box = next((one for one in free if _reached(point, one[0], taken)), free[0])
        label.set(position=spot, horizontalalignment=_side(spot))
        taken += [box, *_link(point, spot)]


def _around(point: np.ndarray, reach: float = 9.0) -> Bbox:
    return Bbox.from_extents(*(point - reach), *(point + reach))


def _link(point: np.ndarray, spot: tuple[float, float]) -> list[Bbox]:
    """Small boxes along the line from a point to its label, without what lies at the point itself."""
    way = np.array(spot) * plt.rcParams["figure.dpi"] / 72
    steps = np.linspace(0, 1, 12)[:, None] * way
    return [_around(point + step, 1.0) for step in steps if np.hypot(*step) > 2 * ROOM + 4]


def _reached(point: np.ndarray, spot: tuple[float, float], taken: Sequence[Bbox]) -> bool:
    return not any(step.overlaps(other) for step in _link(point, spot) for other in taken)


def _spots(label: Annotation) -> Iterator[tuple[tuple[float, float], Bbox]]:
    """The spots around a point, the near ones first, and what a label there would cover."""
    for away, direction in AROUND:
        spot = (away * float(np.cos(direction)), away * float(np.sin(direction)))
        label.set(position=spot, horizontalalignment=_side(spot))
        yield spot, Text.get_window_extent(label).padded(ROOM)  # without the link


def _side(spot: tuple[float, float]) -> str:
    return "center" if abs(spot[0]) < 1 else "left" if spot[0] > 0 else "right"


def _free(box: Bbox, taken: Sequence[Bbox], frame: Bbox) -> bool:
    inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
    return inside and not any(box.overlaps(other) for other in taken)
