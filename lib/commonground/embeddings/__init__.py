"""Semantics: word embeddings, where they come from, and the sets of them that play together."""

from commonground.embeddings.embedding import Embedding, concatenate
from commonground.embeddings.sets import EmbeddingSet, load_set

__all__ = ["Embedding", "EmbeddingSet", "concatenate", "load_set"]
