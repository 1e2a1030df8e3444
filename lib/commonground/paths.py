"""Where things are: the only module that knows the layout of the project's folders."""

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parents[1]
_SHIPPED = _PACKAGE / "shipped"  # setup.py puts there what an installed package needs of the checkout


def root() -> Path:
    """The project's folder: `COMMONGROUND_ROOT` if set, else the checkout this package stands in, else `~/.commonground`."""
    if chosen := os.environ.get("COMMONGROUND_ROOT"):
        return Path(chosen).absolute()
    return Path.home() / ".commonground" if _SHIPPED.is_dir() else _CHECKOUT


def _own_or_shipped(name: str) -> Path:
    """A file of the project's folder; where it has none of its own, the one that comes with the package."""
    own = root() / name
    return own if own.exists() else _shipped(name)


def _shipped(name: str) -> Path:
    return (_SHIPPED if _SHIPPED.is_dir() else _CHECKOUT) / name


def data() -> Path:
    return root() / "data"


def parameters() -> Path:
    return _own_or_shipped("params.yaml")


def catalogue() -> Path:
    """The file that says where every embedding comes from."""
    return _own_or_shipped("data/embeddings.yaml")


def shipped_catalogue() -> Path:
    """The one that comes with the package."""
    return _shipped("data/embeddings.yaml")


def board_words() -> Path:
    return _own_or_shipped("data/board_words.txt")


def blocked_words() -> Path:
    return _own_or_shipped("data/blocked_words.txt")


def play_page() -> Path:
    """The notebook that is the page to play on."""
    return _own_or_shipped("notebooks/50-play.ipynb")


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
