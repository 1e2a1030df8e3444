"""Play an experiment's games in parallel, resume where it was stopped, write sorted results.

Games are played in chunks, and a finished chunk is kept: a run that was killed loses only the chunks in flight, and the rows
are the same for any number of workers, any executor, any history of interruptions.
"""

from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from commonground import parallel, paths, progress
from commonground.game import GameRecord
from commonground.study import kept, records, replacing, workers
from commonground.study.experiment import (
    GAME_COLUMNS,
    TURN_COLUMNS,
    Experiment,
    Pairing,
    Rows,
    Seated,
    play_board,
    played,
    seat,
)


class Stretch(NamedTuple):
    """Some boards of a pairing that are played one after the other, and kept together."""

    pairing: Pairing
    start: int
    games: int


class Chunk(NamedTuple):
    """The rows of a stretch's games but the first so many, and the address of what they were played with."""

    address: str
    stretch: Stretch
    before: int
    rows: Rows


class First(NamedTuple):
    """One game of a pairing, most often the first, and who played it, for a closer look."""

    pairing: Pairing
    record: GameRecord
    seated: Seated
    board: int = 0

    def is_in(self, games: pd.DataFrame) -> bool:
        """Whether the same game is among an experiment's."""
        again = games.set_index(GAME_COLUMNS[:4]).loc[(*self.pairing, self.board)]
        return bool((again["won"], again["turns"]) == (self.record.won, len(self.record.turns)))


def first_game(experiment: Experiment, pairing: Pairing, board: int = 0) -> First:
    """Play the first of a pairing's games, or that on another board; the agents stay as they are at its end."""
    known = workers.known(experiment.embeddings)
    seated = seat(experiment, pairing, known)
    return First(pairing, play_board(experiment, pairing, board, seated, known), seated, board)


def run(experiment: Experiment) -> pd.DataFrame:
    """Play whatever is not played yet, write the results, tell what was checked, and return the games."""
    experiment.check_whole()
    replacing.refuse_fewer_games(experiment.embeddings, experiment.name, experiment.games)
    games, turns = play_all(experiment)
    checked = records.write(experiment, games, turns)
    where = "" if paths.in_pipeline() else f" Written to {experiment.folder}."
    progress.say(f"{experiment.name}: {len(games):,} games, checked: {'; '.join(checked)}.{where}")
    return games


def play_all(experiment: Experiment) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Play whatever is not played yet; the rows of all games and turns, sorted."""
    known = workers.known(experiment.embeddings)
    places = {  # whatever becomes of the files of code meanwhile
        Stretch(pairing, start, min(kept.length(experiment), experiment.games - start)): place
        for pairing in dict.fromkeys(experiment.pairings)
        for start, place in kept.places(experiment, pairing, known).items()
    }
    while short := _short(places):  # more than once only if what was kept is damaged meanwhile
        _play(experiment, places, short)
    return _collected(places)


def _short(places: dict[Stretch, Path]) -> dict[Stretch, int]:
    """The stretches of which not all games are kept, and how many are."""
    found = {stretch: kept.count(place) for stretch, place in places.items()}
    return {stretch: games for stretch, games in found.items() if games < stretch.games}


def play_chunk(experiment: Experiment, stretch: Stretch, before: int) -> Chunk:
    """Play the games of a stretch but the first so many, which are kept from before."""
    known = workers.known(experiment.embeddings)
    place = kept.places(experiment, stretch.pairing, known, loaded=True)[stretch.start]
    boards = range(stretch.start + before, stretch.start + stretch.games)
    return Chunk(place.name, stretch, before, played(experiment, stretch.pairing, boards, known))


def _play(experiment: Experiment, places: dict[Stretch, Path], short: dict[Stretch, int]) -> None:
    """Play missing games on whatever executor the environment names, telling every few seconds how far it is."""
    missing = sum(stretch.games - before for stretch, before in short.items())
    there = sum(stretch.games for stretch in places) - missing
    known = f", {there:,} kept from before" if there else ""
    progress.say(f"{experiment.name}: {missing:,} games of {len(experiment.pairings)} pairings{known}")
    counter = progress.Counter(experiment.name, missing, "games")
    for chunk in parallel.spread(play_chunk, [(experiment, *one) for one in short.items()]):
        place = places[chunk.stretch]
        workers.agree(chunk.address, place.name)
        kept.add(place, chunk.before, chunk.rows)
        counter.advance(len(chunk.rows.games), str(chunk.stretch.pairing))


def _collected(places: dict[Stretch, Path]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """All chunks' rows under the names that this experiment has for their agents, sorted."""
    games: list[list[Any]] = []
    turns: list[list[Any]] = []
    for stretch, place in places.items():
        found = kept.rows(place, stretch.games)
        games += [[*stretch.pairing, *row[kept.BOARD :]] for row in found.games]
        turns += [[*stretch.pairing, *row[kept.BOARD :]] for row in found.turns]
    return _sorted(games, GAME_COLUMNS, 4), _sorted(turns, TURN_COLUMNS, 5)


def _sorted(rows: list[list[Any]], columns: list[str], keys: int) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=columns).sort_values(columns[:keys], ignore_index=True)
