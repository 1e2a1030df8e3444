"""Teammate models of the cognitive hierarchy: levels over embeddings, agents with models of their own, priors over them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, factorial
from typing import Any, Protocol

import numpy as np

from commonground import checks
from commonground.agents import arguments
from commonground.agents.beliefs import checked_prior
from commonground.agents.ladder import Memory
from commonground.embeddings import Embedding
from commonground.errors import CommonGroundError


@dataclass(frozen=True)
class Level:
    """A teammate model: the guesser or spymaster of a level of the deductive hierarchy, over an embedding."""

    depth: int
    embedding: Embedding

    def __post_init__(self) -> None:
        object.__setattr__(self, "depth", arguments.level(self.depth))
        arguments.embedding(self.embedding)

    @property
    def name(self) -> str:
        return f"{self.embedding.name}/{self.depth}"


class Thinker(Protocol):
    """A teammate model with teammate models of its own: an agent of the cognitive hierarchy."""

    name: str
    teammates: "tuple[Model, ...]"
    prior: np.ndarray
    memory: Memory
    neighbours: int

    @property
    def embedding(self) -> Embedding: ...
    @property
    def depth(self) -> int: ...


HIGHEST_MEAN = 100.0  # level: far above any that there is
Model = Level | Thinker
Prior = Sequence[float] | Callable[[Sequence[Any]], Sequence[float]] | None


def level(number: int, embedding: Embedding) -> Level:
    """The teammate model of that level over an embedding; level 0 is static."""
    return Level(number, embedding)


def poisson(tau: float) -> Callable[[Sequence[Model]], Sequence[float]]:
    """A prior under which level k has the share of τᵏ e^−τ / k!, divided evenly among the models of that level."""
    tau = checks.positive("The mean of a Poisson prior", tau, HIGHEST_MEAN)

    def weights(models: Sequence[Model]) -> list[float]:
        numbers = [model.depth for model in models]
        return [tau**k * exp(-tau) / factorial(k) / numbers.count(k) for k in numbers]

    return weights


def checked_models(models: Sequence[Model], prior: Prior, kind: type) -> np.ndarray:
    """The prior over the models, which must be some, differ, and be levels or agents of a kind."""
    wanted = f"a list of levels, e.g. level(0, embedding), or of agents that are a {kind.__name__}"
    if not checks.each("models", models, Level | kind, wanted):
        raise CommonGroundError("An agent needs at least one teammate model, e.g. level(0, embedding).")
    names = [model.name for model in models]
    checks.once("Teammate models", names)
    checks.once("The names of different embeddings", [embedding.name for embedding in embeddings_of(models)])
    if callable(prior) and not isinstance(prior, type):
        prior = prior(models)
    return checked_prior(prior, names)  # type: ignore[arg-type]


def embeddings_of(models: Sequence[Model]) -> list[Embedding]:
    """Every embedding that some model has, or a model's model, once."""
    return list(dict.fromkeys(level.embedding for level in _levels(models)))


def _levels(models: Sequence[Model]) -> Iterator[Level]:
    for model in models:
        if isinstance(model, Level):
            yield model
        else:
            yield from _levels(model.teammates)
