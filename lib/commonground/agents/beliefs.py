"""Beliefs over teammate models and their noise, updated by Bayes' rule."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from commonground import checks
from commonground.agents import arguments
from commonground.agents.kernels.cards import TIE
from commonground.embeddings import Embedding
from commonground.game import Noise, Player, noise_of

SIGMAS = (0.0, 0.5, 1.0)  # that agents which learn the noise hold possible


class Believer(Player):
    """What both Bayesian agents are: beliefs over which of several embeddings the team-mate has, and a noise assumed.

    With `carry`, a game begins with what was believed when the last one ended: the partner is still the same. A partner may
    `drift`: after each turn it is anyone again with that probability. 0 is the paper's partner, who stays the same; with 1
    nothing is learned. If several are given, which of them it is is believed in, too.
    """

    _partner: Any = None  # what is known of it, a `Drifting`, once a game has begun

    def __init__(
        self,
        models: Sequence[Embedding],
        prior: Sequence[float] | None,
        noise: float | Noise,
        samples: int,
        carry: bool = False,
        drift: float | Sequence[float] = 0.0,
    ) -> None:
        self.models = self._known(models)
        self.names = tuple(model.name for model in self.models)
        self.prior = checked_prior(prior, self.names)
        self.noise = noise_of(noise)
        self.samples = samples
        self.carry = checks.flag("carry", carry)
        self.drift = checked_drift(drift)
        self._beliefs = self.prior

    @classmethod
    def over(cls, models: Sequence[Embedding], **options: Any) -> Self:
        """An agent unsure which of these embeddings its team-mate has."""
        checks.options(cls.__name__, cls, options)
        return cls(models, **options)

    def _known(self, models: Sequence[Embedding]) -> tuple[Embedding, ...]:
        """The embeddings of the models, checked."""
        return arguments.embeddings(models)

    @property
    def embedding(self) -> Embedding:
        """The most believed model's embedding; ties go to the model named first."""
        return self.models[most_believed(self._beliefs)]

    def _opening(self) -> np.ndarray:
        """What is believed when a game begins."""
        return self._beliefs if self.carry else self.prior

    def _met(self, prior: np.ndarray) -> "Drifting":
        """What is known of the partner when a game begins."""
        met = self.carry and self._partner is not None
        return self._partner if met else Drifting.of(prior, self.drift)

    def beliefs(self) -> dict[str, float]:
        return dict(zip(self.names, self._beliefs.tolist(), strict=True))


@dataclass(frozen=True)
class Drifting:
    """What is believed of a partner that may drift, for each drift that is held possible, and of which one it is.

    Beliefs are an array of any shape: over models, or over models and noises.
    """

    prior: np.ndarray
    drifts: np.ndarray  # (drift,)
    chances: np.ndarray  # (drift,) how likely each is
    given: np.ndarray  # (drift, …) what is believed if it is that one

    @classmethod
    def of(cls, prior: np.ndarray, drifts: np.ndarray) -> "Drifting":
        """Before anything was seen."""
        return cls(prior, drifts, np.full(len(drifts), 1.0 / len(drifts)), np.stack([prior] * len(drifts)))

    @property
    def beliefs(self) -> np.ndarray:
        return mixed(self.chances, self.given.reshape(len(self.drifts), -1)).reshape(self.prior.shape)

    def seen(self, likelihoods: np.ndarray) -> "Drifting":
        """After a move of the partner, by Bayes' rule."""
        rows = self.given.reshape(len(self.drifts), -1)
        evidence = (rows * likelihoods.ravel()).sum(axis=1)
        given = np.stack([updated(row, likelihoods.ravel()) for row in rows]).reshape(self.given.shape)
        return replace(self, chances=updated(self.chances, evidence), given=given)

    def drifted(self) -> "Drifting":
        """A turn later, before anything new was seen."""
        share = self.drifts.reshape(-1, *[1] * self.prior.ndim)
        return replace(self, given=(1.0 - share) * self.given + share * self.prior)


def checked_drift(drift: float | Sequence[float]) -> np.ndarray:
    """The drifts held possible, upwards, each once."""
    several = list(drift) if checks.is_list(drift) else [drift]
    found = [checks.probability("drift", one) for one in several]
    if not found or sorted(set(found)) != found:
        raise checks.wrong("drift", "a probability, or several, upwards and each once", drift)
    return np.array(found)


def checked_prior(prior: Sequence[float] | None, names: Sequence[str]) -> np.ndarray:
    """A prior over the models as probabilities; uniform if None."""
    if prior is None:
        return np.full(len(names), 1.0 / len(names))
    return checks.weights("A prior", prior, names)


def checked_sigmas(sigmas: Sequence[float]) -> np.ndarray:
    """The noises held possible, by their σ: in order, each once."""
    if not checks.is_list(sigmas) or not len(sigmas):
        raise checks.wrong("sigmas", "a list of at least one σ, e.g. (0.0, 1.0)", sigmas)
    found = [Noise(sigma).sigma for sigma in sigmas]
    if len(set(found)) < len(found):
        raise checks.wrong("sigmas", "each σ of a noise once", sigmas)
    if found != sorted(found):
        raise checks.wrong("sigmas", "the σ of noises, upwards", sigmas)
    return np.array(found)


def updated(beliefs: np.ndarray, likelihoods: np.ndarray) -> np.ndarray:
    """P(m | a) ∝ P(a | m) P(m); unchanged where the action is impossible under every model believed possible."""
    posterior = beliefs * likelihoods
    total = posterior.sum()
    return np.asarray(posterior / total) if total > 0 else beliefs


def mixed(weights: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Σᵢ wᵢ rowᵢ, row after row: the order of a matrix product is its library's, and that of the processor."""
    return np.asarray((weights[:, None] * rows).sum(axis=0))


def most_believed(beliefs: np.ndarray) -> int:
    """The model believed most; of equal ones (but for rounding) the first."""
    return int(np.argmax(beliefs >= beliefs.max() - TIE))
