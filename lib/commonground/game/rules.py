"""The colours of cards, and how many of each there are."""

from dataclasses import dataclass
from enum import IntEnum

from commonground import checks
from commonground.errors import CommonGroundError

MOST = 28  # cards: sets of them are bit masks, and whole keys must fit into 63 bits


class Colour(IntEnum):
    """What a card turns out to be; its letter is what result files hold."""

    RED = 0
    BLUE = 1
    BYSTANDER = 2
    ASSASSIN = 3

    @property
    def letter(self) -> str:
        return "RBYA"[self]


@dataclass(frozen=True)
class Rules:
    """How many cards of each colour a board has. The paper's are the default.

    The game is won when all red cards are revealed, and lost with the first assassin or the last blue card, if there are
    any.
    """

    red: int = 9
    blue: int = 8
    bystander: int = 7
    assassin: int = 1

    def __post_init__(self) -> None:
        for colour in Colour:
            name, least = colour.name.lower(), 1 if colour is Colour.RED else 0
            count = checks.whole(f"The number of {name} cards", getattr(self, name), least, MOST)
            object.__setattr__(self, name, count)
        if self.cards > MOST:
            raise CommonGroundError(f"A board has at most {MOST} cards, and these rules ask for {self.cards}.")

    @property
    def cards(self) -> int:
        return self.red + self.blue + self.bystander + self.assassin

    @property
    def counts(self) -> dict[Colour, int]:
        return {
            Colour.RED: self.red,
            Colour.BLUE: self.blue,
            Colour.BYSTANDER: self.bystander,
            Colour.ASSASSIN: self.assassin,
        }

    def __str__(self) -> str:
        return f"{self.red} red, {self.blue} blue, {self.bystander} bystander and {self.assassin} assassin"


STANDARD = Rules()
COMPETITION = Rules(red=8, blue=7, bystander=9, assassin=1)  # what the public Codenames AI competition deals
