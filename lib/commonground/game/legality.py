"""Which clues are fair among people: stricter than the paper, which forbids the words on the board and nothing else.

`legality="paper"` is what the study is played with; `"strict"` is for games with people (R6).
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Literal

import snowballstemmer
from lemminflect import getAllLemmas

from commonground.game.words import blocked_words

Legality = Literal["paper", "strict"]
_stemmer = snowballstemmer.stemmer("english")
# endings that make one word of another, and how many letters must be left for that: conduct-or and conduct, spin-al and spine
_ENDINGS = {
    "ation": 5,
    "ement": 5,
    "ment": 5,
    "ness": 4,
    "ant": 5,
    "ent": 5,
    "ist": 4,
    "ion": 5,
    "al": 4,
    "or": 5,
    "er": 4,
    "e": 4,
}


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
        if are_related(clue, word):
            return f"'{clue}' is of the same family as the board word '{word}'."
    for word in said:
        if are_related(clue, word):
            return f"'{clue}' is of the same family as '{word}', which has been said in this game."
    return None


def are_related(one: str, other: str) -> bool:
    """Whether two words are forms of one word, or one is made of the other."""
    return not family(one).isdisjoint(family(other))


@lru_cache(maxsize=2**17)
def family(word: str) -> frozenset[str]:
    """A word, the words it is a form of (mice: mouse), and what is left of them without their endings."""
    words = {word, *(lemma for lemmas in getAllLemmas(word).values() for lemma in lemmas)}
    stems = {stem(one) for one in words}
    return frozenset(words | stems | {root(one) for one in stems})


def root(word: str) -> str:
    """What is left of a word without the ending that made it of another."""
    ending = next((end for end, least in _ENDINGS.items() if word.endswith(end) and len(word) - len(end) >= least), "")
    return word.removesuffix(ending)


@lru_cache(maxsize=2**16)
def stem(word: str) -> str:
    """What is left of an English word without its endings."""
    return str(_stemmer.stemWord(word))
