"""The Bayesian spymaster (paper §4 and appendix B)."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from commonground.agents.beliefs import Believer, most_believed, updated
from commonground.agents.clues import NEIGHBOURS, ClueTable, mask, unrevealed_red
from commonground.agents.kernels import cards, spymaster
from commonground.embeddings import Embedding
from commonground.errors import CommonGroundError
from commonground.game import CARDS, STANDARD, Clue, Colour, SpymasterView, Turn
from commonground.game.legality import Legality
from commonground.game.utility import PAPER, Utility

POOL = 4096  # noisy draws a turn: in blocks of as many as there are samples, of which each clue takes one at random,
BLOCKS = 64  # and at least so many blocks, so that two clues rarely take the same


class BayesianSpymaster(Believer):
    """Gives the clue with the largest expected utility, over its beliefs about which static guesser it plays with.

    E(l, n) is the mean of the turn's utility over models (weighed by belief) and over samples of noise on the clue's
    vector. After the guess γ, P(m | γ) ∝ P(m) (1 + how many of the model's samples for this clue show γ).
    """

    def __init__(
        self,
        models: Sequence[Embedding],
        prior: Sequence[float] | None = None,
        noise: float = 0.0,
        samples: int = 10,
        draws: Literal["independent", "common"] = "independent",
        utility: Utility = PAPER,
        neighbours: int = NEIGHBOURS,
        name: str | None = None,
        legality: Legality = "paper",
    ) -> None:
        super().__init__(models, prior, noise, samples)
        if draws not in ("independent", "common"):
            raise CommonGroundError(f"draws is 'independent' or 'common', not '{draws}'.")
        self.draws = draws
        self.utility = utility
        self.neighbours = neighbours
        self.legality = legality
        self.name = name or ("SM_B" if not noise else f"SM_B_{noise:g}")

    def start(self, view: SpymasterView) -> None:
        self._beliefs = self.prior
        red = mask([colour is Colour.RED for colour in view.key])
        self._table = ClueTable.of(self.models, view.words, red, self.neighbours, self.legality)
        self._roots = [2 * self.noise * _root_of_gram(m, view.words) for m in self.models if self.noise]

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        if self.legality == "strict":  # nothing is said twice
            self._table.forget([turn.clue.word for turn in view.history], self.models[0].words)
        self._red = unrevealed_red(view.key, view.revealed)
        self._cards, self._ends = _by_colour(view)
        self._pools = self._draw_pools(rng)
        self._seed = int(rng.integers(2**63))
        leader = most_believed(self._beliefs)
        for everything in (False, True):
            self._expected, runs = self._evaluate(self._table.squared, self._table.near, self._beliefs, everything)
            right = runs[:, leader].copy()
            clue, number = spymaster.best_clue(self._expected, right, self._table.squared[leader], self._red)
            if clue != cards.NOT_VIABLE:
                break
        self._given = clue, number
        self._replies = spymaster.replies(
            self._table.squared, clue, number, self._cards, self._ends, self._pools, self._seed
        )
        self._words = view.words
        return self._clue(clue, number)

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """Bayes' rule, with the samples of the clue just given as the likelihood of the guess just seen (R7)."""
        self._beliefs = updated(self._beliefs, 1.0 + self._matches(turn.guesses))

    def explain(self, runners_up: int = 5) -> dict[str, Any]:
        """Why the last clue: its expected utility under each model, each model's guess, and the next best clues."""
        clue, number = self._given
        return {
            "clue": self._clue(clue, number),
            "expected_utility": float(self._expected[clue, number - 1]),
            "by_model": {name: self._under(model, clue, number) for model, name in enumerate(self.names)},
            "guesses": {name: self._guess_of(model, clue, number) for model, name in enumerate(self.names)},
            "beliefs": self.beliefs(),
            "runners_up": self._runners_up(runners_up),
        }

    def _evaluate(
        self, squared: np.ndarray, near: np.ndarray, beliefs: np.ndarray, everything: bool
    ) -> tuple[np.ndarray, np.ndarray]:
        values, turn = self.utility.of_card(STANDARD), self.utility.turn
        expected, runs = spymaster.expected_utilities(
            squared,
            near,
            self._red,
            self._cards,
            self._ends,
            beliefs,
            self._pools,
            self._seed,
            values,
            turn,
            everything,
        )
        return expected, runs

    def _draw_pools(self, rng: np.random.Generator) -> np.ndarray:
        """Blocks of draws of 2σ z·w for the unrevealed cards w, (model, block, sample, card); none without noise."""
        blocks = 0 if not self.noise else 1 if self.draws == "common" else max(POOL // self.samples, BLOCKS)
        shape = (len(self.models), blocks, self.samples, len(self._cards))
        normal = rng.standard_normal((CARDS, blocks * self.samples), dtype=np.float32)
        pools = [spymaster.project(root, self._cards, normal) for root in self._roots]
        return np.array(pools, dtype=np.float32).reshape(shape)

    def _matches(self, guesses: tuple[int, ...]) -> np.ndarray:
        """How many of each model's samples for the given clue show these cards, in this order, and no more."""
        number = self._replies.shape[2]
        if len(guesses) > number:
            return np.zeros(len(self.models))
        shown = np.array([*guesses, *[-1] * (number - len(guesses))])
        same = (self._replies == shown).all(axis=2).sum(axis=1)
        return np.asarray(same if self.noise else same * self.samples)

    def _clue(self, clue: int, number: int) -> Clue:
        return Clue(str(self.models[0].words[self._table.rows[clue]]), number)

    def _under(self, model: int, clue: int, number: int) -> float:
        """The expected utility of a clue if the guesser certainly were this model, on the same samples."""
        certain = np.zeros(len(self.models))
        certain[model] = 1.0
        near = np.where(np.arange(len(self._table.near)) == clue, self._table.near, 0)
        for everything in (False, True):
            expected, _ = self._evaluate(self._table.squared, near, certain, everything)
            if np.isfinite(expected[clue, number - 1]):
                break
        return float(expected[clue, number - 1])

    def _guess_of(self, model: int, clue: int, number: int) -> list[str]:
        """The cards a model would guess, without noise, in order."""
        order = cards.nearest_first(self._table.squared[model, clue], _mask_of(self._cards))
        return [self._words[card] for card in order[:number]]

    def _runners_up(self, count: int) -> list[tuple[Clue, float]]:
        """The best other clues, each with its best number."""
        best_number = self._expected.argmax(axis=1)
        value = self._expected.max(axis=1)
        value[self._given[0]] = -np.inf
        order = np.argsort(-value, kind="stable")[:count]
        return [(self._clue(i, int(best_number[i]) + 1), float(value[i])) for i in order if np.isfinite(value[i])]


def _by_colour(view: SpymasterView) -> tuple[np.ndarray, np.ndarray]:
    """The unrevealed cards, colour after colour, and where each colour ends."""
    groups = [
        [card for card, seen in enumerate(view.revealed) if seen is None and view.key[card] is colour]
        for colour in Colour
    ]
    return np.array([card for group in groups for card in group]), np.cumsum([len(group) for group in groups])


def _root_of_gram(embedding: Embedding, words: Sequence[str]) -> np.ndarray:
    """A with A Aᵀ = W Wᵀ for the card vectors W, (card, 25): A ε has the distribution of W z, in 25 numbers, not 300.

    From the eigenvectors, since a Gram matrix can be singular.
    """
    vectors = embedding.vectors[embedding.rows(words)].astype(np.float64)
    values, directions = np.linalg.eigh(vectors @ vectors.T)
    return np.asarray(directions * np.sqrt(np.maximum(values, 0.0)), dtype=np.float32)


def _mask_of(cards: np.ndarray) -> int:
    return sum(1 << int(card) for card in cards)
