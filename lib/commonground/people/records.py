"""What is kept of games with people: the game under way, so that a reload goes on with it, and saved games, to study.

A saved game is two files: `<name>.csv`, a row a turn with the columns of the study's `turns.csv.gz`, and `<name>.json`,
what is needed to play it again: setup, words, key, the person's moves.
"""

import json
import re
import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pandas as pd

from commonground import files, paths
from commonground.embeddings import EmbeddingSet
from commonground.errors import CommonGroundError
from commonground.people.match import PERSON, Match
from commonground.people.setup import Setup
from commonground.people.stakes import score
from commonground.study import experiment
from commonground.study.experiment import TURN_COLUMNS, Pairing
from commonground.study.records import write_table

PATTERN = re.compile(r"[0-9a-f]{16}")


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game under way: what decides it."""

    setup: Setup
    moves: tuple[tuple[str, int] | int | None, ...]
    watched: bool = False


def new_name() -> str:
    """A name for a game that nobody else has."""
    return secrets.token_hex(8)


# The game under way


def keep(name: str, match: Match) -> None:
    """Write down how a game stands."""
    files.write_bytes(_place(name), msgspec.json.encode(Kept(match.setup, tuple(match.moves), match.watched)))


def kept(name: str) -> Kept | None:
    """How the game of that name stood; None if it isn't known, or can't be read any more."""
    if not PATTERN.fullmatch(name) or not _place(name).exists():
        return None
    try:
        return msgspec.json.decode(_place(name).read_bytes(), type=Kept)
    except msgspec.DecodeError:
        return None


def claim(name: str, table: str) -> None:
    """Let a table have a game: a game is played at one table, the last that took it."""
    files.write_text(_place(name).with_suffix(".table"), table)


def holder(name: str) -> str:
    """The table that has a game."""
    place = _place(name).with_suffix(".table")
    return place.read_text(encoding="utf-8") if place.exists() else ""


def trouble(table: str, what: str) -> Path:
    """Write down what went wrong at a table; where that stands."""
    path = files.folder(paths.cache() / "people") / "trouble.log"
    with path.open("a", encoding="utf-8") as log:
        log.write(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} table {table}\n{what}\n")
    return path


def _place(name: str) -> Path:
    return paths.cache() / "people" / f"{name}.json"


# Saved games


def save(name: str, match: Match, folder: Path | None = None) -> Path:
    """Write a finished game into the folder of saved ones; the path of its table of turns."""
    if match.record is None:
        raise CommonGroundError("A game can be saved when it is over.")
    path = (folder or paths.people()) / f"{name}.csv"
    write_table(path, pd.DataFrame(turn_rows(match), columns=TURN_COLUMNS))
    files.write_json(path.with_suffix(".json"), described(match))
    return path


def turn_rows(match: Match) -> list[list[Any]]:
    """A row a turn, in the columns of `turns.csv.gz`."""
    assert match.record is not None
    pairing = Pairing(match.record.environment, match.record.spymaster, match.record.guesser)
    return list(experiment.turn_rows(pairing, match.setup.seed, match.record))


def described(match: Match) -> dict[str, Any]:
    """What a game was played with, enough to play it again."""
    assert match.record is not None
    return {
        "setup": msgspec.to_builtins(match.setup),
        "models": match.models,
        "words": list(match.board.words),
        "key": [colour.letter for colour in match.board.key],
        "moves": msgspec.to_builtins(match.moves),
        "won": match.record.won,
        "ending": match.record.ending,
        "par": match.par,
        "score": score(match.record),
        "watched": match.watched,
        "beliefs": match.agent.beliefs(),
        "saved": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S}",
    }


def saved(folder: Path) -> pd.DataFrame:
    """All saved games of a folder: their turns, with the game's name, the set, who learnt of whom, its models, the result.

    `ended` is what was believed after the last turn, `watched` whether the person saw beliefs while playing.
    """
    parts = [_read(path) for path in sorted(folder.glob("*.csv"))]
    if not parts:
        raise CommonGroundError(f"There are no saved games in {folder}: play one (`make play`) and save it.")
    return pd.concat(parts, ignore_index=True)


def _read(path: Path) -> pd.DataFrame:
    table = pd.read_csv(path)
    if list(table.columns) != TURN_COLUMNS:
        raise CommonGroundError(f"{path} does not have the columns of a saved game.")
    about_path = path.with_suffix(".json")
    if not about_path.exists():
        raise CommonGroundError(f"{path} has no {about_path.name} beside it, which says what the game was played with.")
    about = json.loads(about_path.read_text(encoding="utf-8"))
    side = "guesser" if table["spymaster"].iat[0] == PERSON else "spymaster"
    return table.assign(
        game=path.stem,
        set=about["setup"]["embeddings"],
        side=side,
        agent=table[side],
        models=json.dumps(about["models"]),
        won=int(about["won"]),
        score=about["score"],
        watched=about["watched"],
        person=about["setup"]["person"],
        saved=about["saved"],
        ended=json.dumps([about["beliefs"][model] for model in about["models"]]),
    )


def replayed(path: Path, known: EmbeddingSet) -> Match:
    """A saved game, played again from its setup and moves."""
    about = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    moves = msgspec.convert(about["moves"], list[tuple[str, int] | int | None])
    return Match(msgspec.convert(about["setup"], Setup), known, moves)
