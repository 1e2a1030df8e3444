"""Their agents at our table."""

from typing import Any

import numpy as np

from commonground import checks
from commonground.errors import CommonGroundError
from commonground.game import Clue, Colour, GuesserView, SpymasterView, Turn
from commonground.guests.framework import THEIRS, asked, clue, their_board

NOTHING = "no comparisons"  # what some of their guessers answer when they have no answer


class VisitingSpymaster:
    """A Codemaster of the framework in our spymaster's seat."""

    def __init__(self, codemaster: Any, name: str = "guest") -> None:
        self.codemaster = codemaster
        self.name = checks.text("name", name)

    @property
    def embedding(self) -> Any:
        raise CommonGroundError(f"{self.name} is a guest, whose embedding nobody knows: play without a noisy channel.")

    def start(self, view: SpymasterView) -> None: ...

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        board = their_board(view.words, view.revealed)
        asked(self.name, self.codemaster, "set_game_state", board, [THEIRS[colour] for colour in view.key])
        answer = asked(self.name, self.codemaster, "get_clue")
        if not checks.is_list(answer) or len(answer) != 2:
            raise CommonGroundError(f"{self.name} said {checks.shown(answer)}, which is not a word and a number.")
        return clue(f"{self.name} said", *answer)

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """The framework tells a Codemaster nothing but the next board."""

    def beliefs(self) -> dict[str, float]:
        return {}


class VisitingGuesser:
    """A Guesser of the framework in our guesser's seat."""

    def __init__(self, guesser: Any, name: str = "guest") -> None:
        self.guesser = guesser
        self.name = checks.text("name", name)
        self._turn = -1

    def start(self, view: GuesserView) -> None:
        self._turn = -1

    def next_guess(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> int | None:
        if self._turn != len(view.history):
            self._turn = len(view.history)
            asked(self.name, self.guesser, "set_clue", clue.word, clue.number)
        elif not asked(self.name, self.guesser, "keep_guessing"):
            return None
        board = their_board(view.words, view.revealed)
        asked(self.name, self.guesser, "set_board", list(board))
        answer = asked(self.name, self.guesser, "get_answer")
        if answer is None or (isinstance(answer, str) and answer == NOTHING):
            return None
        word = answer.strip().upper() if isinstance(answer, str) else ""
        if word not in board:
            raise CommonGroundError(
                f"{self.name} answered {checks.shown(answer)}, which is not on the board any more, or never was."
            )
        return board.index(word)

    def observe(self, view: GuesserView, card: int, colour: Colour) -> None:
        """The framework tells a Guesser nothing but the next board."""

    def beliefs(self) -> dict[str, float]:
        return {}
