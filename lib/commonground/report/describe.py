"""Tables about a set's embeddings, for notebooks."""

import json
from collections.abc import Sequence

import numpy as np
import pandas as pd

from commonground import paths
from commonground.agents.kernels.cards import nearest_first
from commonground.embeddings import Embedding, EmbeddingSet, catalogue, precompute
from commonground.game import Board

NOISE = 1.0
FIRST = 3  # cards, by which embeddings are compared
# board words of several senses and kinds: what embeddings make of them shows what each is made of
TELLING = (
    "apple",
    "bank",
    "bear",
    "doctor",
    "fire",
    "mercury",
    "piano",
    "spy",
    "war",
    "queen",
    "star",
    "watch",
    "bug",
    "ice",
)


def origins(known: EmbeddingSet) -> pd.DataFrame:
    """What each embedding is, and where it comes from."""
    sources = catalogue.load().sources
    covered = json.loads((paths.embeddings(known.name) / "manifest.json").read_text())["coverage"]
    rows = {
        name: {
            "what it is": entry.title,
            "role": entry.role,
            "stands for": entry.stands_for,
            "dimensions": known[name].dimension,
            "words of the vocabulary it has": covered[name],
            "made from": ", ".join(_origin(source, sources[source]) for source in entry.sources)
            or " + ".join(entry.concatenate)
            or entry.file
            or "nothing: synthetic",
            "after": entry.citation,
        }
        for name, entry in known.entries.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index")


def _origin(name: str, source: catalogue.Source) -> str:
    return f"{source.package} {source.version}" if source.package else name


def survival(known: EmbeddingSet, noise: float = NOISE) -> pd.DataFrame:
    """How often a clue survives noise in each embedding, and in the one it stands for."""
    rows = {
        name: {
            "role": entry.role,
            "stands for": entry.stands_for,
            "survival": precompute.load_survival(paths.precomputed(known.name) / f"{name}.npz").get(noise),
            "published": entry.survival,
        }
        for name, entry in known.entries.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index").astype({"survival": float, "published": float})


def shared_first_cards(
    known: EmbeddingSet, boards: Sequence[Board], first: int = FIRST, clues: int = 200
) -> pd.DataFrame:
    """How many of the `first` cards nearest to a clue two embeddings share, averaged over boards and random clues."""
    names = list(known)
    total = np.zeros((len(names), len(names)))
    for number, board in enumerate(boards):
        rng = np.random.default_rng(number)
        allowed = np.setdiff1d(np.arange(len(known.words)), next(iter(known.values())).rows(board.words))
        chosen = rng.choice(allowed, size=min(clues, len(allowed)), replace=False)
        total += _shared(known, board, chosen, first)
    return pd.DataFrame(total / len(boards), index=names, columns=names)


def _shared(known: EmbeddingSet, board: Board, clues: np.ndarray, first: int) -> np.ndarray:
    picked = []  # (embedding, clue, card): whether the card is among the first
    for member in known.values():
        table, places = member.distance_table(member.rows(board.words))
        order = np.argsort(table[places][:, clues], axis=0, kind="stable")[:first]
        flags = np.zeros((len(clues), len(places)))
        flags[np.arange(len(clues)), order] = 1.0
        picked.append(flags)
    stacked = np.stack(picked)
    return np.asarray(np.einsum("akc,bkc->ab", stacked, stacked) / (len(clues) * first))


def nearest_words(known: EmbeddingSet, how_many: int = 10, near: int = 4) -> pd.DataFrame:
    """The words nearest to some board words in each embedding: telling ones if the set has them, then others."""
    some = [word for word in TELLING if word in known.board_words]
    chosen = list(dict.fromkeys([*some, *known.board_words]))[:how_many]
    columns = {
        name: [", ".join(member.words[member.neighbours[member.index[word], :near]]) for word in chosen]
        for name, member in known.items()
    }
    return pd.DataFrame(columns, index=chosen)


def ranks(known: EmbeddingSet, board: Board, clue: str) -> pd.DataFrame:
    """The rank of every card of a board for a clue in each embedding, 1 the nearest; cards by their rank on average."""
    table = pd.DataFrame({name: _ranks(member, board, clue) for name, member in known.items()}, index=board.words)
    return table.loc[table.mean(axis=1).sort_values(kind="stable").index]


def _ranks(member: Embedding, board: Board, clue: str) -> np.ndarray:
    table, places = member.distance_table(member.rows(board.words))
    order = nearest_first(table[places, member.index[clue]], (1 << len(board.words)) - 1)
    found = np.empty(len(order), dtype=int)
    found[order] = np.arange(1, len(order) + 1)
    return found
