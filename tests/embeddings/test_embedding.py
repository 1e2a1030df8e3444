"""Embeddings: what is refused, what can be done with one, and what is on disk."""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonground.embeddings import Embedding, concatenate, load_set, neighbours, precompute
from helpers.support import complaint

WORDS = ["ant", "bee", "cat", "dog"]
VECTORS = np.random.default_rng(0).normal(size=(4, 3)).astype(np.float32)


def made(words: list[str] = WORDS, vectors: np.ndarray = VECTORS, name: str = "pets") -> Embedding:
    return Embedding(name, np.array(words), np.asarray(vectors, dtype=np.float32))


def with_cat(vector: list[float]) -> np.ndarray:
    vectors = VECTORS.copy()
    vectors[WORDS.index("cat")] = vector
    return vectors


@pytest.mark.parametrize(
    ("words", "vectors", "said"),
    [
        (WORDS, with_cat([1, np.nan, 0]), ["'cat'", "NaN or infinity"]),
        (WORDS, with_cat([1, np.inf, 0]), ["'cat'", "NaN or infinity"]),
        (WORDS, with_cat([-np.inf, np.inf, 0]), ["'cat'", "NaN or infinity"]),
        (WORDS, with_cat([0, 0, 0]), ["'cat'", "all zeros"]),
        (["ant", "cat", "bee", "cat"], VECTORS, ["'cat' more than once"]),
        (WORDS[:3], VECTORS, ["3 words", "(4, 3)"]),
        (WORDS, VECTORS[:, 0], ["4 words", "(4,)"]),
    ],
)
def test_what_is_no_embedding_is_refused_in_one_sentence(words, vectors, said):
    with complaint("'pets'", *said):
        made(words, vectors)


def test_a_missing_word_is_told():
    with complaint("'pets' has no vector for 'yak'."):
        made().rows(["ant", "yak"])
    with complaint("'yak' (nor for 1 more)"):
        made().restricted(["yak", "zebu"])
    assert "yak" not in made() and "cat" in made()


def test_restricted_is_the_same_vectors_in_the_order_asked_for():
    few = made().restricted(["dog", "ant"])
    assert few.name == "pets" and few.words.tolist() == ["dog", "ant"] and np.array_equal(few.vectors, VECTORS[[3, 0]])


@given(st.floats(1e-3, 1e3))
def test_scaled_has_the_mean_norm_asked_for_and_the_same_directions(mean_norm):
    scaled = made().scaled(mean_norm)
    assert scaled.vectors.dtype == np.float32 and scaled.norms.mean() == pytest.approx(mean_norm, rel=1e-5)
    assert np.allclose(scaled.vectors / scaled.norms[:, None], VECTORS / made().norms[:, None], atol=1e-6)


def test_a_concatenation_has_the_words_of_all_and_their_vectors_end_to_end():
    other = made(["dog", "cat", "eel"], np.arange(6).reshape(3, 2) + 1, "others")
    joined = concatenate("both", [made(), other])
    assert joined.words.tolist() == ["cat", "dog"] and joined.dimension == 5 and joined.vectors.dtype == np.float32
    assert joined.vectors[0].tolist() == [*VECTORS[2].tolist(), 3, 4]
    assert joined.vectors[1].tolist() == [*VECTORS[3].tolist(), 1, 2]


def test_a_saved_embedding_loads_and_is_the_same_bytes_each_time(tmp_path):
    path, again = tmp_path / "pets.npz", tmp_path / "again.npz"
    made().save(path)
    made().save(again)
    assert path.read_bytes() == again.read_bytes()
    loaded = Embedding.load(path)
    assert loaded.name == "pets" and loaded.words.tolist() == WORDS and np.array_equal(loaded.vectors, VECTORS)
    assert Embedding.load(path, "dogs").name == "dogs"


@pytest.mark.parametrize("name", ["own.txt", "own.npz"])
def test_any_file_of_vectors_will_do(tmp_path, name):
    path = tmp_path / name
    if name == "own.npz":
        np.savez(path, words=np.array(WORDS), vectors=VECTORS)
    else:
        lines = (f"{word} {' '.join(map(repr, row.tolist()))}\n" for word, row in zip(WORDS, VECTORS, strict=True))
        path.write_text("".join(lines))
    read = Embedding.from_file(str(path))
    assert read.name == "own" and read.words.tolist() == WORDS and np.array_equal(read.vectors, VECTORS)
    assert Embedding.from_file(path, "mine").name == "mine"


def test_a_file_with_a_nan_is_refused_by_name(tmp_path):
    path = tmp_path / "own.txt"
    path.write_text("ant 1 2\nbee nan 2\n")
    with complaint("'own'", "'bee'", "NaN"):
        Embedding.from_file(path)


def test_neighbours_and_voronoi_tables_come_from_the_file_or_are_worked_out(tmp_path):
    path = tmp_path / "pets.npz"
    precompute.save(path, "pets", VECTORS, [1.0], 1000, 0, True)
    kept = Embedding("pets", np.array(WORDS), VECTORS, path)
    fresh = made()
    assert np.array_equal(kept.neighbours, fresh.neighbours)
    assert np.array_equal(fresh.neighbours, neighbours.nearest(VECTORS))
    for noise in (0.0, 0.5, 1.0):
        assert np.array_equal(kept.heard(noise).toarray(), fresh.heard(noise).toarray())
    assert kept.heard(1.0) is kept.heard(1.0), "worked out once"
    with complaint("Noise must be a number of 0 or more, not -1"):
        fresh.heard(-1.0)


def test_the_single_embeddings_of_a_set_are_not_others_end_to_end():
    toy = load_set("toy")
    assert [one.name for one in toy.singles] == [name for name in toy if name != "tg"]


def test_an_unknown_set_is_told(project):
    with complaint("no embedding set 'nosuch'", "toy, open, people, paper"):
        load_set("nosuch")


@pytest.mark.parametrize("name", ["open", "paper"])
def test_a_set_that_is_not_built_yet_says_how_to_get_it(project: Path, name):
    with complaint(f"'{name}' is not in {project / 'data'} yet", "`dvc repro precompute`", f"`embeddings: {name}`"):
        load_set(name)
    assert not re.search(r"\.npz", " ".join(map(str, project.rglob("*")))), "nothing was made or fetched"
