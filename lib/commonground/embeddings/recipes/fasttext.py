"""The recipe `ftxt`: fastText trained on the text of two dictionaries, after Bojanowski et al. 2017."""

from collections.abc import Iterator, Sequence

import numpy as np
from gensim.models import FastText

from commonground.embeddings.recipes import lexicon
from commonground.embeddings.recipes.linear import unit_rows
from commonground.embeddings.recipes.text import content_words, tokens
from commonground.progress import Counter, say

DIMENSION = 100
EPOCHS = 2
FEWEST_USES = 3
LEARNING_RATE = 0.1  # four times gensim's: three million words are little text, and a slower model ends half-trained


def build(embedding: str, vocabulary: Sequence[str]) -> tuple[list[str], np.ndarray]:
    """Make unit vectors for the vocabulary's words that occur often enough in the dictionaries.

    fastText can spell out a vector for any word from its letters alone; such words are left out, for they are near
    to words that look like them, whatever they mean.
    """
    say(f"{embedding}: reading two dictionaries")
    vectors = train(embedding, list(sentences()))
    words = [word for word in vocabulary if word in vectors]
    found = np.array([vectors[word] for word in words], dtype=np.float32).reshape(len(words), DIMENSION)
    return words, unit_rows(found)


def sentences() -> Iterator[list[str]]:
    """Yield definitions, each after the words it defines, and examples; grammar's words are left out."""
    for article in lexicon.articles():
        yield from (tokens(article.head) + content_words(text) for text in article.definitions)
        yield from map(content_words, article.examples)
    for synset in lexicon.synsets():
        definition = content_words(synset.definition)
        yield from (tokens(word) + definition for word in synset.words)
        yield from map(content_words, synset.examples)


def train(embedding: str, text: list[list[str]]) -> dict[str, np.ndarray]:
    """Train on a text and give the vectors of the words that occur in it three times or more.

    One worker and a fixed seed make it repeatable: gensim draws its first vectors in the order of the words'
    frequency and hashes letter groups by fastText's own function, never by Python's, which changes with every process.
    """
    # fmt: off
    model = FastText(vector_size=DIMENSION, sg=1, window=5, negative=5, sample=1e-4, alpha=LEARNING_RATE,
                     min_count=FEWEST_USES, min_n=4, max_n=5, bucket=100_000, workers=1, seed=1)
    # fmt: on
    model.build_vocab(text)
    model.train(_Reported(embedding, text), total_examples=model.corpus_count, epochs=EPOCHS)
    return {word: model.wv[word] for word in model.wv.key_to_index}


class _Reported:
    """The text, to be read once an epoch, saying how far the reading is."""

    def __init__(self, embedding: str, text: list[list[str]]) -> None:
        self.text = text
        self.progress = Counter(embedding, EPOCHS * len(text), "sentences")

    def __iter__(self) -> Iterator[list[str]]:
        for sentence in self.text:
            yield sentence
            self.progress.advance()
