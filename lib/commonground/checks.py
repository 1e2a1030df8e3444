"""Arguments are checked once, at the door: each check gives the value back, or says in one sentence what is wrong with it.

A sentence names the argument, what was given and what is wanted. Numbers of numpy are as good as plain ones; True is no
number, and neither is "3".
"""

import inspect
import reprlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import UnionType
from typing import Any, TypeGuard, TypeVar

import numpy as np

from commonground.errors import CommonGroundError

LOUDEST = 1_000.0  # noise for each coordinate: far below it every word is drowned
LARGEST = 1e6  # of what is multiplied: far from where it would overflow
HUGE = 1e300  # of what is added up: the same

T = TypeVar("T")


class _Short(reprlib.Repr):
    """Things go by their kind, unless they say what they are in a few words."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxlong = 60

    def repr_instance(self, x: Any, level: int) -> str:
        try:
            found = " ".join(repr(x.item() if isinstance(x, np.generic) else x).split())
        except Exception:  # whatever a stranger's __repr__ does
            found = ""
        article = "an" if type(x).__name__[0] in "AEIOUaeiou" else "a"
        return found if found and len(found) <= 60 and "0x" not in found.lower() else f"{article} {type(x).__name__}"


def shown(value: object) -> str:
    """A value as a sentence can hold it: short, and on one line."""
    try:
        return _Short().repr(value)
    except ValueError:
        return "a number of thousands of digits"


def wrong(name: str, wanted: str, value: object) -> CommonGroundError:
    """What to raise: an argument must be something, and is not."""
    return CommonGroundError(f"{name} must be {wanted}, not {shown(value)}.")


def real(value: object) -> float:
    """The plain number that a value is, as it is; NaN if it is none, or not finite."""
    plain = value.item() if isinstance(value, np.generic) else value
    fine = isinstance(plain, int | float) and not isinstance(plain, bool) and -np.inf < plain < np.inf
    return plain if fine else np.nan  # type: ignore[return-value]


def whole(name: str, value: object, least: int = 0, most: int | None = None, why: str = "") -> int:
    """A whole number; `why` says why there is a largest."""
    found = real(value)
    if not isinstance(found, int) or found < least:
        raise wrong(name, f"a whole number of {least} or more", value)
    if most is not None and found > most:
        raise wrong(name, f"at most {most:,}{why and f' ({why})'}", value)
    return found


def number(name: str, value: object, least: float = 0.0, most: float = LARGEST) -> float:
    """A number that is not NaN and not infinite."""
    found = real(value)
    if not found >= least:
        raise wrong(name, f"a number of {least:,g} or more", value)
    if found > most:
        raise wrong(name, f"at most {most:,g}", value)
    return float(found)


def positive(name: str, value: object, most: float = LARGEST) -> float:
    """A number above 0."""
    if not real(value) > 0:
        raise wrong(name, "a number above 0", value)
    return number(name, value, 0.0, most)


def probability(name: str, value: object) -> float:
    """A number between 0 and 1."""
    if not 0 <= real(value) <= 1:
        raise wrong(name, "a probability between 0 and 1", value)
    return float(real(value))


def flag(name: str, value: object) -> bool:
    """Yes or no, and not what Python takes for it."""
    if not isinstance(value, bool | np.bool_):
        raise wrong(name, "True or False", value)
    return bool(value)


def text(name: str, value: object) -> str:
    """A string, which may be numpy's."""
    if not isinstance(value, str):
        raise wrong(name, "a string", value)
    return value


def choice(name: str, value: T, allowed: Sequence[str]) -> T:
    """One of a few words."""
    if not isinstance(value, str) or value not in allowed:
        raise wrong(name, f"one of {', '.join(allowed)}", value)
    return value


def kind(name: str, value: object, of: type[T], wanted: str) -> T:
    """A thing of a kind, which `wanted` describes, with an example."""
    if not isinstance(value, of):
        raise wrong(name, wanted, value)
    return value


def each(name: str, values: object, of: type[T] | UnionType, wanted: str) -> tuple[T, ...]:
    """Several things of a kind, in an order: a list or tuple of them (or an array); `wanted` describes them all."""
    if not is_list(values):
        raise wrong(name, wanted, values)
    odd = [value for value in values if not isinstance(value, of)]
    if odd:
        raise CommonGroundError(f"{name} must be {wanted}, but {shown(odd[0])} is something else.")
    return tuple(values)


def is_list(values: object) -> TypeGuard[Sequence[Any]]:
    """Whether some values have an order and a number: a list, a tuple, or an array of one axis."""
    return isinstance(values, list | tuple) or (isinstance(values, np.ndarray) and values.ndim == 1)


def once(name: str, values: Sequence[str]) -> None:
    """See that nothing is there twice."""
    twice = next((value for place, value in enumerate(values) if value in values[:place]), None)
    if twice is not None:
        raise CommonGroundError(f"{name} must all differ, but {shown(twice)} is there twice.")


def weights(name: str, values: object, of: Sequence[str]) -> np.ndarray:
    """Weights of 0 or more, one for each of some names, as probabilities."""
    found = [real(value) for value in values] if is_list(values) else []
    if len(found) != len(of) or not all(0 <= weight <= HUGE for weight in found) or not any(found):
        raise wrong(name, f"one weight of 0 or more for each of {', '.join(of)}, not all 0", values)
    shares = np.array(found, dtype=np.float64)
    return np.asarray(shares / shares.sum())


def row_numbers(name: str, rows: np.ndarray, count: int) -> None:
    """See that numbers of rows are within a table of so many."""
    if rows.size and (rows.min() < 0 or rows.max() >= count):
        raise CommonGroundError(f"{name} names rows that there are not among {count:,} words: work it out again.")


def options(who: str, made: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """See that something can be made with these options, besides its first argument."""
    known: Iterable[str] = list(inspect.signature(made).parameters)[1:]
    odd = [option for option in given if option not in known]
    if odd:
        raise CommonGroundError(f"{who} has no option '{odd[0]}'; it has {', '.join(known)}.")
