"""What the pipeline makes takes the place of what was there only when it is whole.

A notebook writes aside, under `.scratch/pipeline/`. When it has ended well, its files replace the former ones, one by one,
and those that were not made again go; when it has not, everything is as it was.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from commonground import files, paths


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
        files.move(folder / name, paths.root() / name)
    for own in (Path("figures", set_name, stage), Path("data", "results", set_name, stage)):
        if any(name.is_relative_to(own) for name in made):
            _clear(paths.root() / own, {paths.root() / name for name in made})


def _clear(folder: Path, wanted: set[Path]) -> None:
    """Delete the files in a folder that are not wanted, and the folders that are empty then."""
    for path in sorted(folder.rglob("*"), reverse=True):  # what is in a folder before the folder
        with files.told(path):
            if path.is_dir():
                if not any(path.iterdir()):
                    path.rmdir()
            elif path not in wanted:
                path.unlink()
