"""Runs that are stopped or killed: what is said, what lives on, and that the results are the same bytes in the end."""

import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest
import yaml
from nbformat.v4 import new_code_cell, new_notebook

from commonground import paths, progress
from helpers import family
from helpers.experiments import MIXED, STATIC
from helpers.support import CHECKOUT

BOTH = (
    "from commonground.study import run; from helpers.experiments import MIXED, STATIC; run.run(STATIC); run.run(MIXED)"
)
LONG = (
    "from dataclasses import replace; from commonground.study import run; from helpers.experiments import STATIC; "
    "run.run(replace(STATIC, games=50_000))"
)
GOES_ON = "stopped. What was finished is kept; the same command goes on from there."


@pytest.fixture
def toy(project: Path) -> Path:
    """A project folder of the test's own with the toy set and a notebook that plays for minutes."""
    for kind in ("embeddings", "precomputed"):
        (project / "data" / kind).mkdir()
        (project / "data" / kind / "toy").symlink_to(CHECKOUT / "data" / kind / "toy", target_is_directory=True)
    for name in ("notebooks", "build/notebooks"):
        (project / name).mkdir(parents=True)
    first = new_code_cell('embeddings = "toy"', metadata={"tags": ["parameters"]})
    notebook = new_notebook(cells=[first, new_code_cell(LONG)])
    nbformat.write(notebook, project / "build/notebooks/10-spymasters.ipynb")
    return project


def kept(project: Path) -> int:
    return len(list((project / ".cache/experiments").rglob("*.json")))


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts commands as from a terminal; whatever is left of them at the end is ended."""
    running: list[subprocess.Popen[str]] = []

    def start(*arguments: str, **variables: str) -> subprocess.Popen[str]:
        running.append(family.start(*arguments, **variables))
        return running[-1]

    yield start
    for process in running:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


# Ctrl-C


@pytest.mark.slow(10)
def test_a_notebook_that_is_stopped_says_so_and_leaves_nothing_running(toy, started):
    command = started("-m", "commonground", "notebook", "10-spymasters", "toy", COMMONGROUND_WORKERS="2")
    family.wait_until(lambda: kept(toy) >= 1)
    assert len(family.children(command)) >= 3, "a kernel and its two processes"
    assert family.interrupted(command)[-1] == f"10-spymasters: {GOES_ON}"
    assert list((toy / "runs/toy").iterdir()) == []


@pytest.mark.slow(8)
@pytest.mark.parametrize("seconds", [0.6, 1.5, 3.0])
def test_a_notebook_can_be_stopped_before_it_begins(toy, started, seconds):
    command = started("-m", "commonground", "notebook", "10-spymasters", "toy")
    time.sleep(seconds)
    assert family.interrupted(command) == [f"10-spymasters: {GOES_ON}"]


@pytest.mark.slow(6)
def test_a_step_that_is_stopped_says_so_and_leaves_nothing_running(project, started):
    command = started("-m", "commonground", "build", "toy", COMMONGROUND_WORKERS="2")
    family.wait_until(lambda: family.children(command))  # the process that makes the vectors
    assert family.interrupted(command)[-1] == f"build: {GOES_ON}"


@pytest.mark.slow(6)
def test_a_study_that_is_stopped_waits_for_its_pipeline_and_says_so(tmp_path, started):
    checkout, folder = tmp_path / "checkout", tmp_path / "copy"
    (checkout / ".dvc").mkdir(parents=True)
    (checkout / ".dvc" / "config").write_text("[core]\n    analytics = false\n")
    (checkout / "data").mkdir()
    for name in ("params.yaml", "data/board_words.txt"):
        (checkout / name).write_bytes((CHECKOUT / name).read_bytes())
    sleep = "import time; open('begun', 'w'); time.sleep(60)"
    (checkout / "dvc.yaml").write_text(yaml.safe_dump({"stages": {"one": {"cmd": f'exec python -c "{sleep}"'}}}))
    subprocess.run(["git", "init", "--quiet"], cwd=checkout, check=True)
    command = started("-m", "commonground.pipeline.scratch", str(folder), COMMONGROUND_ROOT=str(checkout))
    family.wait_until((folder / "begun").exists)
    processes = family.children(command)
    os.killpg(command.pid, signal.SIGINT)
    said, _ = command.communicate(timeout=30)
    assert command.returncode == 130 and said.splitlines()[-1] == f"study: {GOES_ON}"
    family.wait_until(lambda: family.are_gone(processes), 10)


def test_ctrl_c_within_an_import_is_not_lost(tmp_path, started):
    (tmp_path / "long_import.py").write_text("import time; print('begun', flush=True)\nwhile True: time.sleep(0.1)")
    work = "import sys; from commonground import progress; sys.exit(progress.status('reading', lambda: __import__('long_import')))"
    command = started("-c", f"import sys; sys.path.append({str(tmp_path)!r}); {work}")
    assert command.stdout.readline() == "begun\n"
    assert family.interrupted(command) == [f"reading: {GOES_ON}"]


def test_a_command_that_ends_well_or_is_refused_has_its_status(capsys):
    before = signal.getsignal(signal.SIGINT)
    try:
        assert progress.status("reading", lambda: None) == 0 and progress.status("reading", lambda: 7) == 7
        assert progress.status("reading", lambda: family.refuse(3)) == 1
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().err == "reading: The dog ate board 3.\n"


# kill -9


@pytest.mark.slow(10)
def test_a_notebooks_kernel_and_its_processes_end_when_the_command_is_killed(toy, started):
    command = started("-m", "commonground", "notebook", "10-spymasters", "toy", COMMONGROUND_WORKERS="2")
    family.wait_until(lambda: kept(toy) >= 1)
    processes = family.children(command)
    command.kill()
    said, _ = command.communicate()
    family.wait_until(lambda: family.are_gone(processes), 10)
    assert "WARNING" not in said


@pytest.mark.slow(10)
def test_a_kernel_that_is_killed_is_one_sentence(toy, started):
    command = started("-m", "commonground", "notebook", "10-spymasters", "toy")
    family.wait_until(lambda: kept(toy) >= 1)
    (kernel,) = family.children(command)
    kernel.kill()
    said, _ = command.communicate(timeout=60)
    assert command.returncode == 1 and "Traceback" not in said
    assert said.splitlines()[-1].startswith("10-spymasters: The notebook's kernel was ended or died")


@pytest.mark.slow(20)
def test_runs_that_are_killed_at_random_moments_end_in_the_same_bytes(toy, started):
    begun = time.monotonic()
    assert started("-c", BOTH).wait() == 0
    takes, uninterrupted = time.monotonic() - begun, contents()
    for folder in (paths.cache(), paths.results("toy")):
        shutil.rmtree(folder)
    moments = random.Random(13)
    for _ in range(3):
        command = started("-c", BOTH, COMMONGROUND_WORKERS="2")
        time.sleep(moments.uniform(0.3, 0.9) * takes)
        command.kill()
    assert started("-c", BOTH).wait() == 0
    assert contents() == uninterrupted


def contents() -> dict[str, bytes]:
    files = [path for one in (STATIC, MIXED) for path in one.folder.iterdir()]
    return {f"{path.parent.name}/{path.name}": path.read_bytes() for path in files}
