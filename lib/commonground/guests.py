"""Guests: agents of the public Codenames AI competition at our table, and ours in its framework.

The framework (https://github.com/CodenamesAICompetition/Game, single-team version) asks a *Codemaster* for clues
(`set_game_state`, `get_clue`) and a *Guesser* for cards (`set_board`, `set_clue`, `keep_guessing`, `get_answer`). Words are
upper-case; a revealed one is replaced by `*Red*`, `*Blue*`, `*Civilian*` or `*Assassin*`; a key is a list of those names
without stars.

It deals 8 red, 7 blue and 9 civilian cards where the paper has 9, 8 and 7. Our agents reckon with that: a Codemaster reads
the rules off the key, and a Guesser, who sees no key, is told them.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from commonground import game, seeds
from commonground.errors import CommonGroundError
from commonground.game import COMPETITION, Clue, Colour, GuesserView, Rules, SpymasterView, Turn

THEIRS = {Colour.RED: "Red", Colour.BLUE: "Blue", Colour.BYSTANDER: "Civilian", Colour.ASSASSIN: "Assassin"}
OURS = {name: colour for colour, name in THEIRS.items()}
NOTHING = "no comparisons"  # what some of their guessers answer when they have no answer


def their_board(words: Sequence[str], revealed: Sequence[Colour | None]) -> list[str]:
    """A board as the framework shows it."""
    return [
        f"*{THEIRS[seen]}*" if seen is not None else word.upper() for word, seen in zip(words, revealed, strict=True)
    ]


# Their agents at our table


class VisitingSpymaster:
    """A Codemaster of the framework in our spymaster's seat."""

    def __init__(self, codemaster: Any, name: str = "guest") -> None:
        self.codemaster = codemaster
        self.name = name

    @property
    def embedding(self) -> Any:
        raise CommonGroundError(f"{self.name} is a guest, whose embedding nobody knows: play without a noisy channel.")

    def start(self, view: SpymasterView) -> None: ...

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        board = their_board(view.words, view.revealed)
        self.codemaster.set_game_state(board, [THEIRS[colour] for colour in view.key])
        word, number = self.codemaster.get_clue()
        return Clue(str(word).strip().lower(), int(number))

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """The framework tells a Codemaster nothing but the next board."""

    def beliefs(self) -> dict[str, float]:
        return {}


class VisitingGuesser:
    """A Guesser of the framework in our guesser's seat."""

    def __init__(self, guesser: Any, name: str = "guest") -> None:
        self.guesser = guesser
        self.name = name

    def start(self, view: GuesserView) -> None:
        self._turn = -1

    def next_guess(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> int | None:
        if self._turn != len(view.history):
            self._turn = len(view.history)
            self.guesser.set_clue(clue.word, clue.number)
        elif not self.guesser.keep_guessing():
            return None
        board = their_board(view.words, view.revealed)
        self.guesser.set_board(list(board))
        answer = self.guesser.get_answer()
        if answer is None or answer == NOTHING:
            return None
        word = str(answer).strip().upper()
        if word not in board:
            raise CommonGroundError(
                f"{self.name} answered '{answer}', which is not on the board any more, or never was."
            )
        return board.index(word)

    def observe(self, view: GuesserView, card: int, colour: Colour) -> None:
        """The framework tells a Guesser nothing but the next board."""

    def beliefs(self) -> dict[str, float]:
        return {}


# Our agents in their framework


class _Seat:
    """What the framework's boards say about the game so far."""

    def __init__(self) -> None:
        self.words: tuple[str, ...] = ()
        self.revealed: tuple[Colour | None, ...] = ()
        self.history: tuple[Turn, ...] = ()

    def read(self, board: Sequence[str]) -> list[int] | None:
        """Take over a board: the cards revealed since the last one, or None if it is the first of a new game."""
        seen = tuple(OURS[word.strip("*")] if word.startswith("*") else None for word in board)
        words = tuple(word.lower() for word in board)
        if seen.count(None) == len(seen) and (words != self.words or self.revealed != seen):
            self.words, self.history, self.revealed = words, (), seen
            return None
        new = [card for card, (old, now) in enumerate(zip(self.revealed, seen, strict=True)) if old is not now]
        self.revealed = seen
        return new


class Codemaster:
    """Our spymaster as a Codemaster. Where the framework asks for a subclass of its own, derive from both.

    With the same seed the game is the one that `game.play` would have played, as far as the framework lets it: it does
    not tell in which order cards were guessed. Reds are taken to come first, since any other card ends a turn, and of
    the reds those that the spymaster's most believed team-mate would have picked first.
    """

    def __init__(self, spymaster: game.Spymaster, seed: int = 0) -> None:
        self.spymaster = spymaster
        self._seat = _Seat()
        self._rng = seeds.generator(seed, "spymaster")
        self._said: Clue | None = None

    def set_game_state(self, words_on_board: Sequence[str], key_grid: Sequence[str]) -> None:
        new = self._seat.read(words_on_board)
        self._key = tuple(OURS[name.strip("*")] for name in key_grid)
        if new is None:
            self.spymaster.start(self._view())
        elif self._said:
            guesses = tuple(sorted(new, key=self._likely_place))
            turn = Turn(self._said, guesses, tuple(self._key[card] for card in guesses))
            self._seat.history = (*self._seat.history, turn)
            self.spymaster.observe(self._view(), turn)
        self._said = None

    def get_clue(self) -> tuple[str, int]:
        self._said = self.spymaster.give_clue(self._view(), self._rng)
        return self._said.word, self._said.number

    def _view(self) -> SpymasterView:
        rules = Rules(*(self._key.count(colour) for colour in Colour))
        return SpymasterView(self._seat.words, self._key, self._seat.revealed, self._seat.history, rules)

    def _likely_place(self, card: int) -> tuple[bool, float]:
        assert self._said is not None
        embedding = self.spymaster.embedding
        clue, word = embedding.rows([self._said.word, self._seat.words[card]])
        distance = float(np.linalg.norm(embedding.vectors[clue] - embedding.vectors[word]))
        return self._key[card] is not Colour.RED, distance


class Guesser:
    """Our guesser as a Guesser. Where the framework asks for a subclass of its own, derive from both.

    A clue that the agent's embeddings don't know gets no answer, which ends the turn there. `rules` says how many cards
    of each colour the framework deals.
    """

    def __init__(self, guesser: game.Guesser, seed: int = 0, rules: Rules = COMPETITION) -> None:
        self.guesser = guesser
        self.rules = rules
        self._seat = _Seat()
        self._rng = seeds.generator(seed, "guesser")
        self._clue: Clue | None = None
        self._closing: Clue | None = None  # the clue of the turn before, until the board shows how it ended
        self._picks: list[int] = []
        self._next: int | None = None

    def set_clue(self, clue: str, num_guesses: int) -> None:
        self._closing, self._clue, self._next = self._clue, Clue(clue.strip().lower(), int(num_guesses)), None

    def set_board(self, words_on_board: Sequence[str]) -> None:
        new = self._seat.read(words_on_board)
        if new is None:
            game.check_words(self._seat.words, self.rules)
            self._closing, self._picks = None, []
            self.guesser.start(self._view())
            return
        if self._picks and self._picks[-1] in new:  # keep_guessing has told the agent of the red ones
            self._observe(self._picks[-1])
        if self._closing:
            colours = [self._seat.revealed[card] for card in self._picks]
            turn = Turn(self._closing, tuple(self._picks), tuple(colour for colour in colours if colour is not None))
            self._seat.history, self._closing, self._picks = (*self._seat.history, turn), None, []

    def keep_guessing(self) -> bool:
        """Asked after a red card only: the agent is told of it, and thinks about the next."""
        card = self._picks[-1]
        revealed = list(self._seat.revealed)
        if revealed[card] is None:
            revealed[card] = Colour.RED
            self._seat.revealed = tuple(revealed)
            self._observe(card)
        self._next = self._guess()
        return self._next is not None

    def get_answer(self) -> str | None:
        card = self._next if self._next is not None else self._guess()
        self._next = None
        if card is None:
            return None
        self._picks.append(card)
        return self._seat.words[card].upper()

    def _guess(self) -> int | None:
        assert self._clue is not None
        try:
            return self.guesser.next_guess(self._view(), self._clue, self._rng)
        except CommonGroundError:
            return None

    def _observe(self, card: int) -> None:
        colour = self._seat.revealed[card]
        assert colour is not None
        self.guesser.observe(self._view(), card, colour)

    def _view(self) -> GuesserView:
        return GuesserView(self._seat.words, self._seat.revealed, self._seat.history, self.rules)
