"""The results of experiments, read from disk. Nothing is played here.

The pipeline reads the study's results. Whoever looks by hand sees what was played by hand, where there is any, and is told.
"""

import json
import sys
import zlib
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd

from commonground import files, paths
from commonground.embeddings import catalogue
from commonground.errors import CommonGroundError
from commonground.study import scores
from commonground.study.experiment import GAME_COLUMNS, TURN_COLUMNS

COLUMNS = {
    "games.csv.gz": {*GAME_COLUMNS},
    "turns.csv.gz": {*TURN_COLUMNS},
    "learning.csv": {*GAME_COLUMNS[:3], "side", "turn", "model", "games", "mean", "sd", "leads"},
    "truth.csv.gz": {"environment", "side", "agent", "partner", "turn", "board", "belief"},
}  # that each file must have


def games(set_name: str, *names: str) -> pd.DataFrame:
    """One row a game of the experiments of these names, which must have been played on the same boards, with its score."""
    parts = {name: _read(set_name, name, "games.csv.gz") for name in names}
    parts = parts if paths.in_pipeline() else _on_shared_boards(parts)
    _check_boards(set_name, parts)
    return scores.scored(pd.concat(parts.values(), ignore_index=True))


def learning(set_name: str, *names: str) -> pd.DataFrame:
    """Beliefs by turn, summarised over the games of each pairing."""
    return pd.concat([_read(set_name, name, "learning.csv") for name in names], ignore_index=True)


def truth(set_name: str, *names: str) -> pd.DataFrame:
    """The belief in the partner's true model before each turn, by partner and board."""
    return pd.concat([_read(set_name, name, "truth.csv.gz") for name in names], ignore_index=True)


def turns(set_name: str, *names: str) -> pd.DataFrame:
    """One row a turn; too big for git, so a clone of the study has none before it is run."""
    return pd.concat([_read(set_name, name, "turns.csv.gz") for name in names], ignore_index=True)


def are_there(set_name: str, name: str) -> bool:
    """Whether an experiment has been played, and all that is shown of it written."""
    folder = paths.results_of(set_name, name)
    return all((folder / file).exists() for file in ("games.csv.gz", "learning.csv", "truth.csv.gz"))


def manifest(folder: Path) -> dict[str, Any]:
    """What an experiment's folder says of itself; nothing if it says nothing."""
    path = folder / "manifest.json"
    try:
        said = dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}
        return said | {"experiment": dict(said.get("experiment", {})), "checks": dict(said.get("checks", {}))}
    except (OSError, ValueError, TypeError) as error:
        raise damaged(path, error) from error


def damaged(path: Path, error: Exception) -> CommonGroundError:
    """What a person is told of a file that can't be read."""
    reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
    if path.is_relative_to(paths.scratch()):
        return CommonGroundError(
            f"{path} is damaged ({reason}): it was made by hand, so delete the folder {path.parent} to see the study's again."
        )
    return CommonGroundError(
        f"{path} is damaged ({reason}): `git checkout -- {path}` brings back what was committed; what was not, delete and make again."
    )


def _on_shared_boards(parts: dict[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """By hand a few games may stand beside many: what can be compared are the first boards, which all have."""
    counts = {name: part["board"].nunique() for name, part in parts.items()}
    fewest = min(counts.values(), default=0)
    if len(set(counts.values())) > 1:
        told = ", ".join(f"{name} has {count:,}" for name, count in counts.items())
        _tell(f"These experiments are compared on the {fewest:,} boards that all of them have: {told}.")
    return {name: part[part["board"] < fewest] for name, part in parts.items()}


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


def other_vectors(set_name: str, *names: str) -> list[str]:
    """The embeddings that some experiments were played with and that are not the study's own, as the catalogue has them."""
    entries = catalogue.load().set(set_name).embeddings
    used = [manifest(paths.results_of(set_name, name)).get("vectors", {}) for name in names]
    return [
        name
        for name, entry in entries.items()
        if entry.sha256 and any(vectors.get(name) != entry.sha256 for vectors in used)
    ]


def _seed(set_name: str, name: str) -> int | None:
    found = manifest(paths.results_of(set_name, name))["experiment"].get("seed")
    return None if found is None else int(found)


def _read(set_name: str, name: str, file: str) -> pd.DataFrame:
    folder = paths.results_of(set_name, name)
    path = folder / file
    if not path.exists():
        raise CommonGroundError(
            f"There are no results at {path}: `dvc repro play@{name.split('/')[0]}` makes them, with"
            f" 'embeddings: {set_name}' in params.yaml, if there is an experiment '{name}'."
        )
    if folder.is_relative_to(paths.by_hand()):
        _tell(f"The results of '{name}' are your own, of {folder}: delete that folder to see the study's again.")
    said = manifest(folder)
    _check_manifest(folder, said)
    _check_digest(path, said)
    return _table(path)


def _check_digest(path: Path, said: dict[str, Any]) -> None:
    """See that a file is as it was written, where the manifest beside it says how that is: older ones don't."""
    try:
        digests = dict(said.get("files", {}))
        same = "files" not in said or files.digest_now(path) == digests.get(path.name)
    except (OSError, ValueError, TypeError) as error:
        raise damaged(path, error) from error
    if not same:
        raise damaged(path, ValueError("its sha256 is not the one in the manifest beside it"))


def _check_manifest(folder: Path, said: dict[str, Any]) -> None:
    failed = [check for check, holds in said["checks"].items() if not holds]
    if failed:
        raise CommonGroundError(
            f"{folder / 'manifest.json'}: it does not hold that {failed[0]}; play these games again."
        )


def _table(path: Path) -> pd.DataFrame:
    try:
        table = pd.read_csv(path)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise damaged(path, error) from error
    missing = COLUMNS[path.name] - set(table)
    if missing == {"partner"}:
        raise CommonGroundError(
            f"{path} was written by older code, without its column 'partner': `dvc repro`, or playing these games again, writes it anew."
        )
    if missing:
        raise damaged(path, ValueError("columns are missing"))
    return table


@lru_cache(maxsize=64)
def _tell(message: str) -> None:
    """Say something once."""
    print(message, file=sys.stderr, flush=True)
