"""Pairings × boards → rows: play an experiment's games in parallel, resume where it was stopped, write sorted results.

Games are played in chunks: one pairing, a stretch of boards. A finished chunk is kept under `.cache/experiments/`, at an
address made of everything that decides its games, so a run that was killed loses only the chunks in flight. Seeds belong
to the game (root seed, environment, pairing, board), never to the order of execution: the rows are the same for any
number of workers, any executor, any history of interruptions.
"""

import gzip
import hashlib
import importlib.metadata
import io
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from commonground import agents, build, catalogue, files, parallel, paths
from commonground.embeddings import EmbeddingSet, load_set
from commonground.errors import CommonGroundError
from commonground.game import DETERMINISTIC, STOCHASTIC, Environment, GameRecord, Guesser, Spymaster, play

GAME_COLUMNS = ["environment", "spymaster", "guesser", "board", "won", "turns", "red", "blue", "bystander", "assassin"]
TURN_COLUMNS = [
    *GAME_COLUMNS[:4],
    *("turn", "clue", "number", "intended", "guesses", "colours", "spymaster_beliefs", "guesser_beliefs"),
]
CHUNK = 25  # games kept at a time
DIGITS = 6  # of beliefs in turns.csv.gz
LIBRARIES = ("numba", "numpy", "pandas", "scipy")
# The modules that decide how games go: a change in one of them makes kept games, and the stages of dvc.yaml, stale.
DECIDING = (
    "agents/__init__.py",
    "agents/bayesian_guesser.py",
    "agents/bayesian_spymaster.py",
    "agents/beliefs.py",
    "agents/registry.py",
    "agents/static.py",
    "clues.py",
    "embeddings.py",
    "experiment.py",
    "game.py",
    "kernels.py",
    "neighbours.py",
    "precompute.py",
    "seeds.py",
    "utility.py",
    "voronoi.py",
    "words.py",
    "worlds.py",
)


class Pairing(NamedTuple):
    """Who plays with whom, and in which environment."""

    environment: str
    spymaster: str
    guesser: str

    def __str__(self) -> str:
        return f"{self.spymaster} with {self.guesser} ({self.environment})"


class Chunk(NamedTuple):
    """The rows of some games of one pairing, and the address of what they were played with."""

    address: str
    pairing: Pairing
    start: int
    games: list[list[Any]]
    turns: list[list[Any]]


@dataclass(frozen=True)
class Experiment:
    """Everything that decides the games of an experiment.

    `stochastic` says where noise enters in the stochastic environment (R17): "guesser" perturbs the clue's vector in a
    static guesser's ear, "channel" turns the spymaster's word into another one on the way.
    """

    name: str
    embeddings: str
    games: int
    pairings: tuple[Pairing, ...]
    stochastic: str
    seed: int = 0
    noise: float = 1.0
    options: dict[str, dict[str, Any]] = field(default_factory=dict)  # of Bayesian agents, by name

    def __post_init__(self) -> None:
        if self.games < 1:
            raise CommonGroundError(f"An experiment needs 1 game a pairing or more, not {self.games}.")
        if self.stochastic not in ("guesser", "channel"):
            raise CommonGroundError(f"Noise enters in the 'guesser' or the 'channel', not in the '{self.stochastic}'.")
        odd = {pairing.environment for pairing in self.pairings} - {DETERMINISTIC.name, STOCHASTIC.name}
        if odd:
            raise CommonGroundError(f"An environment is deterministic or stochastic, not {', '.join(sorted(odd))}.")

    @property
    def folder(self) -> Path:
        return paths.results(self.embeddings) / self.name


def run(experiment: Experiment) -> pd.DataFrame:
    """Play whatever is not played yet, write the results, and return the games."""
    games, turns = play_all(experiment)
    _write(experiment, load_set(experiment.embeddings), games, turns)
    return games


def play_all(experiment: Experiment) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Play whatever is not played yet; the rows of all games and turns, sorted."""
    words = load_set(experiment.embeddings)
    for pairing in experiment.pairings:  # a misspelt agent is found before an hour of games, not after
        seat(experiment, pairing, words)
    chunks = [
        (experiment, pairing, start) for pairing in experiment.pairings for start in range(0, experiment.games, CHUNK)
    ]
    missing = [chunk for chunk in chunks if not _shard(*chunk).exists()]
    if missing:
        _play(missing, len(chunks), experiment)
    return _collected(chunks)


def seat(experiment: Experiment, pairing: Pairing, words: EmbeddingSet) -> tuple[Spymaster, Guesser, Environment]:
    """The agents of a pairing, and the environment as the game loop needs it."""
    noisy = pairing.environment == STOCHASTIC.name
    in_ear = experiment.noise if noisy and experiment.stochastic == "guesser" else 0.0
    in_channel = experiment.noise if noisy and experiment.stochastic == "channel" else 0.0
    spymaster = agents.spymaster(pairing.spymaster, words, **experiment.options.get(pairing.spymaster, {}))
    guesser = agents.guesser(pairing.guesser, words, noise=in_ear, **experiment.options.get(pairing.guesser, {}))
    return spymaster, guesser, Environment(pairing.environment, in_channel)


# Playing


def play_chunk(experiment: Experiment, pairing: Pairing, start: int) -> Chunk:
    """Play one pairing's games from board `start` on."""
    words = _loaded(experiment.embeddings, _made_of(experiment.embeddings))
    spymaster, guesser, environment = seat(experiment, pairing, words)
    boards = range(start, min(start + CHUNK, experiment.games))
    records = {
        board: play(
            words.deal(board, experiment.seed), spymaster, guesser, environment, (experiment.seed, *pairing, board)
        )
        for board in boards
    }
    games = [_game_row(pairing, board, record) for board, record in records.items()]
    turns = [row for board, record in records.items() for row in _turn_rows(pairing, board, record)]
    return Chunk(_shard(experiment, pairing, start).name, pairing, start, games, turns)


@lru_cache(maxsize=1)
def _loaded(set_name: str, made_of: str) -> EmbeddingSet:
    return load_set(set_name)


def _game_row(pairing: Pairing, board: int, record: GameRecord) -> list[Any]:
    return [*pairing, board, int(record.won), len(record.turns), *record.revealed.values()]


def _turn_rows(pairing: Pairing, board: int, record: GameRecord) -> Iterator[list[Any]]:
    for number, turn in enumerate(record.turns, start=1):
        guesses = [record.board.words[card] for card in turn.guesses]
        colours = [colour.letter for colour in turn.colours]
        beliefs = ([round(p, DIGITS) for p in side.values()] for side in (turn.spymaster_beliefs, turn.guesser_beliefs))
        yield [
            *(*pairing, board, number, turn.heard.word, turn.heard.number, turn.intended.word),
            *(json.dumps(column) for column in (guesses, colours, *beliefs)),
        ]


def _play(chunks: Sequence[tuple[Experiment, Pairing, int]], total: int, experiment: Experiment) -> None:
    """Play chunks on whatever executor the environment names, telling every few seconds how far it is."""
    games = sum(min(CHUNK, e.games - start) for e, _, start in chunks)
    kept = total - len(chunks)
    known = f", {kept} of {total} chunks kept from before" if kept else ""
    parallel.say(f"{experiment.name}: {games:,} games of {len(experiment.pairings)} pairings{known}")
    started = told = time.monotonic()
    done = 0
    for chunk in parallel.spread(play_chunk, chunks):
        _keep(chunk, _shard(experiment, chunk.pairing, chunk.start))
        done += len(chunk.games)
        now = time.monotonic()
        if now - told > parallel.EVERY or done == games:
            told, rate = now, done / (now - started)
            left = (games - done) / rate
            parallel.say(
                f"{experiment.name}: {done:,} of {games:,} games, {rate:.0f} a second, {left / 60:.1f} min left ({chunk.pairing})"
            )


# Keeping


def _keep(chunk: Chunk, shard: Path) -> None:
    if chunk.address != shard.name:  # a worker on another machine, or one that was started before a change
        raise CommonGroundError("A worker plays with other code or other embeddings: start the workers anew.")
    files.write_text(shard, json.dumps(chunk._asdict()))


def _shard(experiment: Experiment, pairing: Pairing, start: int) -> Path:
    """Where a chunk is kept: the address is a digest of all that decides its games."""
    relevant = {
        "games": min(CHUNK, experiment.games - start),
        "start": start,
        "pairing": pairing,
        "world": (experiment.embeddings, _made_of(experiment.embeddings)),
        "options": [experiment.options.get(name) for name in (pairing.spymaster, pairing.guesser)],
        "noise": (experiment.noise, experiment.stochastic, experiment.seed),
        "code": code_digest(),
    }
    address = hashlib.sha256(json.dumps(relevant, sort_keys=True, default=asdict).encode()).hexdigest()
    return paths.cache() / "experiments" / address[:2] / f"{address[2:26]}.json"


def _made_of(set_name: str) -> str:
    """A digest of all that the games are played with: vectors, tables, the words of boards, each embedding's role."""
    found = [*paths.embeddings(set_name).glob("*.npz"), *paths.precomputed(set_name).glob("*.npz")]
    decisive = [*sorted(found), paths.board_words(), paths.catalogue()]
    return _digest_of(set_name, tuple((path, path.stat().st_mtime_ns) for path in decisive))


@lru_cache(maxsize=4)
def _digest_of(set_name: str, stamped: tuple[tuple[Path, int], ...]) -> str:
    *contents, _ = [path for path, _ in stamped]  # of the catalogue, only the roles within the set
    roles = {name: entry.role for name, entry in catalogue.load().set(set_name).embeddings.items()}
    digests = "".join(files.digest(path) for path in contents)
    return hashlib.sha256((digests + json.dumps(roles)).encode()).hexdigest()


@lru_cache(maxsize=1)
def code_digest() -> str:
    """A digest of the code that decides how games go."""
    package = Path(__file__).parent
    return hashlib.sha256(b"".join((package / name).read_bytes() for name in DECIDING)).hexdigest()


def _collected(chunks: Iterable[tuple[Experiment, Pairing, int]]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """All chunks' rows, sorted."""
    shards = [json.loads(_shard(*chunk).read_text()) for chunk in chunks]
    games = pd.DataFrame([row for shard in shards for row in shard["games"]], columns=GAME_COLUMNS)
    turns = pd.DataFrame([row for shard in shards for row in shard["turns"]], columns=TURN_COLUMNS)
    return games.sort_values(GAME_COLUMNS[:4], ignore_index=True), turns.sort_values(
        TURN_COLUMNS[:5], ignore_index=True
    )


# Writing


def _write(experiment: Experiment, words: EmbeddingSet, games: pd.DataFrame, turns: pd.DataFrame) -> None:
    write_table(experiment.folder / "games.csv.gz", games)
    write_table(experiment.folder / "turns.csv.gz", turns)
    write_table(experiment.folder / "learning.csv", learning(turns, [member.name for member in words.internal]))
    files.write_json(experiment.folder / "manifest.json", manifest(experiment, games, turns))


def write_boards(set_name: str, count: int, seed: int) -> None:
    """The boards that every experiment of a set is played on."""
    words = load_set(set_name)
    boards = [(number, words.deal(number, seed)) for number in range(count)]
    rows = [(n, json.dumps(b.words), json.dumps([c.letter for c in b.key])) for n, b in boards]
    write_table(paths.results(set_name) / "boards.csv", pd.DataFrame(rows, columns=["board", "words", "key"]))


def write_table(path: Path, table: pd.DataFrame) -> None:
    """CSV, gzipped if its name says so; the same rows give the same bytes."""
    text = table.to_csv(index=False, lineterminator="\n", float_format="%.6g").encode()
    if path.suffix == ".gz":
        packed = io.BytesIO()
        with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0, filename="") as file:
            file.write(text)
        text = packed.getvalue()
    files.write_bytes(path, text)


def learning(turns: pd.DataFrame, models: list[str]) -> pd.DataFrame:
    """Beliefs by turn, over the games of each pairing that reach it: mean, spread, and how often a model leads."""
    parts = []
    for side in ("spymaster", "guesser"):
        held = turns[turns[f"{side}_beliefs"] != "[]"]
        if held.empty:
            continue
        beliefs = pd.DataFrame(held[f"{side}_beliefs"].map(json.loads).tolist(), columns=models, index=held.index)
        leads = beliefs.eq(beliefs.max(axis=1), axis=0)
        leads = leads & ~leads.cumsum(axis=1).shift(axis=1, fill_value=0).astype(bool)  # ties go to the first
        keys = [*TURN_COLUMNS[:3], "turn"]
        long = beliefs.join(held[keys]).melt(keys, models, "model", "belief")
        long["leads"] = leads.join(held[keys]).melt(keys, models, "model", "leads")["leads"].astype(float)
        grouped = long.groupby([*keys, "model"], sort=True)
        summary = grouped["belief"].agg(games="size", mean="mean", sd="std").join(grouped["leads"].mean()).reset_index()
        parts.append(summary.assign(side=side))
    columns = [*TURN_COLUMNS[:3], "side", "turn", "model", "games", "mean", "sd", "leads"]
    return pd.concat(parts, ignore_index=True)[columns] if parts else pd.DataFrame(columns=columns)


def manifest(experiment: Experiment, games: pd.DataFrame, turns: pd.DataFrame) -> dict[str, Any]:
    """What a results folder was made with, and checks that must all hold."""
    return {
        "experiment": {**asdict(experiment), "pairings": len(experiment.pairings)},
        "code": code_digest(),
        "embeddings": build.made_from(catalogue.load(), experiment.embeddings),
        "libraries": {name: importlib.metadata.version(name) for name in LIBRARIES},
        "checks": checks(experiment, games, turns),
    }


def checks(experiment: Experiment, games: pd.DataFrame, turns: pd.DataFrame) -> dict[str, bool]:
    lost = games[games["won"] == 0]
    return {
        "every pairing has played every board once": len(games) == experiment.games * len(set(experiment.pairings))
        and not games.duplicated(GAME_COLUMNS[:4]).any(),
        "a game is won exactly if all nine red cards are revealed": bool(
            ((games["red"] == 9) == (games["won"] == 1)).all()
        ),
        "a lost game ends with the assassin or the last blue card": bool(
            ((lost["assassin"] == 1) | (lost["blue"] == 8)).all()
        ),
        "turns add up": bool(games["turns"].sum() == len(turns)),
    }
