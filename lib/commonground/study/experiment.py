"""Who plays with whom, on which boards, and the rows that their games make.

Seeds belong to the game (root seed, environment, pairing, board), never to the order of execution.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from commonground import agents, paths
from commonground.embeddings import EmbeddingSet
from commonground.errors import CommonGroundError
from commonground.game import DETERMINISTIC, STOCHASTIC, Environment, GameRecord, Guesser, Spymaster, play

GAME_COLUMNS = ["environment", "spymaster", "guesser", "board", "won", "turns", "red", "blue", "bystander", "assassin"]
TURN_COLUMNS = [
    *GAME_COLUMNS[:4],
    *("turn", "clue", "number", "intended", "guesses", "colours", "spymaster_beliefs", "guesser_beliefs"),
]
DIGITS = 6  # of beliefs


class Pairing(NamedTuple):
    """Who plays with whom, and in which environment."""

    environment: str
    spymaster: str
    guesser: str

    def __str__(self) -> str:
        return f"{self.spymaster} with {self.guesser} ({self.environment})"


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


def seat(experiment: Experiment, pairing: Pairing, words: EmbeddingSet) -> tuple[Spymaster, Guesser, Environment]:
    """The agents of a pairing, and the environment as the game loop needs it."""
    noisy = pairing.environment == STOCHASTIC.name
    in_ear = experiment.noise if noisy and experiment.stochastic == "guesser" else 0.0
    in_channel = experiment.noise if noisy and experiment.stochastic == "channel" else 0.0
    spymaster = agents.spymaster(pairing.spymaster, words, **experiment.options.get(pairing.spymaster, {}))
    guesser = agents.guesser(pairing.guesser, words, noise=in_ear, **experiment.options.get(pairing.guesser, {}))
    return spymaster, guesser, Environment(pairing.environment, in_channel)


def played(
    experiment: Experiment, pairing: Pairing, boards: range, words: EmbeddingSet
) -> tuple[list[list[Any]], list[list[Any]]]:
    """Play one pairing on some boards; the rows of its games and of its turns."""
    spymaster, guesser, environment = seat(experiment, pairing, words)
    records = {
        board: play(
            words.deal(board, experiment.seed), spymaster, guesser, environment, (experiment.seed, *pairing, board)
        )
        for board in boards
    }
    games = [_game_row(pairing, board, record) for board, record in records.items()]
    turns = [row for board, record in records.items() for row in turn_rows(pairing, board, record)]
    return games, turns


def _game_row(pairing: Pairing, board: int, record: GameRecord) -> list[Any]:
    return [*pairing, board, int(record.won), len(record.turns), *record.revealed.values()]


def turn_rows(pairing: Pairing, board: int, record: GameRecord) -> Iterator[list[Any]]:
    for number, turn in enumerate(record.turns, start=1):
        guesses = [record.board.words[card] for card in turn.guesses]
        colours = [colour.letter for colour in turn.colours]
        beliefs = ([round(p, DIGITS) for p in side.values()] for side in (turn.spymaster_beliefs, turn.guesser_beliefs))
        yield [
            *(*pairing, board, number, turn.heard.word, turn.heard.number, turn.intended.word),
            *(json.dumps(column) for column in (guesses, colours, *beliefs)),
        ]
