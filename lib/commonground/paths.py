"""Where things are: the only module that knows the layout of the project's folders."""

import os
from pathlib import Path


def root() -> Path:
    """The project's folder: `COMMONGROUND_ROOT` if set, else the checkout this package stands in."""
    return Path(os.environ.get("COMMONGROUND_ROOT") or Path(__file__).resolve().parents[2])


def data() -> Path:
    return root() / "data"


def parameters() -> Path:
    return root() / "params.yaml"


def catalogue() -> Path:
    """The file that says where every embedding comes from."""
    return data() / "embeddings.yaml"


def board_words() -> Path:
    return data() / "board_words.txt"


def blocked_words() -> Path:
    return data() / "blocked_words.txt"


def people() -> Path:
    """Games with people, as they were saved."""
    return data() / "people"


def raw(source: str) -> Path:
    """The folder of one source's files, as they were fetched."""
    return data() / "raw" / source


def fetched(set_name: str) -> Path:
    """The record of everything that was fetched for a set."""
    return data() / "raw" / f"{set_name}.json"


def embeddings(set_name: str) -> Path:
    """The folder of one set's embeddings: `<id>.npz`, the vocabulary's record and a manifest."""
    return data() / "embeddings" / set_name


def precomputed(set_name: str) -> Path:
    """The folder of one set's neighbours and Voronoi tables: `<id>.npz`."""
    return data() / "precomputed" / set_name


def results(set_name: str) -> Path:
    return data() / "results" / set_name


def figures(set_name: str) -> Path:
    return root() / "figures" / set_name


def cache() -> Path:
    """What can be thrown away: downloads under way, shards of unfinished work."""
    return root() / ".cache"
