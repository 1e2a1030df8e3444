"""What figure notebooks draw."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from commonground import files
from commonground.agents.kernels.cards import nearest_first
from commonground.embeddings import Embedding, EmbeddingSet
from commonground.game import Board, Colour

PLACES = {"in": "in-distribution", "out": "out-of-distribution"}
STYLE = Path(__file__).with_name("style.mplstyle")


def use_style() -> None:
    """The project's look, for every figure of a notebook."""
    plt.style.use(STYLE)


def save(figure: Figure, folder: Path, name: str) -> None:
    """Write a figure as PNG and SVG: the same bytes for the same data."""
    for suffix, metadata in ((".png", {"Software": None}), (".svg", {"Date": None, "Creator": None})):
        with files.atomic(folder / f"{name}{suffix}") as file:
            figure.savefig(file, format=suffix[1:], metadata=metadata)


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


def survival(table: pd.DataFrame) -> Figure:
    """How often a clue survives noise: ours as bars, the figure published for the embedding it stands for as a mark."""
    figure, axes = plt.subplots(figsize=(7, 2.6))
    places = np.arange(len(table))
    axes.bar(places, table["survival"], width=0.6, color=["C0" if r == "internal" else "C4" for r in table["role"]])
    published = table["published"].notna()
    axes.plot(places[published], table["published"][published], "D", color="black", markersize=5)
    for place, rate, top in zip(places, table["survival"], table[["survival", "published"]].max(axis=1), strict=True):
        axes.annotate(f"{rate:.2f}", (place, top), ha="center", va="bottom", xytext=(0, 5), textcoords="offset points")
    axes.set_xticks(places, table.index)
    axes.set_ylim(0, 1.15)
    axes.set_ylabel("share of clues heard as meant")
    handles: list[Artist] = [Patch(color="C0", label="internal"), Patch(color="C4", label="external")]
    if published.any():
        handles.append(Line2D([], [], marker="D", color="black", linestyle="", label="the embedding it stands for"))
    figure.legend(handles=handles, loc="outside upper right", ncols=3)
    return figure


def one_board(words: EmbeddingSet, board: Board, clue: str) -> Figure:
    """The rank of every card of a board for one clue, in each embedding: 1 is the card a static guesser picks first."""
    ranks = pd.DataFrame({name: _ranks(member, board, clue) for name, member in words.items()}, index=board.words)
    ranks = ranks.loc[ranks.mean(axis=1).sort_values(kind="stable").index]
    figure, axes = plt.subplots(figsize=(5.6, 6.4))
    axes.imshow(-ranks.to_numpy(), aspect="auto", cmap="Blues", vmin=-len(ranks), vmax=2)
    for row in range(len(ranks)):
        for column in range(ranks.shape[1]):
            rank = ranks.iat[row, column]
            axes.text(
                column,
                row,
                str(rank),
                ha="center",
                va="center",
                color="white" if rank <= 6 else "black",
                fontweight="bold" if rank <= 3 else "normal",
            )
    key = dict(zip(board.words, board.key, strict=True))
    axes.set_xticks(range(ranks.shape[1]), ranks.columns)
    axes.set_yticks(range(len(ranks)), [f"{word} ({Colour(key[word]).name.lower()})" for word in ranks.index])
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_title(f"Which cards are nearest to “{clue}”: rank in each embedding", pad=22)
    return figure


def _ranks(member: Embedding, board: Board, clue: str) -> np.ndarray:
    table, places = member.distance_table(member.rows(board.words))
    order = nearest_first(table[places, member.index[clue]], (1 << len(board.words)) - 1)
    ranks = np.empty(len(order), dtype=int)
    ranks[order] = np.arange(1, len(order) + 1)
    return ranks


def matrix(table: pd.DataFrame, title: str, of: str, by: str, digits: int = 2) -> Figure:
    """A square table of numbers between 0 and 1 as a heat map with its numbers in it."""
    figure, axes = plt.subplots(figsize=(0.62 * table.shape[1] + 1.6, 0.5 * len(table) + 1.2))
    axes.imshow(table.to_numpy(), cmap="Blues", vmin=0, vmax=1, aspect="auto")
    for row in range(len(table)):
        for column in range(table.shape[1]):
            value = table.iat[row, column]
            axes.text(
                column, row, f"{value:.{digits}f}", ha="center", va="center", color="white" if value > 0.6 else "black"
            )
    axes.set_xticks(range(table.shape[1]), table.columns)
    axes.set_yticks(range(len(table)), table.index)
    axes.set_xlabel(by)
    axes.set_ylabel(of)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_title(title)
    return figure


def shared_first_cards(words: EmbeddingSet, boards: Sequence[Board], first: int = 3, clues: int = 200) -> pd.DataFrame:
    """How many of the `first` cards nearest to a clue two embeddings share, averaged over boards and random clues."""
    names = list(words)
    total = np.zeros((len(names), len(names)))
    for number, board in enumerate(boards):
        rng = np.random.default_rng(number)
        allowed = np.setdiff1d(np.arange(len(words.words)), next(iter(words.values())).rows(board.words))
        chosen = rng.choice(allowed, size=min(clues, len(allowed)), replace=False)
        total += _shared(words, board, chosen, first)
    return pd.DataFrame(total / len(boards), index=names, columns=names)


def _shared(words: EmbeddingSet, board: Board, clues: np.ndarray, first: int) -> np.ndarray:
    picked = []  # (embedding, clue, card): whether the card is among the first
    for member in words.values():
        table, places = member.distance_table(member.rows(board.words))
        order = np.argsort(table[places][:, clues], axis=0, kind="stable")[:first]
        flags = np.zeros((len(clues), len(places)))
        flags[np.arange(len(clues)), order] = 1.0
        picked.append(flags)
    stacked = np.stack(picked)
    return np.asarray(np.einsum("akc,bkc->ab", stacked, stacked) / (len(clues) * first))


def forest(table: pd.DataFrame, title: str) -> Figure:
    """Differences with their intervals, a panel for each condition and a line for each alternative."""
    conditions = list(dict.fromkeys(zip(table["environment"], table["partners"], strict=True)))
    figure, panels = plt.subplots(
        1, len(conditions), figsize=(9.5, 0.34 * table["alternative"].nunique() + 1.3), sharey=True, sharex=True
    )
    for axes, (environment, partners) in zip(panels, conditions, strict=True):
        part = table[(table["environment"] == environment) & (table["partners"] == partners)]
        places = -part["alternative"].to_numpy()
        errors = [part["difference"] - part["low"], part["high"] - part["difference"]]
        axes.errorbar(part["difference"], places, xerr=errors, fmt="o", color="black", markersize=4, capsize=2)
        axes.axvline(0, color="0.7", linewidth=0.8, zorder=0)
        axes.set_yticks(
            places, [f"{r} {a}: {o}" for r, a, o in zip(part["reading"], part["agent"], part["other"], strict=True)]
        )
        axes.set_title(f"{environment},\n{PLACES[partners]}", fontsize=9, fontweight="normal")
    figure.suptitle(title, x=0.01, ha="left", fontweight="bold")
    return figure
