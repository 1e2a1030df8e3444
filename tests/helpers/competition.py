"""The base classes of the Codenames AI competition's framework, written from its documentation; its game is `guests.standin.Game`."""

from abc import ABC, abstractmethod


class Codemaster(ABC):
    @abstractmethod
    def set_game_state(self, words_on_board, key_grid):
        """Upper-case words, `*Red*` and the like in place of revealed ones; the key by name."""

    @abstractmethod
    def get_clue(self):
        """A word and a number."""


class Guesser(ABC):
    @abstractmethod
    def set_board(self, words_on_board): ...

    @abstractmethod
    def set_clue(self, clue, num_guesses): ...

    @abstractmethod
    def keep_guessing(self):
        """Asked after each red card."""

    @abstractmethod
    def get_answer(self):
        """A word on the board, or None."""
