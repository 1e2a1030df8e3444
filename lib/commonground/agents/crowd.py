"""The crowd as a partner: somebody who speaks another language each turn, as people do."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from commonground.agents import arguments
from commonground.agents.for_people import SpymasterForPeople, known_people
from commonground.agents.static import StaticGuesser
from commonground.embeddings import Embedding
from commonground.embeddings.fitted import People, ways
from commonground.embeddings.weighted import unit
from commonground.game import Clue, Noise, SpymasterView, Turn

NAME = "crowd"


class CrowdGuesser(StaticGuesser):
    """Each turn a static guesser of another embedding and level of noise, drawn from how people hear.

    `ear` is the noise that befalls its clues besides.
    """

    def __init__(
        self,
        models: Sequence[Embedding],
        people: People | None = None,
        name: str | None = None,
        ear: float | Noise = 0.0,
    ) -> None:
        known = known_people(people, arguments.embeddings(models))
        self.models, self.levels, self.heard = ways(known, known.heard, arguments.embeddings(models))
        super().__init__(self.models[0], ear, arguments.name(name, NAME))
        self._besides = self.ear

    def _squared(self, word: str, rng: np.random.Generator) -> np.ndarray:
        """Distances as this turn's embedding has them, the clue heard a little elsewhere."""
        chosen, level = someone(self.heard, rng)
        self.embedding = self.models[chosen]
        sigma = self.levels[level] * unit(self.embedding)
        self.ear = Noise(float(np.hypot(sigma, self._besides.sigma)))
        return super()._squared(word, rng)

    def explain(self) -> dict[str, Any]:
        """Who it was last."""
        return {"embedding": self.embedding.name, "noise": self.ear.sigma} if self._turn >= 0 else {}


class CrowdSpymaster(SpymasterForPeople):
    """Each turn a spymaster of another embedding and level of noise: it says what is best with a listener like itself."""

    def __init__(self, models: Sequence[Embedding], people: People | None = None, name: str | None = None) -> None:
        super().__init__(models, people, name=arguments.name(name, NAME), drift=1.0, machines=0.0)

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        self._both = np.zeros(self.heard.shape)
        self._both[someone(self.heard, rng)] = 1.0
        self._beliefs = self._both.sum(axis=1)
        return super().give_clue(view, rng)

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """It learns nothing."""

    def beliefs(self) -> dict[str, float]:
        """It believes nothing either: it is somebody else the next time."""
        return {}


def someone(heard: np.ndarray, rng: np.random.Generator) -> tuple[int, int]:
    """An embedding and a level of noise, drawn from a table of shares."""
    place = int(np.searchsorted(np.cumsum(heard.ravel()), rng.random(), side="right"))
    found = np.unravel_index(min(place, heard.size - 1), heard.shape)
    return int(found[0]), int(found[1])
