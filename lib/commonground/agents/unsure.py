"""What both agents of the cognitive hierarchy share: several models of the team-mate, of levels or with beliefs."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from commonground.agents import arguments, keys
from commonground.agents.beliefs import Believer, most_believed
from commonground.agents.ladder import Memory, checked_memory
from commonground.agents.models import Level, Model, Prior, checked_models
from commonground.agents.worlds import View
from commonground.embeddings import Embedding
from commonground.errors import CommonGroundError


class Unsure(Believer):
    """What both agents are: unsure which of several models the team-mate is."""

    letter: str

    def __init__(
        self, models: Sequence[Model], prior: Prior, kind: type, memory: Memory, name: str | None, **options: Any
    ) -> None:
        """`options` are those of the agent that this one is a kind of."""
        weights = checked_models(models, prior, kind)
        _check_no_noise(models)
        super().__init__([model.embedding for model in models], weights.tolist(), **options)
        self.teammates = tuple(models)
        self.names = tuple(model.name for model in models)
        self.memory = checked_memory(memory)
        self.name = arguments.name(name, f"{self.letter}M_H({', '.join(self.names)})")
        self._minds: Sequence[Any] = self.teammates  # as they are imagined, once a game has started

    @classmethod
    def over(cls, models: Sequence[Model], **options: Any) -> Self:  # type: ignore[override]
        """An agent unsure which of these its team-mate is."""
        return super().over(models, **options)  # type: ignore[arg-type]

    def _known(self, models: Sequence[Embedding]) -> tuple[Embedding, ...]:
        """Several models may have the same embedding."""
        return arguments.of_one_vocabulary(tuple(models))

    @property
    def embedding(self) -> Embedding:
        """That of the most believed model, as it now is; ties go to the model named first."""
        found: Embedding = self._minds[most_believed(self._beliefs)].embedding
        return found

    def _thoughts(self, drawn: np.ndarray, view: View, rng: np.random.Generator) -> np.ndarray:
        """The worlds to think about: whole keys, if anyone imagined has to know what a wrong guess costs."""
        return keys.coloured(drawn, view, rng) if need_keys(self.teammates) else drawn


def _check_no_noise(models: Sequence[Model]) -> None:
    """See that everybody imagined is deterministic: only who imagines them may reckon with noise."""
    for model in models:
        if not isinstance(model, Level) and getattr(model, "noise", None):
            raise CommonGroundError(f"An agent that is a model assumes no noise; '{model.name}' does.")


def need_keys(models: Sequence[Model]) -> bool:
    """Whether anyone among these, or imagined by them, is a spymaster that weighs what a wrong guess costs."""
    thinkers = [model for model in models if not isinstance(model, Level)]
    return any(getattr(model, "letter", "") == "S" or need_keys(model.teammates) for model in thinkers)
