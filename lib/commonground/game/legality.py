"""Which clues are fair among people: stricter than the paper, which forbids the words on the board and nothing else.

`legality="paper"` is what the study is played with; `"strict"` is for games with people (R6).
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Literal

import snowballstemmer

from commonground.game.words import blocked_words

Legality = Literal["paper", "strict"]
_stemmer = snowballstemmer.stemmer("english")


def objection(clue: str, board: Sequence[str], said: Collection[str] = ()) -> str | None:
    """What speaks against a clue on a board, after the clues already said, as a sentence; None if nothing does."""
    if clue in board:
        return f"'{clue}' is a word on the board."
    if clue in said:
        return f"'{clue}' has been said in this game."
    if clue in blocked_words():
        return f"'{clue}' is not a word for this table."
    for word in board:
        if word in clue:
            return f"'{clue}' contains the board word '{word}'."
        if clue in word:
            return f"'{clue}' is a part of the board word '{word}'."
        if stem(clue) == stem(word):
            return f"'{clue}' has the same stem as the board word '{word}'."
    return None


@lru_cache(maxsize=2**16)
def stem(word: str) -> str:
    """What is left of an English word without its endings."""
    return str(_stemmer.stemWord(word))
