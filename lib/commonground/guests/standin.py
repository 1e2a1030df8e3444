"""A stand-in for the public competition, written from its documentation: a game as its framework runs it, and two guests.

The guests are plain: a Codemaster and a Guesser over one embedding, who know no noise and learn nothing. As guests do, they
say words that others don't know (`slips`), and have no answer to words that they don't know themselves.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from commonground import checks, seeds
from commonground.embeddings import Embedding
from commonground.game import COMPETITION, Board, Rules
from commonground.game.words import board_words
from commonground.guests.framework import THEIRS

TWO_WORDS = ("ice cream", "loch ness", "new york", "scuba diver")  # cards of the base game that are no single word
ENDINGS = ("s", "ing", "ness", "xq")  # what a slip adds to a word; the last makes nonsense of it


def all_cards() -> list[str]:
    """Every card of the base game: the framework deals them all, whoever has a vector for them."""
    return [*board_words(), *TWO_WORDS]


def deal(number: int, seed: int = 0, rules: Rules = COMPETITION) -> Board:
    """A board of any cards there are."""
    return Board.deal(all_cards(), number, seed, rules)


class Game:
    """One team, one game; the words change in place as they are revealed, as they do there.

    A Guesser that has no answer passes its turn. The framework itself never stops a game; a `cap` of turns does.
    """

    def __init__(self, codemaster: Any, guesser: Any, board: Board, cap: int | None = None) -> None:
        self.codemaster, self.guesser = codemaster, guesser
        self.words, self.key = [word.upper() for word in board.words], [THEIRS[colour] for colour in board.key]
        self.cap = float("inf") if cap is None else checks.whole("cap", cap, 1)
        self.turns: list[tuple[str, int, list[str]]] = []  # clue, number, words guessed

    @property
    def revealed(self) -> dict[str, int]:
        """How many cards of each colour are revealed."""
        return {name: self.words.count(f"*{name}*") for name in THEIRS.values()}

    @property
    def over(self) -> bool:
        found = self.revealed
        everything = any(found[name] == self.key.count(name) for name in ("Red", "Blue"))
        return everything or found["Assassin"] > 0

    @property
    def won(self) -> bool:
        return self.revealed["Red"] == self.key.count("Red")

    def run(self) -> bool:
        """Play to the end, or to the cap, and say whether it is won."""
        while not self.over and len(self.turns) < self.cap:
            self.codemaster.set_game_state(self.words, self.key)
            clue, number = self.codemaster.get_clue()
            self.turns.append((clue, int(number), []))
            self.guesser.set_clue(clue, int(number))
            self._guesses(int(number))
        return self.won

    def _guesses(self, number: int) -> None:
        """The guesses of one turn."""
        guessed = self.turns[-1][2]
        again = True
        while again and len(guessed) <= number and not self.over:
            self.guesser.set_board(self.words)
            answer = self.guesser.get_answer()
            if answer is None or answer == "no comparisons":
                return
            card = self.words.index(answer.upper().strip())
            guessed.append(self.words[card].lower())
            self.words[card] = f"*{self.key[card]}*"
            again = self.key[card] == "Red" and not self.over and self.guesser.keep_guessing()


class _Guest:
    """What both guests see: the cards that are left and that they have a vector for."""

    def __init__(self, embedding: Embedding) -> None:
        self.embedding = embedding
        lengths = np.maximum(embedding.norms, np.finfo(np.float32).tiny)
        self._unit = embedding.vectors / lengths[:, None]

    def _known(self, words: Sequence[str]) -> dict[str, int]:
        """The rows of the cards it knows, by the word as it is on the board."""
        return {word: self.embedding.index[word.lower()] for word in words if word.lower() in self.embedding}


class PlainCodemaster(_Guest):
    """Says the word to which the most red cards are nearer than any other, by the cosine; sometimes with a slip."""

    def __init__(self, embedding: Embedding, seed: int | Sequence[int | str] = 0, slips: float = 0.0) -> None:
        super().__init__(embedding)
        root, address = seeds.address(seed)
        self.slips, self._rng = slips, seeds.generator(root, *address, "guest")

    def set_game_state(self, words_on_board: Sequence[str], key_grid: Sequence[str]) -> None:
        self._board, self._key = list(words_on_board), list(key_grid)

    def get_clue(self) -> tuple[str, int]:
        known = self._known(self._board)
        red = [row for word, row in known.items() if self._key[self._board.index(word)] == "Red"]
        others = [row for word, row in known.items() if row not in red]
        near = self._unit @ self._unit[red].T
        limit = (self._unit @ self._unit[others].T).max(axis=1) if others else np.full(len(near), -1.0)
        counts = (near > limit[:, None]).sum(axis=1).astype(np.float64) + near.max(axis=1, initial=-1.0) / 10
        counts[list(known.values())] = -np.inf  # no word of the board is said
        best = int(counts.argmax())
        return self._said(str(self.embedding.words[best])), max(1, int(counts[best]))

    def _said(self, word: str) -> str:
        """The word as it comes out."""
        slipped = self._rng.random() < self.slips
        return word + str(self._rng.choice(ENDINGS)) if slipped else word


class PlainGuesser(_Guest):
    """Picks the cards nearest to the clue by the cosine, as many as the number says; no answer to a word it does not know."""

    def set_clue(self, clue: str, num_guesses: int) -> None:
        self._clue, self._left = clue.lower(), num_guesses

    def set_board(self, words_on_board: Sequence[str]) -> None:
        self._board = list(words_on_board)

    def keep_guessing(self) -> bool:
        return self._left > 0

    def get_answer(self) -> str | None:
        left = [word for word in self._board if not word.startswith("*")]
        if self._clue not in self.embedding or not left:
            return None
        self._left -= 1
        return max(left, key=self._cosine)

    def _cosine(self, card: str) -> float:
        """How near a card is to the clue; one that it does not know is neither near nor far."""
        word, clue = card.lower(), self._unit[self.embedding.index[self._clue]]
        return float(self._unit[self.embedding.index[word]] @ clue) if word in self.embedding else 0.0
