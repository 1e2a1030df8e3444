"""Embeddings that are made here rather than fetched: each recipe turns raw files into vectors.

A recipe takes an embedding's id and the vocabulary, and gives the words it covers, in the vocabulary's order, with
their vectors (float32, not yet scaled). It is deterministic: the same files give the same bytes in every process.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

import numpy as np

from commonground.errors import CommonGroundError

Recipe = Callable[[str, Sequence[str]], tuple[list[str], np.ndarray]]


def _of(module: str) -> Recipe:
    """The `build` of a module that is imported when it is called: gensim and onnx take seconds to load."""

    def build(embedding: str, vocabulary: Sequence[str]) -> tuple[list[str], np.ndarray]:
        recipe = cast(Recipe, import_module(f"{__name__}.{module}").build)
        return recipe(embedding, vocabulary)

    return build


RECIPES: dict[str, Recipe] = {  # the slowest first, which is the order to begin them in
    "mlm": _of("transformer"),
    "ftxt": _of("fasttext"),
    "retro": _of("retro"),
    "dict": _of("definitions"),
    "toy": _of("toy"),
}
QUICK = ("toy",)


def recipe(name: str) -> Recipe:
    """The recipe of that name."""
    if name not in RECIPES:
        raise CommonGroundError(f"There is no recipe '{name}'; there are {', '.join(RECIPES)}.")
    return RECIPES[name]
