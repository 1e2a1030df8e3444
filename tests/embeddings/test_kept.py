"""What is kept of a build is used again if it is whole; what is damaged is named, thrown away and made again."""

from pathlib import Path

import numpy as np
import pytest
import yaml

from commonground import parameters, paths
from commonground.embeddings import build, load_set, words
from helpers.support import complaint

SAMPLING = parameters.Precompute(noise=(1.0,), samples=20, seed=0)


@pytest.fixture
def own(project: Path) -> None:
    """A set of one embedding, from a file of the user's own."""
    vocabulary = words.clue_vocabulary(20)
    vectors = np.random.default_rng(0).normal(size=(len(vocabulary), 3)).astype(np.float32)
    np.savez(project / "own.npz", words=np.array(vocabulary), vectors=vectors)
    entry = {"title": "A", "role": "internal", "file": "own.npz"}
    mine = {"about": "a test", "vocabulary": 20, "embeddings": {"a": entry}}
    (project / "data/embeddings.yaml").write_text(yaml.safe_dump({"sets": {"mine": mine}}))


def test_a_vocabulary_that_would_all_be_on_the_board_is_told(own, project):
    cards = words.board_words()[:25]
    np.savez(project / "own.npz", words=np.array(cards), vectors=np.eye(25, dtype=np.float32))
    with complaint("'mine' share 25 words", "no word is left to be a clue"):
        build.build_set("mine")
    assert not paths.embeddings("mine").exists()


def make() -> list[bytes]:
    build.build_set("mine")
    build.precompute_set("mine", SAMPLING)
    return [(folder / "a.npz").read_bytes() for folder in (paths.embeddings("mine"), paths.precomputed("mine"))]


def harm(path: Path, kind: str) -> None:
    content = path.read_bytes()
    middle = len(content) // 2
    flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    path.write_bytes({"cut": content[:middle], "flipped": flipped, "empty": b""}[kind])


@pytest.mark.slow(4)
@pytest.mark.parametrize("kind", ["cut", "flipped", "empty"])
@pytest.mark.parametrize("folder", ["embeddings", "precomputed"])
def test_what_is_kept_and_damaged_is_named_and_made_again(own, folder, kind, capsys):
    whole = make()
    (kept,) = (paths.cache() / folder).glob("a-*.npz")
    harm(kept, kind)
    capsys.readouterr()
    assert make() == whole
    assert f"{kept} is damaged" in capsys.readouterr().err
    make()
    assert "damaged" not in capsys.readouterr().err


@pytest.mark.slow(2)
@pytest.mark.parametrize(
    ("folder", "told"), [(paths.embeddings, "is not as it was built"), (paths.precomputed, "is damaged")]
)
def test_a_damaged_set_is_told_with_its_file(own, folder, told):
    make()
    path = folder("mine") / "a.npz"
    harm(path, "cut")
    with complaint(str(path), told):
        _ = load_set("mine")["a"].neighbours


@pytest.mark.slow(3)
def test_tables_of_vectors_that_were_changed_are_refused(own, project):
    make()
    with np.load(project / "own.npz") as arrays:
        np.savez(project / "own.npz", words=arrays["words"], vectors=arrays["vectors"] * 2)
    build.build_set("mine")
    with complaint("made from other vectors", "precompute mine"):
        _ = load_set("mine")["a"].neighbours


def test_a_damaged_manifest_is_no_manifest(own):
    make()
    (paths.embeddings("mine") / "manifest.json").write_text("{")
    assert build.manifest_of("mine") == {}
