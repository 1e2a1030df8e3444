"""Semantics: word embeddings, where they come from, and the sets of them that play together."""

from commonground.embeddings.blend import blended
from commonground.embeddings.embedding import Embedding, concatenate
from commonground.embeddings.sets import EmbeddingSet, load_set

__all__ = ["Embedding", "EmbeddingSet", "blended", "concatenate", "load_set"]
