"""Play an experiment's games in parallel, resume where it was stopped, write sorted results.

Games are played in chunks: one pairing, a stretch of boards. A finished chunk is kept under `.cache/experiments/`, at an
address made of everything that decides its games, so a run that was killed loses only the chunks in flight, and the rows
are the same for any number of workers, any executor, any history of interruptions.
"""

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from commonground import agents, files, parallel, paths, progress
from commonground.embeddings import EmbeddingSet, load_set
from commonground.errors import CommonGroundError
from commonground.study import provenance, records
from commonground.study.experiment import GAME_COLUMNS, TURN_COLUMNS, Experiment, Pairing, played, seat

CHUNK = 25  # games kept at a time


class Chunk(NamedTuple):
    """The rows of some games of one pairing, and the address of what they were played with."""

    address: str
    pairing: Pairing
    start: int
    games: list[list[Any]]
    turns: list[list[Any]]


def run(experiment: Experiment) -> pd.DataFrame:
    """Play whatever is not played yet, write the results, and return the games."""
    games, turns = play_all(experiment)
    records.write(experiment, games, turns)
    return games


def play_all(experiment: Experiment) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Play whatever is not played yet; the rows of all games and turns, sorted."""
    words = load_set(experiment.embeddings)
    for pairing in experiment.pairings:  # a misspelt agent is found before an hour of games, not after
        seat(experiment, pairing, words)
    stretches = [(pairing, start) for pairing in experiment.pairings for start in range(0, experiment.games, CHUNK)]
    shards = {stretch: _shard(experiment, *stretch) for stretch in stretches}  # whatever becomes of the files meanwhile
    if any(not shard.exists() for shard in shards.values()):
        _play(experiment, shards)
    return _collected(shards.values())


def play_chunk(experiment: Experiment, pairing: Pairing, start: int) -> Chunk:
    """Play one pairing's games from board `start` on."""
    words = _loaded(experiment.embeddings, provenance.vectors(experiment.embeddings))
    boards = range(start, min(start + CHUNK, experiment.games))
    games, turns = played(experiment, pairing, boards, words)
    return Chunk(_shard(experiment, pairing, start, _code_here).name, pairing, start, games, turns)


@lru_cache(maxsize=64)
def _code_here(*modules: str) -> str:
    """The code as it was when this process first played with it: what it has loaded, whoever changes the files later."""
    return provenance.code(*modules)


@lru_cache(maxsize=1)
def _loaded(set_name: str, made_of: str) -> EmbeddingSet:
    return load_set(set_name)


def _play(experiment: Experiment, shards: Mapping[tuple[Pairing, int], Path]) -> None:
    """Play missing chunks on whatever executor the environment names, telling every few seconds how far it is."""
    missing = [(experiment, *stretch) for stretch, shard in shards.items() if not shard.exists()]
    games = sum(min(CHUNK, experiment.games - start) for _, _, start in missing)
    kept, total = len(shards) - len(missing), len(shards)
    known = f", {kept} of {total} chunks kept from before" if kept else ""
    progress.say(f"{experiment.name}: {games:,} games of {len(experiment.pairings)} pairings{known}")
    started = told = time.monotonic()
    done = 0
    for chunk in parallel.spread(play_chunk, missing):
        _keep(chunk, shards[chunk.pairing, chunk.start])
        done += len(chunk.games)
        now = time.monotonic()
        if now - told > progress.EVERY or done == games:
            told, rate = now, done / (now - started)
            left = (games - done) / rate
            progress.say(
                f"{experiment.name}: {done:,} of {games:,} games, {rate:.0f} a second, {left / 60:.1f} min left ({chunk.pairing})"
            )


def _keep(chunk: Chunk, shard: Path) -> None:
    if chunk.address != shard.name:  # a worker on another machine, or one that was started before a change
        raise CommonGroundError(
            "A worker plays with other code or other embeddings: start the workers anew, or the notebook's kernel."
        )
    files.write_text(shard, json.dumps(chunk._asdict()))


def _shard(experiment: Experiment, pairing: Pairing, start: int, code: Callable[..., str] = provenance.code) -> Path:
    """Where a chunk is kept: the address is a digest of all that decides its games."""
    named = [agents.described(name) for name in (pairing.spymaster, pairing.guesser)]
    relevant = {
        "games": min(CHUNK, experiment.games - start),
        "start": start,
        "pairing": pairing,
        "world": (experiment.embeddings, provenance.vectors(experiment.embeddings)),
        "agents": [(agent.__qualname__, options) for agent, options in named],
        "options": [experiment.options.get(name) for name in (pairing.spymaster, pairing.guesser)],
        "noise": (experiment.noise, experiment.stochastic, experiment.seed),
        "code": code("commonground.study.experiment", *(agent.__module__ for agent, _ in named)),
    }
    address = hashlib.sha256(json.dumps(relevant, sort_keys=True, default=asdict).encode()).hexdigest()
    return paths.cache() / "experiments" / address[:2] / f"{address[2:26]}.json"


def _collected(shards: Iterable[Path]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """All chunks' rows, sorted."""
    chunks = [json.loads(shard.read_text()) for shard in shards]
    games = pd.DataFrame([row for chunk in chunks for row in chunk["games"]], columns=GAME_COLUMNS)
    turns = pd.DataFrame([row for chunk in chunks for row in chunk["turns"]], columns=TURN_COLUMNS)
    return games.sort_values(GAME_COLUMNS[:4], ignore_index=True), turns.sort_values(
        TURN_COLUMNS[:5], ignore_index=True
    )
