"""Reading vectors: small files in exactly the published formats, held against what gensim writes and reads."""

import bz2
import gc
import gzip
import json
import shutil
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from gensim.models import KeyedVectors
from hypothesis import given
from hypothesis import strategies as st

from commonground.embeddings import Embedding, formats, readers
from helpers.support import complaint

WORDS = ["the", "germany", "Germany", "Paris", "PARIS", "new_york", "café", "ice"]
VECTORS = np.random.default_rng(0).normal(size=(len(WORDS), 5)).astype(np.float32)


def keyed(words: list[str] = WORDS, vectors: np.ndarray = VECTORS) -> KeyedVectors:
    made = KeyedVectors(vectors.shape[1])
    made.add_vectors(words, vectors)
    return made


def gensim_reads(path: str, **options: bool) -> KeyedVectors:
    with warnings.catch_warnings(action="ignore", category=ResourceWarning):
        read = KeyedVectors.load_word2vec_format(path, **options)
        gc.collect()  # gensim leaves headerless files open
    return read


def same(found: tuple[list[str], np.ndarray], words: list[str], vectors: np.ndarray) -> None:
    assert found[0] == words
    assert found[1].dtype == np.float32 and np.array_equal(found[1], vectors)


def compressed(path: Path, suffix: str) -> Path:
    """The same file under a name with `suffix`, compressed as the suffix says."""
    target = path.with_name(path.name + suffix)
    opened = {".gz": gzip.open, ".bz2": bz2.open, "": open}[suffix]
    content = path.read_bytes()
    with opened(target, "wb") as file:
        file.write(content)
    return target


# Every format, whole


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2"])
@pytest.mark.parametrize(
    ("format", "options"),
    [
        ("word2vec-text", {}),
        ("word2vec-binary", {"binary": True}),
        ("glove-text", {"write_header": False}),
    ],
)
def test_files_that_gensim_writes_read_as_gensim_reads_them(tmp_path, format, options, suffix):
    plain = tmp_path / "vectors"
    keyed().save_word2vec_format(str(plain), **options)
    path = compressed(plain, suffix)
    reading = {"binary": options.get("binary", False), "no_header": not options.get("write_header", True)}
    gensims = gensim_reads(str(path), **reading)
    same(formats.read(path, format), gensims.index_to_key, gensims.vectors)
    assert gensims.index_to_key == WORDS


def test_the_c_programs_own_layout_ends_lines_with_a_space_and_vectors_with_a_newline(tmp_path):
    text, binary = tmp_path / "vectors.txt", tmp_path / "vectors.bin"
    header = f"{len(WORDS)} 5\n".encode()
    rows = list(zip(WORDS, VECTORS, strict=True))
    text.write_bytes(header + b"".join(f"{word} {' '.join(map(repr, row.tolist()))} \n".encode() for word, row in rows))
    binary.write_bytes(header + b"".join(word.encode() + b" " + row.tobytes() + b"\n" for word, row in rows))
    for path, options in ((text, {}), (binary, {"binary": True})):
        gensims = gensim_reads(str(path), **options)
        same(formats.read(path), gensims.index_to_key, gensims.vectors)


def test_glove_text_has_no_header(tmp_path):
    path = tmp_path / "glove.6B.50d.txt"
    path.write_text("the 0.418 0.24968 -0.41242\n, 0.013441 0.23682 -0.16899\nice 0.1 -1.5e-05 2\n")
    gensims = gensim_reads(str(path), no_header=True)
    same(formats.read(path, "glove-text"), gensims.index_to_key, gensims.vectors)
    same(formats.read(path, "glove-text", ["ice"]), ["ice"], gensims.vectors[2:])


def test_numberbatch_keys_of_other_languages_are_ignored(tmp_path):
    path = tmp_path / "conceptnet-numberbatch-17-06-300.gz"
    keys = ["/c/de/ice", "/c/en/ice", "/c/en/ice_cream", "/c/fr/the", "/c/en/the", "ice"]
    keyed(keys, VECTORS[: len(keys)]).save_word2vec_format(str(path))
    same(formats.read(path, "word2vec-text", ["the", "ice"], "/c/en/"), ["ice", "the"], VECTORS[[1, 4]])
    assert formats.read(path, "word2vec-text", None, "/c/en/")[0] == ["ice", "ice_cream", "the"]


def test_dict2vec_text(tmp_path):
    path = tmp_path / "dict2vec300.vec"
    rows = np.random.default_rng(1).normal(size=(2, 300)).round(6)
    lines = [
        f"{word} {' '.join(f'{number:.6f}' for number in row)}" for word, row in zip(("the", "ice"), rows, strict=True)
    ]
    path.write_text("2 300\n" + "\n".join(lines) + "\n")
    same(formats.read(path, "word2vec-text", ["ice"]), ["ice"], rows[1:].astype(np.float32))


def test_elmo_text_of_1024_numbers(tmp_path):
    path = tmp_path / "elmo.txt"
    rows = np.random.default_rng(2).normal(size=(3, 1024)).astype(np.float32)
    keyed(["the", "ice", "cat"], rows).save_word2vec_format(str(path), write_header=False)
    same(formats.read(path, "glove-text", ["cat", "the"]), ["the", "cat"], rows[[0, 2]])


def test_npz_compressed_or_not(tmp_path):
    for number, save in enumerate((np.savez, np.savez_compressed)):
        path = tmp_path / f"{number}.npz"
        save(path, words=np.array(WORDS), vectors=VECTORS.astype(np.float64))
        same(formats.read(path), WORDS, VECTORS)
        same(formats.read(path, "npz", ["ice"]), ["ice"], VECTORS[-1:])


def test_wink_json_has_two_more_numbers_than_dimensions(tmp_path):
    path = tmp_path / "vectors.json"
    vectors = {word: [*row.tolist(), 2.5, rank] for rank, (word, row) in enumerate(zip(WORDS, VECTORS, strict=True))}
    path.write_text(json.dumps({"precision": 6, "dimensions": 5, "unkVector": [0] * 7, "vectors": vectors}))
    same(formats.read(path, "wink-json"), WORDS, VECTORS)
    same(formats.read(path, "wink-json", ["ice", "the"]), ["the", "ice"], VECTORS[[0, -1]])


def test_numpy_with_its_words_in_parquet(tmp_path):
    path = tmp_path / "vectors.npy"
    np.save(path, VECTORS)
    pd.DataFrame({"word": WORDS}).to_parquet(path.with_suffix(".parquet"))
    same(formats.read(path, "numpy-parquet"), WORDS, VECTORS)
    same(formats.read(path, "numpy-parquet", ["ice"]), ["ice"], VECTORS[-1:])


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a.npz", "npz"),
        ("a.bin", "word2vec-binary"),
        ("a.bin.gz", "word2vec-binary"),
        ("a.txt.bz2", "word2vec-text"),
        ("a.vec", "word2vec-text"),
    ],
)
def test_a_format_is_told_from_the_name(name, format):
    assert formats.told_from(Path(name)) == format


# Which words


def test_lower_case_is_preferred_and_another_spelling_taken_where_there_is_none(tmp_path):
    path = tmp_path / "google.bin"
    keyed().save_word2vec_format(str(path), binary=True)
    words, vectors = formats.read(path, None, ["germany", "paris", "ice", "london"])
    found = dict(zip(words, vectors, strict=True))
    assert sorted(found) == ["germany", "ice", "paris"], "only wanted words"
    assert np.array_equal(found["germany"], VECTORS[WORDS.index("germany")])
    assert np.array_equal(found["paris"], VECTORS[WORDS.index("Paris")]), "the first other spelling in the file"


def test_lower_case_is_preferred_wherever_it_stands(tmp_path):
    path = tmp_path / "google.txt"
    keyed(["Ice", "ice", "ICE"], VECTORS[:3]).save_word2vec_format(str(path))
    same(formats.read(path, None, ["ice"]), ["ice"], VECTORS[1:2])


def test_words_with_spaces_and_odd_bytes_are_read_over(tmp_path):
    path = tmp_path / "glove.840B.txt"
    lines = [b"ice 1 2", b"new york 3 4", b". . . 5 6", b"caf\xe9 7 8", b"caf\xe8 9 10", b"at name@domain.com 11 12"]
    path.write_bytes(
        b"\n".join([*lines, "café\u00a0noir 13 14".encode(), b"new 15 16", b"", b"\x80\xff\x00 17 18\r", b""])
    )
    same(formats.read(path, None, ["new", "at", "ice"]), ["ice", "new"], np.array([[1, 2], [15, 16]]))
    words, vectors = formats.read(path)
    assert words[:4] == ["ice", "new york", ". . .", r"caf\xe9"] and len(words) == len(set(words)) == 9
    assert vectors.ravel().tolist() == list(range(1, 19))


def test_a_binary_file_with_odd_bytes_is_read(tmp_path):
    path = tmp_path / "odd.bin"
    rows = [(b"caf\xe9", VECTORS[0]), (b"\xff\xfe", VECTORS[1]), (b"ice", VECTORS[2])]
    path.write_bytes(b"3 5\n" + b"".join(word + b" " + row.tobytes() for word, row in rows))
    same(formats.read(path), [r"caf\xe9", r"\xff\xfe", "ice"], VECTORS[:3])


@given(st.binary(max_size=300), st.sampled_from(list(formats.READERS)), st.sampled_from([None, ["ice"]]))
def test_no_bytes_whatever_give_more_than_one_sentence(tmp_path_factory, content, format, wanted):
    path = tmp_path_factory.mktemp("any") / "vectors"
    path.write_bytes(content)
    try:
        formats.read(path, format, wanted)
    except formats.CommonGroundError as error:
        assert str(path) in str(error)
    finally:
        shutil.rmtree(path.parent)


# What can be wrong


def test_a_missing_file_is_named(tmp_path):
    with complaint(str(tmp_path / "none.txt"), "put it there"):
        formats.read(tmp_path / "none.txt")


def test_a_file_without_any_wanted_word_is_refused(tmp_path):
    path = tmp_path / "vectors.txt"
    keyed().save_word2vec_format(str(path))
    with complaint(str(path), "none of the wanted words"):
        formats.read(path, None, ["zebra"])


@pytest.mark.parametrize("kept", [0.0, 0.3, 0.9, 0.999])
@pytest.mark.parametrize("name", ["a.bin", "a.txt", "a.txt.gz", "a.bin.bz2", "a.npz", "packed.npz"])
def test_a_file_cut_short_is_refused(tmp_path, name, kept):
    path = tmp_path / name
    words = [f"word{number}" for number in range(500)]
    vectors = np.random.default_rng(3).normal(size=(500, 5)).astype(np.float32)
    if name.endswith("npz"):
        (np.savez if name == "a.npz" else np.savez_compressed)(path, words=np.array(words), vectors=vectors)
    else:
        keyed(words, vectors).save_word2vec_format(str(path), binary=".bin" in name)
    content = path.read_bytes()
    path.write_bytes(content[: int(kept * len(content))])
    with complaint(str(path), "cut short or damaged"):
        formats.read(path, None)


@pytest.mark.parametrize("name", ["a.txt.gz", "a.bin.bz2", "packed.npz"])
def test_a_damaged_file_is_refused(tmp_path, name):
    path = tmp_path / name
    words = [f"word{number}" for number in range(500)]
    vectors = np.random.default_rng(3).normal(size=(500, 5)).astype(np.float32)
    if name == "packed.npz":
        np.savez_compressed(path, words=np.array(words), vectors=vectors)
    else:
        keyed(words, vectors).save_word2vec_format(str(path), binary=".bin" in name)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 20] = bytes(byte ^ 255 for byte in content[middle : middle + 20])
    path.write_bytes(content)
    with complaint(str(path), "cut short or damaged"):
        formats.read(path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("the 1 2 3\nice 1 2\n", "'ice' has 2 numbers instead of 3"),
        ("2 3\nice 1 2\nthe 1 2 3\n", "'ice' has 2 numbers instead of 3"),
        ("the 1 2 3\nice 1 two 3\n", "'two'"),
        ("the 1 2 3\nice\n", "'ice' has 0 numbers instead of 3"),
        ("ice\n", "first line"),
        ("", "first line"),
        ("3 2\nice 1 2\nthe 3 4\n", "announces 3 words and ends after 2"),
        ("1 2\nice 1 2\nthe 3 4\n", "announces 1 words and has 2"),
        ("the 1 2 3\nice 1 2 3 4\n", "line 2: 'ice' has more numbers than 3"),
        ("2 3\n\nthe 1 2 3\nice 1 2 -.5e-3 4\n", "line 4: 'ice' has more numbers than 3"),
        ("the 1 2 3\nice 1 2 3", "line 2, the last, has no end"),
        ("the 1 2 3\nice 1 2 x\n", "line 2: 'ice'"),
    ],
)
def test_a_line_that_is_no_vector_is_told(tmp_path, content, said):
    path = tmp_path / "vectors.txt"
    path.write_text(content)
    with complaint(str(path), said):
        formats.read(path, "glove-text", ["the", "ice"])


def test_a_line_that_never_ends_is_not_read_into_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(readers, "LONGEST_LINE", 1000)
    path = tmp_path / "vectors.txt"
    path.write_text("ice 1 2\nthe" + " 1" * 1000 + "\n")
    with complaint(str(path), "line 2 is longer than any vector"):
        formats.read(path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"1 1000000000000\nice " + bytes(8), "can't have 1,000,000,000,000 dimensions"),
        (b"1 0\nice " + bytes(8), "can't have 0 dimensions"),
        (b"1 2\nice " + bytes(8) + b"the " + bytes(8), "announces 1 words and goes on after them"),
        (b"3 2\nice " + bytes(8) + b"the " + bytes(8), "it ends within a word"),
        (b"many 2\nice " + bytes(8), "first line"),
        (b"1 2\n" + b"x" * 5000 + b" " + bytes(8), "a word begins with 'xxxxxxxxxxxxxxxxxxxx'"),
    ],
)
def test_a_binary_file_that_is_none_is_told(tmp_path, content, said):
    path = tmp_path / "vectors.bin"
    path.write_bytes(content)
    with complaint(str(path), said):
        formats.read(path)


@pytest.mark.parametrize(
    "vectors",
    [
        VECTORS > 0,
        VECTORS + 1j,
        VECTORS.astype(str),
        VECTORS.astype("datetime64[s]"),
        VECTORS.astype("timedelta64[s]"),
        VECTORS[:, 0],
    ],
    ids=lambda vectors: f"{vectors.dtype}-{vectors.ndim}",
)
def test_arrays_that_are_no_table_of_numbers_are_refused(tmp_path, vectors):
    np.savez(tmp_path / "a.npz", words=np.array(WORDS), vectors=vectors)
    np.save(tmp_path / "a.npy", vectors)
    pd.DataFrame({"word": WORDS}).to_parquet(tmp_path / "a.parquet")
    for name, format in (("a.npz", "npz"), ("a.npy", "numpy-parquet")):
        with complaint(str(tmp_path / name), "no table of numbers"):
            formats.read(tmp_path / name, format)
    with complaint("Embedding 'a'"):
        Embedding("a", np.array(WORDS), vectors)


@pytest.mark.parametrize("words", [np.arange(8), np.char.encode(WORDS), np.array([WORDS])], ids=["int", "bytes", "2d"])
def test_words_that_are_no_text_are_refused(tmp_path, words):
    np.savez(tmp_path / "a.npz", words=words, vectors=VECTORS)
    with complaint(str(tmp_path / "a.npz"), "no row of text"):
        formats.read(tmp_path / "a.npz")
    with complaint("Embedding 'a' needs a row of words as text"):
        Embedding("a", words, VECTORS)


def test_an_index_without_words_is_refused(tmp_path):
    np.save(tmp_path / "a.npy", VECTORS)
    pd.DataFrame({"word": [*WORDS[1:], None]}).to_parquet(tmp_path / "a.parquet")
    with complaint(str(tmp_path / "a.npy"), "row 7 of the index beside it holds no word"):
        formats.read(tmp_path / "a.npy", "numpy-parquet")


def test_no_word_wanted_is_told(tmp_path):
    with complaint("No word is wanted"):
        formats.read(tmp_path / "vectors.txt", None, [])


def test_a_name_too_long_for_a_file_is_no_file():
    with complaint("There is no file of word vectors"):
        formats.read(Path("x" * 300))


@pytest.mark.parametrize("wanted", [None, ["ice"]])
def test_a_word_that_is_there_twice_is_told(tmp_path, wanted):
    path = tmp_path / "vectors.txt"
    path.write_text("ice 1 2\nthe 1 2\nice 3 4\n")
    with complaint(str(path), "'ice' twice"):
        formats.read(path, None, wanted)


class Trap:
    """An object whose unpickling would leave a trace."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple:
        return Path.touch, (self.trace,)


def test_an_npz_with_pickled_objects_is_refused_and_not_unpickled(tmp_path):
    path, trace = tmp_path / "evil.npz", tmp_path / "trace"
    np.savez(path, words=np.array([Trap(trace)], dtype=object), vectors=VECTORS[:1])
    with complaint(str(path), "Object arrays cannot be loaded"):
        formats.read(path)
    assert not trace.exists()
    np.load(path, allow_pickle=True)["words"]
    assert trace.exists(), "the trap works"


@pytest.mark.parametrize(
    "arrays",
    [
        {"words": np.array(WORDS)},
        {"words": np.array(WORDS[1:]), "vectors": VECTORS},
        {"words": np.array(WORDS), "vectors": VECTORS[:, 0]},
    ],
)
def test_an_npz_with_other_arrays_is_refused(tmp_path, arrays):
    path = tmp_path / "vectors.npz"
    np.savez(path, **arrays)
    with complaint(str(path), "vectors"):
        formats.read(path)


@pytest.mark.parametrize("content", ["{}", "[", "[" * 100_000, '{"dimensions": 2, "vectors": {"ice": [1]}}', '{"dimensions": 1, "vectors": {"ice": [1, 2, 3, 4]}}', '{"dimensions": 1, "vectors": {"ice": [true, 2, 3]}}', '{"dimensions": -1, "vectors": {"ice": [1]}}', '{"dimensions": 2, "vectors": {"ice": ["a", "b"]}}'])  # fmt: skip
def test_other_json_is_refused(tmp_path, content):
    path = tmp_path / "vectors.json"
    path.write_text(content)
    with complaint(str(path), "wink-json"):
        formats.read(path, "wink-json")


def test_numpy_and_parquet_must_belong_together(tmp_path):
    path = tmp_path / "vectors.npy"
    np.save(path, VECTORS)
    with complaint(str(path)):
        formats.read(path, "numpy-parquet")
    pd.DataFrame({"word": WORDS[1:]}).to_parquet(path.with_suffix(".parquet"))
    with complaint(str(path), "8 rows", "7 words"):
        formats.read(path, "numpy-parquet")


def test_a_number_with_a_gap_is_none(tmp_path):
    """Python reads 1_0 as ten."""
    path = tmp_path / "own.txt"
    path.write_text("ant 1 2\nbee 1_0 2\n")
    with complaint(str(path), "line 2: 'bee': '1_0' is no number."):
        formats.read(path)


def test_a_format_that_there_is_not_is_told_with_those_there_are(tmp_path):
    with complaint("format must be one of word2vec-text, word2vec-binary, glove-text, npz", "not 'odd'."):
        formats.read(tmp_path / "own.txt", "odd")


@pytest.mark.parametrize("missing", ["words", "vectors"])
def test_an_npz_that_lacks_an_array_names_it(tmp_path, missing):
    arrays = {"words": np.array(["ant"]), "vectors": np.ones((1, 2))}
    np.savez(tmp_path / "own.npz", **{name: array for name, array in arrays.items() if name != missing})
    with complaint(f"damaged: it lacks the array `{missing}`."):
        formats.read(tmp_path / "own.npz")
