"""What games are decided by: the code that plays them, the embeddings, the words of boards."""

import hashlib
import json
from functools import lru_cache
from pathlib import Path

from commonground import code, files, paths
from commonground.embeddings import catalogue

# Modules that bring things or name them, and decide nothing: the vectors, and which agent a name stands for, are
# recorded apart.
NEUTRAL = frozenset(
    {
        "commonground.agents",
        "commonground.agents.registry",
        "commonground.embeddings.build",
        "commonground.embeddings.catalogue",
        "commonground.embeddings.formats",
        "commonground.errors",
        "commonground.files",
        "commonground.paths",
    }
)


def decisive(*modules: str) -> tuple[Path, ...]:
    """The files of some modules and of all they import that decide games."""
    return code.sources(*modules, without=NEUTRAL)


def deciding(*modules: str) -> str:
    """A digest of what these files mean: a comment, a docstring or an annotation changes nothing."""
    return code.digest(decisive(*modules))


def vectors(set_name: str) -> str:
    """A digest of all that games are played with: vectors, tables, the words of boards, each embedding's role."""
    found = [*paths.embeddings(set_name).glob("*.npz"), *paths.precomputed(set_name).glob("*.npz")]
    played_with = [*sorted(found), paths.board_words(), paths.catalogue()]
    return _digest_of(set_name, tuple((path, path.stat().st_mtime_ns) for path in played_with))


@lru_cache(maxsize=4)
def _digest_of(set_name: str, stamped: tuple[tuple[Path, int], ...]) -> str:
    *contents, _ = [path for path, _ in stamped]  # of the catalogue, only the roles within the set
    roles = {name: entry.role for name, entry in catalogue.load().set(set_name).embeddings.items()}
    digests = "".join(files.digest(path) for path in contents)
    return hashlib.sha256((digests + json.dumps(roles)).encode()).hexdigest()
