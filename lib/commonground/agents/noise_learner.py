"""A Bayesian spymaster that takes its team-mate's noise for a part of who the team-mate is."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from commonground.agents.bayesian_spymaster import BayesianSpymaster
from commonground.agents.beliefs import checked_prior, updated
from commonground.agents.clues import NEIGHBOURS
from commonground.agents.kernels import noise_levels, spymaster
from commonground.embeddings import Embedding
from commonground.embeddings.precompute import check_noise
from commonground.errors import CommonGroundError
from commonground.game import CARDS, STANDARD, Clue, SpymasterView, Turn
from commonground.game.legality import Legality
from commonground.game.utility import PAPER, Utility

LEVELS = (0.0, 0.5, 1.0)
NEGLIGIBLE = 1e-3  # a belief in a model that is not worth asking it
UNLIKELY = 0.2  # of the largest belief: the same, when many clues are looked at to find those worth a second look


class NoiseLearner(BayesianSpymaster):
    """Beliefs over (embedding, noise level): E(l, n) is the mean over both, on draws that all clues of a turn share.

    Clues are looked at twice: all of them on a few draws by the likeliest models, then the best, the `shortlist`, on many
    new ones, so that the clue given is not the one that the first draws happened to favour. The many draws then serve as
    the likelihood of the guess: P(m, σ | γ) ∝ P(m, σ) (1 + how many of `second_samples` draws at noise σ make m reveal γ).
    `beliefs()` are those about the embedding, `noise_beliefs()` those about the noise.
    """

    def __init__(
        self,
        models: Sequence[Embedding],
        prior: Sequence[float] | None = None,
        levels: Sequence[float] = LEVELS,
        noise_prior: Sequence[float] | None = None,
        samples: int = 10,
        second_samples: int = 200,
        shortlist: int = 50,
        utility: Utility = PAPER,
        neighbours: int = NEIGHBOURS,
        name: str | None = None,
        legality: Legality = "paper",
    ) -> None:
        super().__init__(models, prior, 1.0, samples, "common", utility, neighbours, name or "SM_N", legality)
        self.levels = checked_levels(levels)
        self.noise_prior = checked_prior(noise_prior, [f"noise {level:g}" for level in self.levels])
        if second_samples < 1 or shortlist < 0:
            raise CommonGroundError(
                f"A second look needs 1 sample or more and a shortlist of 0 (none) or more, not {second_samples} and {shortlist}."
            )
        self.second_samples, self.shortlist = second_samples, shortlist

    def start(self, view: SpymasterView) -> None:
        super().start(view)
        self._joint = np.outer(self.prior, self.noise_prior)  # (embedding, level)
        self.noise_by_turn = [self.noise_beliefs()]  # before each turn

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        given = super().give_clue(view, rng)
        self._replies = self._likely_replies()
        return given

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """Bayes' rule over embedding and noise at once."""
        likelihoods = (1.0 + self._matches(turn.guesses)).reshape(self._joint.shape)
        self._joint = updated(self._joint, likelihoods)
        self._beliefs = self._joint.sum(axis=1)
        self.noise_by_turn.append(self.noise_beliefs())

    def noise_beliefs(self) -> dict[float, float]:
        """What is believed of the team-mate's noise."""
        return dict(zip(self.levels.tolist(), self._joint.sum(axis=0).tolist(), strict=True))

    def explain(self, runners_up: int = 5) -> dict[str, Any]:
        return super().explain(runners_up) | {"noise_beliefs": self.noise_beliefs()}

    def _draw_pools(self, rng: np.random.Generator) -> np.ndarray:
        """The draws of the first look, and those of the second, (embedding, sample, card), which are many."""
        normal = rng.standard_normal((CARDS, self.second_samples), dtype=np.float32)
        self._second = np.array([spymaster.project(root, self._cards, normal) for root in self._roots])
        return super()._draw_pools(rng)

    def _evaluate(
        self, squared: np.ndarray, near: np.ndarray, beliefs: np.ndarray, everything: bool
    ) -> tuple[np.ndarray, np.ndarray]:
        """As the parent's, in two looks; `beliefs` are over embeddings, and what is believed of the noise is kept."""
        noise_given = self._joint / np.maximum(self._joint.sum(axis=1, keepdims=True), np.finfo(float).tiny)
        joint = beliefs[:, None] * noise_given
        least = joint.max() * UNLIKELY if self.shortlist else NEGLIGIBLE
        expected, runs = self._look(squared, near, joint, self._pools[:, 0], everything, least)
        best = expected.max(axis=1)
        if self.shortlist and np.isfinite(best).any():
            listed = np.sort(np.argsort(-best, kind="stable")[: self.shortlist])
            listed = listed[np.isfinite(best[listed])]
            second, _ = self._look(squared[:, listed], near[listed], joint, self._second, everything, NEGLIGIBLE)
            expected = np.full_like(expected, -np.inf)
            expected[listed] = second
        return expected, runs

    def _look(
        self,
        squared: np.ndarray,
        near: np.ndarray,
        joint: np.ndarray,
        draws: np.ndarray,
        everything: bool,
        least: float,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Expected utilities on some draws, by the models that are believed enough."""
        values, turn = self.utility.of_card(STANDARD), self.utility.turn
        expected, runs = noise_levels.expected_utilities(
            squared,
            near,
            self._red,
            self._cards,
            self._ends,
            joint,
            self.levels,
            draws,
            values,
            turn,
            everything,
            least,
        )
        return expected, runs

    def _likely_replies(self) -> np.ndarray:
        """What each (embedding, level) reveals for the clue given, in the draws of the second look, (model, sample, place)."""
        clue, number = self._given
        scale = self.levels.astype(np.float32)[None, :, None, None]
        pools = (scale * self._second[:, None]).reshape(-1, 1, *self._second.shape[1:])
        squared = np.repeat(self._table.squared[:, [clue]], len(self.levels), axis=0)
        return np.asarray(spymaster.replies(squared, 0, number, self._cards, self._ends, pools, 0))

    def _matches(self, guesses: tuple[int, ...]) -> np.ndarray:
        if len(guesses) > self._replies.shape[2]:
            return np.zeros(len(self._replies))
        return super()._matches(guesses)


def checked_levels(noise: Sequence[float]) -> np.ndarray:
    """Noise levels in order, each once."""
    if not len(noise):
        raise CommonGroundError("An agent that learns the noise needs at least one level of it.")
    levels = sorted({check_noise(level) for level in noise})
    if len(levels) < len(noise):
        raise CommonGroundError(f"Each noise level once, not {', '.join(f'{level:g}' for level in noise)}.")
    if levels != list(noise):
        raise CommonGroundError(f"Noise levels go upwards, not {', '.join(f'{level:g}' for level in noise)}.")
    return np.array(levels)
