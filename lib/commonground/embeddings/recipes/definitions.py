"""The recipe `dict`: vectors from who defines whom in two dictionaries, after Dict2vec (Tissier et al. 2017).

Every word of GCIDE and WordNet is linked to the content words of its definitions, and in WordNet to its synonyms,
which are definitions of one word. As in Dict2vec a pair that defines each other is strong and any other is weak;
instead of training on pairs, the link matrix is turned into positive pointwise mutual information and factorised.
"""

from array import array
from collections.abc import Iterator, Sequence

import numpy as np
from scipy import sparse

from commonground.embeddings.recipes import lexicon
from commonground.embeddings.recipes.linear import singular_rows, unit_rows
from commonground.embeddings.recipes.text import base_form, content_words, is_word
from commonground.progress import say

DIMENSION = 200
STRONG = 3.0  # what is added to the weight of a pair that defines each other
RARE = 15  # a word outside the vocabulary must be used this often to serve as a context
SMOOTHING = 0.75  # of the contexts' probabilities: without it rare contexts count for too much
LEAST_INFORMATION = 1.0  # mutual information below this is left out as chance
ITSELF = 15.0  # the diagonal: a word is its own best context
FEWEST_LINKS = 3  # a word with fewer has no meaning of its own here, it would only copy its neighbour
INFLECTION = 3  # as how many uses it counts that a word without an article is an inflection of one that has one


def build(embedding: str, vocabulary: Sequence[str]) -> tuple[list[str], np.ndarray]:
    """Make unit vectors for the vocabulary's words that have at least three links in the dictionaries."""
    say(f"{embedding}: reading two dictionaries")
    links = symmetric_links(vocabulary)
    covered = np.flatnonzero(np.diff(links.indptr)[: len(vocabulary)] >= FEWEST_LINKS)
    say(f"{embedding}: factorising the links of {links.shape[0]:,} words")
    vectors = unit_rows(singular_rows(information(links)[: len(vocabulary)], DIMENSION))
    return [vocabulary[i] for i in covered.tolist()], vectors[covered].astype(np.float32)


def defining_texts() -> Iterator[tuple[str, str]]:
    """Yield every single-word head with each of its definitions; a synset's other words join its definition."""
    for article in lexicon.articles():
        if is_word(article.head):
            yield from ((article.head, text) for text in article.definitions)
    for synset in lexicon.synsets():
        words = [word for word in synset.words if is_word(word)]
        for word in words:
            yield word, " ".join([synset.definition, *words])


def symmetric_links(vocabulary: Sequence[str]) -> sparse.csr_matrix:
    """Weigh the links ln(1 + uses), in both directions; the vocabulary's words come first, then other contexts."""
    uses = _uses(vocabulary)
    often = np.asarray(uses.sum(axis=0)).ravel() >= RARE
    often[: len(vocabulary)] = True
    directed = uses[often][:, often].log1p()
    defines = directed.astype(bool).astype(np.float64)
    return (directed + directed.T + STRONG * defines.multiply(defines.T)).tocsr()


def _uses(vocabulary: Sequence[str]) -> sparse.csr_matrix:
    """Count how often each word's definitions use each other word."""
    numbers = {word: number for number, word in enumerate(vocabulary)}
    heads, words = array("i"), array("i")

    def link(head: str, word: str) -> None:
        if head != word:
            heads.append(numbers.setdefault(head, len(numbers)))
            words.append(numbers.setdefault(word, len(numbers)))

    defined = set()
    for head, text in defining_texts():
        defined.add(head)
        for word in content_words(text):
            link(head, word)
    for word in vocabulary:
        if word not in defined and (base := base_form(word, defined)):
            for _ in range(INFLECTION):
                link(word, base)
    shape = (len(numbers), len(numbers))
    return sparse.coo_matrix((np.ones(len(heads)), (heads, words)), shape).tocsr()


def information(links: sparse.csr_matrix) -> sparse.csr_matrix:
    """Turn weights into pointwise mutual information ln(p(word, context) / p(word) p(context)), large ones only."""
    pairs = links.tocoo()
    totals = np.asarray(links.sum(axis=1)).ravel()
    contexts = totals**SMOOTHING / (totals**SMOOTHING).sum()
    values = np.log(pairs.data / (totals[pairs.row] * contexts[pairs.col]))
    kept = values > LEAST_INFORMATION
    values = values[kept] - LEAST_INFORMATION
    large = sparse.coo_matrix((values, (pairs.row[kept], pairs.col[kept])), links.shape)
    return (large + ITSELF * sparse.identity(links.shape[0])).tocsr()
