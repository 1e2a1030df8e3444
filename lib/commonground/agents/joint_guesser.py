"""A Bayesian guesser that uses all it knows: one posterior over who speaks, with how much noise, and the red cards."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from commonground import checks
from commonground.agents import arguments, conditioned
from commonground.agents.beliefs import SIGMAS, checked_prior, checked_sigmas, mixed
from commonground.agents.clues import CANDIDATES
from commonground.agents.conditioned import Strata
from commonground.agents.ears import EPSILON
from commonground.agents.kernels import guesser, listening
from commonground.agents.one_posterior import OnePosterior
from commonground.agents.worlds import Known
from commonground.embeddings import Embedding, blended
from commonground.game import Clue, GuesserView, Noise
from commonground.game.utility import Utility

# Chosen with boards of seed 7777 and the internal embeddings alone, each in turn a stranger to agents that know the others
DOUBLINGS = (3, 4, 5)  # a stranger's opinion follows the blend's as the 8th, 16th or 32nd power of squared distances
SPARED = Utility(assassin=-5.0)  # the assassin costs nine of the score, and spares it the turns that were left
ANYWHERE = 0.5  # the share of worlds that are drawn whatever the clue
SLIP = 0.05  # the chance that a model's clue is, once, as a stranger's


class JointGuesser(OnePosterior):
    """p(m, σ, w) ∝ P(m) P(σ) Π_i P(l_i, n_i | m, σ, w): every clue under the same model and the same noise.

    Worlds are drawn where the clue makes sense (`conditioned`) and weighed exactly. A model speaks as the static
    spymaster does, its word then changed by noise σ. There are *strangers*, too, whose embedding is none of the models
    and only roughly like the blend of them all: each card is meant by their clue the likelier the nearer it is to it
    there (`listening.meant`), and is then red; all others are red by chance. They say one of about so many `clues`, pairs
    of a word and a number. `stranger` is the prior probability of such a partner; 0 leaves all of this out, and
    likelihoods may vanish (R14).

    No card is boosted (`skip` 1). After the first card of a turn, one is picked only if it is worth more than nothing
    and red with probability `belief`: a dial of caution. The larger it is, the more cards wait for a clue that makes them
    surer, which wins games and costs turns. Of `noise` only the kind matters; how strong it may be, `sigmas` says.
    """

    def __init__(
        self,
        models: Sequence[Embedding],
        prior: Sequence[float] | None = None,
        sigmas: Sequence[float] = SIGMAS,
        noise_prior: Sequence[float] | None = None,
        stranger: float = 0.5,
        clues: int = 2000,
        samples: int = 1000,
        skip: float = 1.0,
        belief: float = 0.0,
        utility: Utility = SPARED,
        neighbours: int = CANDIDATES,
        name: str | None = None,
        noise: float | Noise = 1.0,
        carry: bool = False,
        drift: float | Sequence[float] = 0.0,
    ) -> None:
        super().__init__(
            models,
            prior,
            noise=noise,
            samples=samples,
            skip=skip,
            belief=belief,
            inference="joint",
            number=True,
            utility=utility,
            neighbours=neighbours,
            carry=carry,
            drift=drift,
        )
        self.sigmas = checked_sigmas(sigmas)
        sigmas_prior = checked_prior(noise_prior, [f"noise {sigma:g}" for sigma in self.sigmas])
        self.stranger = checks.probability("stranger", stranger)
        self.clues = checks.whole("clues", clues, 1)
        known, strange = (1 - stranger) * sigmas_prior, np.full(len(DOUBLINGS), stranger / len(DOUBLINGS))
        self._ways = np.concatenate([known, strange])  # of speaking
        self._blend = blended(tuple(self.models))
        self.name = arguments.name(name, "G_J")
        self._anyone = np.outer(self.prior, self._ways)  # (model, way of speaking)
        self._so_far = self._unmet()

    def start(self, view: GuesserView) -> None:
        super().start(view)
        self._ways_now = self._so_far.sum(axis=(0, 1))
        self._effective = float("nan")
        self.noise_by_turn = [self.noise_beliefs()]  # before the first turn, and once each clue was heard

    def _noises(self) -> Sequence[Noise]:
        return [self.noise.at(sigma) for sigma in self.sigmas.tolist()]

    def noise_beliefs(self) -> dict[str, float]:
        """What is believed of the partner's noise; a stranger is one thing, however close."""
        known = [f"{sigma:g}" for sigma in self.sigmas]
        beliefs = dict(zip(known, self._ways_now.tolist(), strict=False))
        return beliefs | {"stranger": float(self._ways_now[len(known) :].sum())}

    def explain(self, likeliest: int = 3) -> dict[str, Any]:
        told = super().explain(likeliest)
        return told | {"noise_beliefs": self.noise_beliefs(), "effective_samples": self._effective} if told else {}

    # A clue is heard

    def _hear(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> None:
        super()._hear(view, clue, rng)
        self._effective = conditioned.effective(self._weights)
        self.noise_by_turn.append(self.noise_beliefs())

    def _share_out(self) -> None:
        """Beliefs over embeddings and over ways of speaking."""
        self._beliefs, self._ways_now = self._so_far.sum(axis=(0, 2)), self._so_far.sum(axis=(0, 1))

    def _spoken(self, clue: Clue, known: Known) -> "_Spoken":
        """Everything about a clue that its likelihood in any world needs."""
        row = int(self.models[0].rows([clue.word])[0])
        views = []
        for m in range(len(self.models)):
            seen = self._seen(m, known)
            views.append(_View(self._ear(m, row, clue.number, seen), seen))
        return _Spoken(known.unrevealed, clue.number, known.reds_left, views, self._meant(clue, known.unrevealed))

    def _meant(self, clue: Clue, unrevealed: int) -> "_Meant":
        """Which cards strangers may mean."""
        cards = np.array([card for card in range(len(self._words)) if unrevealed >> card & 1])
        table, places = self._blend.distance_table(self._blend.rows(self._words))
        squared = table[places, self._blend.rows([clue.word])[0]][cards]
        opinions = [listening.meant(squared, clue.number, doublings) for doublings in DOUBLINGS]
        return _Meant(cards, np.stack(opinions))

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
        """P(clue | model, way of speaking, world), (model, way, world); of a stranger the model is not asked."""
        known = len(self.sigmas)
        result = np.zeros((len(self.models), len(self._ways), len(drawn)))
        for m, view in enumerate(spoken.views):
            result[m, :known] = listening.heard_at_each(drawn, spoken.unrevealed, view.ear, spoken.number, view.seen)
        if self.stranger:
            share = spoken.reds_left / spoken.unrevealed.bit_count()
            rough = listening.roughly(drawn, *spoken.meant, share) / self.clues
            result[:, :known] = (1 - SLIP) * result[:, :known] + SLIP * rough.mean(axis=0)
            result[:, known:] = rough
        return result


class _View(NamedTuple):
    """A clue as one model hears it: the clues it may be, and how the model sees all its clues."""

    ear: listening.Ear
    seen: guesser.Orders


class _Meant(NamedTuple):
    """The cards that a stranger's clue may mean, and how likely it does, by each opinion."""

    cards: np.ndarray
    chances: np.ndarray  # (opinion, card)


class _Spoken(NamedTuple):
    """A clue that was heard: what was unrevealed, its number, how many red cards were left, everybody's view of it."""

    unrevealed: int
    number: int
    reds_left: int
    views: list[_View]
    meant: _Meant
