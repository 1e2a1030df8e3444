"""The one writer of numbers: tables, sentences, figures and the README all write them this way.

A number below one has no zero before its point (`.744`, and `1.000`), an interval stands in brackets (`.744 [.726, .762]`),
a difference has its sign and a real minus (`+.102 [+.058, +.150]`, `−.175`; zero has none). Shares, beliefs and p-values have
three decimals, turns, scores and utilities two. What is not known is a dash.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd

from commonground.report.compare import COMPETITION, SCORE, TURNS, WON
from commonground.report.statistics import Estimate

SHARE, AMOUNT = 3, 2  # decimals
UNKNOWN = "–"
Number = float | Estimate


def rate(number: Number, digits: int = SHARE) -> str:
    """A share, a belief or a correlation, with its interval if it has one: `.744 [.726, .762]`."""
    return _with_interval(number, lambda value: _bare(value, digits))


def difference(number: Number, digits: int = SHARE) -> str:
    """A difference between two rates: `−.175 [−.201, −.149]`."""
    return _with_interval(number, lambda value: _signed(value, digits))


def amount(number: Number) -> str:
    """Turns, a score or a utility: `5.21 [5.08, 5.33]`."""
    return rate(number, AMOUNT)


def change(number: Number) -> str:
    """A difference between two amounts: `+1.79 [+1.59, +2.00]`."""
    return difference(number, AMOUNT)


class Writer(NamedTuple):
    """How a measure is written, and a difference in it."""

    value: Callable[[Number], str]
    difference: Callable[[Number], str]


WRITERS = {WON: Writer(rate, difference), **dict.fromkeys((SCORE, COMPETITION, TURNS), Writer(amount, change))}


def p_value(p: float) -> str:
    """What chance would do so: `p = .031`, `p < .001`."""
    least = 10.0**-SHARE
    return f"p = {rate(p)}" if p >= least or np.isnan(p) else f"p < {rate(least)}"


def percent(share: float, digits: int = 0) -> str:
    """A share of things counted: `12 %`."""
    return f"{100 * share:.{digits}f} %"


def column(
    table: pd.DataFrame, value: str, low: str = "low", high: str = "high", write: Callable[[Number], str] = rate
) -> list[str]:
    """What each row of a table says, from its columns of values and of both ends of intervals."""
    return [write(Estimate(*row)) for row in table[[value, low, high]].to_numpy(dtype=np.float64)]


def _with_interval(number: Number, write: Callable[[float], str]) -> str:
    if not isinstance(number, Estimate):
        return write(float(number))
    if np.isnan(number.low) or np.isnan(number.high):
        return write(number.value)
    return f"{write(number.value)} [{write(number.low)}, {write(number.high)}]"


def _bare(value: float, digits: int) -> str:
    """Some decimals without the zero before the point; a minus only before what is not written as zero."""
    if np.isnan(value):
        return UNKNOWN
    text = f"{abs(value):.{digits}f}"
    text = text.removeprefix("0") if digits else text
    return f"−{text}" if value < 0 and text.strip(".0") else text


def _signed(value: float, digits: int) -> str:
    text = _bare(value, digits)
    return f"+{text}" if value > 0 and text.strip(".0") else text
