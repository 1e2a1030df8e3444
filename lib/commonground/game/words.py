"""Lists of words: those that boards are dealt from, and those that nobody says to a person."""

from functools import lru_cache
from pathlib import Path

from commonground import paths
from commonground.errors import CommonGroundError


def board_words(path: Path | None = None) -> list[str]:
    """The words boards are dealt from, in alphabetical order."""
    return read_words(path or paths.board_words())


def read_words(path: Path) -> list[str]:
    """The words of a file, one a line, in alphabetical order; lines that start with # are left out."""
    try:
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    except OSError as error:
        raise CommonGroundError(f"The list of words {path} can't be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CommonGroundError(f"The list of words {path} is not text in UTF-8: save it as such.") from error
    words = [line for line in lines if line and not line.startswith("#")]
    odd = [word for word in words if not is_plain(word)]
    if odd:
        raise CommonGroundError(f"{path}: '{odd[0]}' is not one word of lower-case letters a to z.")
    if len(set(words)) < len(words):
        twice = next(word for word in words if words.count(word) > 1)
        raise CommonGroundError(f"{path}: '{twice}' is there twice.")
    return sorted(words)


@lru_cache(maxsize=1)
def blocked_words() -> frozenset[str]:
    """The words that an agent does not say to a person."""
    return frozenset(read_words(paths.blocked_words()))


def is_plain(word: str) -> bool:
    """Whether a word is made of lower-case letters a to z alone."""
    return word.isascii() and word.isalpha() and word.islower()
