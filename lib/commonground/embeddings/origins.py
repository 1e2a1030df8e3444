"""What vectors and tables are made from: the addresses that they are kept at, and whether a set on disk is out of date.

The catalogue's words, files, words of boards, libraries, sampling, and what the code means: of the modules that make
something and of all that they import, so that another recipe makes vectors anew and another comment does not.
"""

import hashlib
import importlib.metadata
import json
import pkgutil
from pathlib import Path
from typing import Any

import msgspec

from commonground import code, files, parameters, paths
from commonground.embeddings import recipes
from commonground.embeddings.catalogue import Catalogue, Entry
from commonground.embeddings.making import file_of
from commonground.game.words import board_words

LIBRARIES = ("gensim", "numpy", "onnx", "scikit-learn", "scipy", "tokenizers", "wordfreq")
NEUTRAL = frozenset(f"commonground.{name}" for name in ("errors", "parallel", "paths", "progress"))  # they make nothing
RECIPES = tuple(module.name for module in pkgutil.iter_modules(recipes.__path__, f"{recipes.__name__}."))
MAKING = ("commonground.embeddings.making", *RECIPES)
FILLING = ("commonground.embeddings.filling",)
PRECOMPUTING = ("commonground.embeddings.precompute",)


def shard(catalogue: Catalogue, name: str, entry: Entry, vocabulary: list[str]) -> Path:
    """Where a made embedding is kept."""
    own = files.digest(file_of(entry)) if entry.file and not entry.source else ""
    sources = _sources(catalogue, entry.sources)
    return _address("embeddings", name, [_described(entry), sources, own, vocabulary, versions(), _meaning(*MAKING)])


def tables(name: str, vectors: Path, chosen: parameters.Precompute, voronoi: bool) -> Path:
    """Where an embedding's tables are kept."""
    sampling = msgspec.to_builtins(chosen)
    return _address(
        "precomputed", name, [files.digest(vectors), sampling, voronoi, versions(), _meaning(*PRECOMPUTING)]
    )


def made_from(catalogue: Catalogue, set_name: str) -> str:
    """A digest of a set's description, its sources and the code that makes it: one on disk with another is out of date."""
    chosen = catalogue.set(set_name)
    entries = {name: _described(entry) for name, entry in chosen.embeddings.items()}
    filled = [chosen.fill, _meaning(*FILLING)] if chosen.fill else []
    sources = _sources(catalogue, chosen.sources)
    return _digest([chosen.vocabulary, entries, sources, board_words(), versions(), _meaning(*MAKING), filled])


def versions() -> dict[str, str]:
    """The libraries that vectors depend on."""
    return {name: importlib.metadata.version(name) for name in LIBRARIES}


def _sources(catalogue: Catalogue, names: Any) -> dict[str, Any]:
    """What the catalogue says of some sources: their pinned versions, where they come from."""
    return {name: msgspec.to_builtins(catalogue.source(name)) for name in names}


def _described(entry: Entry) -> dict[str, Any]:
    """All that the catalogue says about how vectors are made; not what came of it once."""
    return dict(msgspec.to_builtins(msgspec.structs.replace(entry, sha256="")))


def _meaning(*modules: str) -> str:
    """A digest of what some modules mean, and all that they import."""
    return code.digest(code.sources(*modules, without=NEUTRAL))


def _address(kind: str, name: str, ingredients: list[Any]) -> Path:
    return paths.cache() / kind / f"{name}-{_digest([name, *ingredients])[:24]}.npz"


def _digest(ingredients: list[Any]) -> str:
    return hashlib.sha256(json.dumps(ingredients, sort_keys=True).encode()).hexdigest()
