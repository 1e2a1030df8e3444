"""The readers of files of word vectors: each streams (word, vector) pairs of the words that are kept."""

import bz2
import gzip
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import count as count_from
from pathlib import Path
from typing import IO, cast

import msgspec
import numpy as np
import pandas as pd

from commonground.embeddings.catalogue import Format

Vector = np.ndarray
Keep = Callable[[str], bool]
LONGEST_LINE = 1 << 24  # bytes: some hundred times the longest of any published file
LONGEST_WORD = 1 << 12
MOST_DIMENSIONS = 1 << 20
_HEADER = re.compile(rb"(\d{1,18}) (\d{1,18})\s*")
_NUMBER = re.compile(rb"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")


def _open(path: Path) -> IO[bytes]:
    if path.suffix == ".gz":
        return cast(IO[bytes], gzip.open(path))
    return cast(IO[bytes], bz2.open(path)) if path.suffix == ".bz2" else path.open("rb")


def _read_text(path: Path, keep: Keep) -> Iterator[tuple[str, Vector]]:
    """One word and its numbers a line; word2vec's header line ("count dimension") is known by its two integers."""
    count, dimension, words = None, 0, 0
    with _open(path) as file:
        for number, line in _lines(file):
            if number == 1 and (header := _HEADER.fullmatch(line)):
                count, dimension = map(int, header.groups())
                continue
            words += 1
            dimension = dimension or len(line.split()) - 1
            if keep(_decoded(line.split(maxsplit=1)[0])):
                word, numbers = _split(number, line.split(), dimension)
                if keep(word):
                    yield word, _vector(f"line {number}: '{word}'", numbers, dimension)
    if dimension < 1:
        raise ValueError("its first line is not a word and its numbers")
    if count is not None and words != count:
        raise EOFError(f"it announces {count:,} words and {'ends after' if words < count else 'has'} {words:,}")


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that hold anything, numbered from 1; one that does not end may be half a line."""
    for number in count_from(1):
        line = file.readline(LONGEST_LINE)
        if not line:
            return
        if len(line) == LONGEST_LINE:
            raise ValueError(f"line {number} is longer than any vector")
        if not line.endswith(b"\n"):
            raise EOFError(f"line {number}, the last, has no end (if it is whole, add a newline)")
        if line.strip():
            yield number, line


def _split(line: int, fields: list[bytes], dimension: int) -> tuple[str, list[bytes]]:
    """The word of a line, which may hold spaces, and its numbers, the last fields."""
    if len(fields) > dimension + 1 and _NUMBER.fullmatch(fields[-dimension - 1]):
        raise ValueError(f"line {line}: '{_decoded(fields[0])}' has more numbers than {dimension}")
    return _decoded(b" ".join(fields[:1] + fields[1:-dimension])), fields[1:][-dimension:]


def _decoded(word: bytes | bytearray) -> str:
    """A word as text; bytes that are no UTF-8 stay visible, so that different words stay different."""
    return word.decode("utf-8", errors="backslashreplace")


def _vector(whose: str, numbers: Sequence[bytes | float], dimension: int) -> Vector:
    if len(numbers) != dimension:
        raise ValueError(f"{whose} has {len(numbers)} numbers instead of {dimension}")
    odd = next((one for one in numbers if isinstance(one, bytes) and b"_" in one), None)
    if odd is not None:  # Python would read 1_0 as ten
        raise ValueError(f"{whose}: '{_decoded(odd)}' is no number")
    try:
        with np.errstate(over="ignore"):  # what is too large is infinite, and told
            return np.array(numbers, dtype=np.float32)
    except ValueError as error:
        raise ValueError(f"{whose}: {error}") from error


def _read_word2vec_binary(path: Path, keep: Keep) -> Iterator[tuple[str, Vector]]:
    """A text header, then for each word its letters, a space, and its little-endian float32 numbers."""
    with _open(path) as file:
        header = _HEADER.fullmatch(file.readline(LONGEST_WORD))
        if not header:
            raise ValueError("its first line is not the numbers of words and of dimensions")
        count, dimension = int(header[1]), _dimension(int(header[2]))
        for _ in range(count):
            word = _word_until_space(file)
            numbers = file.read(4 * dimension)
            if len(numbers) < 4 * dimension:
                raise EOFError(f"it announces {count:,} words and ends within '{word}'")
            if keep(word):
                yield word, np.frombuffer(numbers, dtype="<f4")
        if file.read(LONGEST_WORD).strip():
            raise ValueError(f"it announces {count:,} words and goes on after them")


def _dimension(said: int) -> int:
    if not 1 <= said <= MOST_DIMENSIONS:
        raise ValueError(f"vectors can't have {said:,} dimensions")
    return said


def _word_until_space(file: IO[bytes]) -> str:
    letters = bytearray()
    while (letter := file.read(1)) != b" ":
        if not letter:
            raise EOFError("it ends within a word")
        letters += letter
        if len(letters) > LONGEST_WORD:
            raise ValueError(f"a word begins with '{_decoded(letters[:20])}' and does not end")
    return _decoded(letters.lstrip(b"\n"))


def _read_npz(path: Path, keep: Keep) -> Iterator[tuple[str, Vector]]:
    with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        if missing := [name for name in ("words", "vectors") if name not in arrays.files]:
            raise ValueError(f"it lacks the array `{missing[0]}`")
        words, vectors = arrays["words"], _numbers(arrays["vectors"])
    if words.ndim != 1 or words.dtype.kind != "U":
        raise ValueError(f"words has the type {words.dtype} and the shape {words.shape}, and is no row of text")
    if len(words) != len(vectors):
        raise ValueError(f"words has {len(words)} entries and vectors the shape {vectors.shape}")
    yield from ((str(word), vector) for word, vector in zip(words, vectors, strict=True) if keep(str(word)))


def _numbers(vectors: np.ndarray) -> np.ndarray:
    """A matrix of real numbers: not of flags, dates or complex numbers, which numpy would turn into some."""
    if vectors.ndim != 2 or vectors.dtype.kind not in "fiu":
        raise ValueError(
            f"vectors has the type {vectors.dtype} and the shape {vectors.shape}, and is no table of numbers"
        )
    return vectors


class _Wink(msgspec.Struct):
    """The wink-nlp package's JSON; a word's numbers stay undecoded until the word is wanted."""

    dimensions: int
    vectors: dict[str, msgspec.Raw]


def _read_wink_json(path: Path, keep: Keep) -> Iterator[tuple[str, Vector]]:
    wink = msgspec.json.decode(path.read_bytes(), type=_Wink)
    dimension = _dimension(wink.dimensions)
    for word, numbers in wink.vectors.items():
        if keep(word):
            # two more numbers follow the vector: its norm and its rank
            both = _vector(f"'{word}'", msgspec.json.decode(numbers, type=list[float]), dimension + 2)
            yield word, both[:dimension]


def _read_numpy_parquet(path: Path, keep: Keep) -> Iterator[tuple[str, Vector]]:
    """A matrix in `.npy` and, beside it in `.parquet`, the word of each row."""
    vectors = _numbers(np.load(path, mmap_mode="r", allow_pickle=False))
    words = pd.read_parquet(path.with_suffix(".parquet")).iloc[:, 0]
    if len(words) != len(vectors):
        raise ValueError(f"it has {len(vectors)} rows where the index beside it has {len(words)} words")
    for row, word in enumerate(words):
        if not isinstance(word, str):
            raise ValueError(f"row {row} of the index beside it holds no word")
        if keep(word):
            yield word, vectors[row]


READERS: dict[Format, Callable[[Path, Keep], Iterator[tuple[str, Vector]]]] = {
    "word2vec-text": _read_text,
    "glove-text": _read_text,
    "word2vec-binary": _read_word2vec_binary,
    "npz": _read_npz,
    "wink-json": _read_wink_json,
    "numpy-parquet": _read_numpy_parquet,
}
