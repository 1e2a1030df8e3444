"""Who plays with whom, on which boards, and the rows that their games make.

Seeds belong to the game (root seed, environment, pairing, board), never to the order of execution. A variant of an agent
is called by the agent's name, a space, and what is different in parentheses: `DG_B (joint inference)`. The chance of its
games is the agent's own, so that the two differ by what is said to be different and by nothing else.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from commonground import agents, checks, parameters, paths
from commonground.embeddings import EmbeddingSet
from commonground.errors import CommonGroundError
from commonground.game import (
    DETERMINISTIC,
    STANDARD,
    STOCHASTIC,
    Environment,
    GameRecord,
    Guesser,
    Noise,
    Rules,
    Spymaster,
    play,
)

GAME_COLUMNS = ["environment", "spymaster", "guesser", "board", "won", "turns", "red", "blue", "bystander", "assassin"]
TURN_COLUMNS = [
    *GAME_COLUMNS[:4],
    *("turn", "clue", "number", "intended", "guesses", "colours", "spymaster_beliefs", "guesser_beliefs"),
]
DIGITS = 6  # of beliefs
MOST_IN_A_ROW = 1_000


def base(name: str) -> str:
    """The agent that a name is of, be it a variant's or its own."""
    return name.split(" (", 1)[0]


def told_apart_by(name: str) -> str:
    """What a variant's name says to be different; nothing if it is the agent's own."""
    return name.split(" (", 1)[1].removesuffix(")") if " (" in name else ""


class Pairing(NamedTuple):
    """Who plays with whom, and in which environment."""

    environment: str
    spymaster: str
    guesser: str

    def __str__(self) -> str:
        return f"{self.spymaster} with {self.guesser} ({self.environment})"

    @property
    def bases(self) -> "Pairing":
        """The same with the agents that variants are of: where the chance of a game is addressed."""
        return Pairing(self.environment, base(self.spymaster), base(self.guesser))


@dataclass(frozen=True)
class Experiment:
    """Everything that decides the games of an experiment.

    `stochastic` says where noise enters in the stochastic environment (R17): "guesser" perturbs the clue's vector in a
    static guesser's ear, "channel" turns the spymaster's word into another one on the way. Games `in_a_row` are a match: one
    pair plays that many boards one after the other, and who can carry on what it has learned does. They are boards 0, 1, …
    of the first match, then those of the next, which begins with nothing learned. `models` are the embeddings that Bayesian
    agents know, if these are not the set's internal ones.
    """

    name: str
    embeddings: str
    games: int
    pairings: tuple[Pairing, ...]
    stochastic: str
    seed: int = 0
    noise: float = 1.0
    options: dict[str, dict[str, Any]] = field(default_factory=dict)  # of Bayesian agents and of variants, by name
    rules: Rules = STANDARD
    in_a_row: int = 1
    models: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        checks.text("An experiment's name", self.name)
        checks.text("An experiment's embeddings, the name of a set,", self.embeddings)
        self._check_pairings()
        checks.whole(
            f"The games in a row of the experiment '{self.name}'",
            self.in_a_row,
            1,
            MOST_IN_A_ROW,
            "a match is kept as one",
        )
        paths.results_of(self.embeddings, self.name)  # see that these are names
        parameters.check(f"The experiment '{self.name}'", games=self.games, seed=self.seed, noise=self.noise)
        for agent, options in checks.kind("options", self.options, dict, "options by the name of an agent").items():
            checks.kind(f"What '{agent}' is made with", options, dict, 'options by name, e.g. {"samples": 10}')
            numbers = {name: options[name] for name in ("samples", "noise") if name in options}
            numbers = {name: value for name, value in numbers.items() if not isinstance(value, Noise)}
            parameters.check(f"The agent '{agent}' of the experiment '{self.name}'", **numbers)
        if self.stochastic not in ("guesser", "channel"):
            raise CommonGroundError(f"Noise enters in the 'guesser' or the 'channel', not in the '{self.stochastic}'.")
        odd = {pairing.environment for pairing in self.pairings} - {DETERMINISTIC.name, STOCHASTIC.name}
        if odd:
            raise CommonGroundError(f"An environment is deterministic or stochastic, not {', '.join(sorted(odd))}.")

    def _check_pairings(self) -> None:
        """Pairings and models are there once; of which there are any, and whom options are for, is asked before they play."""
        whose = f"of the experiment '{self.name}'"
        wanted = 'a list of pairings, e.g. Pairing("deterministic", "ta", "te")'
        pairings = checks.each(f"The pairings {whose}", self.pairings, Pairing, wanted)
        for part in (part for pairing in pairings for part in pairing):
            checks.text(f"What a pairing {whose} is made of", part)
        checks.once(f"The pairings {whose}", [str(pairing) for pairing in pairings])
        models = checks.each(f"The models {whose}", self.models, str, "a list of embeddings' names")
        checks.once(f"The models {whose}", models)
        checks.kind("rules", self.rules, Rules, "rules, e.g. STANDARD")
        object.__setattr__(self, "pairings", pairings)
        object.__setattr__(self, "models", models)

    def check_whole(self) -> None:
        """See that somebody plays, whole matches, and that options are for those who do."""
        if self.games % self.in_a_row:
            raise CommonGroundError(
                f"The experiment '{self.name}' has {self.games:,} games, which are not whole matches of {self.in_a_row}."
            )
        if not self.pairings:
            raise CommonGroundError(f"The experiment '{self.name}' has no pairings: nobody would play.")
        seated = [*self.speaking, *self.hearing]
        if odd := [agent for agent in self.options if agent not in seated]:
            raise CommonGroundError(
                f"The experiment '{self.name}' has options for {checks.shown(odd[0])}, who plays in none of its pairings."
            )

    @property
    def folder(self) -> Path:
        return paths.results(self.embeddings) / self.name

    @property
    def speaking(self) -> list[str]:
        """The spymasters, in the order in which they were given."""
        return list(dict.fromkeys(pairing.spymaster for pairing in self.pairings))

    @property
    def hearing(self) -> list[str]:
        """The guessers, likewise."""
        return list(dict.fromkeys(pairing.guesser for pairing in self.pairings))


class Seated(NamedTuple):
    """A pairing's agents, and the environment as the game loop needs it."""

    spymaster: Spymaster
    guesser: Guesser
    environment: Environment


def seat(experiment: Experiment, pairing: Pairing, known: EmbeddingSet) -> Seated:
    """Make the agents of a pairing, and the environment they play in."""
    noisy = pairing.environment == STOCHASTIC.name
    in_ear = experiment.noise if noisy and experiment.stochastic == "guesser" else 0.0
    in_channel = experiment.noise if noisy and experiment.stochastic == "channel" else 0.0
    speaking, hearing = (experiment.options.get(name, {}) for name in (pairing.spymaster, pairing.guesser))
    known = known.knowing(experiment.models) if experiment.models else known
    spymaster = agents.spymaster(base(pairing.spymaster), known, **speaking)
    guesser = agents.guesser(base(pairing.guesser), known, ear=in_ear, **hearing)
    return Seated(spymaster, guesser, Environment(pairing.environment, in_channel))


def play_board(experiment: Experiment, pairing: Pairing, board: int, seated: Seated, known: EmbeddingSet) -> GameRecord:
    """One game of an experiment: the board of that number, and the chance that belongs to it."""
    dealt = known.deal(board, experiment.seed, experiment.rules)
    return play(dealt, *seated, (experiment.seed, *pairing.bases, board))


class Rows(NamedTuple):
    """The rows of some games."""

    games: list[list[Any]]
    turns: list[list[Any]]


def played(experiment: Experiment, pairing: Pairing, boards: range, known: EmbeddingSet) -> Rows:
    """Play one pairing on some boards; the rows of its games and of its turns."""
    records = list(_records(experiment, pairing, boards, known))
    games = [game_row(pairing, board, record) for board, record in records]
    return Rows(games, [row for board, record in records for row in turn_rows(pairing, board, record)])


def _records(
    experiment: Experiment, pairing: Pairing, boards: range, known: EmbeddingSet
) -> Iterator[tuple[int, GameRecord]]:
    """The games on some boards; a match that began before the first of them is played from its beginning."""
    row = experiment.in_a_row
    for board in range(boards.start - boards.start % row, boards.stop):
        if board % row == 0:
            seated = seat(experiment, pairing, known)
        record = play_board(experiment, pairing, board, seated, known)
        if board in boards:
            yield board, record


def game_row(pairing: Pairing, board: int, record: GameRecord) -> list[Any]:
    """A game as games.csv.gz has it."""
    return [*pairing, board, int(record.won), len(record.turns), *record.revealed.values()]


def turn_rows(pairing: Pairing, board: int, record: GameRecord) -> Iterator[list[Any]]:
    """A game's turns as turns.csv.gz has them."""
    for number, turn in enumerate(record.turns, start=1):
        guesses = [record.board.words[card] for card in turn.guesses]
        colours = [colour.letter for colour in turn.colours]
        beliefs = ([round(p, DIGITS) for p in side.values()] for side in (turn.spymaster_beliefs, turn.guesser_beliefs))
        yield [
            *(*pairing, board, number, turn.heard.word, turn.heard.number, turn.intended.word),
            *(json.dumps(column) for column in (guesses, colours, *beliefs)),
        ]
