"""The scratch copy: what is copied, what is shared, and a real `dvc repro` in it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from commonground.pipeline import scratch
from helpers.support import complaint, files_in

PARAMETERS = {"embeddings": "toy", "games": 500, "precompute": {"noise": [1.0], "seed": 0}}
FILES = {
    ".gitignore": "ignored.txt\n/data/raw/\n/data/own/*\n!/data/own/.gitkeep\n.cache/\n",
    "data/own/.gitkeep": "",
    ".dvc/config": "[core]\n    analytics = false\n",
    "params.yaml": yaml.safe_dump(PARAMETERS, sort_keys=False),
    "data/board_words.txt": "agent\n",
    "lib/code.py": "print('code')\n",
    "ignored.txt": "not for copying",
    "dvc.lock": "a result",
    "runs/toy/one.ipynb": "a result",
    "figures/toy/one.svg": "a result",
    "data/results/toy/games.csv": "a result",
}


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small git repository in the project's layout, with results, something ignored, and something not yet added."""
    folder = tmp_path / "checkout"
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    (folder / "new.txt").write_text("not added yet")
    monkeypatch.setenv("COMMONGROUND_ROOT", str(folder))
    return folder


def copied(folder: Path) -> list[str]:
    """What is in the copy besides its own records and the links."""
    own = (".copied", ".dvc/config.local", *scratch.SHARED)
    return [name for name in files_in(folder) if name not in own]


def test_the_checkout_is_copied_as_it_stands_without_results_and_ignored_files(checkout, tmp_path):
    folder = tmp_path / "copy"
    scratch.copy_checkout(folder)
    wanted = [".dvc/config", ".gitignore", "data/board_words.txt", "lib/code.py", "new.txt", "params.yaml"]
    assert copied(folder) == wanted
    assert all((folder / name).read_bytes() == (checkout / name).read_bytes() for name in wanted)


def test_downloads_shards_and_dvcs_cache_are_the_checkouts_own(checkout, tmp_path):
    folder = tmp_path / "copy"
    scratch.copy_checkout(folder)
    for name in scratch.SHARED:
        assert (folder / name).is_symlink() and (folder / name).resolve() == checkout / name
    (folder / "data/raw/vectors.bin").write_text("fetched")
    assert (checkout / "data/raw/vectors.bin").read_text() == "fetched"
    assert f"dir = {checkout / '.dvc' / 'cache'}" in (folder / ".dvc/config.local").read_text()


def test_a_second_copy_brings_changes_and_loses_what_was_deleted_but_not_what_was_made(checkout, tmp_path):
    folder = tmp_path / "copy"
    scratch.copy_checkout(folder)
    (folder / "runs/toy").mkdir(parents=True)
    (folder / "runs/toy/made.ipynb").write_text("made in the copy")
    (checkout / "new.txt").unlink()
    (checkout / "data/board_words.txt").unlink()  # known to git, but gone
    (checkout / "lib/code.py").write_text("print('changed')\n")
    scratch.copy_checkout(folder)
    assert copied(folder) == [".dvc/config", ".gitignore", "lib/code.py", "params.yaml", "runs/toy/made.ipynb"]
    assert (folder / "lib/code.py").read_text() == "print('changed')\n"


def test_what_is_no_checkout_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("COMMONGROUND_ROOT", str(tmp_path))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with complaint("runs from a git checkout", str(tmp_path)):
        scratch.copy_checkout(tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_parameters_are_changed_by_dotted_names_and_keep_their_types(checkout):
    changes = {"games": "50", "embeddings": "open", "precompute.noise": "[0.5, 1]", "precompute.seed": "3"}
    scratch.override(checkout / "params.yaml", changes)
    found = yaml.safe_load((checkout / "params.yaml").read_text())
    assert found == {"embeddings": "open", "games": 50, "precompute": {"noise": [0.5, 1], "seed": 3}}
    assert list(found) == list(PARAMETERS), "in the order they had"


@pytest.mark.parametrize(
    "name", ["gmaes", "precompute.noises", "nosuch.noise", "games.noise", "precompute.noise.first"]
)
def test_an_unknown_parameter_is_told_and_nothing_is_changed(checkout, name):
    with complaint(f"no parameter '{name}'"):
        scratch.override(checkout / "params.yaml", {"games": "1", name: "1"})
    assert yaml.safe_load((checkout / "params.yaml").read_text()) == PARAMETERS


@pytest.mark.slow(5)
def test_the_pipeline_runs_in_the_copy_with_its_own_parameters(checkout, tmp_path, capsys):
    write = "import os; open('out.txt', 'w').write(os.environ['COMMONGROUND_ROOT'] + ' ${games}')"
    stage = {"cmd": f'python -c "{write}"', "params": ["games"], "outs": ["out.txt"]}
    (checkout / "dvc.yaml").write_text(yaml.safe_dump({"stages": {"one": stage}}))
    folder = tmp_path / "copy"
    assert scratch.run(folder, {"games": "7"}, []) == 0
    assert re.fullmatch(r"study: it took \d+ (s|min)\.\n", capsys.readouterr().err)
    assert (folder / "out.txt").read_text() == f"{folder} 7"
    assert not (checkout / "out.txt").exists() and (checkout / "dvc.lock").read_text() == "a result"
    assert yaml.safe_load((checkout / "params.yaml").read_text()) == PARAMETERS
    assert scratch.run(folder, {"games": "7"}, ["nosuch"]) != 0, "dvc's own exit code"


@pytest.mark.parametrize(
    ("change", "code", "said"), [("games", 2, "NAME=VALUE, not 'games'"), ("x=1", 1, "parameter 'x'")]
)
def test_a_wrong_change_is_told_at_the_terminal(checkout, tmp_path, change, code, said):
    command = [sys.executable, "-m", "commonground.pipeline.scratch", str(tmp_path / "copy"), "-S", change]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == code and said in ended.stderr and "Traceback" not in ended.stderr
