"""One look for every figure, how it is saved, and how each agent is drawn."""

import re
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from commonground import files
from commonground.report.lineup import BAYESIAN, OURS, PLACES, RIVALS
from commonground.study.plan import ENVIRONMENTS

STYLE = Path(__file__).with_name("style.mplstyle")
MARKERS, LINES = "os^DvPX*", ("-", "--", ":", "-.")
LETTERS = 12  # of a title that go into an inch
NOISY = "_noise"  # how the names of agents end that assume noise


def use_style() -> None:
    """The project's look, for every figure of a notebook."""
    plt.style.use(STYLE)


def save(figure: Figure, folder: Path, name: str) -> None:
    """Write a figure as PNG and SVG: the same bytes for the same data."""
    for suffix, metadata in ((".png", {"Software": None}), (".svg", {"Date": None, "Creator": None})):
        with files.atomic(folder / f"{name}{suffix}") as file:
            figure.savefig(file, format=suffix[1:], metadata=metadata)


def message(figure: Figure, text: str) -> None:
    """What a figure says, as its title, in as many lines as its width asks for, all about as long."""
    widest = int(LETTERS * figure.get_figwidth())
    lines = len(textwrap.wrap(text, widest))
    widths = range(len(text) // max(lines, 1), widest + 1)
    even = next((width for width in widths if width and len(textwrap.wrap(text, width)) <= lines), widest)
    figure.suptitle(textwrap.fill(text, even), x=0.01, ha="left", fontsize=10, fontweight="bold")


def in_words(label: str) -> str:
    """A condition, an environment or a place of a partner, alone or in a label, in the words that the README has for it."""
    environment, _, place = label.partition(", ")
    if environment in NOISE and place in WHOM:
        return f"{WHOM[place]}{', in noise' if environment == ENVIRONMENTS[1] else ''}"
    called = NOISE | WHOM
    return re.sub("|".join(sorted(called, key=len, reverse=True)), lambda found: called[found[0]], label)


NOISE = dict(zip(ENVIRONMENTS, ("without noise", "in noise"), strict=True))
WHOM = dict(zip(PLACES.values(), ("known partners", "strangers"), strict=True))


class Look(NamedTuple):
    """How an agent is drawn: those that assume noise are dashed and hollow."""

    colour: str
    marker: str
    line: str

    @property
    def options(self) -> dict[str, Any]:
        """For a line with markers."""
        face = self.colour if self.line == "-" else "white"
        return {"color": self.colour, "marker": self.marker, "linestyle": self.line, "markerfacecolor": face}


def looks(names: Iterable[str]) -> dict[str, Look]:
    """A look for each agent: by its place in the registry, so that it is the same everywhere; others get those left over."""
    place = _places(*(_kinds(BAYESIAN[side], OURS[side], RIVALS[side]) for side in BAYESIAN))
    names = list(dict.fromkeys(names))
    taken = [place[name.removesuffix(NOISY)] for name in names if name.removesuffix(NOISY) in place]
    for number, name in enumerate(name for name in names if name.removesuffix(NOISY) not in place):
        place[name.removesuffix(NOISY)] = max(taken, default=-1) + 1 + number
    return {name: _look(place[name.removesuffix(NOISY)], name.endswith(NOISY)) for name in names}


def _places(*sides: list[str]) -> dict[str, int]:
    """The number of each kind on its side; those that are on both come last."""
    both = [name for name in sides[0] if name in sides[1]]
    own = [[name for name in side if name not in both] for side in sides]
    place = {name: number for side in own for number, name in enumerate(side)}
    return place | {name: max(map(len, own)) + number for number, name in enumerate(both)}


def _kinds(*agents: Iterable[str]) -> list[str]:
    """The agents of one side; with and without noise they are one kind."""
    return list(dict.fromkeys(name.removesuffix(NOISY) for part in agents for name in part))


def _look(number: int, noisy: bool) -> Look:
    again = number // 8  # colours come round again, with other markers
    return Look(f"C{number % 8}", MARKERS[(number + again) % len(MARKERS)], "--" if noisy else "-")


def in_turn(number: int) -> dict[str, Any]:
    """Marker and line of the lines of one panel that are no agents, by their number."""
    return {"marker": MARKERS[number % len(MARKERS)], "linestyle": LINES[number % len(LINES)]}


def spread(value: pd.Series, low: pd.Series, high: pd.Series) -> list[pd.Series]:
    """How far intervals reach to both sides; an end that rounding put a hair beyond the value is at the value."""
    return [(value - low).clip(lower=0), (high - value).clip(lower=0)]
