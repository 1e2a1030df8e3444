"""What the game asks of the two roles."""

from typing import Any, Literal, Protocol, TypeVar, get_args

import numpy as np

from commonground import checks
from commonground.game.board import Clue, GuesserView, SpymasterView, Turn
from commonground.game.rules import Colour

Role = Literal["spymaster", "guesser"]
Player = TypeVar("Player")


class Spymaster(Protocol):
    """Gives clues. `embedding` is the semantics its words have (of its most believed model, if it has several)."""

    name: str

    @property
    def embedding(self) -> Any: ...
    def start(self, view: SpymasterView) -> None: ...
    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue: ...
    def observe(self, view: SpymasterView, turn: Turn) -> None: ...
    def beliefs(self) -> dict[str, float]: ...


class Guesser(Protocol):
    """Picks cards, one at a time; None ends the turn (not before the first card)."""

    name: str

    def start(self, view: GuesserView) -> None: ...
    def next_guess(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> int | None: ...
    def observe(self, view: GuesserView, card: int, colour: Colour) -> None: ...
    def beliefs(self) -> dict[str, float]: ...


def check_player(role: Role, player: Player) -> Player:
    """See that somebody can sit in a seat."""
    checks.choice("role", role, get_args(Role))
    needed = ("start", "give_clue" if role == "spymaster" else "next_guess", "observe", "beliefs")
    able = all(callable(getattr(player, name, None)) for name in needed) and not isinstance(player, type)
    if not able or not isinstance(getattr(player, "name", None), str):
        wanted = f'an agent with a name and with {", ".join(needed)}, e.g. agents.{role}("ta", load_set("toy"))'
        raise checks.wrong(f"The {role}", wanted, player)
    return player
