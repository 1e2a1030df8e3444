"""How long the steps of the pipeline took: `data/results/<set>/times.csv`, a row a step, written when the step has ended well.

Times differ from run to run, so no stage depends on the file and none has it for an out. What was kept under `.cache/` takes
no time: a step that finds its work done would say nothing of how long it takes. So a row counts what the step made anew (files
kept), and stands until as much is made again, or for another number of games.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pandas as pd

from commonground import files, paths

COLUMNS = ["step", "seconds", "made", "games", "cores"]


def path_of(set_name: str) -> Path:
    """The file of a set's times."""
    return paths.results(set_name) / "times.csv"


@contextmanager
def noted(set_name: str, step: str, games: int) -> Iterator[None]:
    """Note how long the block takes, if it ends well."""
    started, clock = time.time(), time.monotonic()
    yield
    row = (step, round(time.monotonic() - clock, 1), made_since(started), games, os.cpu_count() or 1)
    with paths.writing(paths.root()):
        path = path_of(set_name)
        files.write_text(path, together(read(path), row).to_csv(index=False))


def made_since(started: float) -> int:
    """How many files were kept under `.cache/` since a moment."""
    kept = (Path(folder, name) for folder, _, names in os.walk(paths.cache()) for name in names)
    return sum(_changed(path) >= started for path in kept)


def _changed(path: Path) -> float:
    try:
        return path.lstat().st_mtime
    except FileNotFoundError:  # a part of something that another process finished
        return 0.0


def read(path: Path) -> pd.DataFrame:
    """The times that are known; none if there is no file, and none of a file that can't be read: it will be made again."""
    try:
        found = pd.read_csv(path)
    except (OSError, ValueError):
        return pd.DataFrame(columns=COLUMNS)
    return found if list(found) == COLUMNS else pd.DataFrame(columns=COLUMNS)


def together(known: pd.DataFrame, row: tuple[str, float, int, int, int]) -> pd.DataFrame:
    """The times with one more, or the old one where that is of more work, sorted by step."""
    step, _, made, games, _ = row
    there = known[known["step"] == step]
    if len(there) and there["games"].item() == games and there["made"].item() > made:
        return known
    rows = [*known[known["step"] != step].itertuples(index=False, name=None), row]
    return pd.DataFrame(rows, columns=COLUMNS).sort_values("step", ignore_index=True)
