"""Single-team Codenames: rules and board, what each role sees, the game loop, and the noise between two players."""

from commonground.game.board import Board, Clue, GuesserView, SpymasterView, Turn, check_words
from commonground.game.loop import (
    DETERMINISTIC,
    STOCHASTIC,
    Asked,
    Environment,
    play,
    steps,
    transmit,
)
from commonground.game.noise import Noise, noise_of
from commonground.game.players import Guesser, Player, Spymaster, check_player
from commonground.game.records import GameRecord, TurnRecord
from commonground.game.rules import COMPETITION, STANDARD, Colour, Rules
from commonground.game.utility import Utility

__all__ = [
    "COMPETITION",
    "DETERMINISTIC",
    "STANDARD",
    "STOCHASTIC",
    "Asked",
    "Board",
    "Clue",
    "Colour",
    "Environment",
    "GameRecord",
    "Guesser",
    "GuesserView",
    "Noise",
    "Player",
    "Rules",
    "Spymaster",
    "SpymasterView",
    "Turn",
    "TurnRecord",
    "Utility",
    "check_player",
    "check_words",
    "noise_of",
    "play",
    "steps",
    "transmit",
]
