"""Play an experiment's games in parallel, resume where it was stopped, write sorted results.

Games are played in chunks: one pairing, a stretch of boards. A finished chunk is kept under `.cache/experiments/`, at an
address made of everything that decides its games (of the code: what it means, not how it is worded), so a run that was
killed loses only the chunks in flight, and the rows are the same for any number of workers, any executor, any history of
interruptions.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from commonground import agents, files, parallel, paths, progress
from commonground.embeddings import EmbeddingSet, load_set
from commonground.errors import CommonGroundError
from commonground.game import GameRecord
from commonground.study import provenance, records
from commonground.study.experiment import (
    GAME_COLUMNS,
    TURN_COLUMNS,
    Experiment,
    Pairing,
    Seated,
    play_board,
    played,
    seat,
)

CHUNK = 25  # games kept at a time


class Chunk(NamedTuple):
    """The rows of some games of one pairing, and the address of what they were played with."""

    address: str
    pairing: Pairing
    start: int
    games: list[list[Any]]
    turns: list[list[Any]]


class First(NamedTuple):
    """The first game of a pairing, and who played it, for a closer look."""

    pairing: Pairing
    record: GameRecord
    seated: Seated

    def is_in(self, games: pd.DataFrame) -> bool:
        """Whether the same game is among an experiment's."""
        again = games.set_index(GAME_COLUMNS[:4]).loc[(*self.pairing, 0)]
        return bool((again["won"], again["turns"]) == (self.record.won, len(self.record.turns)))


def first_game(experiment: Experiment, pairing: Pairing) -> First:
    """Play the first of a pairing's games; the agents stay as they are at its end."""
    known = load_set(experiment.embeddings)
    seated = seat(experiment, pairing, known)
    return First(pairing, play_board(experiment, pairing, 0, seated, known), seated)


def run(experiment: Experiment) -> pd.DataFrame:
    """Play whatever is not played yet, write the results, tell what was checked, and return the games."""
    games, turns = play_all(experiment)
    checked = records.write(experiment, games, turns)
    print(f"{len(games):,} games of {len(experiment.pairings)} pairings. Checked: {'; '.join(checked)}.")
    return games


def play_all(experiment: Experiment) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Play whatever is not played yet; the rows of all games and turns, sorted."""
    known = load_set(experiment.embeddings)
    for pairing in experiment.pairings:  # a misspelt agent is found before an hour of games, not after
        seat(experiment, pairing, known)
    stretches = [(pairing, start) for pairing in experiment.pairings for start in range(0, experiment.games, CHUNK)]
    shards = {stretch: _shard(experiment, *stretch) for stretch in stretches}  # whatever becomes of the files meanwhile
    if any(not shard.exists() for shard in shards.values()):
        _play(experiment, shards)
    return _collected(shards)


def play_chunk(experiment: Experiment, pairing: Pairing, start: int) -> Chunk:
    """Play one pairing's games from board `start` on."""
    known = _loaded(experiment.embeddings, provenance.vectors(experiment.embeddings))
    boards = range(start, min(start + CHUNK, experiment.games))
    games, turns = played(experiment, pairing, boards, known)
    return Chunk(_shard(experiment, pairing, start, _code_here).name, pairing, start, games, turns)


@lru_cache(maxsize=64)
def _code_here(*modules: str) -> str:
    """The code as it was when this process first played with it: what it has loaded, whoever changes the files later."""
    return provenance.deciding(*modules)


@lru_cache(maxsize=1)
def _loaded(set_name: str, made_of: str) -> EmbeddingSet:
    return load_set(set_name)


def _play(experiment: Experiment, shards: Mapping[tuple[Pairing, int], Path]) -> None:
    """Play missing chunks on whatever executor the environment names, telling every few seconds how far it is."""
    missing = [(experiment, *stretch) for stretch, shard in shards.items() if not shard.exists()]
    games = sum(min(CHUNK, experiment.games - start) for _, _, start in missing)
    kept = len(shards) - len(missing)
    known = f", {kept} of {len(shards)} chunks kept from before" if kept else ""
    progress.say(f"{experiment.name}: {games:,} games of {len(experiment.pairings)} pairings{known}")
    counter = progress.Counter(experiment.name, games, "games")
    for chunk in parallel.spread(play_chunk, missing):
        _keep(chunk, shards[chunk.pairing, chunk.start])
        counter.advance(len(chunk.games), str(chunk.pairing))


def _keep(chunk: Chunk, shard: Path) -> None:
    if chunk.address != shard.name:  # a worker on another machine, or one that was started before a change
        raise CommonGroundError(
            "A worker plays with other code or other embeddings: start the workers anew, or the notebook's kernel."
        )
    files.write_text(shard, json.dumps(chunk._asdict()))


def _shard(
    experiment: Experiment, pairing: Pairing, start: int, code: Callable[..., str] = provenance.deciding
) -> Path:
    """Where a chunk is kept: the address is a digest of all that decides its games.

    What a variant is called decides nothing, what is different about it does.
    """
    named = [agents.described(name) for name in pairing.bases[1:]]
    relevant = {
        "games": min(CHUNK, experiment.games - start),
        "start": start,
        "pairing": pairing.bases,
        "world": (experiment.embeddings, provenance.vectors(experiment.embeddings)),
        "agents": [(agent.__qualname__, options) for agent, options in named],
        "options": [experiment.options.get(name, {}) for name in pairing[1:]],
        "noise": (experiment.noise, experiment.stochastic, experiment.seed),
        "rules": experiment.rules,
        "code": code("commonground.study.experiment", *(agent.__module__ for agent, _ in named)),
    }
    address = hashlib.sha256(json.dumps(relevant, sort_keys=True, default=asdict).encode()).hexdigest()
    return paths.cache() / "experiments" / address[:2] / f"{address[2:26]}.json"


def _collected(shards: Mapping[tuple[Pairing, int], Path]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """All chunks' rows under the names that this experiment has for their agents, sorted."""
    chunks = [(pairing, json.loads(shard.read_text())) for (pairing, _), shard in shards.items()]
    games, turns = (
        pd.DataFrame([[*pairing, *row[3:]] for pairing, chunk in chunks for row in chunk[kind]], columns=columns)
        for kind, columns in (("games", GAME_COLUMNS), ("turns", TURN_COLUMNS))
    )
    return tuple(table.sort_values(TURN_COLUMNS[:keys], ignore_index=True) for table, keys in ((games, 4), (turns, 5)))
