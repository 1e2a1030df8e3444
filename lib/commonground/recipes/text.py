"""Plain English text as lists of words: tokens, the words that carry no content, and inflections."""

import re
from collections.abc import Container, Iterator

# Grammar's words and the dictionaries' own jargon. The lists of gensim and scikit-learn also hold words that are
# cards of the game or good clues (back, bottom, fire, system), so this one is our own.
STOP_WORDS = frozenset(
    """
    a about above across after again against all almost along already also although always am among an and another any
    anything are as at be because been before being below between both but by can cannot could did do does doing done
    down during each either else etc even ever every few for from further had has have having he hence her here hers
    herself him himself his how however i if in into is it its itself just least less many may me might more most much
    must my myself neither no nor not nothing of off often on once one ones only onto or other others our ours out over
    own per perhaps rather same shall she should since so some something sometimes somewhat such than that the thee
    their theirs them themselves then there thereby therefore these they thing this those thou though through thus thy
    to together too toward towards under unless until up upon us used usually very was we well were what whatever when
    where whereby wherein whether which while who whom whose why will with within without would yet you your yours
    cf chiefly colloq esp especially fig generally obs pertaining pl prov relating resembling sometimes specif
    specifically syn various
    """.split()
)

# WordNet's rules of detachment, without the telling apart of parts of speech
SUFFIXES = (
    ("s", ""), ("es", ""), ("ies", "y"), ("men", "man"), ("ed", ""), ("ed", "e"), ("ied", "y"), ("ing", ""), ("ing", "e"),
    ("er", ""), ("er", "e"), ("ier", "y"), ("est", ""), ("est", "e"), ("iest", "y"), ("ly", ""), ("ily", "y"),
)  # fmt: skip


def tokens(text: str) -> list[str]:
    """Split a text into words of two or more letters, in lower case."""
    return re.findall(r"[a-z]{2,}", text.lower())


def content_words(text: str) -> list[str]:
    """Split a text into words and leave out those that only serve grammar."""
    return [word for word in tokens(text) if word not in STOP_WORDS]


def base_forms(word: str, known: Container[str]) -> Iterator[str]:
    """Yield the known words that `word` may be an inflection of: "running" gives "run", "stories" gives "story"."""
    for suffix, ending in SUFFIXES:
        stem = word.removesuffix(suffix)
        if len(stem) < 3 or stem == word:
            continue
        undoubled = stem[:-1] if ending == "" and len(stem) > 3 and stem[-1] == stem[-2] else ""
        for base in (stem + ending, undoubled):
            if base in known:
                yield base


def is_word(term: str) -> bool:
    """Tell a single plain word from a phrase, a number or an abbreviation."""
    return term.isascii() and term.isalpha() and len(term) > 1
