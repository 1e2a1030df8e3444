"""Results and figures on disk, as a run would have left them."""

import json
from pathlib import Path

import pandas as pd

from commonground.study import records
from commonground.study.experiment import GAME_COLUMNS


def write(folder: Path, **files: str) -> None:
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


def results_of(games: int, folder: Path, seed: int = 0, content: str = "") -> None:
    """Some results on disk, of a few games a pairing."""
    rows = [["deterministic", "a", "b", board, 1, 3, 9, 0, 0, 0] for board in range(games)]
    records.write_table(folder / "games.csv.gz", pd.DataFrame(rows, columns=GAME_COLUMNS))
    (folder / "manifest.json").write_text(content or json.dumps({"experiment": {"games": games, "seed": seed}}))
