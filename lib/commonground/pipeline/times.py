"""How long the steps of the pipeline took: `data/results/<set>/times.csv`, a row a step, written when the step has ended well.

Times differ from run to run, so no stage depends on the file and none has it for an out. What is there already takes no time:
a step that finds its work done would say nothing of how long it takes. So a row counts what the step made anew (files brought
or kept), and stands until as much is made again, or something for another number of games.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import joblib
import pandas as pd

from commonground import files, paths
from commonground.report.times import COLUMNS, read

BRINGING = ("fetch", "build", "precompute")  # steps that make something, or have found it done


def path_of(set_name: str) -> Path:
    """The file of a set's times."""
    return paths.results(set_name) / "times.csv"


@contextmanager
def noted(set_name: str, step: str, games: int) -> Iterator[None]:
    """Note how long the block takes, if it ends well."""
    started, clock = time.time(), time.monotonic()
    yield
    row = (step, round(time.monotonic() - clock, 1), made_since(started), games, joblib.cpu_count())
    with paths.writing(paths.root()):
        path = path_of(set_name)
        files.write_text(path, together(read(path), row).to_csv(index=False))


def made_since(started: float) -> int:
    """How many files of sources were brought, and how many were kept under `.cache/`, since a moment."""
    sources = [folder for folder in paths.fetched_files().glob("*") if folder.is_dir()]
    found = (Path(at, name) for top in (paths.cache(), *sources) for at, _, names in os.walk(top) for name in names)
    return sum(_changed(path) >= started for path in found)


def _changed(path: Path) -> float:
    try:
        return path.lstat().st_mtime
    except FileNotFoundError:  # a part of something that another process finished
        return 0.0


def together(known: pd.DataFrame, row: tuple[str, float, int, int, int]) -> pd.DataFrame:
    """The times with one more, or as they are where that says less than what is known, sorted by step."""
    step, _, made, games, _ = row
    there = known[known["step"] == step]
    before = there["made"].sum()  # of one row, or of none
    less = made < before and games in set(there["games"])
    if less or (not made and (before or step in BRINGING)):
        return known
    rows = [*known[known["step"] != step].itertuples(index=False, name=None), row]
    return pd.DataFrame(rows, columns=COLUMNS).sort_values("step", ignore_index=True)
