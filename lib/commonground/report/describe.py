"""Tables about a set's embeddings, for notebooks."""

import json

import pandas as pd

from commonground import paths
from commonground.agents import StaticSpymaster
from commonground.embeddings import EmbeddingSet, catalogue, precompute
from commonground.game import Board, Clue, SpymasterView
from commonground.seeds import generator

NOISE = 1.0


def origins(words: EmbeddingSet) -> pd.DataFrame:
    """What each embedding is, and where it comes from."""
    sources = catalogue.load().sources
    covered = json.loads((paths.embeddings(words.name) / "manifest.json").read_text())["coverage"]
    rows = {
        name: {
            "what it is": entry.title,
            "role": entry.role,
            "stands for": entry.stands_for,
            "dimensions": words[name].dimension,
            "words of the vocabulary it has": covered[name],
            "made from": ", ".join(_origin(source, sources[source]) for source in entry.sources)
            or " + ".join(entry.concatenate)
            or entry.file
            or "nothing: synthetic",
            "after": entry.citation,
        }
        for name, entry in words.entries.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index")


def _origin(name: str, source: catalogue.Source) -> str:
    return f"{source.package} {source.version}" if source.package else name


def survival(words: EmbeddingSet, noise: float = NOISE) -> pd.DataFrame:
    """How often a clue survives noise in each embedding, and in the one it stands for."""
    rows = {
        name: {
            "role": entry.role,
            "stands for": entry.stands_for,
            "survival": precompute.load_survival(paths.precomputed(words.name) / f"{name}.npz").get(noise),
            "published": entry.survival,
        }
        for name, entry in words.entries.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index").astype({"survival": float, "published": float})


def first_clue(words: EmbeddingSet, board: Board) -> Clue:
    """The clue that the static spymaster of the first internal embedding opens with."""
    spymaster = StaticSpymaster(words.internal[0])
    view = SpymasterView(board.words, board.key, (None,) * len(board.words), ())
    spymaster.start(view)
    return spymaster.give_clue(view, generator(0))
