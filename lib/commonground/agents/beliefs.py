"""Beliefs over teammate models, updated by Bayes' rule."""

from collections.abc import Sequence

import numpy as np

from commonground.errors import CommonGroundError
from commonground.kernels import TIE


def checked_prior(prior: Sequence[float] | None, names: Sequence[str]) -> np.ndarray:
    """A prior over the models as probabilities; uniform if None."""
    if prior is None:
        return np.full(len(names), 1.0 / len(names))
    weights = np.asarray(prior, dtype=np.float64)
    if weights.shape != (len(names),) or not np.isfinite(weights).all() or (weights < 0).any() or weights.sum() == 0:
        raise CommonGroundError(
            f"A prior needs one weight of 0 or more for each of {', '.join(names)}, not all 0: got {list(prior)}."
        )
    return np.asarray(weights / weights.sum())


def updated(beliefs: np.ndarray, likelihoods: np.ndarray) -> np.ndarray:
    """P(m | a) ∝ P(a | m) P(m); unchanged where the action is impossible under every model believed possible."""
    posterior = beliefs * likelihoods
    total = posterior.sum()
    return np.asarray(posterior / total) if total > 0 else beliefs


def most_believed(beliefs: np.ndarray) -> int:
    """The model believed most; of equal ones (but for rounding) the first."""
    return int(np.argmax(beliefs >= beliefs.max() - TIE))


def named(beliefs: np.ndarray, names: Sequence[str]) -> dict[str, float]:
    return dict(zip(names, beliefs.tolist(), strict=True))
