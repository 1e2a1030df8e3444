"""Where things are: the only module that knows the layout of the project's folders.

What the study is made of stands at the project's root and is written by the pipeline alone: `python -m commonground`, which
says so in an environment variable. Whoever else writes results or figures (a notebook in JupyterLab, a line at a prompt)
writes them by hand, into `.scratch/by-hand/`, and what is committed stays as it is.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from commonground.errors import CommonGroundError

WRITES = "COMMONGROUND_PIPELINE"  # the folder that the pipeline writes into, while it does
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
    """The folder of all data."""
    return root() / "data"


def parameters() -> Path:
    """The file of what the study is run with."""
    return _own_or_shipped("params.yaml")


def catalogue() -> Path:
    """The file that says where every embedding comes from."""
    return _own_or_shipped("data/embeddings.yaml")


def shipped_catalogue() -> Path:
    """The one that comes with the package."""
    return _shipped("data/embeddings.yaml")


def board_words() -> Path:
    """The file of the words that boards are dealt from."""
    return _own_or_shipped("data/board_words.txt")


def blocked_words() -> Path:
    """The file of the words that are not said to people."""
    return _own_or_shipped("data/blocked_words.txt")


def listeners() -> Path:
    """The file of the few numbers that people's guesses taught."""
    return _own_or_shipped("data/listeners.yaml")


def taught() -> Path:
    """The file that such numbers are written into."""
    return _written() / "data" / "listeners.yaml"


def play_page() -> Path:
    """The notebook that is the page to play on."""
    return _own_or_shipped("notebooks/50-play.ipynb")


def people() -> Path:
    """Games with people, as they were saved."""
    return data() / "people"


def recordings() -> Path:
    """The file that says where people's guesses come from."""
    return _own_or_shipped("data/people.yaml")


def fetched_files() -> Path:
    """The folder of all that was fetched: a folder a source, and a record a set."""
    return data() / "raw"


def raw(source: str) -> Path:
    """The folder of one source's files, as they were fetched."""
    return fetched_files() / named(source)


def fetched(set_name: str) -> Path:
    """The record of everything that was fetched for a set."""
    return fetched_files() / f"{named(set_name)}.json"


def embeddings(set_name: str) -> Path:
    """The folder of one set's embeddings: `<id>.npz`, the vocabulary's record and a manifest."""
    return data() / "embeddings" / named(set_name)


def precomputed(set_name: str) -> Path:
    """The folder of one set's neighbours and Voronoi tables: `<id>.npz`."""
    return data() / "precomputed" / named(set_name)


def results(set_name: str) -> Path:
    """The folder that a set's results are written into."""
    return _written() / "data" / "results" / named(set_name)


def figures(set_name: str) -> Path:
    """The folder that a set's figures are written into."""
    return _written() / "figures" / named(set_name)


def results_of(set_name: str, experiment: str) -> Path:
    """The folder that an experiment's results are read from: what was written last in this way, else the study's."""
    own, study = results_at(_home(), set_name, experiment), results_at(root(), set_name, experiment)
    return own if (own / "games.csv.gz").exists() else study


def results_at(home: Path, set_name: str, experiment: str) -> Path:
    """An experiment's folder in one of the homes that results have: the root is the study's."""
    return home.joinpath("data", "results", named(set_name), *map(named, experiment.split("/", 1)))


def runs(set_name: str) -> Path:
    """The folder of a set's executed notebooks."""
    return root() / "runs" / named(set_name)


def notebooks() -> Path:
    """The folder of the notebooks' sources."""
    return root() / "notebooks"


def stripped() -> Path:
    """The folder of the notebooks' copies without output."""
    return root() / "build" / "notebooks"


def cache() -> Path:
    """What can be thrown away: downloads under way, shards of unfinished work."""
    return root() / ".cache"


def scratch() -> Path:
    """What was made on the side, and is nobody's result."""
    return root() / ".scratch"


def by_hand() -> Path:
    """The folder of what was made outside the pipeline; within it everything is as at the root."""
    return scratch() / "by-hand"


def in_pipeline() -> bool:
    """Whether the pipeline is at work, which alone writes what is committed."""
    return bool(os.environ.get(WRITES))


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Be the pipeline: write results and figures into a folder, here and in the processes that are started."""
    before = os.environ.get(WRITES, "")
    os.environ[WRITES] = str(folder)
    try:
        yield
    finally:
        os.environ[WRITES] = before


def named(name: str) -> str:
    """A name that folders and files can have: no way leads out of the project through it."""
    if not re.fullmatch(r"[\w-]+", name, re.ASCII):
        raise CommonGroundError(
            f"'{name}' is no name for a set, a source or an experiment: use letters, digits, - and _."
        )
    return name


def _home() -> Path:
    return Path(os.environ.get(WRITES) or by_hand())


def _written() -> Path:
    if not in_pipeline():
        _tell(by_hand())
    return _home()


@lru_cache(maxsize=8)
def _tell(folder: Path) -> None:
    """Say once where things go that are made by hand."""
    print(
        f"This is run by hand: its results and figures go to {folder}, and the study's own stay as they are.",
        file=sys.stderr,
        flush=True,
    )
