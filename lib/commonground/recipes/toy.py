"""The recipe `toy`: synthetic semantics from nothing but the words' spelling, for tests and first looks.

All toy embeddings distort one shared geometry: a hundred topics are random directions, and every word belongs to
three of them. An embedding weighs the topics in its own way, moves every word by a displacement of its own, and turns
the space. The strengths below were chosen by trial, so that static agents who share an embedding nearly always win
and those who do not win about as often as with real ones; nothing else about them is meant to be realistic, and a
word's topics have nothing to do with what it means.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from commonground.errors import CommonGroundError

DIMENSION = 40
TOPICS = 100
SHARES = np.array([1.0, 0.7, 0.5])  # how much a word belongs to its first, second and third topic


class Distortion(NamedTuple):
    """How an embedding departs from the geometry it starts from: the shared one, or that of its kin."""

    taste: float  # spread of its weights of the topics (of their logarithm)
    displacement: float  # of each word, relative to a vector of length one
    norm: float  # mean length of the vectors: the longer, the less noise matters
    kin: str = ""


DISTORTIONS = {
    "ta": Distortion(taste=0.5, displacement=0.6, norm=7.0),
    "tb": Distortion(taste=0.5, displacement=0.5, norm=7.0),
    "tc": Distortion(taste=0.4, displacement=0.4, norm=7.0),
    "td": Distortion(taste=0.8, displacement=0.7, norm=7.0),
    "te": Distortion(taste=0.1, displacement=0.3, norm=7.0, kin="tb"),
    "tf": Distortion(taste=0.7, displacement=0.6, norm=7.0),
    "th": Distortion(taste=0.6, displacement=0.7, norm=7.0),
}


def build(embedding: str, vocabulary: Sequence[str]) -> tuple[list[str], np.ndarray]:
    """Make the vectors of all words; a word's vector depends on the embedding's id and the word alone."""
    if embedding not in DISTORTIONS:
        raise CommonGroundError(f"There is no toy embedding '{embedding}'; there are {', '.join(DISTORTIONS)}.")
    vectors = DISTORTIONS[embedding].norm * _distorted(embedding, vocabulary) @ _rotation(embedding)
    return list(vocabulary), vectors.astype(np.float32)


def _distorted(embedding: str, vocabulary: Sequence[str]) -> np.ndarray:
    """Weigh the topics and move the words, first as its kin does and then by its own distortion."""
    _, displacement, _, kin = DISTORTIONS[embedding]
    topics = _weights(embedding)[:, None] * _random("topics").standard_normal((TOPICS, DIMENSION))
    shared = np.array([memberships(word) for word in vocabulary]).reshape(-1, TOPICS) @ topics
    return (shared + sum(_moves(name, vocabulary) for name in (kin, embedding) if name)) 
