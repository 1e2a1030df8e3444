"""What one player imagines of the others on a board: team-mates of any level, and team-mates with beliefs (paper §5.2).

Everything that an imagined player's beliefs follow from, clues and guesses, is seen by all. So they are the same in every
world, and what costs anything is done once a turn for everybody imagined: a guesser's answers to all clues are one table,
and what a spymaster says in every world follows from the tables of the guessers that it imagines.

All who are imagined think about the worlds that the player drew.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from commonground.agents.ladder import Ladder, Memory, Rung
from commonground.agents.minds import ImaginedGuesser, ImaginedSpymaster
from commonground.agents.models import Level, Model
from commonground.agents.scene import Hearer, Nearest, Scene, Teller
from commonground.agents.worlds import Known, View
from commonground.embeddings import Embedding
from commonground.game import Rules, Turn


class Imagination(Scene):
    """Everybody who is a model, or a model's model, once, however many think of them."""

    def __init__(self, words: Sequence[str], rules: Rules) -> None:
        super().__init__(words, rules)
        self._ladders: dict[tuple[str, Memory, int], Ladder] = {}
        self._highest: dict[tuple[str, Memory, int], int] = {}
        self._minds: dict[int, ImaginedGuesser | ImaginedSpymaster] = {}  # who is imagined comes before who imagines
        self._told = 0

    def guesser(self, model: Model, memory: Memory, neighbours: int) -> Hearer:
        """A model as a guesser; memory and neighbours are those of the agent that thinks of it."""
        if isinstance(model, Level):
            return self._on_ladder(model, memory, neighbours)
        if id(model) not in self._minds:
            below = [self.spymaster(other, model.memory, model.neighbours) for other in model.teammates]
            self._minds[id(model)] = ImaginedGuesser(self, below, model.prior)
        return self._minds[id(model)]  # type: ignore[return-value]

    def spymaster(self, model: Any, memory: Memory, neighbours: int) -> Teller:
        """A model as a spymaster."""
        if isinstance(model, Level):
            return self._on_ladder(model, memory, neighbours)
        if id(model) not in self._minds:
            below = [self.guesser(other, model.memory, model.neighbours) for other in model.teammates]
            self._minds[id(model)] = ImaginedSpymaster(self, below, model)
        return self._minds[id(model)]  # type: ignore[return-value]

    def open_turn(self, view: View, drawn: np.ndarray) -> None:
        """A turn begins: all are told how the last one went, then think about the worlds drawn."""
        if len(view.history) > self._told:
            self._tell(view.history[-1])
            self._told = len(view.history)
        self.known, self.drawn = Known.of(view), drawn
        for ladder in self._ladders.values():
            ladder.open_turn(self.known, drawn)
        for mind in self._minds.values():
            mind.open_turn()

    def _tell(self, turn: Turn) -> None:
        """Who imagines is told before who is imagined, and so can still ask what they thought when the clue was heard."""
        for mind in reversed(self._minds.values()):
            mind.learn(turn)
        for key, ladder in self._ladders.items():
            row = int(ladder.embedding.rows([turn.clue.word])[0])
            for number in range(1, self._highest[key] + 1):
                ladder.hear(number, row)

    def _on_ladder(self, model: Level, memory: Memory, neighbours: int) -> "OnLadder":
        key = model.embedding.name, memory, neighbours
        if key not in self._ladders:
            self._ladders[key] = Ladder(model.embedding, self.words, neighbours, memory)
        self._highest[key] = max(model.depth, self._highest.get(key, 0))
        return OnLadder(self._ladders[key], model.depth)


class OnLadder(NamedTuple):
    """The guesser or the spymaster of a level."""

    ladder: Ladder
    number: int

    @property
    def embedding(self) -> Embedding:
        return self.ladder.embedding

    def answers(self, rows: np.ndarray, nearest: Nearest) -> tuple[np.ndarray, np.ndarray]:
        return self.ladder.answers(self.number, nearest[self.embedding.name], rows)

    def speaker(self) -> Rung:
        return self.ladder.rung(self.number)
