"""How the framework writes boards, colours and clues, and what it may get wrong."""

from collections.abc import Sequence
from typing import Any

from commonground import checks
from commonground.errors import CommonGroundError
from commonground.game import Clue, Colour
from commonground.game.rules import MOST

THEIRS = {Colour.RED: "Red", Colour.BLUE: "Blue", Colour.BYSTANDER: "Civilian", Colour.ASSASSIN: "Assassin"}
OURS = {name: colour for colour, name in THEIRS.items()}


def their_board(words: Sequence[str], revealed: Sequence[Colour | None]) -> list[str]:
    """A board as the framework shows it."""
    return [
        f"*{THEIRS[seen]}*" if seen is not None else word.upper() for word, seen in zip(words, revealed, strict=True)
    ]


def colour(who: str, name: object) -> Colour:
    """A colour by the framework's name for it, with stars or without; `who` is shown it."""
    found = OURS.get(name.strip("*")) if isinstance(name, str) else None
    if found is None:
        raise CommonGroundError(
            f"{who} is shown the colour {checks.shown(name)}; the framework has {', '.join(OURS)}, with stars on a board."
        )
    return found


def clue(told: str, word: object, number: object) -> Clue:
    """A clue as the framework has it, for one card or more; `told` says who said it, or to whom."""
    if not isinstance(word, str) or not word.strip():
        raise CommonGroundError(f"{told} the clue {checks.shown(word)}, which is no word.")
    try:
        return Clue(word.strip().lower(), checks.whole("number", _whole(number), 1))
    except CommonGroundError:
        raise CommonGroundError(
            f"{told} the clue {checks.shown(word)}, whose number must be a whole one of 1 to {MOST}, not {checks.shown(number)}."
        ) from None


def _whole(number: Any) -> Any:
    """A number that is written out, or that happens to be a float, as the number it is."""
    if isinstance(number, str) and number.strip().isdecimal() and len(number) < 10:
        return int(number)
    found = checks.real(number)
    return int(found) if found == found // 1 else number


def asked(name: str, guest: object, method: str, *given: object) -> Any:
    """What a guest answers; what goes wrong in it is told with its name."""
    try:
        return getattr(guest, method)(*given)
    except CommonGroundError:
        raise
    except Exception as error:
        said = " ".join(f"{type(error).__name__} {error}".split()).rstrip(".")
        raise CommonGroundError(f"The guest '{name}' failed in {method}: {said}.") from error
