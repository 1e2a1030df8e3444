"""The Bayesian guesser (paper §5 and appendix A)."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from commonground import checks
from commonground.agents import arguments, picking, worlds
from commonground.agents.beliefs import Believer, Drifting, mixed
from commonground.agents.clues import CANDIDATES, ClueTable, all_cards, nearest_cards, unrevealed
from commonground.agents.ears import Ears
from commonground.agents.kernels import guesser
from commonground.agents.worlds import Known
from commonground.embeddings import Embedding
from commonground.errors import CommonGroundError
from commonground.game import Clue, Colour, GuesserView, Noise, noise_of
from commonground.game.loop import changed
from commonground.game.utility import PAPER, Utility

Inference = Literal["factored", "joint", "printed"]


class BayesianGuesser(Believer):
    """Weighs possible worlds by how likely each makes the clues heard, and picks cards by expected utility.

    P(l | m, w) is the probability that the word m would say in world w is heard as l (R12); with `number`, that it
    is said for the number heard. Worlds and models are weighed separately, as in the paper (R13, `"factored"`):
    p(w) ∝ Π_i Σ_m P_i(m) P(l_i | m, w), with P_i the beliefs before clue i, and
    P(m) ∝ P(m) Σ_w p(w before this clue) P(l | m, w). `inference="joint"` keeps one table over both, the exact posterior
    p(m, w) ∝ P(m) Π_i P(l_i | m, w). `"printed"` follows the lines of the appendix, which have plain sums in both places:
    p(w) ∝ Π_i Σ_m P(l_i | m, w), and P(m) ∝ P(m) Σ_w P(l | m, w) over all worlds drawn, whatever was heard before.

    Cards with p(red) of at most `skip` are passed over when the n cards nearest to the clue are boosted to p = 1;
    a card must have p(red) of at least `belief` to be picked freely. A revealed colour that had probability 0 resets the
    beliefs: 0 before boosting, or, with `reset_on="boosted"`, after it (R16).

    `noise` is what it assumes of the word on its way. `ear` is noise that befalls it: in the embedding that it believes in
    most it takes a word near the one said for what was said (R17).
    """

    _estimate: Any = None  # of the last pick; there is none before the first, and where no world was left
    _turn = -1  # the last one in which a clue was heard; none yet

    def __init__(
        self,
        models: Sequence[Embedding],
        prior: Sequence[float] | None = None,
        noise: float | Noise = 0.0,
        samples: int = 1000,
        skip: float = 0.0,
        belief: float = 1.0,
        inference: Inference = "factored",
        number: bool = False,
        reset_on: Literal["unboosted", "boosted"] = "unboosted",
        utility: Utility = PAPER,
        neighbours: int = CANDIDATES,
        name: str | None = None,
        carry: bool = False,
        ear: float | Noise = 0.0,
        drift: float | Sequence[float] = 0.0,
    ) -> None:
        super().__init__(models, prior, noise, arguments.worlds(samples), carry, drift)
        self.ear = noise_of(ear)
        self.skip = checks.probability("skip", skip)
        self.belief = checks.probability("belief", belief)
        self.inference = checks.choice("inference", inference, get_args(Inference))
        self._check_drift()
        self.number = checks.flag("number", number)
        self.reset_on = checks.choice("reset_on", reset_on, ("unboosted", "boosted"))
        self.utility = arguments.utility(utility)
        self.neighbours = arguments.neighbours(neighbours)
        self.name = arguments.name(name, f"G_B(skip {skip:g}, belief {belief:g}, noise {self.noise.sigma:g})")

    def _check_drift(self) -> None:
        """See that beliefs are updated turn by turn, if the partner may change between turns."""
        if self.inference == "joint" and self.drift.any():
            raise CommonGroundError(
                "A partner that drifts is not one model for all clues: inference='joint' has no drift."
            )

    def start(self, view: GuesserView) -> None:
        self._begin(view)
        everything = all_cards(view.words)
        self._tables = [ClueTable.of([model], view.words, everything, self.neighbours) for model in self.models]
        self._orders = [guesser.order_all(table.squared[0]) for table in self._tables]
        self._ears = [
            Ears(model, view.words, table, self._noises())
            for model, table in zip(self.models, self._tables, strict=True)
        ]

    def _begin(self, view: GuesserView) -> None:
        """Nothing has been heard yet; who is still the same partner may have drifted since the last turn."""
        self._words, self._partner, self._beliefs = view.words, self._met(self.prior), self._opening()
        if self.carry and self._turn >= 0:
            self._drift()
        self._first = self._beliefs
        self._history: list[_Heard] = []
        self._turn, self._picked, self._estimate = -1, 0, None
        self._worlds, self._weights = np.empty(0, np.int64), np.empty(0)

    def _noises(self) -> Sequence[Noise]:
        """The noises that a clue may come through."""
        return [self.noise]

    def next_guess(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> int | None:
        if self._turn != len(view.history):
            self._turn, self._picked = len(view.history), 0
            self._clue = self._as_heard(clue, view, rng)
            self._hear(view, self._clue, rng)
        clue = self._clue
        order = nearest_cards(self.embedding, view.words, clue.word, unrevealed(view.revealed))
        if not len(self._worlds):
            self._estimate = None
            return None if self._picked else order[0]
        estimate = picking.estimated(view, order, self._worlds, self._weights)
        self._estimate = estimate = estimate.boosted(self.skip, clue.number - self._picked)
        return estimate.choice(self.utility.of_card(view.rules), self.belief, first=self._picked == 0)

    def _as_heard(self, clue: Clue, view: GuesserView, rng: np.random.Generator) -> Clue:
        """A clue as it comes through the ear."""
        if not self.ear:
            return clue
        return Clue(changed(clue.word, self.embedding, view.words, self.ear, rng), clue.number)

    def observe(self, view: GuesserView, card: int, colour: Colour) -> None:
        """Keep the worlds in which the card is what it was; back to the prior if that was held impossible (R16)."""
        self._picked += 1
        if len(self._worlds):
            held = self._estimate.before if self.reset_on == "unboosted" else self._estimate.after
            if held[card, colour] == 0:
                self._reset()
        possible = (self._worlds >> card & 1 == 1) == (colour is Colour.RED)
        self._worlds, self._weights = self._worlds[possible], self._weights[possible]

    def _reset(self) -> None:
        """Beliefs back to the prior; joint ones follow from the clues heard, so those are forgotten."""
        self._partner = Drifting.of(self.prior, self.drift)
        self._beliefs = self._first = self.prior
        if self.inference == "joint":
            self._history.clear()

    def explain(self, likeliest: int = 3) -> dict[str, Any]:
        """Why the last pick: card probabilities before and after boosting, beliefs, the most likely worlds."""
        if self._estimate is None:
            return {}
        return {"beliefs": self.beliefs(), **self._estimate.told(self._words, likeliest)}

    # A clue is heard

    def _hear(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> None:
        """Draw worlds, weigh them by the clues kept so far, and update beliefs and weights by this one."""
        if view.history:
            self._drift()
        drawn = worlds.seen_by(view, self.samples, rng)
        left, table = self._weighed(drawn)
        heard = self._heard(Known.of(view), clue)
        likelihood = self._likelihoods(heard, left)
        after, printed = table * likelihood, self.inference == "printed"
        evidence = self._likelihoods(heard, drawn) if printed else likelihood * table.sum(axis=0)
        if (evidence if printed else after).sum() > 0:
            self._history.append(heard)
            if self.inference != "joint":
                self._partner = self._partner.seen(evidence.sum(axis=1))
                self._beliefs = self._partner.beliefs
        if after.sum() > 0:
            table = after
        if self.inference == "joint":
            self._beliefs = np.asarray(table.sum(axis=1) / table.sum())
        weights = table.sum(axis=0)
        self._worlds, self._weights = left[weights > 0], weights[weights > 0] / weights.sum()

    def _drift(self) -> None:
        """A turn later, the partner may be anyone again."""
        if self.drift.any():
            self._partner = self._partner.drifted()
            self._beliefs = self._partner.beliefs

    def _weighed(self, drawn: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The worlds that survive the kept history, and p(m, w) before this clue; all alike if none does (R14).

        Factored, p(m, w) is the product of what is believed of models and of worlds; as printed, no model counts more.
        """
        joint = self.inference == "joint"
        start = self._first if joint else np.ones(1)
        left, table = drawn, np.tile(start[:, None], len(drawn))
        for heard in self._history:
            likelihood = self._likelihoods(heard, left)
            table = table * (likelihood if joint else mixed(self._shares(heard.beliefs), likelihood))
            alive = table.sum(axis=0) > 0
            left, table = left[alive], table[:, alive]
        if not len(left):
            left, table = drawn, np.tile(start[:, None], len(drawn))
        table = table / table.sum()
        return left, table if joint else np.outer(self._shares(self._beliefs), table)

    def _shares(self, beliefs: np.ndarray) -> np.ndarray:
        """What each model counts for when worlds are weighed."""
        return np.ones(len(beliefs)) if self.inference == "printed" else beliefs

    def _likelihoods(self, heard: "_Heard", drawn: np.ndarray) -> np.ndarray:
        """P(heard clue | model, world), (model, world)."""
        return np.stack([self._likelihood(heard, sight, drawn) for sight in heard.sights])

    def _heard(self, known: Known, clue: Clue) -> "_Heard":
        """Everything about a clue that its likelihood in any world needs."""
        row = int(self.models[0].rows([clue.word])[0])
        sights = []
        for m, ears in enumerate(self._ears):
            ear, chances = ears.meant(row)
            sights.append(_Sight(ear, chances[0], self._seen(m, known)))
        return _Heard(known.unrevealed, clue.number if self.number else 0, self._beliefs, sights)

    def _seen(self, m: int, known: Known) -> guesser.Orders:
        """A model's clues as they are now."""
        table = self._tables[m]
        return guesser.orders_of(self._orders[m], table.squared[0], table.near, known.unrevealed, known.reds_left)

    def _likelihood(self, heard: "_Heard", sight: "_Sight", drawn: np.ndarray) -> np.ndarray:
        """P(heard clue | model, world) for each world."""
        return np.asarray(guesser.heard(drawn, heard.unrevealed, sight.ear, sight.chance, heard.number, sight.seen))


class _Sight(NamedTuple):
    """A clue as one model hears it: the clues it may be, how likely each, and how the model sees all its clues."""

    ear: np.ndarray
    chance: np.ndarray
    seen: guesser.Orders


class _Heard(NamedTuple):
    """A clue that was heard: what was unrevealed, its number (0 if that is not used), the beliefs, each model's view."""

    unrevealed: int
    number: int
    beliefs: np.ndarray
    sights: list[_Sight]
