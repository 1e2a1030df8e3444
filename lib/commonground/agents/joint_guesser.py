"""A Bayesian guesser that uses all it knows: one posterior over who speaks, with how much noise, and the red cards."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from commonground import checks
from commonground.agents import arguments, conditioned
from commonground.agents.bayesian_guesser import BayesianGuesser
from commonground.agents.beliefs import SIGMAS, checked_prior, checked_sigmas, mixed
from commonground.agents.clues import CANDIDATES, nearest_cards
from commonground.agents.conditioned import Strata
from commonground.agents.ears import EPSILON
from commonground.agents.kernels import guesser, listening
from commonground.agents.worlds import Known
from commonground.embeddings import Embedding
from commonground.game import Clue, Colour, GuesserView, Noise
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
    Of `noise` only the kind matters; how strong it may be, `sigmas` says.
    """

    def __init__(
        self,
        models: Sequence[Embedding],
        prior: Sequence[float] | None = None,
        sigmas: Sequence[float] = SIGMAS,
        noise_prior: Sequence[float] | None = None,
        stranger: float = 0.5,
        samples: int = 1000,
        skip: float = 1.0,
        belief: float = 0.8,
        utility: Utility = PAPER,
        neighbours: int = CANDIDATES,
        name: str | None = None,
        noise: float | Noise = 1.0,
    ) -> None:
        super().__init__(
            models, prior, noise, samples, skip, belief, "joint", True, utility=utility, neighbours=neighbours
        )
        self.sigmas = checked_sigmas(sigmas)
        sigmas_prior = checked_prior(noise_prior, [f"noise {sigma:g}" for sigma in self.sigmas])
        self.stranger = checks.probability("stranger", stranger)
        known, strange = (1 - stranger) * sigmas_prior, np.full(len(CLOSENESS), stranger / len(CLOSENESS))
        self._ways = np.concatenate([known, strange])  # of speaking
        self.name = arguments.name(name, "G_J")

    def start(self, view: GuesserView) -> None:
        super().start(view)
        self._joint_prior = np.outer(self.prior, self._ways)  # (model, way of speaking)
        self._ways_now = self._ways
        self._spoken_before: list[_Spoken] = []
        self._table = np.zeros((0, 0, 0))
        self._effective = float("nan")
        self.noise_by_turn = [self.noise_beliefs()]  # before the first turn, and once each clue was heard

    def _noises(self) -> Sequence[Noise]:
        return [self.noise.at(sigma) for sigma in self.sigmas.tolist()]

    def observe(self, view: GuesserView, card: int, colour: Colour) -> None:
        """Keep the worlds in which the card is what it was, and what they say about the speaker."""
        self._picked += 1
        possible = (self._worlds >> card & 1 == 1) == (colour is Colour.RED)
        self._worlds, self._weights = self._worlds[possible], self._weights[possible]
        self._table = self._table[:, :, possible]
        self._believe()

    def noise_beliefs(self) -> dict[str, float]:
        """What is believed of the partner's noise; a stranger is one thing, however close."""
        known = [f"{sigma:g}" for sigma in self.sigmas]
        beliefs = dict(zip(known, self._ways_now.tolist(), strict=False))
        return beliefs | {"stranger": float(self._ways_now[len(known) :].sum())}

    def explain(self, likeliest: int = 3) -> dict[str, Any]:
        told = super().explain(likeliest)
        return told | {"noise_beliefs": self.noise_beliefs(), "effective_samples": self._effective}

    # A clue is heard

    def _hear(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> None:
        """Draw worlds in which this clue makes sense and weigh each, with each model, by all clues so far."""
        known = Known.of(view)
        spoken = self._spoken(clue, known)
        drawn, weights = conditioned.drawn(self._strata(spoken), *known, self.samples, rng)
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

    def _spoken(self, clue: Clue, known: Known) -> "_Spoken":
        """Everything about a clue that its likelihood in any world needs."""
        row = int(self.models[0].rows([clue.word])[0])
        views = []
        for m in range(len(self.models)):
            seen = self._seen(m, known)
            ear = self._ear(m, row, clue.number, seen)
            nearest = nearest_cards(self.models[m], self._words, clue.word, known.unrevealed)
            views.append(_View(ear, seen, np.array(nearest[: clue.number])))
        return _Spoken(known.unrevealed, clue.number, known.reds_left, views)

    def _ear(self, m: int, row: int, number: int, seen: guesser.Orders) -> listening.Ear:
        """The model's clues that can be heard as this word through any noise, those with the nearest cards first."""
        ear, chances = self._ears[m].meant(row)
        if number > seen.sums.shape[1]:  # which no model would say
            ear, chances = ear[:0], chances[:, :0]
        else:
            order = np.argsort(seen.sums[ear, number - 1], kind="stable")
            ear, chances = ear[order], chances[:, order]
        said = conditioned.first_cards(seen.first[ear], number, np.ones(len(ear)))
        return listening.Ear(ear, np.ascontiguousarray(chances), said.red, said.other)

    def _strata(self, spoken: "_Spoken") -> Strata:
        """Where worlds are drawn for a clue: where a model says what may be heard so, and anywhere."""
        parts = [conditioned.everything(ANYWHERE)]
        ways = (self._ways + self._ways_now)[: len(self.sigmas)]
        for belief, view in zip(self.prior + self._beliefs, spoken.views, strict=True):
            likely = mixed(ways, view.ear.chances)
            share = (1 - ANYWHERE) / 2 * belief * likely / max(likely.sum(), EPSILON)
            parts.append(Strata(view.ear.first, view.ear.after, share))
        return Strata.joined(parts)

    def _likelihoods_of(self, spoken: "_Spoken", drawn: np.ndarray) -> np.ndarray:
        """P(clue | model, way of speaking, world), (model, way, world)."""
        known = len(self.sigmas)
        result = np.zeros((len(self.models), len(self._ways), len(drawn)))
        for m, view in enumerate(spoken.views):
            exact = listening.heard_at_each(drawn, spoken.unrevealed, view.ear, spoken.number, view.seen)
            if not self.stranger:
                result[m, :known] = exact
                continue
            share = spoken.reds_left / spoken.unrevealed.bit_count()
            fits = listening.roughly(drawn, view.nearest, np.array(CLOSENESS), share)
            rough = fits / (len(view.seen.near) * spoken.reds_left)  # any of the clues, for any number
            result[m, :known] = (1 - SLIP) * exact + SLIP * rough.mean(axis=0)
            result[m, known:] = rough
        return result


class _View(NamedTuple):
    """A clue as one model hears it: the clues it may be, how the model sees all its clues, the cards that may be meant."""

    ear: listening.Ear
    seen: guesser.Orders
    nearest: np.ndarray  # as many as the number says, nearest first


class _Spoken(NamedTuple):
    """A clue that was heard: what was unrevealed, its number, how many red cards were left, each model's view of it."""

    unrevealed: int
    number: int
    reds_left: int
    views: list[_View]
