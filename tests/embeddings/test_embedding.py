"""Embeddings: what is refused, what can be done with one, and what is on disk."""

import gzip
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonground import files
from commonground.embeddings import Embedding, EmbeddingSet, concatenate, load_set, neighbours, precompute
from commonground.grid import is_exact
from helpers.support import CHECKOUT, complaint

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


@pytest.mark.parametrize("name", ["../../evil", "random", "SM_B", "S1:ta", "S0", "stranger", "-", "", None, 5])
def test_an_embedding_has_a_name_of_its_own_that_a_file_can_have(name):
    with complaint(f"The embedding {name!r} needs another name"):
        made(name=name)


@pytest.mark.parametrize("name", ["../../../evil", "-", "", "a b", None, 5])
def test_a_set_has_a_name_that_a_folder_can_have(name):
    with complaint(f"The set {name!r} needs another name, of letters a to z"):
        EmbeddingSet.of(name, [made()])


def test_words_and_vectors_may_be_lists():
    listed = Embedding("pets", WORDS, VECTORS.tolist())
    assert np.array_equal(listed.vectors, VECTORS) and listed.vectors.dtype == np.float32
    assert listed.words.tolist() == WORDS and listed.rows(["dog"]) == [3]


@pytest.mark.parametrize("words", [None, 5, "ant", [1, 2, 3, 4], {"ant"}])
def test_words_are_a_list_of_words(words):
    with complaint("The words of 'pets' must be a list of words"):
        Embedding("pets", words, VECTORS)


@pytest.mark.parametrize("vectors", [None, 5, "x", [[1.0], [1.0, 2.0]], [["a"]], [[None]], []])
def test_vectors_are_a_table_of_numbers(vectors):
    with complaint("'pets'"):
        Embedding("pets", WORDS, vectors)


@pytest.mark.parametrize("path", [None, 5, b"own.txt", []])
def test_a_file_has_a_path(path):
    with complaint('The path of word vectors must be that of a file, e.g. "vectors.txt", not '):
        Embedding.from_file(path)


@pytest.mark.parametrize(
    ("file", "name"), [("glove.6B.2d.txt", "glove-6B-2d"), ("own.txt.gz", "own"), ("my own.txt", "my-own")]
)
def test_vectors_are_called_as_their_file_without_what_no_name_may_hold(tmp_path, file, name):
    content = b"ant 1 2\nbee 3 4\n"
    (tmp_path / file).write_bytes(gzip.compress(content) if file.endswith(".gz") else content)
    assert Embedding.from_file(tmp_path / file).name == name


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("number", ["1e300", "3e38"])
def test_numbers_that_are_too_large_are_told_without_a_warning(tmp_path, number):
    path = tmp_path / "own.txt"
    path.write_text(f"ant 1 2\nbee {number} {number}\n")
    with complaint("the vector of 'bee' holds NaN or infinity."):
        Embedding.from_file(path)


def test_a_set_of_ones_own_is_on_the_grid_and_a_built_one_as_it_was():
    toy = load_set("toy")
    rough = Embedding("rough", toy.words, toy["ta"].vectors * np.float32(1.01))
    own = EmbeddingSet.of("own", [rough, toy["ta"]])
    assert not is_exact(rough.vectors) and is_exact(own["rough"].vectors)
    assert own["rough"].vectors == pytest.approx(rough.vectors[rough.rows(own.words.tolist())], abs=1e-5)
    assert np.array_equal(own["ta"].vectors, toy["ta"].restricted(own.words.tolist()).vectors)
    with complaint("The vectors of 'ta' are too long to be reckoned with exactly: take `.scaled(4.0)` of it."):
        EmbeddingSet.of("own", [toy["ta"].scaled(5000.0)])


@pytest.mark.parametrize("members", [["ta"], "ta", None, 5])
def test_a_set_is_made_of_embeddings(members):
    for role in ({"internal": members}, {"internal": [made()], "external": members}):
        with complaint('must be a list of embeddings, e.g. [Embedding.from_file("vectors.txt")]'):
            EmbeddingSet.of("own", **role)


def test_what_is_made_of_others_keeps_its_agents_name():
    blend = load_set("toy").blend
    assert blend.name == blend.restricted(blend.words[:3].tolist()).name == blend.scaled(2.0).name == "blend"


def test_tables_that_are_not_as_they_were_worked_out_are_told(tmp_path):
    path = tmp_path / "pets.npz"
    precompute.save(path, "pets", VECTORS, [1.0], 1000, 0, True)
    arrays = files.read_arrays(path)
    for name in ("neighbours", "heard_0_data"):
        files.write_arrays(path, **arrays | {name: arrays[name][::-1]})
        with complaint(str(path), f"its table `{name}` is not as it was worked out"):
            Embedding("pets", np.array(WORDS), VECTORS, path).heard(1.0)
            _ = Embedding("pets", np.array(WORDS), VECTORS, path).neighbours
    old = {name: array for name, array in arrays.items() if not name.startswith(precompute.DIGEST)}
    files.write_arrays(path, **old)
    assert len(Embedding("pets", np.array(WORDS), VECTORS, path).neighbours) == 4, "tables of before had no digests"


def test_an_embedding_that_is_not_as_it_was_built_is_told(project):
    for kind in ("embeddings", "precomputed"):
        shutil.copytree(CHECKOUT / "data" / kind / "toy", project / "data" / kind / "toy")
    path = project / "data/embeddings/toy/ta.npz"
    arrays = files.read_arrays(path)
    files.write_arrays(path, **arrays | {"words": arrays["words"][::-1]})
    with complaint(str(path), "is not as it was built", "`python -m commonground vectors toy`"):
        load_set("toy")
