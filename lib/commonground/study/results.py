"""The results of experiments, read from disk. Nothing is played here."""

import json

import pandas as pd

from commonground import paths
from commonground.errors import CommonGroundError


def games(set_name: str, *names: str) -> pd.DataFrame:
    """One row a game of the experiments of these names, which must have been played on the same boards."""
    parts = {name: _read(set_name, name, "games.csv.gz") for name in names}
    _check_boards(set_name, parts)
    return pd.concat(parts.values(), ignore_index=True)


def learning(set_name: str, *names: str) -> pd.DataFrame:
    """Beliefs by turn, summarised over the games of each pairing."""
    return pd.concat([_read(set_name, name, "learning.csv") for name in names], ignore_index=True)


def turns(set_name: str, *names: str) -> pd.DataFrame:
    """One row a turn; too big for git, so a clone of the study has none before it is run."""
    return pd.concat([_read(set_name, name, "turns.csv.gz") for name in names], ignore_index=True)


def are_there(set_name: str, name: str) -> bool:
    """Whether an experiment has been played."""
    return (paths.results(set_name) / name / "games.csv.gz").exists()


def _check_boards(set_name: str, parts: dict[str, pd.DataFrame]) -> None:
    """See that some experiments can be compared board by board."""
    boards = {name: (set(part["board"]), _seed(set_name, name)) for name, part in parts.items()}
    first = next(iter(boards), "")
    for name, (numbers, seed) in boards.items():
        if (numbers, seed) != boards[first]:
            raise CommonGroundError(
                f"The experiments '{first}' ({len(boards[first][0]):,} boards, seed {boards[first][1]}) and '{name}'"
                f" ({len(numbers):,}, seed {seed}) were not played on the same boards: `dvc repro` plays what is missing."
            )


def _seed(set_name: str, name: str) -> int | None:
    path = paths.results(set_name) / name / "manifest.json"
    return int(json.loads(path.read_text())["experiment"]["seed"]) if path.exists() else None


def _read(set_name: str, name: str, file: str) -> pd.DataFrame:
    path = paths.results(set_name) / name / file
    if not path.exists():
        raise CommonGroundError(
            f"There are no results at {path}: `dvc repro play@{name.split('/')[0]}` makes them, with"
            f" 'embeddings: {set_name}' in params.yaml, if there is an experiment '{name}'."
        )
    return pd.read_csv(path)
