"""What games are decided by: the agents as they are made, the code that plays them, libraries, embeddings, lists of words."""

import hashlib
import importlib.metadata
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from commonground import code, files, paths
from commonground.embeddings import Embedding, EmbeddingSet
from commonground.game import Spymaster
from commonground.game.words import blocked_words
from commonground.study.experiment import Experiment, Pairing, Seated, seat

LIBRARIES = ("numba", "numpy", "scipy")  # that games are reckoned with
# that spymasters with manners ask, too: for families of words, and for well-known words
STRICT, PLAIN = ("lemminflect", "snowballstemmer"), "wordfreq"

# Modules that bring things or name them, and decide nothing: the vectors, and what a name's agent is made with, are
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


def libraries(*names: str) -> dict[str, str]:
    """The versions of some libraries."""
    return {name: importlib.metadata.version(name) for name in names}


def manners(spymaster: Spymaster) -> dict[str, Any]:
    """What the words hang on that a spymaster does not say to people; nothing, if it would say any."""
    found: dict[str, Any] = {}
    if getattr(spymaster, "legality", "") == "strict":
        found |= {"blocked words": sorted(blocked_words())} | libraries(*STRICT)
    return found | libraries(PLAIN) if getattr(spymaster, "plain", False) else found


def world(known: EmbeddingSet, names: list[str]) -> list[Any]:
    """What games are played with: the embeddings that take part, as they are on disk, and the words of boards."""
    boards = hashlib.sha256("\n".join(known.board_words).encode()).hexdigest()
    return [boards, *((name, _digests(known.name, name)) for name in names)]


def made(experiment: Experiment, pairing: Pairing, known: EmbeddingSet) -> tuple[Seated, list[str]]:
    """The agents of a pairing, and the embeddings they are made of: a static one's own, all internal ones of a Bayesian one."""
    watched = Watched(known.name, known.members, known.entries, known.board_words)
    seated = seat(experiment, pairing, watched)
    return seated, list(watched.asked)


def plain(thing: Any) -> Any:
    """Anything as JSON can hold it: an embedding by its name, an agent and what it is made with by all that is public of it."""
    if isinstance(thing, Embedding):
        return thing.name
    if isinstance(thing, np.ndarray | np.generic):
        return thing.tolist()
    return [type(thing).__qualname__, {name: value for name, value in vars(thing).items() if not name.startswith("_")}]


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
    return [files.digest_now(path) for path in found]
