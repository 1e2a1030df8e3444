"""Reading files of word vectors: only the wanted words, one pass, little memory.

The published files hold up to three million words of which a set wants twelve thousand, so each reader streams.
Every reader yields (word, vector) pairs; `read` keeps the wanted ones and checks what it keeps.
"""

import bz2
import gzip
import re
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import IO, cast
from zipfile import BadZipFile

import msgspec
import numpy as np
import pandas as pd

from commonground.embeddings.catalogue import Format
from commonground.errors import CommonGroundError

Vector = np.ndarray
Keep = Callable[[str], bool]
# what readers raise on a file that is not what it should be
DAMAGE = (EOFError, LookupError, OSError, TypeError, ValueError, BadZipFile, zlib.error, msgspec.MsgspecError)


def read(
    path: Path, format: Format | None = None, wanted: Collection[str] | None = None, prefix: str = ""
) -> tuple[list[str], np.ndarray]:
    """Read the vectors of the wanted words (all words, if None) from a file.

    Words are wanted in lower case. A file that knows case (Google News) often has only "Germany" for "germany":
    the form as wanted is taken where there is one, else the first other spelling in the file.
    """
    path = Path(path)
    if not path.is_file():
        raise CommonGroundError(
            f"There is no file of word vectors at {path}: put it there, or correct the path in data/embeddings.yaml."
        )
    chosen = set(wanted) if wanted is not None else None
    found: dict[str, Vector] = {}
    other_spelling: dict[str, Vector] = {}
    length = len(prefix)

    def keep(token: str) -> bool:
        word = token[length:]
        return token.startswith(prefix) and (chosen is None or word in chosen or word.lower() in chosen)

    try:
        for token, vector in READERS[format or told_from(path)](path, keep):
            word = token[length:]
            if chosen is not None and word not in chosen:
                other_spelling.setdefault(word.lower(), vector)
            elif word in found:
                raise CommonGroundError(f"{path} has the word '{word}' twice: remove one of the two.")
            else:
                found[word] = vector
    except DAMAGE as error:
        raise CommonGroundError(
            f"{path} can't be read as {format or 'word vectors'}, it may be cut short or damaged: {error}."
        ) from error
    found = other_spelling | found
    if not found:
        raise CommonGroundError(
            f"{path} has none of the wanted words: is it a file of English word vectors in the format it is said to have?"
        )
    return list(found), np.array(list(found.values()), dtype=np.float32)


def told_from(path: Path) -> Format:
    """Tell a file's format from its name."""
    name = path.name.removesuffix(".gz").removesuffix(".bz2")
    if name.endswith(".npz"):
        return "npz"
    if name.endswith(".bin"):
        return "word2vec-binary"
    return "word2vec-text"


def _open(path: Path) -> IO[bytes]:
    if path.suffix == ".gz":
        return cast(IO[bytes], gzip.open(path))
    return cast(IO[bytes], bz2.open(path)) if path.suffix == ".bz2" else path.open("rb")


def _read_text(path: Path, keep: Keep) -> Iterator[tuple[str, Vector]]:
    """One word and its numbers a line; word2vec's header line ("count dimension") is known by its two integers."""
    with _open(path) as file:
        first = file.readline()
        header = re.fullmatch(rb"(\d+) (\d+)\s*", first)
        count, dimension = map(int, header.groups()) if header else (0, len(first.split()) - 1)
        if dimension < 1:
            raise ValueError("its first line is not a word and its numbers")
        lines = 0
        for line in filter(bytes.strip, file if header else chain([first], file)):
            lines += 1
            if keep(_decoded(line.split(maxsplit=1)[0])):
                fields = line.split()
                # a word may hold spaces: its numbers are the last fields
                word = _decoded(b" ".join(fields[:1] + fields[1:-dimension]))
                if keep(word):
                    yield word, _vector(word, fields[1:][-dimension:], dimension)
        if lines < count:
            raise EOFError(f"it announces {count:,} words and ends after {lines:,}")


def _decoded(word: bytes | bytearray) -> str:
    """A word as text; bytes that are no UTF-8 stay visible, so that different words stay different."""
    return word.decode("utf-8", errors="backslashreplace")


def _vector(word: str, numbers: Sequence[bytes | float], dimension: int) -> Vector:
    if len(numbers) != dimension:
        raise ValueError(f"'{word}' has {len(numbers)} numbers instead of {dimension}")
    return np.array(numbers, dtype=np.float32)


def _read_word2vec_binary(path: Path, keep: Keep) -> Iterator[tuple[str, Vector]]:
    """A text header, then for each word its letters, a space, and its little-endian float32 numbers."""
    with _open(path) as file:
        count, dimension = map(int, file.readline().split())
        for _ in range(count):
            word = _word_until_space(file)
            numbers = file.read(4 * dimension)
            if len(numbers) < 4 * dimension:
                raise EOFError(f"it announces {count:,} words and ends within '{word}'")
            if keep(word):
                yield word, np.frombuffer(numbers, dtype="<f4")


def _word_until_space(file: IO[bytes]) -> str:
    letters = bytearray()
    while (letter := file.read(1)) != b" ":
        if not letter:
            raise EOFError("it ends within a word")
        letters += letter
    return _decoded(letters.lstrip(b"\n"))


def _read_npz(path: Path, keep: Keep) -> Iterator[tuple[str, Vector]]:
    with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        words, vectors = arrays["words"], arrays["vectors"]
    if vectors.ndim != 2 or len(words) != len(vectors):
        raise ValueError(f"words has {len(words)} entries and vectors the shape {vectors.shape}")
    yield from ((str(word), vector) for word, vector in zip(words, vectors, strict=True) if keep(str(word)))


class _Wink(msgspec.Struct):
    """The wink-nlp package's JSON; a word's numbers stay undecoded until the word is wanted."""

    dimensions: int
    vectors: dict[str, msgspec.Raw]


def _read_wink_json(path: Path, keep: Keep) -> Iterator[tuple[str, Vector]]:
    wink = msgspec.json.decode(path.read_bytes(), type=_Wink)
    for word, numbers in wink.vectors.items():
        if keep(word):
            # two more numbers follow the vector: its norm and its rank
            yield word, _vector(word, msgspec.json.decode(numbers)[: wink.dimensions], wink.dimensions)


def _read_numpy_parquet(path: Path, keep: Keep) -> Iterator[tuple[str, Vector]]:
    """A matrix in `.npy` and, beside it in `.parquet`, the word of each row."""
    vectors = np.load(path, mmap_mode="r", allow_pickle=False)
    words = pd.read_parquet(path.with_suffix(".parquet")).iloc[:, 0]
    if len(words) != len(vectors):
        raise ValueError(f"it has {len(vectors)} rows where the index beside it has {len(words)} words")
    yield from ((word, vectors[row]) for row, word in enumerate(words) if keep(word))


READERS: dict[Format, Callable[[Path, Keep], Iterator[tuple[str, Vector]]]] = {
    "word2vec-text": _read_text,
    "glove-text": _read_text,
    "word2vec-binary": _read_word2vec_binary,
    "npz": _read_npz,
    "wink-json": _read_wink_json,
    "numpy-parquet": _read_numpy_parquet,
}
