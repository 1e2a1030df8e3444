"""A Bayesian spymaster that takes its team-mate's noise for a part of who the team-mate is."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from commonground import checks
from commonground.agents import arguments
from commonground.agents.bayesian_spymaster import BayesianSpymaster
from commonground.agents.beliefs import SIGMAS, checked_prior, checked_sigmas
from commonground.agents.clues import CANDIDATES
from commonground.embeddings import Embedding
from commonground.game import Noise, SpymasterView, Turn, noise_of
from commonground.game.legality import Legality
from commonground.game.utility import PAPER, Utility

NEGLIGIBLE = 1e-3  # a belief in a model that is not worth asking it
UNLIKELY = 0.2  # of the largest belief: the same, when many clues are looked at to find those worth a second look


class NoiseLearner(BayesianSpymaster):
    """Beliefs over (embedding, σ): E(l, n) is the mean over both, on draws that all clues of a turn share.

    Clues are looked at twice: all of them on a few draws by the likeliest models, then the best, the `shortlist`, on many
    new ones, so that the clue given is not the one that the first draws happened to favour. The many draws then serve as
    the likelihood of the guess: P(m, σ | γ) ∝ P(m, σ) (1 + how many of `second_samples` draws at noise σ make m reveal γ).
    `beliefs()` are those about the embedding, `noise_beliefs()` those about the noise, which is of the kind of `noise`.
    """

    def __init__(
        self,
        models: Sequence[Embedding],
        prior: Sequence[float] | None = None,
        sigmas: Sequence[float] = SIGMAS,
        noise_prior: Sequence[float] | None = None,
        samples: int = 10,
        second_samples: int = 200,
        shortlist: int = 50,
        utility: Utility = PAPER,
        neighbours: int = CANDIDATES,
        name: str | None = None,
        legality: Legality = "paper",
        noise: float | Noise = 1.0,
        carry: bool = False,
        drift: float | Sequence[float] = 0.0,
    ) -> None:
        super().__init__(
            models,
            prior,
            noise=noise_of(noise).at(1.0),
            samples=samples,
            draws="common",
            utility=utility,
            neighbours=neighbours,
            name=name,
            legality=legality,
            carry=carry,
            drift=drift,
        )
        self.name = arguments.name(name, "SM_N")
        self.sigmas = checked_sigmas(sigmas)
        self.noise_prior = checked_prior(noise_prior, [f"noise {sigma:g}" for sigma in self.sigmas])
        self.second_samples = arguments.draws("second_samples", second_samples)
        self.shortlist = checks.whole("shortlist", shortlist)

    def start(self, view: SpymasterView) -> None:
        super().start(view)
        self.noise_by_turn = [self.noise_beliefs()]  # before each turn

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """Bayes' rule over embedding and noise at once."""
        super().observe(view, turn)
        self.noise_by_turn.append(self.noise_beliefs())

    def _whole_prior(self) -> np.ndarray:
        """Over the embedding and σ."""
        return np.outer(self.prior, self.noise_prior)

    def _believe(self) -> None:
        self._both = self._partner.beliefs  # (embedding, σ)
        self._beliefs = self._both.sum(axis=1)

    def noise_beliefs(self) -> dict[float, float]:
        """What is believed of the team-mate's noise."""
        return dict(zip(self.sigmas.tolist(), self._both.sum(axis=0).tolist(), strict=True))

    def explain(self, runners_up: int = 5) -> dict[str, Any]:
        told = super().explain(runners_up)
        return told | {"noise_beliefs": self.noise_beliefs()} if told else {}

    def _draw(self, rng: np.random.Generator) -> None:
        """The draws of the second look, which are many, then those of the first."""
        second = self._drawn(rng, 1, self.second_samples)
        super()._draw(rng)
        self._evidence = second

    def _drawn(self, rng: np.random.Generator, blocks: int, samples: int) -> np.ndarray:
        """The same draws at every σ."""
        scale = self.sigmas.astype(np.float32)[None, :, None, None, None]
        return np.asarray(scale * super()._drawn(rng, blocks, samples))

    def _joint(self, beliefs: np.ndarray) -> np.ndarray:
        """As if only these beliefs, over embeddings, were others: what is believed of the noise is kept."""
        total = self._both.sum(axis=1, keepdims=True)
        given = np.where(total > 0, self._both / np.maximum(total, np.finfo(float).tiny), self.noise_prior)
        return np.asarray(beliefs[:, None] * given)

    def _evaluate(self, near: np.ndarray, beliefs: np.ndarray, everything: bool) -> tuple[np.ndarray, np.ndarray]:
        """As the parent's, in two looks."""
        joint, squared = self._joint(beliefs), self._table.squared
        least = joint.max() * UNLIKELY if self.shortlist else NEGLIGIBLE
        expected, runs = self._look(squared, near, _enough(joint, least), self._pools, everything)
        best = expected.max(axis=1)
        if self.shortlist and np.isfinite(best).any():
            listed = np.sort(np.argsort(-best, kind="stable")[: self.shortlist])
            listed = listed[np.isfinite(best[listed])]
            some = np.ascontiguousarray(squared[:, listed])
            second, _ = self._look(some, near[listed], _enough(joint, NEGLIGIBLE), self._evidence, everything)
            expected = np.full_like(expected, -np.inf)
            expected[listed] = second
        return expected, runs


def _enough(beliefs: np.ndarray, least: float) -> np.ndarray:
    """Beliefs in the models that are believed in that much; none in the others."""
    return np.where(beliefs >= least, beliefs, 0.0)
