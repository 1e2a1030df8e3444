"""What games are decided by: the code that plays them, the embeddings, the words of boards."""

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from commonground import code, files, paths
from commonground.embeddings import Embedding, EmbeddingSet
from commonground.study.experiment import Experiment, Pairing, seat

# Modules that bring things or name them, and decide nothing: the vectors, and which agent a name stands for, are
# recorded apart.
NEUTRAL = frozenset(
    {
        "commonground.agents",
        "commonground.agents.making",
        "commonground.agents.registry",
        "commonground.embeddings.build",
        "commonground.embeddings.catalogue",
        "commonground.embeddings.formats",
        "commonground.errors",
        "commonground.files",
        "commonground.parameters",
        "commonground.paths",
    }
)


def decisive(*modules: str) -> tuple[Path, ...]:
    """The files of some modules and of all they import that decide games."""
    return code.sources(*modules, without=NEUTRAL)


def deciding(*modules: str) -> str:
    """A digest of what these files mean: a comment, a docstring or an annotation changes nothing."""
    return code.digest(decisive(*modules))


@lru_cache(maxsize=64)
def loaded(*modules: str) -> str:
    """The code as it was when this process first played with it: what it has loaded, whoever changes the files later."""
    return deciding(*modules)


def stamps(set_name: str) -> tuple[tuple[Path, int], ...]:
    """When the files were written that a set is loaded from: a process that has loaded it sees whether it still has it."""
    folders = (paths.embeddings(set_name), paths.precomputed(set_name))
    found = [path for folder in folders for path in sorted(folder.glob("*.npz"))]
    return tuple((path, path.stat().st_mtime_ns) for path in (*found, paths.board_words(), paths.catalogue()))


def world(experiment: Experiment, pairing: Pairing, known: EmbeddingSet) -> list[Any]:
    """What a pairing's games are played with: the embeddings that take part, as they are on disk, and the words of boards."""
    boards = hashlib.sha256("\n".join(known.board_words).encode()).hexdigest()
    return [boards, *((name, _digests(known.name, name)) for name in taking_part(experiment, pairing, known))]


def taking_part(experiment: Experiment, pairing: Pairing, known: EmbeddingSet) -> list[str]:
    """The embeddings that the agents of a pairing are made of: a static one's own, all internal ones of a Bayesian one."""
    watched = Watched(known.name, known.members, known.entries, known.board_words)
    seat(experiment, pairing, watched)
    return list(watched.asked)


@dataclass(frozen=True, eq=False)
class Watched(EmbeddingSet):
    """A set that notes which of its embeddings are asked for, in order."""

    asked: dict[str, None] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Embedding:
        self.asked[name] = None
        return super().__getitem__(name)

    @property
    def internal(self) -> list[Embedding]:
        return self._noted(super().internal)

    @property
    def external(self) -> list[Embedding]:
        return self._noted(super().external)

    def _noted(self, members: list[Embedding]) -> list[Embedding]:
        self.asked.update(dict.fromkeys(member.name for member in members))
        return members


def _digests(set_name: str, name: str) -> list[str]:
    """Digests of an embedding's vectors and of its tables."""
    found = (folder / f"{name}.npz" for folder in (paths.embeddings(set_name), paths.precomputed(set_name)))
    return [_digest_of(path, path.stat().st_mtime_ns, path.stat().st_size) for path in found]


@lru_cache(maxsize=256)
def _digest_of(path: Path, stamp: int, size: int) -> str:
    return files.digest(path)
