"""The recipe `toy`: synthetic semantics out of nothing but the words' spelling, for tests and a first look.

All toy embeddings distort one shared geometry. A hundred topics are random directions, and every word belongs to three
of them, so words that share a topic are neighbours. An embedding weighs the topics by its own taste, moves every word
by a displacement of its own, and turns the space.

The strengths of the distortions were found by trial with static agents: a pair that shares an embedding nearly always
wins, a mixed pair about as often as with real embeddings, more often or less by pair; `te` is made from `tb` as GloVe
with 50 dimensions is close to GloVe with 100. The scales make a clue survive noise 1.0 in half to four fifths of cases.
Nothing else is meant to be realistic: which topics a word gets has nothing to do with its meaning.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from commonground.errors import CommonGroundError

DIMENSION = 40
TOPICS = 100
SHARES = np.array([1.0, 0.7, 0.5]) / np.linalg.norm([1.0, 0.7, 0.5])  # of a word's first, second and third topic


class Distortion(NamedTuple):
    """How an embedding departs from the shared geometry, on top of what its kin does."""

    taste: float  # spread of the logarithm of its topics' weights
    displacement: float  # of a word, where its topics alone would give it a length of about one
    scale: float
    kin: str = ""


DISTORTIONS = {
    "ta": Distortion(taste=0.40, displacement=0.35, scale=3.8),
    "tb": Distortion(taste=0.35, displacement=0.35, scale=4.4),
    "tc": Distortion(taste=0.25, displacement=0.25, scale=3.4),
    "td": Distortion(taste=0.45, displacement=0.40, scale=4.1),
    "te": Distortion(taste=0.10, displacement=0.20, scale=4.2, kin="tb"),
    "tf": Distortion(taste=0.45, displacement=0.45, scale=3.3),
    "th": Distortion(taste=0.40, displacement=0.50, scale=4.4),
}


def build(embedding: str, vocabulary: Sequence[str]) -> tuple[list[str], np.ndarray]:
    """Make the vectors of all words; each depends on the embedding's id and the word alone."""
    if embedding not in DISTORTIONS:
        raise CommonGroundError(f"There is no toy embedding '{embedding}'; there are {', '.join(DISTORTIONS)}.")
    lineage = [name for name in (DISTORTIONS[embedding].kin, embedding) if name]
    directions = topics(lineage)
    vectors = np.array([memberships(word) @ directions + displacement(lineage, word) for word in vocabulary])
    turned = DISTORTIONS[embedding].scale * vectors.reshape(-1, DIMENSION) @ _rotation(embedding)
    return list(vocabulary), turned.astype(np.float32)


def memberships(word: str) -> np.ndarray:
    """How much a word belongs to each topic: the same in every embedding."""
    random = _random("word", word)
    shares = np.zeros(TOPICS)
    shares[random.choice(TOPICS, len(SHARES), replace=False)] = SHARES
    return shares


def topics(lineage: Sequence[str]) -> np.ndarray:
    """The topics' shared directions, as long as the tastes of the lineage make them."""
    taste = sum(DISTORTIONS[name].taste * _random("taste", name).standard_normal(TOPICS) for name in lineage)
    return np.asarray(np.exp(taste)[:, None] * _random("topics").standard_normal((TOPICS, DIMENSION)) / DIMENSION**0.5)


def displacement(lineage: Sequence[str], word: str) -> np.ndarray:
    """Where the lineage moves a word."""
    moves = [DISTORTIONS[n].displacement * _random("move", n, word).standard_normal(DIMENSION) for n in lineage]
    return np.asarray(np.sum(moves, axis=0) / DIMENSION**0.5)


def _rotation(embedding: str) -> np.ndarray:
    return np.linalg.qr(_random("turn", embedding).standard_normal((DIMENSION, DIMENSION)))[0]


def _random(*path: str) -> np.random.Generator:
    """Random numbers addressed by names: Python's own hash of a string changes with every process."""
    return np.random.default_rng(int.from_bytes(blake2b("/".join(path).encode(), digest_size=8).digest()))
