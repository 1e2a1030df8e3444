"""Fewer games never take the place of more by accident: what the pipeline would replace is looked at first."""

import os
from pathlib import Path

from commonground import paths
from commonground.errors import CommonGroundError
from commonground.study import results

FEWER = "COMMONGROUND_FEWER"  # set to 1, it lets fewer games replace more


def refuse_fewer_games(set_name: str, experiment: str, games: int) -> None:
    """See that the pipeline does not replace an experiment's games by fewer, unless it is told to."""
    folder = paths.results_at(paths.root(), set_name, experiment)
    there = results.manifest(folder)["experiment"].get("games", 0)
    _refuse(f"{there:,} games a pairing in {folder}", there, games)


def refuse_fewer_boards(path: Path, boards: int) -> None:
    """The same for the list of boards, which has a line for its heading."""
    there = path.read_bytes().count(b"\n") - 1 if path.exists() else 0
    _refuse(f"{there:,} boards in {path}", there, boards)


def _refuse(what: str, there: int, wanted: int) -> None:
    if paths.in_pipeline() and wanted < there and os.environ.get(FEWER) != "1":
        raise CommonGroundError(
            f"There are {what}, and {wanted:,} would replace them: set {FEWER}=1 if that is meant,"
            " or look at few games with `make study`, which has results of its own."
        )
