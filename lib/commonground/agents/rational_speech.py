"""Pragmatics that find out the other's culture, in the manner of White, Pandey and Pan (2024), RSA + C3.

Their players are a literal listener, a softmax over distances in an embedding; a speaker who says what that listener takes
rightly; and a running guess whose embedding the other one has. What we could read leaves more open, and is a reading of ours:
distances are in units of their mean on the board, so that one rationality α serves every embedding; a speaker weighs a clue
by the paper's utility, with listeners who find likelier red cards first; each turn's likelihoods are made to add up to 1
before they enter the moving average, so that a long guess counts as much as a short one. Whether the average is a weight, or says
whom to play for, is left open as well (`weighing`). We could not read the full text.
"""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from commonground import checks
from commonground.agents import arguments
from commonground.agents.beliefs import Believer, mixed
from commonground.agents.clues import (
    CANDIDATES,
    ClueTable,
    all_cards,
    mask,
    next_best,
    speechless,
    unrevealed,
    unrevealed_red,
)
from commonground.agents.kernels import cards, speech
from commonground.embeddings import Embedding
from commonground.game import Clue, Colour, GuesserView, SpymasterView, Turn
from commonground.game.legality import Legality
from commonground.game.utility import PAPER, Utility
from commonground.grid import on_grid

SPEAKING, HEARING = 25.0, 8.0  # α of the speaker, and of the listener
RATE = 0.2  # η
Weighing = Literal["average", "likeliest"]


class Culture(Believer):
    """Beliefs as a moving average of likelihoods: bₘ ← (1 − η) bₘ + η ℓₘ / Σ ℓ, η the `rate`.

    The literal listener of an embedding takes a clue for a card with L0(card | clue) ∝ exp(−α distance), α the
    `rationality`, among the cards that are left.

    With `weighing="average"` models count by their bₘ. With `weighing="likeliest"` only those of the largest bₘ do: all of
    them before anything is seen, then one.
    """

    def __init__(
        self,
        models: Sequence[Embedding],
        prior: Sequence[float] | None,
        rationality: float,
        rate: float,
        weighing: Weighing,
        neighbours: int,
        carry: bool,
    ) -> None:
        super().__init__(models, prior, 0.0, 1, carry)
        self.rationality = checks.positive("rationality", rationality)
        self.rate = checks.probability("rate", rate)
        self.weighing = checks.choice("weighing", weighing, ("average", "likeliest"))
        self.neighbours = arguments.neighbours(neighbours)
        self._unit = np.ones(len(self.models))

    def _learn(self, likelihoods: np.ndarray) -> None:
        """A turn's likelihoods enter the moving average, unless no model could have done what was done: all are zero."""
        total = likelihoods.sum()
        if total > 0:
            self._beliefs = (1 - self.rate) * self._beliefs + self.rate * likelihoods / total

    def _weighed(self) -> np.ndarray:
        """How much each model counts in what is said or picked next."""
        if self.weighing == "average":
            return self._beliefs
        first = self._beliefs >= self._beliefs.max() - cards.TIE
        return np.asarray(first / first.sum())

    def _listeners(self, distances: np.ndarray) -> np.ndarray:
        """Literal listeners of some clues, (model, clue, card)."""
        return speech.listeners(distances, self.rationality, self._unit)

    def _reckon_with(self, squared: np.ndarray) -> None:
        """Work out all listeners of a board once, and the unit of distance."""
        distances = np.sqrt(squared)
        self._unit = unit_of(distances)
        self._weights = self._listeners(distances)


class RationalSpeaker(Culture):
    """Says the (clue, n) of the largest expected utility with literal listeners, weighed by its beliefs (S1).

    After the guess γ, ℓₘ is the chance that m's literal listener picks γ, card by card.
    """

    _given: Any = None  # (clue, number), once one is given in a game

    def __init__(
        self,
        models: Sequence[Embedding],
        prior: Sequence[float] | None = None,
        rationality: float = SPEAKING,
        rate: float = RATE,
        weighing: Weighing = "average",
        utility: Utility = PAPER,
        neighbours: int = CANDIDATES,
        name: str | None = None,
        legality: Legality = "paper",
        carry: bool = False,
    ) -> None:
        super().__init__(models, prior, rationality, rate, weighing, neighbours, carry)
        self.utility = arguments.utility(utility)
        self.legality = arguments.legality(legality)
        self.name = arguments.name(name, "SM_RSA")

    def start(self, view: SpymasterView) -> None:
        self._beliefs, self._given = self._opening(), None
        red = mask([colour is Colour.RED for colour in view.key])
        self._table = ClueTable.of(self.models, view.words, red, self.neighbours, self.legality)
        self._reckon_with(self._table.squared)

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        if self.legality == "strict":  # nothing is said twice
            self._table.forget([turn.clue.word for turn in view.history], self.models[0].words)
        worth = self.utility.of_card(view.rules)[np.array(view.key)]
        red, left = unrevealed_red(view.key, view.revealed), unrevealed(view.revealed)
        audience = speech.Audience(
            self._weights, self._weighed(), self._table.near, red, left, worth, float(self.utility.turn)
        )
        self._expected = speech.expected_utilities(audience)
        self._given, self._left = speech.best(self._expected), left
        if self._given[0] == cards.NOT_VIABLE:
            raise speechless(self.name)
        return self._clue(*self._given)

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """A guess is judged as one for the clue given, also where the channel changed the word (R7)."""
        guesses = np.array(turn.guesses, dtype=np.int64)
        if not len(guesses):  # a turn that was passed says nothing
            return
        self._learn(np.array([speech.picked(own[self._given[0]], guesses, self._left) for own in self._weights]))

    def explain(self, runners_up: int = 5) -> dict[str, Any]:
        """Why the last clue: what is expected of it, and the next best ones."""
        if self._given is None:
            return {}
        clue, number = self._given
        others = next_best(self._expected, clue, runners_up)
        return {
            "clue": self._clue(clue, number),
            "expected_utility": float(self._expected[clue, number - 1]),
            "beliefs": self.beliefs(),
            "runners_up": [(self._clue(other, n), value) for other, n, value in others],
        }

    def _clue(self, clue: int, number: int) -> Clue:
        return Clue(str(self.models[0].words[self._table.rows[clue]]), number)


class RationalListener(Culture):
    """Picks the n cards that a speaker most likely says the clue for (L1), no bonus guess.

    S1(clue | card) is L0(card | clue) beside that of all other words that the model might say; each model's S1 is made to
    add up to 1 over the cards, and models are weighed by belief. A red card that was picked shows what was meant:
    ℓₘ is then S1(clue | card) of model m.
    """

    _turn = -1  # the last one in which a clue was heard; none yet

    def __init__(
        self,
        models: Sequence[Embedding],
        prior: Sequence[float] | None = None,
        rationality: float = HEARING,
        rate: float = RATE,
        weighing: Weighing = "average",
        neighbours: int = CANDIDATES,
        name: str | None = None,
        carry: bool = False,
    ) -> None:
        super().__init__(models, prior, rationality, rate, weighing, neighbours, carry)
        self.name = arguments.name(name, "G_RSA")

    def start(self, view: GuesserView) -> None:
        self._beliefs = self._opening()
        self._table = ClueTable.of(self.models, view.words, all_cards(view.words), self.neighbours)
        self._board = self.models[0].rows(view.words)
        self._reckon_with(self._table.squared)
        self._turn, self._order = -1, list[int]()
        self._said = np.zeros((len(self.models), len(view.words)))

    def next_guess(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> int | None:
        if self._turn != len(view.history):
            self._turn = len(view.history)
            left = unrevealed(view.revealed)
            self._said = self._said_for(clue.word, left)
            totals = np.maximum(self._said.sum(axis=1, keepdims=True), np.finfo(float).tiny)
            self._chances = mixed(self._weighed(), self._said / totals)
            order = cards.nearest_first(-self._chances, left)
            self._order = order[: clue.number].tolist()
        return self._order.pop(0) if self._order else None

    def observe(self, view: GuesserView, card: int, colour: Colour) -> None:
        if colour is Colour.RED:
            self._learn(self._said[:, card])

    def explain(self) -> dict[str, Any]:
        """Why the last picks: each card's chance of being meant, and the beliefs."""
        if self._turn < 0:
            return {}
        return {"meant": self._chances.tolist(), "beliefs": self.beliefs()}

    def _said_for(self, word: str, left: int) -> np.ndarray:
        """S1(clue | card) of every model, (model, card)."""
        heard = self._listeners(self._distances(word))[:, 0]
        near = np.where(self._table.rows == self.models[0].index[word], np.uint32(0), self._table.near)
        return np.stack([speech.said_for(own, near, one, left) for own, one in zip(self._weights, heard, strict=True)])

    def _distances(self, word: str) -> np.ndarray:
        """Distances of a word to the cards, (model, 1, card)."""
        row = self.models[0].rows([word])[0]
        tables = [model.distance_table(self._board) for model in self.models]
        return np.asarray(np.sqrt(np.stack([table[places, row] for table, places in tables])[:, None]))


def unit_of(distances: np.ndarray) -> np.ndarray:
    """The mean distance between a clue and a card, by model: of distances on the grid, whose sum has no order."""
    return np.asarray(on_grid(distances).sum(axis=(1, 2)) / distances[0].size)
