"""An ensemble that finds out which of its experts suits a team-mate, after Archibald and Brosnahan (2024), ACE.

Their agent picks one internal expert a turn, as a bandit picks an arm, and learns over many games with one partner. They
have it maximise a metric of their own (CoLT), whose weights we could not read; how well a turn went is here
what it is worth by the paper's utility, which is a weighing of a turn's outcomes as well. The rule is UCB1: a reading of ours.
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Any

import numpy as np

from commonground import checks
from commonground.agents import arguments
from commonground.agents.clues import CANDIDATES, DIGITS
from commonground.agents.static import StaticGuesser, StaticSpymaster
from commonground.embeddings import Embedding
from commonground.game import Clue, Colour, GuesserView, Player, SpymasterView, Turn
from commonground.game.legality import Legality
from commonground.game.utility import PAPER, Utility

CURIOSITY = 1.0


class Ensemble(Player):
    """Which expert is next: the one with the largest mean + c √(ln t / n), each once before any is tried again.

    The mean is over the n turns that an expert had, of what they were worth; t is how many turns there were, c the
    `curiosity`. With `carry`, games that follow go on with the same counts.
    """

    _asked = False  # whether an expert was, in this game

    def __init__(self, models: Sequence[Embedding], curiosity: float, utility: Utility, carry: bool) -> None:
        self.models = arguments.embeddings(models)
        self.names = tuple(model.name for model in self.models)
        self.curiosity = checks.number("curiosity", curiosity)
        self.utility = arguments.utility(utility)
        self.carry = checks.flag("carry", carry)
        self._forget()

    def _forget(self) -> None:
        self._turns, self._worth = [0] * len(self.names), [0.0] * len(self.names)
        self._chosen = 0

    def _begin(self) -> None:
        """A game begins."""
        self._asked = False
        if not self.carry:
            self._forget()

    @property
    def embedding(self) -> Embedding:
        """Of the expert chosen last."""
        return self.models[self._chosen]

    def _choose(self) -> int:
        """The expert of the next turn."""
        promise = [self._promise(expert) for expert in range(len(self.names))]
        self._chosen, self._asked = promise.index(max(promise)), True
        return self._chosen

    def _promise(self, expert: int) -> float:
        turns = self._turns[expert]
        if not turns:
            return float("inf")
        bonus = self.curiosity * sqrt(log(sum(self._turns)) / turns)
        return round(self._worth[expert] / turns + bonus, DIGITS)

    def _credit(self, worth: float) -> None:
        """Something happened in the turn of the expert chosen last."""
        self._worth[self._chosen] += worth

    def beliefs(self) -> dict[str, float]:
        """It believes nothing: it counts."""
        return {}

    def explain(self) -> dict[str, Any]:
        """Who was chosen, how often each expert was, and what its turns were worth."""
        if not self._asked:
            return {}
        means = [worth / max(turns, 1) for worth, turns in zip(self._worth, self._turns, strict=True)]
        return {
            "expert": self.names[self._chosen],
            "turns": dict(zip(self.names, self._turns, strict=True)),
            "worth": dict(zip(self.names, means, strict=True)),
        }


class EnsembleSpymaster(Ensemble):
    """Says what one of its static spymasters says."""

    def __init__(
        self,
        models: Sequence[Embedding],
        curiosity: float = CURIOSITY,
        utility: Utility = PAPER,
        neighbours: int = CANDIDATES,
        name: str | None = None,
        legality: Legality = "paper",
        carry: bool = False,
    ) -> None:
        super().__init__(models, curiosity, utility, carry)
        self.legality = arguments.legality(legality)
        self.experts = [StaticSpymaster(model, None, neighbours, legality) for model in self.models]
        self.name = arguments.name(name, "SM_ACE")

    def start(self, view: SpymasterView) -> None:
        self._begin()
        for expert in self.experts:
            expert.start(view)

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        return self.experts[self._choose()].give_clue(view, rng)

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        values = self.utility.of_card(view.rules)
        self._turns[self._chosen] += 1
        self._credit(float(self.utility.turn) + sum(float(values[colour]) for colour in turn.colours))


class EnsembleGuesser(Ensemble):
    """Picks what one of its static guessers picks."""

    def __init__(
        self,
        models: Sequence[Embedding],
        curiosity: float = CURIOSITY,
        utility: Utility = PAPER,
        name: str | None = None,
        carry: bool = False,
    ) -> None:
        super().__init__(models, curiosity, utility, carry)
        self.experts = [StaticGuesser(model) for model in self.models]
        self.name = arguments.name(name, "G_ACE")

    def start(self, view: GuesserView) -> None:
        self._begin()
        self._turn = -1
        for expert in self.experts:
            expert.start(view)

    def next_guess(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> int | None:
        if self._turn != len(view.history):
            self._turn = len(view.history)
            self._turns[self._choose()] += 1
            self._credit(float(self.utility.turn))
        return self.experts[self._chosen].next_guess(view, clue, rng)

    def observe(self, view: GuesserView, card: int, colour: Colour) -> None:
        self._credit(float(self.utility.of_card(view.rules)[colour]))
