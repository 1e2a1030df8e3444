"""What the game asks of the two roles, and how it must ask: whoever asks an agent is checked at one door."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, Protocol, TypeVar, get_args

import numpy as np

from commonground import checks
from commonground.errors import CommonGroundError
from commonground.game.board import Clue, GuesserView, SpymasterView, Turn
from commonground.game.rules import Colour

Role = Literal["spymaster", "guesser"]
Anybody = TypeVar("Anybody")
CLUE = 'a clue, e.g. Clue("animal", 2)'


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


def check_player(role: Role, player: Anybody) -> Anybody:
    """See that somebody can sit in a seat."""
    checks.choice("role", role, get_args(Role))
    needed = ("start", "give_clue" if role == "spymaster" else "next_guess", "observe", "beliefs")
    able = all(callable(getattr(player, name, None)) for name in needed) and not isinstance(player, type)
    if not able or not isinstance(getattr(player, "name", None), str):
        wanted = f'an agent with a name and with {", ".join(needed)}, e.g. agents.{role}("ta", load_set("toy"))'
        raise checks.wrong(f"The {role}", wanted, player)
    return player


class Player:
    """What every agent of ours derives from: it is asked in a game that has begun, with a view of that game's board.

    Each class's own methods are put behind the door when the class is made, so that no agent has to see to it.
    """

    _begun: tuple[Any, Any] | None = None  # the words of the game it is in, and the key if it sees one

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, door in _DOORS.items():
            if name in vars(cls):
                setattr(cls, name, door(vars(cls)[name]))


Method = Callable[..., Any]


def _start(method: Method) -> Method:
    @wraps(method)
    def start(self: Any, view: Any) -> None:
        _check_view(self, view)
        try:
            method(self, view)
        except BaseException:
            self._begun = None  # nobody can be asked who has half begun
            raise
        self._begun = view.words, getattr(view, "key", None)

    return start


def _give_clue(method: Method) -> Method:
    @wraps(method)
    def give_clue(self: Any, view: Any, rng: Any) -> Any:
        _check_asked(self, view)
        _check_rng(rng)
        if not any(
            shown is None and colour is Colour.RED for shown, colour in zip(view.revealed, view.key, strict=True)
        ):
            raise CommonGroundError(f"{self.name} was asked for a clue, and no red card is left: the game is over.")
        return method(self, view, rng)

    return give_clue


def _next_guess(method: Method) -> Method:
    @wraps(method)
    def next_guess(self: Any, view: Any, clue: Any, rng: Any) -> Any:
        _check_asked(self, view)
        if not isinstance(clue, Clue):
            raise checks.wrong("clue", CLUE, clue)
        _check_rng(rng)
        if None not in view.revealed:
            raise CommonGroundError(f"{self.name} was asked for a card, and all are revealed: the game is over.")
        return method(self, view, clue, rng)

    return next_guess


def _observe(method: Method) -> Method:
    @wraps(method)
    def observe(self: Any, view: Any, *seen: Any, **named: Any) -> None:
        _check_asked(self, view)
        (_check_turn if hasattr(self, "give_clue") else _check_card)(view, *seen, **named)
        method(self, view, *seen, **named)

    return observe


_DOORS = {"start": _start, "give_clue": _give_clue, "next_guess": _next_guess, "observe": _observe}


def _check_view(agent: Any, view: Any) -> None:
    """See that somebody is shown what its role may see."""
    speaks = hasattr(agent, "give_clue")
    if not isinstance(view, SpymasterView if speaks else GuesserView):
        wanted = "a SpymasterView, which has the key" if speaks else "a GuesserView, which has no key"
        raise checks.wrong(f"What {agent.name} is shown", wanted, view)


def _check_asked(agent: Any, view: Any) -> None:
    """See that somebody is in a game, and is shown its board."""
    _check_view(agent, view)
    if agent._begun is None:
        raise CommonGroundError(f"{agent.name} was asked before a game began: call start(view) first.")
    words, key = agent._begun
    same = view.words is words or view.words == words  # views of one game share their words
    if not same or (key is not None and view.key is not key and view.key != key):
        raise CommonGroundError(
            f"{agent.name} is shown another board than the one it began with: call start(view) to begin with this one."
        )


def _check_rng(rng: Any) -> None:
    if not isinstance(rng, np.random.Generator):
        raise checks.wrong("rng", "a random number generator of numpy's, e.g. np.random.default_rng(0)", rng)


def _check_turn(view: SpymasterView, turn: Any) -> None:
    checks.kind("turn", turn, Turn, "a turn, e.g. view.history[-1]")


def _check_card(view: GuesserView, card: Any, colour: Any) -> None:
    checks.whole("card", card, 0, len(view.words) - 1, "cards are numbered from 0")
    checks.kind("colour", colour, Colour, "a colour, e.g. Colour.RED")
