"""Beliefs over teammate models and their noise, updated by Bayes' rule."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from commonground import checks
from commonground.agents import arguments
from commonground.agents.kernels.cards import TIE
from commonground.embeddings import Embedding
from commonground.game import Noise, noise_of

SIGMAS = (0.0, 0.5, 1.0)  # that agents which learn the noise hold possible


class Believer:
    """What both Bayesian agents are: beliefs over which of several embeddings the team-mate has, and a noise assumed."""

    def __init__(
        self, models: Sequence[Embedding], prior: Sequence[float] | None, noise: float | Noise, samples: int
    ) -> None:
        self.models = self._known(models)
        self.names = tuple(model.name for model in self.models)
        self.prior = checked_prior(prior, self.names)
        self.noise = noise_of(noise)
        self.samples = samples
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

    def beliefs(self) -> dict[str, float]:
        return dict(zip(self.names, self._beliefs.tolist(), strict=True))


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
