"""Reading files of word vectors: only the wanted words, one pass, little memory.

The published files hold up to three million words of which a set wants twelve thousand, so each reader streams.
Every reader yields (word, vector) pairs; `read` keeps the wanted ones and checks what it keeps.
"""

import os
import re
from collections.abc import Collection
from pathlib import Path
from typing import get_args

import msgspec
import numpy as np

from commonground import checks, files
from commonground.embeddings.catalogue import Format
from commonground.embeddings.readers import READERS, Vector
from commonground.errors import CommonGroundError

# what readers raise on a file that is not what it should be
DAMAGE = (*files.DAMAGE, LookupError, OSError, RuntimeError, msgspec.MsgspecError)


def read(
    path: Path | str, format: Format | None = None, wanted: Collection[str] | None = None, prefix: str = ""
) -> tuple[list[str], np.ndarray]:
    """Read the vectors of the wanted words (all words, if None) from a file.

    Words are wanted in lower case. A file that knows case (Google News) often has only "Germany" for "germany":
    the form as wanted is taken where there is one, else the first other spelling in the file.
    """
    if not isinstance(path, str | os.PathLike):
        raise checks.wrong("The path of word vectors", 'that of a file, e.g. "vectors.txt"', path)
    if format is not None:
        checks.choice("format", format, get_args(Format))
    path = Path(path)
    _check_there(path, wanted)
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
        reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        raise CommonGroundError(
            f"{path} can't be read as {format or 'word vectors'}, it may be cut short or damaged: {reason}."
        ) from error
    found = other_spelling | found
    if not found:
        raise CommonGroundError(
            f"{path} has none of the wanted words: is it a file of English word vectors in the format it is said to have?"
        )
    with np.errstate(over="ignore"):  # what is too large is infinite, and told
        return list(found), np.array(list(found.values()), dtype=np.float32)


def name_of(path: Path) -> str:
    """What the vectors of a file are called: as the file, without what no name may hold."""
    stem = Path(path.name.removesuffix(".gz").removesuffix(".bz2")).stem
    return re.sub(r"[^A-Za-z0-9_-]+", "-", stem)[:64]


def _check_there(path: Path, wanted: Collection[str] | None) -> None:
    if wanted is not None and not wanted:
        raise CommonGroundError(f"No word is wanted of {path}: name some, or None for all of them.")
    try:
        there = path.is_file()
    except OSError:  # a name that no file can have
        there = False
    if not there:
        raise CommonGroundError(
            f"There is no file of word vectors at {path}: put it there, or correct the path in data/embeddings.yaml."
        )


def told_from(path: Path) -> Format:
    """Tell a file's format from its name."""
    name = path.name.removesuffix(".gz").removesuffix(".bz2")
    if name.endswith(".npz"):
        return "npz"
    if name.endswith(".bin"):
        return "word2vec-binary"
    return "word2vec-text"
