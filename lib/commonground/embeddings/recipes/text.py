"""Plain English text as lists of words: tokens, the words that carry no content, and inflections."""

import re
from collections.abc import Container

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
    to together too toward towards under unless until up upon us used usually very was we were what whatever when
    where whereby wherein whether which while who whom whose why will with within without would yet you your yours
    cf chiefly colloq esp especially fig generally obs pertaining pl prov relating resembling specif
    specifically syn various
    """.split()
)

# WordNet's rules of detachment for nouns and verbs, likelier ones first: "rated" is of rate, not of rat
SUFFIXES = (
    ("ies", "y"), ("ied", "y"), ("men", "man"), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""), ("s", ""), ("es", ""),
)  # fmt: skip


def tokens(text: str) -> list[str]:
    """Split a text into words of two or more letters, in lower case."""
    return re.findall(r"[a-z]{2,}", text.lower())


def content_words(text: str) -> list[str]:
    """Split a text into words and leave out those that only serve grammar."""
    return [word for word in tokens(text) if word not in STOP_WORDS]


def base_form(word: str, known: Container[str]) -> str | None:
    """Find the known word that `word` is an inflection of: "running" gives "run", "stories" gives "story"."""
    for suffix, ending in SUFFIXES:
        stem = word.removesuffix(suffix)
        if stem == word or len(stem) < 3 or (suffix == "s" and stem.endswith("s")):  # princess is not of princes
            continue
        if stem + ending in known:
            return stem + ending
        if ending == "" and stem[-1] == stem[-2] and stem[:-1] in known:
            return stem[:-1]
    return None


def is_word(term: str) -> bool:
    """Tell a single plain word from a phrase, a number or an abbreviation."""
    return term.isascii() and term.isalpha() and len(term) > 1
