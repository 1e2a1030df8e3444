"""Readers of the dictionaries that recipes are made from: WordNet, GCIDE and Roget's thesaurus.

They yield small typed records in the order of the files and leave the choice of words to the recipes.
All words are in lower case; a phrase keeps its spaces.
"""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from commonground import paths
from commonground.errors import CommonGroundError

PARTS_OF_SPEECH = {"n": "data.noun", "v": "data.verb", "a": "data.adj", "r": "data.adv"}
SENSE_TYPES = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}  # index.sense's numbers; 5 is a satellite adjective


class Pointer(NamedTuple):
    """A WordNet relation; word numbers count from 1, and 0 stands for the whole synset."""

    symbol: str
    target: str
    source_word: int
    target_word: int


class Synset(NamedTuple):
    """One WordNet meaning: the words that have it, its relations, and its gloss."""

    key: str  # part of speech and byte offset, as "n00977867"
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]
    definition: str
    examples: tuple[str, ...]


class Article(NamedTuple):
    """One headword of GCIDE with all its definitions and examples."""

    head: str
    definitions: tuple[str, ...]
    examples: tuple[str, ...]


def synsets() -> Iterator[Synset]:
    """Read WordNet's four data files."""
    for part, name in PARTS_OF_SPEECH.items():
        path = paths.raw("wordnet") / name
        for number, line in enumerate(_text(path, "wordnet").splitlines(), start=1):
            if line.startswith("  ") or not line:  # the licence
                continue
            try:
                yield _synset(part, line)
            except (ValueError, IndexError) as error:
                raise CommonGroundError(f"{path}, line {number}, is not a WordNet synset: fetch it again.") from error


def _synset(part: str, line: str) -> Synset:
    """Parse `offset file type w_cnt (word lex_id)… p_cnt (symbol offset part source/target)… [frames] | gloss`."""
    fields, _, gloss = line.partition(" | ")
    offset, _, _, count, *rest = fields.split()
    after_words = 2 * int(count, 16)
    words = tuple(_lemma(word) for word in rest[:after_words:2])
    start, end = after_words + 1, after_words + 1 + 4 * int(rest[after_words])
    pointers = tuple(_pointer(*rest[i : i + 4]) for i in range(start, end, 4))
    definition = gloss.partition('"')[0].strip(" ;:")
    examples = tuple(example.strip() for example in re.findall(r'"([^"]+)"', gloss))
    return Synset(part + offset, words, pointers, definition, examples)


def _pointer(symbol: str, offset: str, part: str, words: str) -> Pointer:
    return Pointer(symbol, part + offset, int(words[:2], 16), int(words[2:], 16))


def _lemma(token: str) -> str:
    """Undo WordNet's spelling: underscores for spaces, and a marker as in `galore(ip)` after some adjectives."""
    return token.partition("(")[0].replace("_", " ").lower()


def senses() -> dict[str, list[str]]:
    """For every WordNet word the keys of its synsets, the most often seen in tagged text first."""
    path = paths.raw("wordnet") / "index.sense"
    ranked: dict[str, list[tuple[int, int, str]]] = {}
    for line in _text(path, "wordnet").splitlines():
        try:
            sense, offset, number, seen = line.split()
            lemma, _, rest = sense.partition("%")
            ranked.setdefault(_lemma(lemma), []).append((-int(seen), int(number), SENSE_TYPES[rest[:1]] + offset))
        except (ValueError, KeyError) as error:
            raise CommonGroundError(f"{path} has a line that is no WordNet sense: '{line}'; fetch it again.") from error
    return {lemma: [key for _, _, key in sorted(found)] for lemma, found in ranked.items()}


class _Definition(msgspec.Struct):
    text: str
    examples: list[str]


class _PartOfSpeech(msgspec.Struct):
    definitions: list[_Definition]


class _Headword(msgspec.Struct):
    pos: list[_PartOfSpeech]


def articles() -> Iterator[Article]:
    """Read GCIDE's files, in the order of their names."""
    files = sorted(paths.raw("gcide").glob("words_*.json"))
    if not files:
        raise CommonGroundError(f"There is no words_*.json in {paths.raw('gcide')}: fetch the source 'gcide' first.")
    for path in files:
        try:
            heads = msgspec.json.decode(path.read_bytes(), type=dict[str, _Headword])
        except msgspec.DecodeError as error:
            raise CommonGroundError(f"{path} is not a file of GCIDE: {error}; fetch it again.") from error
        yield from (_article(head, found) for head, found in heads.items())


def _article(head: str, found: _Headword) -> Article:
    definitions = [definition for part in found.pos for definition in part.definitions]
    texts = tuple(_without_remarks(definition.text) for definition in definitions)
    return Article(head.lower(), texts, tuple(text for definition in definitions for text in definition.examples))


def _without_remarks(text: str) -> str:
    """Leave out what stands in square brackets: sources and labels such as [1913 Webster] and [Obs.]."""
    return re.sub(r"\[[^\]]*\]", " ", text)


def roget_groups() -> Iterator[tuple[str, ...]]:
    """Yield the groups of the thesaurus: the words and phrases that stand between two semicolons."""
    text = html.unescape(_text(paths.raw("roget") / "thesaurus.txt", "roget"))
    start = re.search(r"^1\. Existence -- ", text, re.MULTILINE)
    if start is None:
        raise CommonGroundError(f"{paths.raw('roget')}/thesaurus.txt has no article '1. Existence': fetch it again.")
    body = text[start.start() :].partition("***END OF")[0]
    # references as "&c (shape) 240", "&c adj.", remarks in brackets, and the marks of parts of speech and of articles
    body = re.sub(r"&c\s*(\([^)]*\))?\s*(\d+[a-z]?|(adj|adv|[nv])\.)?|\[[^\]]*\]|\([^)]*\)", " ", body)
    body = re.sub(r"^\d+[a-z]?\.|--|\b(N|V|Adj|Adv|Phr|Int)\.", ";", body, flags=re.MULTILINE)
    for group in re.split(r"[;.]", body):
        words = tuple(word for word in (" ".join(part.split()).lower() for part in group.split(",")) if word)
        if len(words) > 1:
            yield words


def _text(path: Path, source: str) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError as error:
        raise CommonGroundError(f"There is no {path}: fetch the source '{source}' first.") from error
