"""A guesser for people: which cards a clue is for, as people's clues and guesses have taught."""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np

from commonground import checks
from commonground.agents import arguments, conditioned, picking
from commonground.agents.conditioned import Strata
from commonground.agents.for_people import DRIFTS, MACHINES, known_people
from commonground.agents.joint_guesser import SPARED
from commonground.agents.kernels import cards, speech
from commonground.agents.one_posterior import OnePosterior
from commonground.agents.worlds import Known
from commonground.embeddings import Embedding
from commonground.embeddings.fitted import People, ways
from commonground.embeddings.weighted import apart
from commonground.game import Clue, GuesserView
from commonground.game.utility import Utility

ANYWHERE = 0.5  # the share of worlds that are drawn whatever the clue
EXACT = 60.0  # the sharpness of an embedding that speaks for the nearest cards
SLIP = 0.05  # the chance that a clue says nothing


class GuesserForPeople(OnePosterior):
    """A clue (l, n) is for n red cards; for which, P(S | l, n) ∝ exp(−κ Σ |l − c|²) over the n cards c of S.

    Distances are those of a way of speaking: people's own language, or one of the embeddings, with its sharpness κ. In a
    world w with R red cards left among N, the clue is then likelier than by chance by the share of those S that are all red,
    times C(N, n) / C(R, n). The posterior is one table over ways, worlds and drifts, for all clues so far; it begins with
    `people.meant` and some `machines`, embeddings that speak for just the nearest cards. Which `drift` the partner has is believed in, as `SpymasterForPeople` does.

    It takes a card if that is worth more than nothing, and red with probability `belief`; one more than n only if that
    probability is at least `bonus`.
    """

    def __init__(
        self,
        models: Sequence[Embedding],
        people: People | None = None,
        samples: int = 4000,
        belief: float = 0.0,
        bonus: float = 0.95,
        utility: Utility = SPARED,
        name: str | None = None,
        carry: bool = False,
        drift: float | Sequence[float] = DRIFTS,
        machines: float = MACHINES,
    ) -> None:
        known, given = known_people(people, arguments.embeddings(models)), arguments.embeddings(models)
        found = ways(known, known.meant, given, checks.probability("machines", machines), EXACT)
        places = np.argwhere(found.shares > 0)  # (way, [model, setting])
        self._of, self._anyone = places[:, 0], found.shares[found.shares > 0]  # by way
        self._sharpness = np.array(found.settings)[places[:, 1]]
        super().__init__(
            found.models,
            prior=found.shares.sum(axis=1).tolist(),
            samples=samples,
            skip=1.0,
            belief=belief,
            inference="joint",
            utility=utility,
            carry=carry,
            drift=drift,
        )
        self.name = arguments.name(name, "G_P")
        self.bonus = checks.probability("bonus", bonus)
        self._so_far = self._unmet()

    def start(self, view: GuesserView) -> None:
        self._begin(view)
        self._board = self.models[0].rows(view.words)

    def next_guess(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> int | None:
        if self._turn != len(view.history):
            self._turn, self._picked, self._clue = len(view.history), 0, clue
            self._hear(view, clue, rng)
        order = self._likeliest(Known.of(view).unrevealed)
        if not len(self._worlds):
            self._estimate = None
            return None if self._picked else order[0]
        self._estimate = estimate = picking.estimated(view, order, self._worlds, self._weights)
        least = self.belief if self._picked < clue.number else max(self.bonus, self.belief)
        return estimate.choice(self.utility.of_card(view.rules), least, first=self._picked == 0)

    # A clue is heard

    def _share_out(self) -> None:
        """Beliefs over languages."""
        self._beliefs = np.bincount(self._of, self._so_far.sum(axis=0), minlength=len(self.models))

    def _spoken(self, clue: Clue, known: Known) -> "_Spoken":
        """How much each card is meant, by every way of speaking; the nearest one's is 1."""
        row = int(self.models[0].rows([clue.word])[0])
        squared = np.stack([apart(model, row, self._board) for model in self.models])  # (model, card)
        there = np.array([known.unrevealed >> card & 1 for card in range(len(self._board))], dtype=bool)
        away = squared[self._of] * self._sharpness[:, None]
        away -= np.where(there, away, np.inf).min(axis=1, keepdims=True)
        weights = -np.maximum(away, 0.0)
        speech.exponentials(weights.reshape(-1))
        return _Spoken(known, min(clue.number, known.reds_left), np.where(there, weights, 0.0))

    def _likelihoods_of(self, spoken: "_Spoken", drawn: np.ndarray) -> np.ndarray:
        """How much likelier than by chance a clue is, by every way of speaking, in each world, (way, world)."""
        number, places = spoken.number, np.arange(spoken.weights.shape[1])
        red = (drawn[None, :] >> places[:, None] & 1).astype(np.float64)  # (card, world)
        sums = _symmetric(spoken.weights, red, number)
        whole = _symmetric(spoken.weights, np.ones((len(places), 1)), number)
        chance = comb(spoken.known.reds_left, number) / comb(spoken.known.unrevealed.bit_count(), number)
        return np.asarray((1 - SLIP) * sums / np.maximum(whole, np.finfo(float).tiny) / chance + SLIP)

    def _strata(self, spoken: "_Spoken") -> Strata:
        """Where worlds are drawn: where the cards that a language has nearest are red, some or all of them, and anywhere."""
        shares = self._so_far.sum(axis=0) + self._anyone
        parts = [conditioned.everything(ANYWHERE)]
        for share, own in zip(shares, spoken.weights, strict=True):
            order = cards.nearest_first(-own, spoken.known.unrevealed)[: spoken.number]
            red = np.cumsum(np.left_shift(np.int64(1), order.astype(np.int64)))
            each = np.full(len(red), (1 - ANYWHERE) / 2 * share / len(red))
            parts.append(Strata(red, np.zeros(len(red), np.int64), each))
        return Strata.joined(parts)

    def _likeliest(self, unrevealed: int) -> list[int]:
        """The unrevealed cards, those first that the clue most likely is for."""
        weights = self._heard_so_far[-1].weights
        shares = weights / np.maximum(weights.sum(axis=1, keepdims=True), np.finfo(float).tiny)
        meant = (self._so_far.sum(axis=0)[:, None] * shares).sum(axis=0)
        return [int(card) for card in cards.nearest_first(-meant, unrevealed)]


class _Spoken(NamedTuple):
    """A clue that was heard: what was known then, how many cards it is for, and how much each is meant, (way, card)."""

    known: Known
    number: int
    weights: np.ndarray


def _symmetric(weights: np.ndarray, chosen: np.ndarray, number: int) -> np.ndarray:
    """The sum over all sets of so many chosen cards of the product of their weights, (way, world).

    That is an elementary symmetric polynomial: card by card, a set has it or not.
    """
    sums = np.zeros((number + 1, len(weights), chosen.shape[1]))
    sums[0] = 1.0
    for card in range(len(chosen)):
        own = weights[:, card, None] * chosen[card]
        for size in range(number, 0, -1):
            sums[size] += sums[size - 1] * own
    return np.asarray(sums[number])
