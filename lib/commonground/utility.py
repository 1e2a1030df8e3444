"""The heuristic utility of a turn (paper §3.4), as a small object that can be replaced."""

from dataclasses import dataclass

import numpy as np

from commonground.game import COUNTS, Colour


@dataclass(frozen=True)
class Utility:
    """What a card of each colour is worth, and what a turn costs.

    v(γ) = Σ v(colour of γᵢ) − 1 over the cards revealed. The assassin costs as much as all red cards of the board.
    """

    red: float = 1.0
    blue: float = -1.0
    bystander: float = 0.0
    assassin: float = -float(COUNTS[Colour.RED])
    turn: float = -1.0

    @property
    def of_card(self) -> np.ndarray:
        """The value of a card by its colour's number."""
        return np.array([self.red, self.blue, self.bystander, self.assassin])


PAPER = Utility()
