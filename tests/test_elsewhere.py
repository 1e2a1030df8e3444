"""The package outside its checkout: installed by pip into another folder, it deals, plays and takes a user's vectors."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from commonground import paths
from helpers.support import CHECKOUT, files_in

TAKEN = (
    *("pyproject.toml", "setup.py", "README.md", "LICENSE", "params.yaml", "notebooks/50-play.ipynb"),
    *("data/board_words.txt", "data/blocked_words.txt", "data/embeddings.yaml", "data/listeners.yaml"),
)
PLAY = """
import numpy as np
from commonground import agents, embeddings, game, guests, paths
from commonground.embeddings import Embedding, EmbeddingSet
from commonground.embeddings.words import clue_vocabulary

words = embeddings.load_set("toy")
record = game.play(words.deal(1), agents.spymaster("SM_B", words), agents.guesser("te", words), rng=1)
print("toy", record.board.words == words.deal(1).words)
agents.spymaster("SM_P", words), agents.guesser("G_P", words)

rng = np.random.default_rng(0)
lines = (f"{word} {' '.join(map(str, rng.normal(size=8)))}" for word in clue_vocabulary(300))
with open("mine.txt", "w") as file:
    file.write("\\n".join(lines) + "\\n")
own = EmbeddingSet.of("own", internal=[Embedding.from_file("mine.txt")])
record = game.play(own.deal(2), agents.spymaster("SM_B", own), agents.guesser("mine", own), rng=2)
print("own", len(record.turns) > 0)
guests.Codemaster(agents.spymaster("mine", own))
print("root", paths.root())
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, as pip installs it from a copy of the checkout: building leaves files where it builds."""
    copy, target = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("site")
    shutil.copytree(CHECKOUT / "lib", copy / "lib", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in TAKEN:
        (copy / name).parent.mkdir(exist_ok=True)
        shutil.copy(CHECKOUT / name, copy / name)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--target", target, copy], check=True)
    shutil.rmtree(copy)
    return target


def run(site: Path, folder: Path, code: str, **environment: str) -> str:
    """What some code prints that runs in a folder with the installed package alone."""
    own = {key: value for key, value in os.environ.items() if key != "COMMONGROUND_ROOT"}
    own |= {"PYTHONPATH": str(site), "HOME": str(folder / "home"), "COMMONGROUND_WORKERS": "1", **environment}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=own, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow(40)
def test_it_deals_plays_and_takes_vectors_from_another_folder(site, tmp_path):
    said = run(site, tmp_path, PLAY)
    home = tmp_path / "home" / ".commonground"
    assert said.splitlines() == ["toy True", "own True", f"root {home}"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "mine.txt"], "nothing but what was asked for"
    assert not list(site.rglob("*.npz")), "nothing is written beside the package"


OWN_SET = """
sets:
  own:
    about: a set of one's own
    vocabulary: 300
    embeddings:
      mine: {title: My vectors, role: internal, file: mine.npz}
"""
LOAD = """
import numpy as np
from commonground import agents, embeddings, game, paths
from commonground.embeddings import build
from commonground import parameters
from commonground.embeddings.words import clue_vocabulary

words = clue_vocabulary(300)
np.savez(paths.root() / "mine.npz", words=words, vectors=np.random.default_rng(0).normal(size=(len(words), 8)))
build.build_set("own")
build.precompute_set("own", parameters.load().precompute)
own = embeddings.load_set("own")
game.play(own.deal(2), agents.spymaster("SM_B", own), agents.guesser("mine", own), rng=2)
print(sorted(embeddings.catalogue.load().sets))
"""


@pytest.mark.slow(10)
def test_a_folder_of_ones_own_has_sets_of_ones_own_beside_the_packages(site, tmp_path):
    root = tmp_path / "root"
    (root / "data").mkdir(parents=True)
    (root / "data" / "embeddings.yaml").write_text(OWN_SET)
    assert run(site, tmp_path, LOAD, COMMONGROUND_ROOT="root") == "['open', 'own', 'paper', 'people', 'toy']\n"
    assert {"data/embeddings/own/mine.npz", "data/precomputed/own/mine.npz"} <= set(files_in(root))
    assert [path.name for path in tmp_path.iterdir()] == ["root"]


def test_a_root_without_files_of_its_own_has_those_of_the_package(tmp_path, monkeypatch):
    monkeypatch.setenv("COMMONGROUND_ROOT", str(tmp_path))
    for found in (paths.parameters(), paths.catalogue(), paths.board_words(), paths.blocked_words(), paths.play_page()):
        assert found.is_relative_to(CHECKOUT) and found.is_file()
    own = tmp_path / "data" / "board_words.txt"
    own.parent.mkdir()
    own.write_text("agent\n")
    assert paths.board_words() == own
