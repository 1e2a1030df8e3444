"""The recordings that a set of embeddings is held against: people's, or made-up ones for the toy set, which has its own words."""

import importlib.metadata
from typing import Any

from commonground import code, files, paths
from commonground.crowd import imagined, recordings, sources
from commonground.crowd.listening import Heard, heard
from commonground.embeddings import EmbeddingSet, build
from commonground.errors import CommonGroundError

LIBRARIES = ("numpy", "pandas", "scipy")
MADE_UP = "toy"  # the set whose people are made up
NAMES = {"codenames": True, "codenames-people": False, "connector": True}  # and whether it is recorded who guessed


def gathered(known: EmbeddingSet, seed: int) -> dict[str, Heard]:
    """All recordings over a set's words, by name."""
    if known.name == MADE_UP:
        found = {name: imagined.recording(known, name, seed, identified) for name, identified in NAMES.items()}
    else:
        found = recordings.load()
    return {name: heard(one, known) for name, one in found.items()}


def answered(known: EmbeddingSet) -> dict[str, list[recordings.Answer]]:
    """What GPT-4 guessed itself, by recording; nothing where people are made up."""
    return {} if known.name == MADE_UP else recordings.answers()


def write_manifest(set_name: str, stage: str, chosen: dict[str, Any], checks: dict[str, bool]) -> None:
    """What a notebook's tables were made with, beside them; if a check does not hold, it is told and nothing is written."""
    failed = [check for check, holds in checks.items() if not holds]
    if failed:
        raise CommonGroundError(f"{stage}: it does not hold that {'; or that '.join(failed)}: nothing is written.")
    real = set_name != MADE_UP
    guesses = {name: file.sha256 for one in sources.recordings().values() for name, file in one.files.items()}
    content = {
        "parameters": {"embeddings": set_name, **chosen},
        "guesses": guesses if real else "made up",
        "vectors": build.manifest_of(set_name).get("sha256", {}),
        "libraries": {name: importlib.metadata.version(name) for name in LIBRARIES},
        "code": code.digest(code.sources("commonground.crowd.partners", "commonground.crowd.gathering")),
        "checks": checks,
    }
    files.write_json(paths.results(set_name) / stage / "manifest.json", content)
