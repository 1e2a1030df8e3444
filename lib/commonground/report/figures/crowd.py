"""Figures about people: how well they are predicted, how noisy they are, and what learning about one of them gains."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from commonground.crowd.listeners import BOTH, CHANCE, CROWD
from commonground.crowd.partners import CHANGING, KNOWN, STRANGER
from commonground.crowd.persons import Steadiness
from commonground.report import numbers
from commonground.report.crowd import whom
from commonground.report.figures import style
from commonground.report.figures.style import in_turn, spread

PARTNERS = {
    KNOWN: "one that the learner knows",
    STRANGER: "one that it does not know",
    CHANGING: "another one each trial",
}
BIN, TOGETHER = 0.25, 5  # width of a bin of persons, and how many at least are shown together at the ends


def likelihoods(scores: pd.DataFrame, titles: dict[str, str], title: str) -> Figure:
    """How likely every model makes people's guesses, a panel for each recording; chance and the crowd are lines."""
    models = [name for name in dict.fromkeys(scores["model"]) if name not in (CHANCE, CROWD, BOTH)]
    figure, panels = _row(titles, 0.28 * len(models) + 1.3, sharey=True, sharex=True)
    for axes, (data, name) in zip(panels, titles.items(), strict=True):
        part = scores[scores["data"] == data].set_index("model")
        own = part.loc[models]
        errors = spread(own["score"], own["low"], own["high"])
        axes.errorbar(own["score"], range(len(own)), xerr=errors, fmt="o", color="C0", markersize=4, capsize=2)
        _limits(axes, part["score"])
        axes.set_yticks(range(len(models)), models)
        axes.set_ylim(len(models) - 0.5, -0.5)
        axes.set_xlabel("log-likelihood of a person's guesses")
        axes.set_title(name, fontsize=9, fontweight="normal")
    return _titled(figure, title)


def _limits(axes: Axes, score: pd.Series) -> None:
    for name, line in ((CHANCE, ":"), (CROWD, "--")):
        axes.axvline(score[name], color="0.5", linestyle=line, linewidth=1, zorder=0)
        axes.annotate(
            name, (score[name], 1), (2, -1), xycoords=("data", "axes fraction"), textcoords="offset points",
            color="0.4", fontsize=7, va="top", rotation=90,
        )  # fmt: skip


def noise(noised: pd.DataFrame, titles: dict[str, str], title: str) -> Figure:
    """How likely the study's noise makes people's guesses, by its level: a line for each embedding."""
    figure, panels = _row(titles, 3.2, sharey=True, sharex=True)
    for axes, (data, name) in zip(panels, titles.items(), strict=True):
        part = noised[noised["data"] == data]
        for number, (embedding, own) in enumerate(part.groupby("embedding", sort=False)):
            axes.plot(own["level"], own["score"], label=embedding, markersize=4, **in_turn(number))
        axes.set_xlabel("noise, in a coordinate's deviations")
        axes.set_title(name, fontsize=9, fontweight="normal")
    panels[0].set_ylabel("log-likelihood of a person's guesses")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside right center")
    return _titled(figure, title)


def persons(steady: Mapping[str, Steadiness], titles: dict[str, str], title: str) -> Figure:
    """Above, how persons' means beside their boards' are spread, as they are and by chance; below, how far that is."""
    figure, panels = plt.subplots(2, len(steady), figsize=(9.5, 4.6), squeeze=False, sharex="row")
    inner = _edges([one.means for one in steady.values()])
    bins = [inner[0] - BIN, *inner, inner[-1] + BIN]
    for (above, below), (data, one) in zip(panels.T, steady.items(), strict=True):
        own, by_chance = (values.clip(inner[0] - BIN / 2, inner[-1] + BIN / 2) for values in (one.means, one.by_chance))
        above.hist(own, bins=bins, color="C0", edgecolor="white", linewidth=0.5)
        counts, _ = np.histogram(by_chance, bins)
        above.stairs(counts * len(own) / len(by_chance), bins, color="C1", linewidth=2)
        above.set_xticks(inner, [numbers.change(edge) for edge in inner], fontsize=8)
        above.set_ylabel(whom(data))
        above.set_xlabel("mean log-likelihood beside the boards' (ends: and beyond)", fontsize=8)
        above.set_title(titles[data], fontsize=9, fontweight="normal")
        below.hist(one.spreads, bins=20, histtype="stepfilled", color="C1", alpha=0.6, label="by chance")
        below.axvline(one.spread, color="C0", linewidth=2, label="as they are")
        below.set_yticks([])
        below.set_xlabel("standard deviation of these means", fontsize=8)
    panels[1][0].set_xlim(left=0)
    figure.legend(*panels[1][0].get_legend_handles_labels(), loc="outside right center", fontsize=8)
    return _titled(figure, title)


def _edges(scores: Sequence[np.ndarray]) -> list[float]:
    """Edges of bins, beyond which there are at least `TOGETHER` persons of each recording: nobody stands alone at an end."""
    first = np.floor(max(np.sort(score)[:TOGETHER].max() for score in scores) / BIN) + 1
    last = np.floor(min(np.sort(score)[-TOGETHER:].min() for score in scores) / BIN)
    if last < first:  # too few, or too near one another, for two ends: all together
        first = last = np.floor(max(score.max() for score in scores) / BIN) + 1
    return [BIN * edge for edge in np.arange(first, last + 1).tolist()]


def drift(people: pd.DataFrame, simulated: pd.DataFrame, titles: dict[str, str], title: str) -> Figure:
    """What a learner gains over one that learns nothing, by how much its partner may drift: people, and embeddings."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 3.4), sharey=True)
    for number, (data, name) in enumerate(titles.items()):
        own = people[people["data"] == data].sort_values("setting")
        left.plot(own["setting"], own["gain"], color=f"C{number}", label=name, markersize=4, **in_turn(number))
        left.fill_between(own["setting"], own["low"], own["high"], color=f"C{number}", alpha=0.15, linewidth=0)
    left.set_title("people", fontsize=9, fontweight="normal")
    for number, (kind, name) in enumerate(PARTNERS.items()):
        own = simulated[simulated["partner"] == kind].groupby("drift")["gain"].agg(["mean", "min", "max"])
        right.plot(own.index, own["mean"], color=f"C{number + 2}", label=name, markersize=4, **in_turn(number))
        right.fill_between(own.index, own["min"], own["max"], color=f"C{number + 2}", alpha=0.15, linewidth=0)
    right.set_title("embeddings in people's places (mean, least, most)", fontsize=9, fontweight="normal")
    for axes in (left, right):
        axes.axhline(0, color="0.7", linewidth=0.8, zorder=0)
        axes.set_xlabel("drift: 0 is the paper's Bayes, 1 learns nothing")
        axes.legend(fontsize=8)
    left.set_ylabel("gain in log-likelihood, a trial")
    return _titled(figure, title)


def by_trial(table: pd.DataFrame, titles: dict[str, str], drifts: Sequence[float], title: str) -> Figure:
    """What learners gain over the fixed mixture, by how many trials of the person, or of the pair, they have seen."""
    figure, panels = _row(titles, 3.0, sharey=True)
    for axes, (data, name) in zip(panels, titles.items(), strict=True):
        for number, setting in enumerate(drifts):
            own = table[(table["data"] == data) & (table["drift"] == setting)]
            seen = own["turn"] - 1
            axes.plot(
                seen, own["gain"], color=f"C{number}", label=f"drift {setting:g}", markersize=3, **in_turn(number)
            )
            axes.fill_between(seen, own["low"], own["high"], color=f"C{number}", alpha=0.12, linewidth=0)
        axes.axhline(0, color="0.7", linewidth=0.8, zorder=0)
        axes.set_xlabel("trials seen before")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_title(name, fontsize=9, fontweight="normal")
    panels[0].set_ylabel("gain in log-likelihood")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside right center")
    return _titled(figure, title)


def _row(
    titles: dict[str, str], height: float, sharex: bool = False, sharey: bool = False
) -> tuple[Figure, list[Axes]]:
    """A panel for each recording, side by side."""
    figure, panels = plt.subplots(1, len(titles), figsize=(9.5, height), squeeze=False, sharex=sharex, sharey=sharey)
    return figure, list(panels[0])


def _titled(figure: Figure, title: str) -> Figure:
    style.message(figure, title)
    return figure
