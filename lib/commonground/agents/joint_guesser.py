"""A Bayesian guesser that uses all it knows: one posterior over who speaks, with how much noise, and the red cards."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from commonground.agents import conditioned
from commonground.agents.bayesian_guesser import EPSILON, BayesianGuesser
from commonground.agents.beliefs import checked_prior
from commonground.agents.clues import NEIGHBOURS, mask, unrevealed
from commonground.agents.conditioned import Strata
from commonground.agents.kernels import cards, guesser, listening
from commonground.agents.noise_learner import LEVELS, checked_levels
from commonground.embeddings import Embedding
from commonground.errors import CommonGroundError
from commonground.game import CARDS, COUNTS, Clue, Colour, GuesserView
from commonground.game.utility import PAPER, Utility

CLOSENESS = (0.5, 0.75, 0.9)  # of a stranger to an embedding: how likely the card nearest to its clue is meant
ANYWHERE = 0.5  # the share of worlds that are drawn whatever the clue
SLIP = 0.05  # the chance that a model's clue is, once, as a stranger's


class JointGuesser(BayesianGuesser):
    """p(m, σ, w) ∝ P(m) P(σ) Π_i P(l_i, n_i | m, σ, w): every clue under the same model and the same noise.

    Worlds are drawn where the clue makes sense (`conditioned`) and weighed exactly. A model speaks as the static
    spymaster does, its word then changed by noise σ. To keep every likelihood above zero there are *strangers*, too,
    whose embedding is only close to a model's: of the n cards that the model finds nearest to their clue the first was
    meant with probability ρ, the next with ρ², …; the others are red by chance. `stranger` is the prior probability of
    such a partner; 0 leaves all of this out, and likelihoods may vanish (R14).

    No card is boosted (`skip` 1). After the first card of a turn, one is picked only if it is red with probability
    `belief`: no turn is counted and every miss may be the assassin, so a card that the next clue would make surer waits.
    """

    def __init__(
        self,
        models: Sequence[Embedding],
        prior: Sequence[float] | None = None,
        levels: Sequence[float] = LEVELS,
        noise_prior: Sequence[float] | None = None,
        stranger: float = 0.5,
        samples: int = 1000,
        skip: float = 1.0,
        belief: float = 0.8,
        utility: Utility = PAPER,
        neighbours: int = NEIGHBOURS,
        name: str | None = None,
    ) -> None:
        super().__init__(
            models, prior, 0.0, samples, skip, belief, "joint", True, utility=utility, neighbours=neighbours
        )
        self.levels = checked_levels(levels)
        levels_prior = checked_prior(noise_prior, [f"noise {level:g}" for level in self.levels])
        if not 0 <= stranger <= 1:
            raise CommonGroundError(f"stranger is a probability between 0 and 1, not {stranger}.")
        self.stranger = stranger
        known, strange = (1 - stranger) * levels_prior, np.full(len(CLOSENESS), stranger / len(CLOSENESS))
        self._ways = np.concatenate([known, strange])  # of speaking
        self.name = name or "G_J"

    def start(self, view: GuesserView) -> None:
        super().start(view)
        self._joint_prior = np.outer(self.prior, self._ways)  # (model, way of speaking)
        self._ways_now = self._ways
        self._legal = [
            [self._not_board_at(model, level) if level else np.ones(0) for level in self.levels]
            for model in self.models
        ]
        self._spoken_before: list[_Spoken] = []
        self._table = np.zeros((0, 0, 0))
        self._effective = float("nan")
        self.noise_by_turn = [self.noise_beliefs()]  # before the first turn, and once each clue was heard

    def observe(self, view: GuesserView, card: int, colour: Colour) -> None:
        """Keep the worlds in which the card is what it was, and what they say about the speaker."""
        self._picked += 1
        possible = (self._worlds >> card & 1 == 1) == (colour is Colour.RED)
        self._worlds, self._weights = self._worlds[possible], self._weights[possible]
        self._table = self._table[:, :, possible]
        self._believe()

    def noise_beliefs(self) -> dict[str, float]:
        """What is believed of the partner's noise; a stranger is one thing, however close."""
        known = [f"{level:g}" for level in self.levels]
        beliefs = dict(zip(known, self._ways_now.tolist(), strict=False))
        return beliefs | {"stranger": float(self._ways_now[len(known) :].sum())}

    def explain(self, likeliest: int = 3) -> dict[str, Any]:
        told = super().explain(likeliest)
        return told | {"noise_beliefs": self.noise_beliefs(), "effective_samples": self._effective}

    # A clue is heard

    def _hear(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> None:
        """Draw worlds in which this clue makes sense and weigh each, with each model, by all clues so far."""
        known_red = mask([colour is Colour.RED for colour in view.revealed])
        reds_left = COUNTS[Colour.RED] - known_red.bit_count()
        left = unrevealed(view.revealed)
        spoken = self._spoken(clue, left, reds_left)
        drawn, weights = conditioned.drawn(self._strata(spoken), known_red, left, reds_left, self.samples, rng)
        before = self._joint_prior[:, :, None] * weights
        for earlier in self._spoken_before:
            before = before * self._likelihoods_of(earlier, drawn)
        if before.sum() == 0:
            before = self._joint_prior[:, :, None] * weights
        table = before * self._likelihoods_of(spoken, drawn)
        if table.sum() > 0:
            self._spoken_before.append(spoken)
        else:
            table = before
        world_weights = table.sum(axis=(0, 1))
        alive = world_weights > 0
        self._table = table[:, :, alive]
        self._worlds, self._weights = drawn[alive], world_weights[alive] / world_weights.sum()
        self._effective = conditioned.effective(self._weights)
        self._believe()
        self.noise_by_turn.append(self.noise_beliefs())

    def _believe(self) -> None:
        """Beliefs over embeddings and over ways of speaking, from the one table."""
        total = self._table.sum()
        if total > 0:
            self._beliefs = self._table.sum(axis=(1, 2)) / total
            self._ways_now = self._table.sum(axis=(0, 2)) / total

    def _spoken(self, clue: Clue, left: int, reds_left: int) -> "_Spoken":
        """Everything about a clue that its likelihood in any world needs."""
        row = int(self.models[0].rows([clue.word])[0])
        views = []
        for m, table in enumerate(self._tables):
            orders, sums = guesser.unrevealed_orders(self._orders[m], table.squared[0], left, reds_left)
            groups = guesser.by_first_cards(orders, CARDS)
            ear, chances = self._ear_at_levels(m, row)
            if clue.number > reds_left:  # which no model would say
                ear, chances = ear[:0], chances[:, :0]
            else:
                order = np.argsort(sums[ear, clue.number - 1], kind="stable")
                ear, chances = ear[order], np.ascontiguousarray(chances[:, order])
            said = conditioned.first_cards(orders[ear], clue.number, np.ones(len(ear)))
            nearest = self._nearest(m, row, left)[: clue.number]
            views.append(_View(ear, chances, said, orders, sums, table.near, groups, nearest))
        return _Spoken(left, clue.number, reds_left, views)

    def _ear_at_levels(self, m: int, row: int) -> tuple[np.ndarray, np.ndarray]:
        """The model's clues that can be heard as this word at any level, in order, and how likely each is at each."""
        chances = np.zeros((len(self.levels), len(self._tables[m].rows)))
        for k, level in enumerate(self.levels):
            if level == 0:
                place = self._places[m][row]
                if place >= 0:
                    chances[k, place] = 1.0
                continue
            table = self.models[m].heard(level)
            column = slice(table.indptr[row], table.indptr[row + 1])
            meant, chance = table.indices[column], table.data[column]
            known = self._places[m][meant] >= 0
            meant, chance = meant[known], chance[known]
            chances[k, self._places[m][meant]] = chance / np.maximum(self._legal[m][k][meant], EPSILON)
        ear = np.flatnonzero(chances.any(axis=0))
        return ear, chances[:, ear]

    def _not_board_at(self, model: Embedding, level: float) -> np.ndarray:
        """For each word meant, the chance that no board word is heard at this noise (R12)."""
        table = model.heard(level)
        columns = [slice(table.indptr[row], table.indptr[row + 1]) for row in model.rows(self._words)]
        meant = np.concatenate([table.indices[column] for column in columns])
        chance = np.concatenate([table.data[column] for column in columns])
        return np.asarray(1.0 - np.bincount(meant, chance, minlength=len(model)))

    def _nearest(self, m: int, row: int, left: int) -> np.ndarray:
        """The unrevealed cards, nearest to a word first, as a model sees them."""
        table, places = self.models[m].distance_table(self.models[m].rows(self._words))
        return np.asarray(cards.nearest_first(table[places, row], left))

    def _strata(self, spoken: "_Spoken") -> Strata:
        """Where worlds are drawn for a clue: where a model says what may be heard so, and anywhere."""
        parts = [conditioned.everything(ANYWHERE)]
        ways = (self._ways + self._ways_now)[: len(self.levels)]
        for belief, view in zip(self.prior + self._beliefs, spoken.views, strict=True):
            likely = ways @ view.chances
            share = (1 - ANYWHERE) / 2 * belief * likely / max(likely.sum(), EPSILON)
            parts.append(view.said._replace(share=share))
        return Strata.joined(parts)

    def _likelihoods_of(self, spoken: "_Spoken", drawn: np.ndarray) -> np.ndarray:
        """P(clue | model, way of speaking, world), (model, way, world)."""
        known = len(self.levels)
        result = np.zeros((len(self.models), len(self._ways), len(drawn)))
        for m, view in enumerate(spoken.views):
            exact = listening.heard_at_levels(
                drawn,
                spoken.unrevealed,
                view.ear,
                view.chances,
                view.said.red,
                view.said.other,
                spoken.number,
                view.orders,
                view.sums,
                view.near,
                *view.groups,
            )
            if not self.stranger:
                result[m, :known] = exact
                continue
            share = spoken.reds_left / spoken.unrevealed.bit_count()
            fits = listening.roughly(drawn, view.nearest, np.array(CLOSENESS), share)
            rough = fits / (len(view.near) * spoken.reds_left)  # any of the clues, for any number
            result[m, :known] = (1 - SLIP) * exact + SLIP * rough.mean(axis=0)
            result[m, known:] = rough
        return result


class _View(NamedTuple):
    """A clue as one model hears it: the clues it may be, how likely each at each level, and how it sees its clues."""

    ear: np.ndarray
    chances: np.ndarray  # (level, clue of the ear)
    said: Strata  # the worlds in which each clue of the ear has a run as long as the number
    orders: np.ndarray
    sums: np.ndarray
    near: np.ndarray
    groups: tuple[np.ndarray, np.ndarray, np.ndarray]
    nearest: np.ndarray  # the cards it may mean, nearest first


class _Spoken(NamedTuple):
    """A clue that was heard: what was unrevealed, its number, how many red cards were left, each model's view of it."""

    unrevealed: int
    number: int
    reds_left: int
    views: list[_View]
