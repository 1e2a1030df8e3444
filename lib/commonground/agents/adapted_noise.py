"""A spymaster over one embedding that adapts the noise it assumes, after the follow-up on noisy clues.

Its abstract says that an agent assumes its team-mate to hear a noisy version of each clue, and that several methods adapt
the scale of that noise over time. The two methods here are a reading of ours: a step up after a miss and down after a hit,
and the noise under which all guesses so far were likeliest.
"""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from commonground import checks
from commonground.agents import arguments
from commonground.agents.bayesian_spymaster import BayesianSpymaster
from commonground.agents.beliefs import checked_sigmas
from commonground.agents.clues import CANDIDATES
from commonground.embeddings import Embedding
from commonground.game import Colour, SpymasterView, Turn
from commonground.game.legality import Legality
from commonground.game.utility import PAPER, Utility

LADDER = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)  # the noises that it may assume
FIRST = 1.0  # the one that it begins with
EVIDENCE = 100  # draws at each of them, by which a guess is likely or not


class AdaptedNoise(BayesianSpymaster):
    """SM_B with one model and a noise σ that changes from turn to turn.

    With `rule="step"` σ goes one up on the ladder when the last card was not red, and one down when all were. With
    `rule="likelihood"` σ is the one that maximises Π (1 + draws that show the guess) over all turns; of equal ones, the
    smallest. With `rule="fixed"` it stays where it began, which shows what adapting is worth.
    """

    def __init__(
        self,
        embedding: Embedding,
        rule: Literal["step", "likelihood", "fixed"] = "step",
        ladder: Sequence[float] = LADDER,
        first: float = FIRST,
        samples: int = 10,
        evidence: int = EVIDENCE,
        utility: Utility = PAPER,
        neighbours: int = CANDIDATES,
        name: str | None = None,
        legality: Legality = "paper",
        carry: bool = False,
    ) -> None:
        super().__init__(
            [arguments.embedding(embedding)],
            noise=1.0,
            samples=samples,
            utility=utility,
            neighbours=neighbours,
            name=name,
            legality=legality,
            carry=carry,
        )
        self.rule = checks.choice("rule", rule, ("step", "likelihood", "fixed"))
        self.ladder = checked_sigmas(ladder)
        if first not in self.ladder.tolist():
            raise checks.wrong("first", f"one of the ladder's {', '.join(f'{s:g}' for s in self.ladder)}", first)
        self.first = self.ladder.tolist().index(first)
        self.evidence = arguments.draws("evidence", evidence)
        self.name = arguments.name(name, f"SM_A_{rule}")
        self._forget()

    def _forget(self) -> None:
        """Nothing has been seen of the partner."""
        self._step, self._likelihoods = self.first, np.ones(len(self.ladder))

    @property
    def sigma(self) -> float:
        """The noise that it assumes now."""
        return float(self.ladder[self._step])

    def start(self, view: SpymasterView) -> None:
        super().start(view)
        if not self.carry:
            self._forget()

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """Adapt the noise; a likelihood counts beside the largest, so that none vanishes. A turn that was passed says nothing."""
        if not turn.guesses or self.rule == "fixed":
            return
        likelihoods = self._likelihoods * (1.0 + self._matches(turn.guesses)) / (1.0 + self.evidence)
        self._likelihoods = likelihoods / likelihoods.max()
        if self.rule == "likelihood":
            self._step = int(self._likelihoods.argmax())
        else:
            missed = turn.colours[-1] is not Colour.RED
            self._step = min(max(self._step + (1 if missed else -1), 0), len(self.ladder) - 1)

    def explain(self, runners_up: int = 5) -> dict[str, Any]:
        told = super().explain(runners_up)
        return told | {"noise": self.sigma} if told else {}

    def _draw(self, rng: np.random.Generator) -> None:
        """Draws at the noise assumed, to judge clues on, and draws at every noise, by which a guess is likely or not."""
        unit = super()._drawn(rng, 1, self.evidence)
        self.sigmas = self.ladder[[self._step]]
        super()._draw(rng)
        self._evidence = self.ladder.astype(np.float32)[None, :, None, None, None] * unit

    def _drawn(self, rng: np.random.Generator, blocks: int, samples: int) -> np.ndarray:
        return np.asarray(np.float32(self.sigma) * super()._drawn(rng, blocks, samples))
