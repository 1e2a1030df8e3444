"""Teammate models of the cognitive hierarchy: a level over an embedding, and priors over several of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, factorial

import numpy as np

from commonground.agents.beliefs import checked_prior
from commonground.agents.ladder import Ladder, Memory, check_level
from commonground.embeddings import Embedding
from commonground.errors import CommonGroundError


@dataclass(frozen=True)
class Level:
    """A teammate model: the guesser or spymaster of a level, over an embedding."""

    number: int
    embedding: Embedding

    @property
    def name(self) -> str:
        return f"{self.embedding.name}/{self.number}"


Prior = Sequence[float] | Callable[[Sequence[Level]], Sequence[float]] | None


def level(number: int, embedding: Embedding) -> Level:
    """The teammate model of that level over an embedding; level 0 is static."""
    return Level(check_level(number), embedding)


def poisson(tau: float) -> Callable[[Sequence[Level]], Sequence[float]]:
    """A prior under which level k has the share of τᵏ e^−τ / k!, divided evenly among the models of that level."""
    if not (np.isfinite(tau) and tau > 0):
        raise CommonGroundError(f"The mean of a Poisson prior is a number above 0, not {tau}.")

    def weights(models: Sequence[Level]) -> list[float]:
        numbers = [model.number for model in models]
        return [tau**k * exp(-tau) / factorial(k) / numbers.count(k) for k in numbers]

    return weights


def checked_models(models: Sequence[Level], prior: Prior) -> np.ndarray:
    """The prior over the models, which must be some and differ."""
    if not models:
        raise CommonGroundError("An agent needs at least one teammate model, e.g. level(0, embedding).")
    names = [model.name for model in models]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise CommonGroundError(f"Teammate models all differ, but '{twice[0]}' is there twice.")
    return checked_prior(prior(models) if callable(prior) else prior, names)


def ladders_of(models: Sequence[Embedding], words: Sequence[str], neighbours: int, memory: Memory) -> dict[str, Ladder]:
    """One ladder for each embedding, however many of its levels are models."""
    return {model.name: Ladder(model, words, neighbours, memory) for model in dict.fromkeys(models)}


def tell(on: dict[str, Ladder], models: Sequence[Embedding], numbers: Sequence[int], word: str) -> None:
    """Tell the clue to every guesser that is a model or is simulated by one."""
    for name, ladder in on.items():
        highest = max(number for model, number in zip(models, numbers, strict=True) if model.name == name)
        for number in range(1, highest + 1):
            ladder.hear(number, int(ladder.embedding.rows([word])[0]))
