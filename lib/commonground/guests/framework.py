"""How the framework writes boards, colours and clues, and what it may get wrong."""

from collections.abc import Sequence
from typing import Any

from commonground import checks
from commonground.errors import CommonGroundError
from commonground.game import Clue, Colour
from commonground.game.board import LONGEST
from commonground.game.rules import MOST

THEIRS = {Colour.RED: "Red", Colour.BLUE: "Blue", Colour.BYSTANDER: "Civilian", Colour.ASSASSIN: "Assassin"}
UNSAID = "?"  # what is heard where nothing was said that could be
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
    """A clue as the framework has it, for one card or more; `told` says who said it."""
    if not isinstance(word, str) or not _plain(word):
        raise CommonGroundError(f"{told} the clue {checks.shown(word)}, which is no word.")
    if not word.strip().isprintable() or len(word.strip()) > LONGEST:
        raise CommonGroundError(
            f"{told} the clue {checks.shown(word)}, which must be one line of at most {LONGEST} letters."
        )
    found = checks.real(_whole(number))
    if not isinstance(found, int) or not 1 <= found <= MOST:
        raise CommonGroundError(
            f"{told} the clue {checks.shown(word)}, whose number must be a whole one of 1 to {MOST}, not {checks.shown(number)}."
        )
    return Clue(_plain(word), found)


def heard(word: object, number: object, cards: int) -> Clue:
    """A clue that must be guessed at, whatever was said: of a number, the nearest of 1 to so many cards; 1 for what is none."""
    found = checks.real(_whole(number))
    if isinstance(number, float) and number == float("inf"):
        found = cards
    return Clue(_plain(str(word))[:LONGEST].strip() or UNSAID, int(min(max(found, 1), cards)) if found == found else 1)


def _plain(word: str) -> str:
    """A clue on one line, in small letters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in word).lower().split())


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
