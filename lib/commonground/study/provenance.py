"""What games are decided by: the code that plays them, the embeddings, the words of boards."""

import ast
import hashlib
import importlib.util
import json
from functools import lru_cache
from pathlib import Path

from commonground import files, paths
from commonground.embeddings import catalogue

PACKAGE = "commonground"
# Modules that bring things or name them, and decide nothing: the vectors, and which agent a name stands for, are
# recorded apart.
NEUTRAL = frozenset(
    {
        "commonground",
        "commonground.agents",
        "commonground.agents.registry",
        "commonground.embeddings",
        "commonground.embeddings.build",
        "commonground.embeddings.catalogue",
        "commonground.embeddings.formats",
        "commonground.errors",
        "commonground.files",
        "commonground.game",
        "commonground.paths",
    }
)


def code(*modules: str) -> str:
    """A digest of some modules of the package and of all they import from it."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources(*modules))).hexdigest()


@lru_cache(maxsize=64)
def sources(*modules: str) -> tuple[Path, ...]:
    """The files of some modules of the package and of all they import from it, but for neutral ones; sorted."""
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name in found or name in NEUTRAL:
            continue
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            continue  # not a module but something in one
        found[name] = Path(spec.origin)
        waiting += _imported(found[name])
    return tuple(found[name] for name in sorted(found))


def _imported(path: Path) -> list[str]:
    """What a file imports from the package: `from commonground.game import play` may mean a module or what is in it."""
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names if _is_package(node.module))]
    return [name for name in names if name.split(".")[0] == PACKAGE]


@lru_cache(maxsize=64)
def _is_package(name: str) -> bool:
    spec = importlib.util.find_spec(name) if name.split(".")[0] == PACKAGE else None
    return spec is not None and spec.submodule_search_locations is not None


def vectors(set_name: str) -> str:
    """A digest of all that games are played with: vectors, tables, the words of boards, each embedding's role."""
    found = [*paths.embeddings(set_name).glob("*.npz"), *paths.precomputed(set_name).glob("*.npz")]
    decisive = [*sorted(found), paths.board_words(), paths.catalogue()]
    return _digest_of(set_name, tuple((path, path.stat().st_mtime_ns) for path in decisive))


@lru_cache(maxsize=4)
def _digest_of(set_name: str, stamped: tuple[tuple[Path, int], ...]) -> str:
    *contents, _ = [path for path, _ in stamped]  # of the catalogue, only the roles within the set
    roles = {name: entry.role for name, entry in catalogue.load().set(set_name).embeddings.items()}
    digests = "".join(files.digest(path) for path in contents)
    return hashlib.sha256((digests + json.dumps(roles)).encode()).hexdigest()
