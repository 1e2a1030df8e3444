"""Figures about embeddings: their scale, what noise does to them, and how differently they see a board."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from commonground.embeddings import Embedding
from commonground.game import Board, Colour
from commonground.report import numbers
from commonground.report.figures.heat import heat_map
from commonground.report.figures.style import message


def norms(members: Sequence[Embedding]) -> Figure:
    """How long the vectors of each embedding are."""
    figure, axes = plt.subplots(figsize=(7, 2.6))
    axes.boxplot(
        [member.norms for member in members], orientation="vertical", widths=0.5, showfliers=False, whis=(5, 95)
    )
    axes.set_xticks(range(1, len(members) + 1), [member.name for member in members])
    axes.set_ylabel("norm of a word's vector")
    axes.set_ylim(bottom=0)
    axes.set_title("The embeddings live at different scales, so noise 1.0 means something else in each")
    return figure


def survival(table: pd.DataFrame, title: str) -> Figure:
    """How often a clue survives noise: ours as bars, the figure published for the embedding it stands for as a mark."""
    figure, axes = plt.subplots(figsize=(7, 2.6))
    places = np.arange(len(table))
    axes.bar(places, table["survival"], width=0.6, color=["C0" if r == "internal" else "C4" for r in table["role"]])
    published = table["published"].notna()
    axes.plot(places[published], table["published"][published], "D", color="black", markersize=5)
    for place, rate, top in zip(places, table["survival"], table[["survival", "published"]].max(axis=1), strict=True):
        axes.annotate(
            numbers.rate(rate, 2), (place, top), ha="center", va="bottom", xytext=(0, 5), textcoords="offset points"
        )
    axes.set_xticks(places, table.index)
    axes.set_ylim(0, 1.15)
    axes.set_ylabel("clues heard as meant")
    handles: list[Artist] = [Patch(color="C0", label="internal"), Patch(color="C4", label="external")]
    if published.any():
        handles.append(Line2D([], [], marker="D", color="black", linestyle="", label="the embedding it stands for"))
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    message(figure, title)
    return figure


def one_board(ranks: pd.DataFrame, board: Board, title: str) -> Figure:
    """The rank of every card of a board for one clue, in each embedding: 1 is the card a static guesser picks first."""
    figure, axes = plt.subplots(figsize=(5.6, 6.4))
    axes.imshow(-ranks.to_numpy(), aspect="auto", cmap="Blues", vmin=-len(ranks), vmax=2)
    for (row, column), rank in np.ndenumerate(ranks.to_numpy()):
        ink, weight = "white" if rank <= 6 else "black", "bold" if rank <= 3 else "normal"
        axes.text(column, row, str(rank), ha="center", va="center", color=ink, fontweight=weight)
    key = dict(zip(board.words, board.key, strict=True))
    axes.set_xticks(range(ranks.shape[1]), ranks.columns)
    axes.set_yticks(range(len(ranks)), [f"{word} ({Colour(key[word]).name.lower()})" for word in ranks.index])
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_title(title, pad=22, x=-0.35)
    return figure


def shared_cards(table: pd.DataFrame, title: str) -> Figure:
    """How many of the cards nearest to a clue every two embeddings share."""
    figure, axes = plt.subplots(figsize=(0.62 * table.shape[1] + 1.6, 0.5 * len(table) + 1.2))
    heat_map(axes, table)
    message(figure, title)
    return figure
