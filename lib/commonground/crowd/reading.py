"""Which vectors a word stands for that a person wrote: names, both spellings, two words, and what is written together.

A word that has a vector is itself. One that has none is tried, in this order, as the parts of a phrase ("new york"), in
the other spelling ("archeology"), as an inflection ("costumed"), and as two words written together ("lifeform").
"""

import re
from collections.abc import Container, Iterator, Sequence

import numpy as np

from commonground.embeddings import Embedding
from commonground.embeddings.recipes.text import base_form

SHORTEST = 3  # letters of a part of a phrase
TOGETHER = 4  # and of one that is written together with another: with fewer, chance makes words of any letters
SPELLINGS = (
    ("our", "or"), ("tre", "ter"), ("ise", "ize"), ("isi", "izi"), ("yse", "yze"), ("ae", "e"), ("oe", "e"),
    ("ogue", "og"), ("ence", "ense"), ("ll", "l"), ("nn", "n"), ("grey", "gray"), ("mould", "mold"), ("plough", "plow"),
)  # fmt: skip


def read(word: str, known: Container[str]) -> tuple[str, ...]:
    """The known words that a person's word stands for; none if it can't be read."""
    word = word.strip().lower()
    if word in known:
        return (word,)
    parts = tuple(part for part in re.split(r"[^a-z]+", word) if len(part) >= SHORTEST)
    if parts and parts != (word,):
        return parts if all(part in known for part in parts) else ()
    if len(word) < SHORTEST:
        return ()
    for other in (*_respelt(word), base_form(word, known)):
        if other and other in known:
            return (other,)
    return next(_written_together(word, known), ())


def _respelt(word: str) -> Iterator[str]:
    """The word in the other spelling, wherever it may differ."""
    for pair in SPELLINGS:
        for here, there in (pair, pair[::-1]):
            for found in re.finditer(here, word):
                yield word[: found.start()] + there + word[found.end() :]


def _written_together(word: str, known: Container[str]) -> Iterator[tuple[str, str]]:
    """Two known words that make up a word, the most even division first."""
    places = range(TOGETHER, len(word) - TOGETHER + 1)
    for place in sorted(places, key=lambda place: abs(2 * place - len(word))):
        if word[:place] in known and word[place:] in known:
            yield word[:place], word[place:]


def vectors(parts: Sequence[tuple[str, ...]], embedding: Embedding) -> np.ndarray:
    """The vector of each reading, (reading, dimension): the mean of its parts, as long as they are on average."""
    found = np.empty((len(parts), embedding.dimension))
    for number, words in enumerate(parts):
        own = embedding.vectors[embedding.rows(words)].astype(np.float64)
        mean, length = own.mean(axis=0), np.linalg.norm(own, axis=1).mean()
        found[number] = own[0] if len(own) == 1 else mean * (length / max(np.linalg.norm(mean), 1e-12))
    return found
