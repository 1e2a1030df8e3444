"""The heuristic utility of a turn (paper §3.4), as a small object that can be replaced."""

from dataclasses import astuple, dataclass, fields

import numpy as np

from commonground import checks
from commonground.game.rules import Rules


@dataclass(frozen=True)
class Utility:
    """What a card of each colour is worth, and what a turn costs.

    v(γ) = Σ v(colour of γᵢ) − 1 over the cards revealed. The assassin costs as much as all red cards of the board, unless
    something else is said.
    """

    red: float = 1.0
    blue: float = -1.0
    bystander: float = 0.0
    assassin: float | None = None
    turn: float = -1.0

    def __post_init__(self) -> None:
        for field, value in zip(fields(self), astuple(self), strict=True):
            if value is not None or field.name != "assassin":
                checks.number(f"The utility's {field.name}", value, -checks.LARGEST)

    def of_card(self, rules: Rules) -> np.ndarray:
        """The value of a card by its colour's number."""
        assassin = -float(rules.red) if self.assassin is None else self.assassin
        return np.array([self.red, self.blue, self.bystander, assassin])


PAPER = Utility()
