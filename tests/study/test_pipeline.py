"""The whole pipeline at smoke size on the toy set: a real `dvc repro` in a scratch copy, then again, then with changes."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
import yaml

from commonground.study import scratch
from helpers.support import CHECKOUT

SMOKE = {
    "embeddings": "toy",
    "games": "2",
    "agents.guesser_samples": "300",
    "agents.noisy_guesser_samples": "100",
    "spymasters.sweep": "[0.0, 0.5, 1.0]",
    "levels.samples": "50",
    "pragmatics.samples": "50",
    "precompute.samples": "100",
}
STAGES = yaml.safe_load((CHECKOUT / "dvc.yaml").read_text())["stages"]
EXPERIMENTS = {"spymasters", "guessers", "together", "levels", "pragmatics"}
PAST = {"winners-curse", "unknown-noise", "better-guessers"}
PLAYING = EXPERIMENTS | {"reading-the-paper"} | PAST
# under pytest a kernel has no terminal of its own, and it is the terminal that is looked at
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


def told(command: list[str], **options: Any) -> str:
    """Run a command that must end well, and return all that it said at the terminal."""
    together = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    ended = subprocess.run([sys.executable, "-m", *command], **{"env": ENVIRONMENT, **together, **options}, check=False)
    assert ended.returncode == 0, ended.stdout
    return str(ended.stdout)


def first_run(folder: Path) -> str:
    """Run the pipeline in a new scratch copy, as `make study` does."""
    changes = [part for name, value in SMOKE.items() for part in ("-S", f"{name}={value}")]
    return told(["commonground.study.scratch", str(folder), *changes])


def repro(folder: Path, **changes: str) -> str:
    """Run `dvc repro` in the copy as it is, with some parameters changed."""
    scratch.override(folder / "params.yaml", {name.replace("__", "."): value for name, value in changes.items()})
    own = {"COMMONGROUND_ROOT": str(folder)}
    own["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return told(["dvc", "repro"], cwd=folder, env=ENVIRONMENT | own)


def ran(said: str) -> set[str]:
    return set(re.findall(r"^Running stage '([^']+)'", said, re.MULTILINE))


def skipped(said: str) -> set[str]:
    return set(re.findall(r"^Stage '([^']+)' didn't change, skipping", said, re.MULTILINE))


def stale(folder: Path) -> set[str]:
    """The stages that `dvc status` finds changed."""
    return set(json.loads(told(["dvc", "status", "--json"], cwd=folder, stderr=subprocess.DEVNULL)))


def outputs(folder: Path) -> list[Path]:
    declared = [out if isinstance(out, str) else next(iter(out)) for stage in STAGES.values() for out in stage["outs"]]
    return [folder / name.replace("${embeddings}", "toy") for name in declared if "${item" not in name]


@pytest.mark.xdist_group("pipeline")
def test_the_pipeline_runs_then_rests_then_runs_what_a_change_makes_stale(tmp_path):
    folder = tmp_path / "copy"
    (folder / "data").mkdir(parents=True)
    (tmp_path / "cache").mkdir()
    (folder / ".cache").symlink_to(tmp_path / "cache")  # of its own: the games are to be played

    said = first_run(folder)
    every = ran(said) | skipped(said) | set(re.findall(r"^Stage '([^']+)' is cached", said, re.MULTILINE))
    assert ran(said) >= PLAYING and set(STAGES) - {"clean"} <= every
    assert [path for path in outputs(folder) if not path.exists()] == []
    for name in (*EXPERIMENTS, "sweep", "our-spymasters", "our-guessers"):
        assert re.search(rf"^{name}: ([\d,]+) of \1 games, \d+ a second", said, re.MULTILINE), "progress is told"
    for path in sorted((folder / "runs/toy").glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            kept = [out.text for out in cell.get("outputs", []) if out.get("name") == "stderr"]
            assert "".join(kept).count("\n") <= 1, f"{path.name} keeps the last line of progress only"
    assert stale(folder) == set()

    said = repro(folder)
    assert ran(said) == set() and skipped(said) >= PLAYING, "a second run does nothing"

    scratch.override(folder / "params.yaml", {"games": "3"})
    assert stale(folder) == PLAYING | {"boards"}
    scratch.override(folder / "params.yaml", {"games": "2", "agents.guesser_samples": "200"})
    assert stale(folder) == PLAYING - {"spymasters", "levels", "pragmatics", "winners-curse", "unknown-noise"}

    said = repro(folder, agents__guesser_samples="300", together__share="1.0")
    assert ran(said) == {"together", "claims"} and stale(folder) == set()
