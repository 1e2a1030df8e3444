"""A spymaster for people: over the mixture of listeners that people are."""

from collections.abc import Sequence

import numpy as np

from commonground import checks
from commonground.agents import arguments
from commonground.agents.clues import CANDIDATES
from commonground.agents.noise_learner import NoiseLearner
from commonground.embeddings import Embedding
from commonground.embeddings.fitted import People, evenly, ways
from commonground.embeddings.sayable import sayable
from commonground.embeddings.weighted import unit
from commonground.game import SpymasterView
from commonground.game.legality import Legality
from commonground.game.utility import PAPER, Utility

DRIFTS = (0.0, 0.5, 1.0)  # that are held possible: somebody who stays the same, and people
MACHINES = 0.05  # the share of partners that are no people but an embedding
MOST = 4  # cards that a clue is given for


class SpymasterForPeople(NoiseLearner):
    """Beliefs over (embedding, level of noise) that begin with how people hear: the mixture `people.heard`.

    People's own language is one of the embeddings. A level of noise is in standard deviations of a coordinate over the
    vocabulary, so that it means the same in all of them. Some partners, the share of `machines`, may be an embedding that
    makes no mistakes. Which `drift` the partner has is believed in, too: people are another listener each turn, an embedding
    stays who it is.

    Its manners: no clue is for more than `most` cards, none is said twice or against the strict rules, and with `plain`
    it says only words that people know, and none that merely hold sentences together.
    """

    def __init__(
        self,
        models: Sequence[Embedding],
        people: People | None = None,
        samples: int = 10,
        second_samples: int = 200,
        shortlist: int = 50,
        utility: Utility = PAPER,
        neighbours: int = CANDIDATES,
        name: str | None = None,
        legality: Legality = "strict",
        carry: bool = False,
        drift: float | Sequence[float] = DRIFTS,
        machines: float = MACHINES,
        most: int = MOST,
        plain: bool = True,
    ) -> None:
        known, given = known_people(people, arguments.embeddings(models)), arguments.embeddings(models)
        heard = ways(known, known.heard, given, checks.probability("machines", machines))
        super().__init__(
            heard.models,
            prior=heard.shares.sum(axis=1).tolist(),
            sigmas=heard.settings,
            noise_prior=heard.shares.sum(axis=0).tolist(),
            samples=samples,
            second_samples=second_samples,
            shortlist=shortlist,
            utility=utility,
            neighbours=neighbours,
            name=arguments.name(name, "SM_P"),
            legality=legality,
            carry=carry,
            drift=drift,
        )
        self.heard = heard.shares  # (model, level)
        self._units = np.array([unit(model) for model in self.models], np.float32)
        self.most = checks.whole("most", most, 1)
        self.plain = checks.flag("plain", plain)

    def start(self, view: SpymasterView) -> None:
        super().start(view)
        if self.plain:
            self._table.near[~sayable(self.models[0])[self._table.rows]] = 0

    def _whole_prior(self) -> np.ndarray:
        """Over the embedding and the level of noise, which go together."""
        return self.heard

    def _drawn(self, rng: np.random.Generator, blocks: int, samples: int) -> np.ndarray:
        """The same draws at every level, as loud as it is in each embedding."""
        return np.asarray(self._units[:, None, None, None, None] * super()._drawn(rng, blocks, samples))

    def _joint(self, beliefs: np.ndarray) -> np.ndarray:
        """As if only these beliefs, over embeddings, were others; what is believed of the noise in each is kept."""
        both = np.where(self._both.sum(axis=1, keepdims=True) > 0, self._both, self.heard)
        return np.asarray(beliefs[:, None] * both / both.sum(axis=1, keepdims=True))

    def _look(
        self, squared: np.ndarray, near: np.ndarray, joint: np.ndarray, pools: np.ndarray, everything: bool
    ) -> tuple[np.ndarray, np.ndarray]:
        """As the parent's, for no more cards than people are asked to find at once."""
        expected, runs = super()._look(squared, near, joint, pools, everything)
        expected[:, self.most :] = -np.inf
        return expected, runs


def known_people(people: People | None, embeddings: Sequence[Embedding]) -> People:
    """What is known of people; evenly spread over some embeddings, if nothing is."""
    if people is None:
        return evenly([embedding.name for embedding in embeddings])
    return checks.kind("people", people, People, 'what was fitted on people, e.g. fitted("people", names)')
