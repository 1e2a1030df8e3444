"""One game of a person with an agent, move by move, without a page: rules, messages, and what the agent was thinking.

A match is decided by its setup and the person's moves: the same ones give the same game, which is how a game goes on
after a reload, and how a saved one is looked at again.
"""

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import msgspec

from commonground.embeddings import EmbeddingSet
from commonground.errors import CommonGroundError
from commonground.game import Asked, Clue, Colour, GameRecord, Turn, legality, steps
from commonground.game.players import Role
from commonground.people.setup import GUESSER, SPYMASTER, Setup, agent_of, board_of, seated
from commonground.people.stakes import NUMBERS, par
from commonground.people.thoughts import clue_thought, guess_thought

PERSON = "person"
Move = tuple[str, int] | int | None  # a clue, a card, or the end of the turn


class Person:
    """The empty chair of the person: the game asks the match, not this, for moves."""

    name = PERSON

    @property
    def embedding(self) -> Any:
        raise CommonGroundError("Nobody knows a person's embedding: play with people without a noisy channel.")

    def start(self, view: Any) -> None: ...
    def give_clue(self, view: Any, rng: Any) -> Clue:
        raise CommonGroundError("A person's moves come from the person.")

    def next_guess(self, view: Any, clue: Clue, rng: Any) -> int | None:
        raise CommonGroundError("A person's moves come from the person.")

    def observe(self, view: Any, *seen: Any) -> None: ...
    def beliefs(self) -> dict[str, float]:
        return {}


class Match:
    """A game under way. The agent's moves follow by themselves; the person `say`s, `pick`s or `stop`s."""

    def __init__(self, setup: Setup, known: EmbeddingSet, moves: Iterable[Move] = ()) -> None:
        self.setup = setup = seated(setup)
        self.known = known
        self.board = board_of(setup, known)
        self.agent: Any = agent_of(setup, known)
        self.moves: list[Move] = []
        self.picks: list[int] = []  # of the turn under way
        self.thoughts: list[list[dict[str, Any]]] = []  # the agent's, a list a turn: one a clue, or one a card
        self.believed: list[dict[str, float]] = []  # before each turn
        self.record: GameRecord | None = None
        self.watched = False  # whether the person saw what the agent believes while the game went on
        seats: dict[str, Any] = {setup.role: Person(), setup.partner: self.agent}
        self._game = steps(self.board, seats[SPYMASTER], seats[GUESSER], rng=(setup.seed, "people"))
        self.asked: Asked | None = None  # the person's move that the game waits for; None when it is over
        self._send(None)
        for move in moves:
            self.again(move)

    # The person's moves

    def say(self, text: str) -> None:
        """Give a clue as it is typed: one word and a number."""
        self._expect(SPYMASTER, "It is not your turn to give a clue.")
        word, number = parse_clue(text, self.board.rules.red)
        if problem := legality.objection(word, self.board.words, [turn.clue.word for turn in self.history]):
            raise CommonGroundError(f"{problem} Think of another clue.")
        if word not in next(iter(self.known.values())):
            raise CommonGroundError(
                f"Your team-mate does not know the word '{shortened(word)}': it knows {len(self.known.words):,} common ones."
            )
        self._move((word, number))

    def pick(self, card: int) -> None:
        """Touch a card."""
        self._expect(GUESSER, "It is not your turn to pick a card.")
        if not 0 <= card < self.board.rules.cards:
            raise CommonGroundError(f"There is no card {card}: they are numbered 0 to {self.board.rules.cards - 1}.")
        if self.revealed[card] is not None:
            raise CommonGroundError(f"'{self.board.words[card]}' is revealed already.")
        self._move(card)

    def stop(self) -> None:
        """End the turn without another card."""
        self._expect(GUESSER, "It is not your turn to pick a card.")
        if not self.picks:
            raise CommonGroundError("Pick at least one card: those are the rules.")
        self._move(None)

    # What there is to see

    @property
    def over(self) -> bool:
        return self.record is not None

    @property
    def history(self) -> tuple[Turn, ...]:
        """The turns that are over."""
        if self.record:
            return tuple(Turn(turn.heard, turn.guesses, turn.colours) for turn in self.record.turns)
        return self.asked.view.history if self.asked else ()

    @property
    def revealed(self) -> tuple[Colour | None, ...]:
        """The colours that can be seen by all."""
        touched = {card for turn in self.history for card in turn.guesses} | set(self.picks)
        return tuple(colour if card in touched else None for card, colour in enumerate(self.board.key))

    @property
    def clue(self) -> Clue | None:
        """The clue that cards are being picked for."""
        return self.asked.heard if self.asked else None

    @property
    def models(self) -> list[str]:
        """The team-mates that the agent reckons with."""
        return list(self.agent.beliefs())

    @cached_property
    def unmet(self) -> dict[str, float]:
        """What the agent believes of somebody it has never met."""
        if not self.setup.prior:
            return self.believed[0]
        beliefs: dict[str, float] = agent_of(msgspec.structs.replace(self.setup, prior={}), self.known).beliefs()
        return beliefs

    @cached_property
    def par(self) -> int:
        """The turns that strangers who never learn need for this board."""
        return par(self.board, self.known)

    # The game's side

    def _expect(self, role: Role, otherwise: str) -> None:
        if self.over:
            raise CommonGroundError("The game is over.")
        if self.setup.role != role:
            raise CommonGroundError(otherwise)

    def again(self, move: Move) -> None:
        """Make a move of before: it was legal then."""
        if self.over or self.setup.role != (SPYMASTER if isinstance(move, tuple) else GUESSER):
            raise CommonGroundError("These moves don't belong to this game.")
        self._move(move)

    def _move(self, move: Move) -> None:
        self.moves.append(move)
        self._send(Clue(*move) if isinstance(move, tuple) else move)

    def _send(self, move: Clue | int | None) -> None:
        """Make a move, and let the agent make all of its own that follow."""
        while True:
            if isinstance(move, int):
                self.picks.append(move)
            turns = len(self.history)
            try:
                self.asked = self._game.send(move)
            except StopIteration as end:
                self.record, self.asked = end.value, None
                return
            if self.asked.role == SPYMASTER and (not self.believed or len(self.history) > turns):
                self.picks = []
                self.thoughts.append([])
                self.believed.append(self.agent.beliefs())
            if self.asked.role == self.setup.role:
                return
            move = self.asked.answer()
            self.thoughts[-1].append(self._thought(move))

    def _thought(self, move: Clue | int | None) -> dict[str, Any]:
        """Why the agent made a move, in plain numbers and words."""
        if isinstance(move, Clue):
            return clue_thought(self.agent.explain())
        return guess_thought(self.agent.explain(), None if move is None else self.board.words[move])


LONGEST = 24  # letters of a word that is quoted in an answer
_SPELLED = {"zero": 0} | {word: number for number, word in enumerate(NUMBERS) if number}
_FORMS = re.compile(
    rf"(.*?)(?:[\s,:;/(–-]*([0-9]+|∞)|[\s,:;/(–-]+(inf|infinity|unlimited|{'|'.join(_SPELLED)}))\s*\)?", re.DOTALL
)


def parse_clue(text: str, highest: int) -> tuple[str, int]:
    """A clue as people type it, `ocean 2`, `ocean two`, `ocean-2` or `ocean2`: a word and a number, `highest` at most."""
    found = _FORMS.fullmatch(text.strip().lower())
    if not found or len(found[1].split()) != 1:
        raise CommonGroundError("A clue is one word and a number, such as “ocean 2”.")
    word, digits = found[1], found[2] or str(_SPELLED.get(found[3], "∞"))
    if not re.fullmatch(r"[a-z]+", word):
        raise CommonGroundError(f"'{shortened(word)}' is not a word of letters a to z.")
    return word, _number(digits, highest)


def _number(digits: str, highest: int) -> int:
    """How many cards a clue is for; the two special numbers of the game on the table are explained."""
    cards = f"The number says how many cards you mean: 1 to {highest}"
    if not digits.isdigit():
        raise CommonGroundError(f"{cards}. ∞, which lets a team-mate pick for as long as it likes, is not played here.")
    number = int(digits.lstrip("0")[:4] or 0)  # no more digits than tell that it is too large
    if number == 0:
        raise CommonGroundError(f"{cards}. 0, which says that no red card goes with a clue, is not played here.")
    if number > highest:
        raise CommonGroundError(f"{cards}, not {shortened(digits)}.")
    return number


def shortened(word: str) -> str:
    """A word as it is quoted."""
    return word if len(word) <= LONGEST else f"{word[:LONGEST]}…"
