"""The Bayesian spymaster (paper §4 and appendix B)."""

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np

from commonground import checks
from commonground.agents import arguments
from commonground.agents.beliefs import Believer, most_believed
from commonground.agents.clues import CANDIDATES, ClueTable, mask, next_best, speechless, unrevealed_red
from commonground.agents.kernels import cards, spymaster
from commonground.embeddings import Embedding
from commonground.game import Clue, Colour, Noise, SpymasterView, Turn
from commonground.game.legality import Legality
from commonground.game.utility import PAPER, Utility

POOL = 4096  # noisy draws a turn: in blocks of as many as there are samples, of which each clue takes one at random,
BLOCKS = 64  # and at least so many blocks, so that two clues rarely take the same
Filter = Literal["red", "printed", "none"]


class BayesianSpymaster(Believer):
    """Gives the clue with the largest expected utility, over its beliefs about which static guesser it plays with.

    E(l, n) is the mean of the turn's utility over models (weighed by belief) and over samples of noise on the clue's
    vector. After the guess γ, P(m | γ) ∝ P(m) (1 + how many of the model's samples for this clue show γ).

    Which numbers are tried for a word is the `filter`'s (R4). "red": while some model's noiseless reply is all red.
    "printed": while one *ends* at its first card that is not red, if it has one, which is what the printed algorithm's
    test γ* = γ says; so one card more. "none": all, the appendix's plain *Get Clue*.
    """

    _given: Any = None  # (clue, number), once one is given in a game

    def __init__(
        self,
        models: Sequence[Embedding],
        prior: Sequence[float] | None = None,
        noise: float | Noise = 0.0,
        samples: int = 10,
        draws: Literal["independent", "common"] = "independent",
        utility: Utility = PAPER,
        neighbours: int = CANDIDATES,
        name: str | None = None,
        legality: Legality = "paper",
        carry: bool = False,
        filter: Filter = "red",
        drift: float | Sequence[float] = 0.0,
    ) -> None:
        super().__init__(models, prior, noise, arguments.draws("samples", samples), carry, drift)
        self.draws = checks.choice("draws", draws, ("independent", "common"))
        self.utility = arguments.utility(utility)
        self.neighbours = arguments.neighbours(neighbours)
        self.legality = arguments.legality(legality)
        self.filter = checks.choice("filter", filter, get_args(Filter))
        self.name = arguments.name(name, f"SM_B_{self.noise.sigma:g}" if self.noise else "SM_B")
        self.sigmas = np.array([self.noise.sigma])

    def start(self, view: SpymasterView) -> None:
        self._words, self._partner, self._given = view.words, self._met(self._whole_prior()), None
        self._believe()
        red = mask([colour is Colour.RED for colour in view.key])
        self._table = ClueTable.of(self.models, view.words, red, self.neighbours, self.legality)
        if self.noise:
            self._shadows = self.noise.shadows([model.vectors[model.rows(view.words)] for model in self.models])

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        if self.legality == "strict":  # nothing is said twice
            self._table.forget([turn.clue.word for turn in view.history], self.models[0].words)
        self._stakes = _stakes(view, self.utility)
        self._draw(rng)
        self._seed = int(rng.integers(2**63))
        leader = most_believed(self._beliefs)
        for everything in (False, True):
            self._expected, runs = self._evaluate(self._table.near, self._beliefs, everything)
            right, squared = runs[:, leader].copy(), self._table.squared[leader]
            self._given = spymaster.best_clue(self._expected, right, squared, self._stakes.red)
            if self._given[0] != cards.NOT_VIABLE:
                break
        else:
            raise speechless(self.name)
        clue, number = self._given
        self._replies = spymaster.replies(
            self._table.squared, clue, number, self._stakes, self._evidence, self._seed
        )  # (model, sample, place)
        return self._clue(clue, number)

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """Bayes' rule, with the samples of the clue just given as the likelihood of the guess just seen (R7).

        Where the channel changed the word, it is still the clue given that counts, as in the paper, and not the one heard.
        """
        likelihoods = 1.0 + self._matches(turn.guesses)
        self._partner = self._partner.seen(likelihoods.reshape(self._partner.prior.shape)).drifted()
        self._believe()

    def _whole_prior(self) -> np.ndarray:
        """Over all that is not known of the team-mate: the embedding."""
        return self.prior

    def _believe(self) -> None:
        self._beliefs = self._partner.beliefs

    def explain(self, runners_up: int = 5) -> dict[str, Any]:
        """Why the last clue: its expected utility under each model, each model's guess, and the next best clues."""
        if self._given is None:
            return {}
        clue, number = self._given
        others = next_best(self._expected, clue, runners_up)
        return {
            "clue": self._clue(clue, number),
            "expected_utility": float(self._expected[clue, number - 1]),
            "by_model": {name: self._under(model, clue, number) for model, name in enumerate(self.names)},
            "guesses": {name: self._guess_of(model, clue, number) for model, name in enumerate(self.names)},
            "beliefs": self.beliefs(),
            "runners_up": [(self._clue(other, n), value) for other, n, value in others],
        }

    def worth(self, rng: np.random.Generator, samples: int) -> float:
        """The expected utility of the clue just given, under the same beliefs, on so many new draws."""
        clue, number = self._given
        pools = self._drawn(rng, 1, samples)
        squared, near = np.ascontiguousarray(self._table.squared[:, [clue]]), self._table.near[[clue]]
        for everything in (False, True):
            expected, _ = self._look(squared, near, self._joint(self._beliefs), pools, everything)
            if np.isfinite(expected[0, number - 1]):
                break
        return float(expected[0, number - 1])

    def _draw(self, rng: np.random.Generator) -> None:
        """The draws of a turn: those that clues are judged on, and those that are the likelihood of a guess."""
        blocks = 1 if self.draws == "common" or not self.noise else max(POOL // self.samples, BLOCKS)
        self._pools = self._evidence = self._drawn(rng, blocks, self.samples)

    def _drawn(self, rng: np.random.Generator, blocks: int, samples: int) -> np.ndarray:
        """Blocks of draws of the shadows of the unrevealed cards, (embedding, noise, block, sample, card)."""
        shape = (len(self.models), 1, blocks, samples, len(self._stakes.cards))
        if not self.noise:
            return np.zeros(shape, np.float32)
        return self._shadows.draw(blocks * samples, self._stakes.cards, rng).reshape(shape)

    def _joint(self, beliefs: np.ndarray) -> np.ndarray:
        """Beliefs over embeddings as beliefs over embedding and noise."""
        return beliefs[:, None]

    def _evaluate(self, near: np.ndarray, beliefs: np.ndarray, everything: bool) -> tuple[np.ndarray, np.ndarray]:
        """Expected utilities of the candidates, and every embedding's noiseless run for them."""
        return self._look(self._table.squared, near, self._joint(beliefs), self._pools, everything)

    def _look(
        self, squared: np.ndarray, near: np.ndarray, joint: np.ndarray, pools: np.ndarray, everything: bool
    ) -> tuple[np.ndarray, np.ndarray]:
        """Expected utilities on some draws, under beliefs over embedding and noise."""
        team = spymaster.Team(joint, self.sigmas, pools, self._seed)
        beyond = {"red": 0, "printed": 1, "none": int(self._stakes.ends[0])}[self.filter]
        expected, runs = spymaster.expected_utilities(squared, near, self._stakes, team, everything, beyond)
        return expected, runs

    def _matches(self, guesses: tuple[int, ...]) -> np.ndarray:
        """How many of each model's samples for the given clue show these cards, in this order, and no more."""
        number = self._replies.shape[2]
        if len(guesses) > number:
            return np.zeros(len(self._replies))
        shown = np.array([*guesses, *[-1] * (number - len(guesses))])
        return np.asarray((self._replies == shown).all(axis=2).sum(axis=1))

    def _clue(self, clue: int, number: int) -> Clue:
        return Clue(str(self.models[0].words[self._table.rows[clue]]), number)

    def _under(self, model: int, clue: int, number: int) -> float:
        """The expected utility of a clue if the guesser certainly were this model, on the same samples."""
        certain = np.zeros(len(self.models))
        certain[model] = 1.0
        near = np.where(np.arange(len(self._table.near)) == clue, self._table.near, np.uint32(0))
        for everything in (False, True):
            expected, _ = self._evaluate(near, certain, everything)
            if np.isfinite(expected[clue, number - 1]):
                break
        return float(expected[clue, number - 1])

    def _guess_of(self, model: int, clue: int, number: int) -> list[str]:
        """The cards a model would guess, without noise, in order."""
        left = sum(1 << int(card) for card in self._stakes.cards)
        order = cards.nearest_first(self._table.squared[model, clue], left)
        return [self._words[card] for card in order[:number]]


def _stakes(view: SpymasterView, utility: Utility) -> spymaster.Stakes:
    """The unrevealed cards, colour after colour, and what they are worth."""
    groups = [
        [card for card, seen in enumerate(view.revealed) if seen is None and view.key[card] is colour]
        for colour in Colour
    ]
    listed, ends = np.array([card for group in groups for card in group]), np.cumsum([len(group) for group in groups])
    red = unrevealed_red(view.key, view.revealed)
    return spymaster.Stakes(listed, ends, red, utility.of_card(view.rules), float(utility.turn))
