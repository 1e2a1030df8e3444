"""Board words and the clue vocabulary."""

from pathlib import Path

import wordfreq

from commonground import paths
from commonground.errors import CommonGroundError

SHORTEST_CLUE = 3


def board_words(path: Path | None = None) -> list[str]:
    """The words boards are dealt from, in alphabetical order."""
    return read_words(path or paths.board_words())


def read_words(path: Path) -> list[str]:
    """The words of a file, one a line, in alphabetical order; lines that start with # are left out."""
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    words = [line for line in lines if line and not line.startswith("#")]
    odd = [word for word in words if not is_plain(word)]
    if odd:
        raise CommonGroundError(f"{path}: '{odd[0]}' is not one word of lower-case letters a to z.")
    if len(set(words)) < len(words):
        twice = next(word for word in words if words.count(word) > 1)
        raise CommonGroundError(f"{path}: '{twice}' is there twice.")
    return sorted(words)


def clue_vocabulary(top: int) -> list[str]:
    """The `top` most frequent English words that can be clues, and the board words, in alphabetical order.

    A clue is alphabetic (a to z) and has three letters or more; frequencies are wordfreq's.
    """
    frequent = (word for word in wordfreq.iter_wordlist("en", wordlist="best") if can_be_clue(word))
    chosen = [word for word, _ in zip(frequent, range(top), strict=False)]
    if len(chosen) < top:
        raise CommonGroundError(
            f"wordfreq knows {len(chosen):,} words that can be clues, fewer than the {top:,} asked for."
        )
    return sorted({*chosen, *board_words()})


def can_be_clue(word: str) -> bool:
    return len(word) >= SHORTEST_CLUE and is_plain(word)


def is_plain(word: str) -> bool:
    """Whether a word is made of lower-case letters a to z alone."""
    return word.isascii() and word.isalpha() and word.islower()
