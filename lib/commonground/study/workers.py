"""Processes that play for a study: with the embeddings as they are on disk, and with the code that the study has."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from commonground import code, parallel
from commonground.embeddings import EmbeddingSet, load_set
from commonground.errors import CommonGroundError
from commonground.study import provenance


def known(set_name: str) -> EmbeddingSet:
    """An embedding set, loaded once in a process for as long as its files stay as they are."""
    return _loaded(set_name, provenance.stamps(set_name))


@lru_cache(maxsize=1)
def _loaded(set_name: str, stamps: tuple[tuple[Path, int], ...]) -> EmbeddingSet:
    return load_set(set_name)


def each(function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]], label: str) -> Iterator[Any]:
    """As `parallel.each`, for what is not kept: every process must have the code as it is now."""
    current = _code(function.__module__)
    for had, result in parallel.each(_with_code, [(function, *task) for task in tasks], label):
        agree(had, current)
        yield result


def _with_code(function: Callable[..., Any], *task: Any) -> tuple[str, Any]:
    return _code_had(function.__module__), function(*task)


def agree(had: str, wanted: str) -> None:
    """See that a process played with what it should have played with."""
    if had != wanted:  # a worker on another machine, or one that was started before a change
        raise CommonGroundError(
            "A worker plays with other code or other embeddings: start the workers anew, or the notebook's kernel."
        )


def _code(module: str) -> str:
    """What a module and all that it imports mean."""
    return code.digest(code.sources(module))


@lru_cache(maxsize=8)
def _code_had(module: str) -> str:
    """The same when this process first played with it: what it has loaded, whoever changes the files later."""
    return _code(module)
