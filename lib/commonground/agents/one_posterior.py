"""Guessers with one posterior over all they don't know: who speaks, in which way, and the red cards."""

from typing import Any

import numpy as np

from commonground.agents import conditioned
from commonground.agents.bayesian_guesser import BayesianGuesser
from commonground.agents.conditioned import Strata
from commonground.agents.worlds import Known
from commonground.game import Clue, Colour, GuesserView


class OnePosterior(BayesianGuesser):
    """p(drift, who, w) ∝ P(drift) P(who) Π_i P(clue i | who, w): one table, whose last axis are worlds.

    `_anyone` is the prior over who speaks, an array of any shape. Worlds are drawn where the clue makes sense
    (`conditioned`) and weighed by all clues so far; between two clues the partner may have drifted, in every world.
    Which worlds those are, what a clue is, and how likely it is are the subclass's.
    """

    _anyone: np.ndarray  # (…) who
    _so_far: np.ndarray  # (drift, …) what is known of the partner

    def _spoken(self, clue: Clue, known: Known) -> Any:
        """Everything about a clue that its likelihood in any world needs."""
        raise NotImplementedError

    def _strata(self, spoken: Any) -> Strata:
        """Where worlds are drawn for a clue."""
        raise NotImplementedError

    def _likelihoods_of(self, spoken: Any, drawn: np.ndarray) -> np.ndarray:
        """P(clue | who, world), (…, world), but for a factor."""
        raise NotImplementedError

    def _share_out(self) -> None:
        """Beliefs over embeddings, and whatever else is believed, from what is known of the partner."""
        raise NotImplementedError

    def _check_drift(self) -> None:
        """Every clue has its own partner in the one posterior, if there is a drift."""

    def _unmet(self) -> np.ndarray:
        """What is known of a partner before its first clue, (drift, …)."""
        return np.stack([self._anyone / len(self.drift)] * len(self.drift))

    def _begin(self, view: GuesserView) -> None:
        super()._begin(view)
        if not self.carry:
            self._so_far = self._unmet()
        self._before = self._so_far
        self._heard_so_far: list[Any] = []
        self._table = np.zeros((*self._so_far.shape, 0))

    def observe(self, view: GuesserView, card: int, colour: Colour) -> None:
        """Keep the worlds in which the card is what it was, and what they say about the speaker."""
        self._picked += 1
        possible = (self._worlds >> card & 1 == 1) == (colour is Colour.RED)
        self._worlds, self._weights = self._worlds[possible], self._weights[possible]
        self._table = self._table[..., possible]
        self._believe()

    def _hear(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> None:
        """Draw worlds in which this clue makes sense and weigh each, with everybody, by all clues so far."""
        known = Known.of(view)
        spoken = self._spoken(clue, known)
        drawn, weights = conditioned.drawn(self._strata(spoken), *known, self.samples, rng)
        before = self._before[..., None] * weights  # (drift, …, world)
        for earlier in self._heard_so_far:
            before = self._drifted(before * self._likelihoods_of(earlier, drawn))
        if before.sum() == 0:
            before = self._before[..., None] * weights
        table = before * self._likelihoods_of(spoken, drawn)
        if table.sum() > 0:
            self._heard_so_far.append(spoken)
        else:
            table = before
        world_weights = table.sum(axis=tuple(range(table.ndim - 1)))
        alive = world_weights > 0
        self._table = table[..., alive]
        self._worlds, self._weights = drawn[alive], world_weights[alive] / world_weights.sum()
        self._believe()

    def _drift(self) -> None:
        if self.drift.any():
            self._so_far = self._drifted(self._so_far[..., None])[..., 0]
            self._share_out()

    def _drifted(self, table: np.ndarray) -> np.ndarray:
        """The table a turn later: who spoke may be anyone again, in every world."""
        if not self.drift.any():
            return table
        share, who = self.drift.reshape(-1, *[1] * (table.ndim - 1)), tuple(range(1, table.ndim - 1))
        return np.asarray((1 - share) * table + share * self._anyone[..., None] * table.sum(axis=who, keepdims=True))

    def _believe(self) -> None:
        """What is known of the partner, from the one table."""
        total = self._table.sum()
        if total > 0:
            self._so_far = self._table.sum(axis=-1) / total
            self._share_out()
