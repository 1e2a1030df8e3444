"""A minimal copy of the Codenames AI competition's framework, written from its documentation: base classes and a game."""

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


class Game:
    """One team, one game; the words change in place as they are revealed, as they do there."""

    def __init__(self, codemaster, guesser, words, key):
        self.codemaster, self.guesser = codemaster, guesser
        self.words, self.key = [word.upper() for word in words], list(key)
        self.turns = []  # (clue, number, words guessed)

    def over(self):
        left = {name: self.key.count(name) - self.words.count(f"*{name}*") for name in set(self.key)}
        return not (left["Red"] and left["Blue"] and left["Assassin"])

    def run(self):
        while not self.over():
            self.codemaster.set_game_state(self.words, self.key)
            clue, number = self.codemaster.get_clue()
            guessed = []
            self.turns.append((clue, int(number), guessed))
            self.guesser.set_clue(clue, int(number))
            again = True
            while again and len(guessed) <= int(number) and not self.over():
                self.guesser.set_board(self.words)
                answer = self.guesser.get_answer()
                if answer is None or answer == "no comparisons":
                    break
                card = self.words.index(answer.upper().strip())
                guessed.append(self.words[card].lower())
                self.words[card] = f"*{self.key[card]}*"
                again = self.key[card] == "Red" and not self.over() and self.guesser.keep_guessing()
        return self.words.count("*Red*") == self.key.count("Red")
