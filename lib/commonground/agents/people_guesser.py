"""A guesser for people: which cards a clue is for, as people's clues and guesses have taught."""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np

from commonground import checks
from commonground.agents import arguments, conditioned, picking
from commonground.agents.bayesian_guesser import BayesianGuesser
from commonground.agents.conditioned import Strata
from commonground.agents.for_people import DRIFTS, MACHINES, known_people
from commonground.agents.joint_guesser import SPARED
from commonground.agents.kernels import cards, speech
from commonground.agents.worlds import Known
from commonground.embeddings import Embedding
from commonground.embeddings.fitted import People, ways
from commonground.embeddings.weighted import apart
from commonground.game import Clue, Colour, GuesserView
from commonground.game.utility import Utility

ANYWHERE = 0.5  # the share of worlds that are drawn whatever the clue
EXACT = 60.0  # the sharpness of an embedding that speaks for the nearest cards
SLIP = 0.05  # the chance that a clue says nothing


class GuesserForPeople(BayesianGuesser):
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
        self._of, self._shares_of = places[:, 0], found.shares[found.shares > 0]
        self._sharpness = np.array(found.settings)[places[:, 1]]
        prior = found.shares.sum(axis=1).tolist()
        super().__init__(
            found.models, prior, 0.0, samples, 1.0, belief, "joint", utility=utility, carry=carry, drift=drift
        )
        self.name = arguments.name(name, "G_P")
        self.bonus = checks.probability("bonus", bonus)
        self._so_far = self._unmet()

    def _check_drift(self) -> None:
        """Every clue has its own way of speaking in the one posterior, if there is a drift."""

    def _unmet(self) -> np.ndarray:
        """What is known of a partner before its first clue, (drift, way)."""
        return np.stack([self._shares_of / len(self.drift)] * len(self.drift))

    def start(self, view: GuesserView) -> None:
        self._begin(view)
        self._board = self.models[0].rows(view.words)
        self._so_far = self._so_far if self.carry else self._unmet()
        self._before = self._so_far
        self._spoken: list[_Spoken] = []
        self._table = np.zeros((0, 0, 0))

    def next_guess(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> int | None:
        if self._turn != len(view.history):
            self._turn, self._picked, self._clue = len(view.history), 0, clue
            self._hear(view, clue, rng)
        order = self._likeliest(Known.of(view).unrevealed)
        if not len(self._worlds):
            return None if self._picked else order[0]
        self._estimate = picking.estimated(view, order, self._worlds, self._weights)
        least = self.belief if self._picked < clue.number else max(self.bonus, self.belief)
        return self._estimate.choice(self.utility.of_card(view.rules), least, first=self._picked == 0)

    def observe(self, view: GuesserView, card: int, colour: Colour) -> None:
        """Keep the worlds in which the card is what it was, and what they say about the speaker."""
        self._picked += 1
        possible = (self._worlds >> card & 1 == 1) == (colour is Colour.RED)
        self._worlds, self._weights = self._worlds[possible], self._weights[possible]
        self._table = self._table[..., possible]
        self._believe()

    # A clue is heard

    def _hear(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> None:
        """Draw worlds in which this clue makes sense and weigh each, with each way of speaking, by all clues so far."""
        known = Known.of(view)
        spoken = self._said(clue, known)
        drawn, weights = conditioned.drawn(self._strata(spoken), *known, self.samples, rng)
        table = self._before[..., None] * weights  # (drift, way, world)
        for earlier in self._spoken:
            table = self._drifted(table * self._likelihoods_of(earlier, drawn))
        self._spoken.append(spoken)
        self._table = table * self._likelihoods_of(spoken, drawn)
        total = self._table.sum(axis=(0, 1))
        self._worlds, self._weights = drawn, total / total.sum()
        self._believe()

    def _drifted(self, table: np.ndarray) -> np.ndarray:
        """The table a turn later: the partner may speak in any way again, in every world."""
        share = self.drift[:, None, None]
        return np.asarray((1 - share) * table + share * self._shares_of[:, None] * table.sum(axis=1, keepdims=True))

    def _believe(self) -> None:
        """Beliefs over languages, from the one table."""
        total = self._table.sum()
        if total > 0:
            self._so_far = self._table.sum(axis=2) / total
            self._beliefs = np.bincount(self._of, self._so_far.sum(axis=0), minlength=len(self.models))

    def _said(self, clue: Clue, known: Known) -> "_Spoken":
        """How much each card is meant, by every way of speaking; the nearest one's is 1."""
        row = int(self.models[0].rows([clue.word])[0])
        squared = np.stack([apart(model, row, self._board) for model in self.models])  # (model, card)
        there = np.array([known.unrevealed >> card & 1 for card in range(len(self._board))], dtype=bool)
        away = squared[self._of] * self._sharpness[:, None]
        away -= np.where(there, away, np.inf).min(axis=1, keepdims=True)
        weights = np.array([[speech.exponential(-max(one, 0.0)) for one in own] for own in away])
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
        shares = self._so_far.sum(axis=0) + self._shares_of
        parts = [conditioned.everything(ANYWHERE)]
        for share, own in zip(shares, spoken.weights, strict=True):
            order = cards.nearest_first(-own, spoken.known.unrevealed)[: spoken.number]
            red = np.cumsum(np.left_shift(np.int64(1), order.astype(np.int64)))
            each = np.full(len(red), (1 - ANYWHERE) / 2 * share / len(red))
            parts.append(Strata(red, np.zeros(len(red), np.int64), each))
        return Strata.joined(parts)

    def _likeliest(self, unrevealed: int) -> list[int]:
        """The unrevealed cards, those first that the clue most likely is for."""
        weights = self._spoken[-1].weights
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
