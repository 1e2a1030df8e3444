"""Running the study in a scratch copy, so that committed results stay as they are.

The copy holds the checkout's files as they stand, but none of its results; the code that runs is the checkout's, compiled
already, and the copy of it is what DVC compares. It shares the checkout's downloads and
DVC's cache, so that what was fetched or built in one place serves both, and it is kept between runs.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import yaml

from commonground import files, paths, progress
from commonground.errors import CommonGroundError
from commonground.study import replacing

RESULTS = ("dvc.lock", "runs/", "figures/", "data/results/")  # a run makes its own
SHARED = (".cache", "data/raw", "data/own")  # linked, not copied
APART = (*RESULTS, *(f"{name}/" for name in SHARED))


def run(folder: Path, overrides: dict[str, str], targets: list[str]) -> int:
    """Run `dvc repro` in a scratch copy with some parameters changed; its exit code, or that of Ctrl-C."""
    copy_checkout(folder)
    override(folder / "params.yaml", overrides)
    environment = os.environ | {
        "COMMONGROUND_ROOT": str(folder),
        replacing.FEWER: "1",  # the copy's own results may be replaced by any
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    }
    command, begun = [sys.executable, "-m", "dvc", "repro", *targets], time.monotonic()
    with heard() as interrupts, subprocess.Popen(command, cwd=folder, env=environment) as pipeline:
        ended = pipeline.wait()
    if interrupts:
        return progress.stopped("study")
    if not ended:
        progress.say(f"study: it took {progress.duration(time.monotonic() - begun)}.")
    return ended


@contextmanager
def heard() -> Iterator[list[int]]:
    """Note Ctrl-C instead of being interrupted by it: the pipeline hears it too, and is waited for until it has ended."""
    interrupts: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)


def copy_checkout(folder: Path) -> None:
    """Bring a scratch copy up to the checkout: its files as they are now, committed or not."""
    checkout = paths.root()
    wanted = [name for name in _listed(checkout) if not name.startswith(APART)]
    for stale in set(_previous(folder)) - set(wanted):
        (folder / stale).unlink(missing_ok=True)
    for name in wanted:
        target = folder / name
        files.folder(target.parent)
        with files.told(target):
            shutil.copy2(checkout / name, target)
    for name in SHARED:
        files.folder(checkout / name)
        if not (folder / name).is_symlink():
            (folder / name).symlink_to(checkout / name, target_is_directory=True)
    files.write_text(folder / ".copied", "\n".join(wanted))
    # no_scm: the copy is not a git repository, though it may stand inside one
    cache = checkout / ".dvc" / "cache"
    files.write_text(folder / ".dvc" / "config.local", f"[core]\n    no_scm = true\n[cache]\n    dir = {cache}\n")


def _listed(checkout: Path) -> list[str]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    if found.returncode:
        raise CommonGroundError(f"The study runs from a git checkout, and {checkout} is none: {found.stderr.strip()}.")
    return [name for name in found.stdout.split("\0") if name and (checkout / name).is_file()]


def _previous(folder: Path) -> list[str]:
    record = folder / ".copied"
    return record.read_text().splitlines() if record.exists() else []


def override(path: Path, changes: dict[str, str]) -> None:
    """Change parameters in a copy of params.yaml; a dotted name reaches into a section."""
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    for name, value in changes.items():
        *sections, key = name.split(".")
        place = content
        for section in sections:
            place = place.get(section) if isinstance(place, dict) else None
        if not isinstance(place, dict) or key not in place:
            raise CommonGroundError(f"There is no parameter '{name}' in params.yaml.")
        place[key] = yaml.safe_load(value)
    path.write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")


def main() -> int:
    """Run the pipeline in the folder that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m commonground.pipeline.scratch", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("targets", nargs="*", help="stages to run; all if none is given")
    parser.add_argument("-S", "--set", action="append", default=[], metavar="NAME=VALUE", help="change a parameter")
    chosen = parser.parse_args()
    if odd := [change for change in chosen.set if "=" not in change]:
        parser.error(f"a parameter is changed by NAME=VALUE, not '{odd[0]}'")
    overrides = dict(change.split("=", 1) for change in chosen.set)
    return progress.status("study", lambda: run(chosen.folder.resolve(), overrides, chosen.targets))


if __name__ == "__main__":
    sys.exit(main())
