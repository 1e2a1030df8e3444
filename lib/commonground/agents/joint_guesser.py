"""A Bayesian guesser that uses all it knows: one posterior over who speaks, with how much noise, and the red cards."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from commonground import conditioned
from commonground.agents.bayesian_guesser import EPSILON, BayesianGuesser
from commonground.agents.bayesian_spymaster import _root_of_gram
from commonground.agents.beliefs import checked_prior
from commonground.agents.unknown_noise import checked_levels
from commonground.clues import NEIGHBOURS, mask, unrevealed
from commonground.conditioned import Strata
from commonground.embeddings import Embedding
from commonground.errors import CommonGroundError
from commonground.game import CARDS, COUNTS, Clue, Colour, GuesserView
from commonground.kernels import guesser, listening
from commonground.utility import PAPER, Utility

LEVELS = (0.0, 0.5, 1.0)
ANYWHERE = 0.1  # the share of worlds that are drawn whatever the clue
SLIP = 0.05  # the chance that a model speaks roughly, once
UNRELATED = 0.1  # the chance that a rough clue has nothing to do with the cards
ROUGH_NOISE = 1.0
ROUGH_DRAWS = 32


class JointGuesser(BayesianGuesser):
    """p(m, σ, w) ∝ P(m) P(σ) Π_i P(l_i, n_i | m, σ, w): every clue under the same model and the same noise.

    Worlds are drawn where the clue makes sense (`conditioned`) and weighed exactly. A model speaks as the static
    spymaster does, its word then changed by noise σ, or, to keep every likelihood above zero, *roughly*: some word
    such that, were its vector perturbed, the n nearest cards would be red and the next not. `stranger` is the prior
    probability that the partner never speaks otherwise; 0 leaves all of this out, and likelihoods may vanish (R14).
    """

    def __init__(
        self,
        models: Sequence[Embedding],
        prior: Sequence[float] | None = None,
        noise: Sequence[float] = LEVELS,
        noise_prior: Sequence[float] | None = None,
        stranger: float = 0.5,
        samples: int = 4000,
        skip: float = 1.0,
        belief: float = 0.0,
        utility: Utility = PAPER,
        neighbours: int = NEIGHBOURS,
        name: str | None = None,
    ) -> None:
        super().__init__(
            models, prior, 0.0, samples, skip, belief, "joint", True, utility=utility, neighbours=neighbours
        )
        self.levels = checked_levels(noise)
        levels_prior = checked_prior(noise_prior, [f"noise {level:g}" for level in self.levels])
        if not 0 <= stranger <= 1:
            raise CommonGroundError(f"stranger is a probability between 0 and 1, not {stranger}.")
        self.stranger = stranger
        self._ways = np.append((1 - stranger) * levels_prior, stranger)  # the last way of speaking is roughly
        self.name = name or "G_J"

    def start(self, view: GuesserView) -> None:
        super().start(view)
        self._joint_prior = np.outer(self.prior, self._ways)  # (model, way of speaking)
        self._ways_now = self._ways
        self._roots = [2 * ROUGH_NOISE * _root_of_gram(model, view.words) for model in self.models]
        self._legal = [
            [self._not_board_at(model, level) if level else None for level in self.levels] for model in self.models
        ]
        self._spoken_before: list[_Spoken] = []
        self._table = np.zeros((0, 0, 0))
        self._effective = float("nan")

    def observe(self, view: GuesserView, card: int, colour: Colour) -> None:
        """Keep the worlds in which the card is what it was, and what they say about the speaker."""
        self._picked += 1
        possible = (self._worlds >> card & 1 == 1) == (colour is Colour.RED)
        self._worlds, self._weights = self._worlds[possible], self._weights[possible]
        self._table = self._table[:, :, possible]
        self._believe()

    def noise_beliefs(self) -> dict[str, float]:
        """What is believed of the partner's noise; a partner that speaks only roughly has none."""
        names = [*(f"{level:g}" for level in self.levels), "rough"]
        return dict(zip(names, self._ways_now.tolist(), strict=True))

    def explain(self, likeliest: int = 3) -> dict[str, Any]:
        told = super().explain(likeliest)
        return told | {"noise_beliefs": self.noise_beliefs(), "effective_samples": self._effective}

    # A clue is heard

    def _hear(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> None:
        """Draw worlds in which this clue makes sense and weigh each, with each model, by all clues so far."""
        known_red = mask([colour is Colour.RED for colour in view.revealed])
        reds_left = COUNTS[Colour.RED] - known_red.bit_count()
        left = unrevealed(view.revealed)
        spoken = self._spoken(clue, left, reds_left, rng)
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

    def _believe(self) -> None:
        """Beliefs over embeddings and over ways of speaking, from the one table."""
        total = self._table.sum()
        if total > 0:
            self._beliefs = self._table.sum(axis=(1, 2)) / total
            self._ways_now = self._table.sum(axis=(0, 2)) / total

    def _spoken(self, clue: Clue, left: int, reds_left: int, rng: np.random.Generator) -> "_Spoken":
        """Everything about a clue that its likelihood in any world needs."""
        row = int(self.models[0].rows([clue.word])[0])
        normal = rng.standard_normal((CARDS, ROUGH_DRAWS), dtype=np.float32)
        views = []
        for m, (model, table) in enumerate(zip(self.models, self._tables, strict=True)):
            orders, sums = guesser.unrevealed_orders(self._orders[m], table.squared[0], left, reds_left)
            groups = guesser.by_first_cards(orders, CARDS)
            ear, chances = self._ear_at_levels(m, row)
            if clue.number > reds_left:  # which no model would say
                ear, chances = ear[:0], chances[:, :0]
            else:
                order = np.argsort(sums[ear, clue.number - 1], kind="stable")
                ear, chances = ear[order], np.ascontiguousarray(chances[:, order])
            said = conditioned.first_cards(orders[ear], clue.number, np.ones(len(ear)))
            rough = self._rough(m, row, left, clue.number, normal)
            views.append(_View(ear, chances, said, orders, sums, table.near, groups, rough))
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

    def _rough(self, m: int, row: int, left: int, number: int, normal: np.ndarray) -> Strata:
        """What a word spoken roughly may say: the cards nearest to its vector in draws of noise, and how often."""
        cards = np.flatnonzero([left >> card & 1 for card in range(CARDS)])
        table, places = self.models[m].distance_table(self.models[m].rows(self._words))
        squared = table[places[cards], row] - (self._roots[m][cards] @ normal).T  # (draw, card)
        orders = cards[np.argsort(squared, axis=1)]
        return Strata.joined([conditioned.first_cards(orders, number, np.full(ROUGH_DRAWS, 1 / ROUGH_DRAWS))])

    def _strata(self, spoken: "_Spoken") -> Strata:
        """Where worlds are drawn for a clue: where a model says what may be heard so, where it speaks roughly, anywhere."""
        parts = [conditioned.everything(ANYWHERE)]
        ways = (self._ways + self._ways_now)[:-1]
        for belief, view in zip(self.prior + self._beliefs, spoken.views, strict=True):
            likely = ways @ view.chances
            share = (1 - ANYWHERE) / 4 * belief * likely / max(likely.sum(), EPSILON)
            parts.append(view.said._replace(share=share))
            share = (1 - ANYWHERE) / 4 * belief * view.rough.share
            parts.append(view.rough._replace(share=share))
        return Strata.joined(parts)

    def _likelihoods_of(self, spoken: "_Spoken", drawn: np.ndarray) -> np.ndarray:
        """P(clue | model, way of speaking, world), (model, way, world)."""
        result = np.empty((len(self.models), len(self._ways), len(drawn)))
        usual = conditioned.chance_of_run(spoken.unrevealed.bit_count(), spoken.reds_left, spoken.number)
        for m, view in enumerate(spoken.views):
            result[m, :-1] = listening.heard_at_levels(
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
            if self.stranger:
                fits = listening.summed(drawn, *view.rough) / usual if usual else 1.0
                rough = (UNRELATED + (1 - UNRELATED) * fits) / (len(view.near) * spoken.reds_left)
                result[m, :-1] = (1 - SLIP) * result[m, :-1] + SLIP * rough
                result[m, -1] = rough
            else:
                result[m, -1] = 0.0
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
    rough: Strata


class _Spoken(NamedTuple):
    """A clue that was heard: what was unrevealed, its number, how many red cards were left, each model's view of it."""

    unrevealed: int
    number: int
    reds_left: int
    views: list[_View]
