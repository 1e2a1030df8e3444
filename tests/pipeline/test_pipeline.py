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

from commonground.pipeline import scratch
from helpers import graph

SMOKE = {
    "embeddings": "toy",
    "games": "2",
    "agents.guesser_samples": "100",
    "agents.noisy_guesser_samples": "50",
    "experiments.spymasters.sweep": "[0.0, 0.5, 1.0]",  # the others are games that were played already
    "experiments.levels.samples": "20",
    "experiments.pragmatics.samples": "20",
    "experiments.matches.in_a_row": "2",
    "experiments.embeddings.boards": "3",
    "precompute.samples": "50",
}
STAGES = graph.stages()
PLAYING = {name for name in STAGES if name.startswith("play@")}
SHOWING = {name for name in STAGES if name.startswith("show@")}
EXPERIMENTS = (
    *(
        name.removeprefix("play@")
        for name in sorted(PLAYING - {"play@reading-the-paper", "play@rivals", "play@matches", "play@choosing"})
    ),
    *("spymasters/sweep", "levels/room", "unknown-noise/told", "better-guessers/ablation"),
    *("reading-the-paper/spymasters", "reading-the-paper/guessers", "rivals/spymasters", "rivals/guessers"),
    *(f"matches/{side}" for side in ("spymasters", "guessers")),  # afresh, they are games of the tables
    *(f"choosing/{choice}" for choice in ("priors", "looks", "strangers", "worlds", "caution")),
)
NOTEBOOKS = {name for name, stage in STAGES.items() if graph.notebook_of(stage)}
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
    return told(["commonground.pipeline.scratch", str(folder), *changes])


def repro(folder: Path, *arguments: str) -> str:
    """Run `dvc repro` in the copy as it is."""
    own = {"COMMONGROUND_ROOT": str(folder)}
    own["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return told(["dvc", "repro", *arguments], cwd=folder, env=ENVIRONMENT | own)


def ran(said: str) -> set[str]:
    return set(re.findall(r"^Running stage '([^']+)'", said, re.MULTILINE))


def stale(folder: Path) -> set[str]:
    """The stages that `dvc status` finds changed."""
    return set(json.loads(told(["dvc", "status", "--json"], cwd=folder, stderr=subprocess.DEVNULL)))


def outputs(folder: Path) -> list[Path]:
    return [folder / path.replace(graph.SET, "toy") for stage in STAGES.values() for path in graph.made(stage)]


@pytest.mark.slow(300)
def test_the_pipeline_runs_then_rests_then_runs_what_a_change_makes_stale(tmp_path):
    folder = tmp_path / "copy"
    (folder / "data").mkdir(parents=True)
    (tmp_path / "cache").mkdir()
    (folder / ".cache").symlink_to(tmp_path / "cache")  # of its own: the games are to be played

    said = first_run(folder)
    kept = set(re.findall(r"^Stage '([^']+)' (?:is cached|didn't change)", said, re.MULTILINE))
    assert ran(said) >= NOTEBOOKS and set(STAGES) <= ran(said) | kept
    assert [path for path in outputs(folder) if not path.exists()] == []
    for name in EXPERIMENTS:
        assert re.search(rf"^{name}: ([\d,]+) of \1 games, \d+ a (second|minute)", said, re.MULTILINE), (
            "progress is told"
        )
    for path in sorted((folder / "runs/toy").glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            assert all(out.get("name") != "stderr" for out in cell.get("outputs", [])), f"{path.name} keeps progress"
    assert stale(folder) == set(), "it rests"
    assert "deterministic" in told(["dvc", "metrics", "show"], cwd=folder)

    scratch.override(folder / "params.yaml", {"games": "3"})
    assert stale(folder) == PLAYING | {"boards", "look@competition"}, "all that plays a share of the games"
    scratch.override(folder / "params.yaml", {"games": "2", "agents.guesser_samples": "200"})
    assert stale(folder) == PLAYING
    scratch.override(folder / "params.yaml", {"agents.guesser_samples": SMOKE["agents.guesser_samples"]})

    agent = folder / "lib/commonground/agents/static.py"
    text = agent.read_text()
    agent.write_text(f"{text}# a comment\n")
    assert stale(folder) == NOTEBOOKS | {"boards", "metrics"}, "of what is made before, nothing"
    said = repro(folder, "--single-item", "play@together")
    assert ran(said) == {"play@together"} and " games of " not in said.split("Running stage")[1], (
        "no game is played again"
    )
    agent.write_text(text)

    scratch.override(folder / "params.yaml", {"experiments.together.share": "1.0"})
    said = repro(folder)
    assert ran(said) == {"play@together"} | SHOWING and stale(folder) == set()
