"""What the pipeline makes takes the place of what was there only when it is whole, and never fewer games that of more.

A notebook writes aside, under `.scratch/pipeline/`. When it has ended well, its files replace the former ones, one by one,
and those that were not made again go; when it has not, everything is as it was.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from commonground import paths
from commonground.errors import CommonGroundError
from commonground.study import results

FEWER = "COMMONGROUND_FEWER"  # set to 1, it lets fewer games replace more


@contextmanager
def aside(set_name: str, stage: str) -> Iterator[None]:
    """Write results and figures aside; they are put in place if the block ends well."""
    folder = paths.scratch() / "pipeline" / paths.named(set_name) / paths.named(stage)
    shutil.rmtree(folder, ignore_errors=True)  # of a run that was killed
    with paths.writing(folder):
        yield
    put_in_place(folder, set_name, stage)
    shutil.rmtree(folder, ignore_errors=True)


def put_in_place(folder: Path, set_name: str, stage: str) -> None:
    """Move everything from a folder to where it belongs; what a stage made before and not again is deleted."""
    made = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
    for name in made:
        target = paths.root() / name
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(folder / name, target)
    for own in (Path("figures", set_name, stage), Path("data", "results", set_name, stage)):
        if any(name.is_relative_to(own) for name in made):
            _clear(paths.root() / own, {paths.root() / name for name in made})


def _clear(folder: Path, wanted: set[Path]) -> None:
    """Delete the files in a folder that are not wanted, and the folders that are empty then."""
    for path in sorted(folder.rglob("*"), reverse=True):  # what is in a folder before the folder
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in wanted:
            path.unlink()


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
