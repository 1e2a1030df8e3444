"""A spymaster's choice by what several guessers would answer, (clue, n − 1, model, place), weighed by its beliefs."""

import numpy as np
from numba import njit

from commonground.agents.kernels.cards import NOT_VIABLE, TIE
from commonground.agents.kernels.deduction import NOBODY


@njit(cache=True)
def _right(
    answers: np.ndarray, clue: int, n: int, model: int, squared: np.ndarray, colours: np.ndarray
) -> tuple[int, float]:
    """How many red cards come first in an answer, and their summed distance to the clue (R3)."""
    right, total = 0, 0.0
    for place in range(answers.shape[3]):
        card = answers[clue, n, model, place]
        if card == NOBODY or colours[card]:
            break
        right += 1
        total += np.sqrt(squared[clue, card])
    return right, total


@njit(cache=True)
def _expected(
    answers: np.ndarray,
    clue: int,
    n: int,
    beliefs: np.ndarray,
    colours: np.ndarray,
    values: np.ndarray,
    turn: float,
) -> tuple[float, bool]:
    """E of one clue and number over the models' answers, and whether it is viable: at least one is all red (R4)."""
    total, viable = turn, False
    for model in range(len(beliefs)):
        worth, all_red = 0.0, True
        for place in range(answers.shape[3]):
            card = answers[clue, n, model, place]
            if card == NOBODY:
                break
            colour = colours[card]
            worth += values[colour]
            if colour:
                all_red = False
                break
        total += beliefs[model] * worth
        viable |= all_red
    return total, viable


@njit(cache=True)
def expected_utilities(
    answers: np.ndarray, beliefs: np.ndarray, colours: np.ndarray, values: np.ndarray, turn: float, everything: bool
) -> np.ndarray:
    """E[clue, n − 1]; −∞ where it is not viable. With `everything`, n = 1 always is (R5)."""
    clues, most = answers.shape[:2]
    expected = np.full((clues, most), -np.inf)
    for clue in range(clues):
        for n in range(1 if everything else most):
            value, viable = _expected(answers, clue, n, beliefs, colours, values, turn)
            if not (viable or everything):
                break
            expected[clue, n] = value
    return expected


@njit(cache=True)
def _prefers(value: float, right: int, distance: float, best: float, best_right: int, best_distance: float) -> bool:
    """Whether a clue comes before the best so far: E, then (R3) more cards right, then their distance."""
    if value > best + TIE:
        return True
    if value < best - TIE:
        return False
    return right > best_right or (right == best_right and distance < best_distance)


@njit(cache=True)
def best_clue(
    expected: np.ndarray, answers: np.ndarray, leader: int, squared: np.ndarray, colours: np.ndarray
) -> tuple[int, int]:
    """The (clue, n) with the largest E; ties by R3, then the alphabet, then the smaller n.

    `leader` is the most believed model, `squared` its distances. (−1, 0) if nothing is viable.
    """
    best, number, highest, most, closest = NOT_VIABLE, 0, -np.inf, 0, np.inf
    for clue in range(len(expected)):
        for n in range(expected.shape[1]):
            value = expected[clue, n]
            if value == -np.inf or value < highest - TIE:
                continue
            right, distance = _right(answers, clue, n, leader, squared, colours)
            if _prefers(value, right, distance, highest, most, closest):
                best, number, highest, most, closest = clue, n + 1, value, right, distance
    return best, number


@njit(cache=True)
def _colours_of(key: int, into: np.ndarray) -> None:
    """The colour of each card under a key (see `keys`)."""
    for card in range(25):
        other = 3 if key >> 50 == card else 1 if key >> (25 + card) & 1 else 2
        into[card] = 0 if key >> card & 1 else other


@njit(cache=True)
def _best_number(
    answers: np.ndarray,
    clue: int,
    beliefs: np.ndarray,
    leader: int,
    squared: np.ndarray,
    colours: np.ndarray,
    values: np.ndarray,
    turn: float,
    everything: bool,
) -> tuple[float, int, float]:
    """A clue with its best number: E, cards right and their distance; E is −∞ if it is not viable."""
    highest, most, closest = -np.inf, 0, np.inf
    for n in range(1 if everything else answers.shape[1]):
        value, viable = _expected(answers, clue, n, beliefs, colours, values, turn)
        if not (viable or everything):
            break
        if value >= highest - TIE:
            right, distance = _right(answers, clue, n, leader, squared, colours)
            if _prefers(value, right, distance, highest, most, closest):
                highest, most, closest = value, right, distance
    return highest, most, closest


@njit(cache=True)
def said_in(
    keys: np.ndarray,
    unrevealed: int,
    near: np.ndarray,
    answers: np.ndarray,
    beliefs: np.ndarray,
    leader: int,
    squared: np.ndarray,
    values: np.ndarray,
    turn: float,
) -> np.ndarray:
    """The clue given under each key; `leader` is the most believed model, `squared` its distances."""
    result = np.full(len(keys), NOT_VIABLE)
    colours = np.empty(25, np.int64)
    for number, key in enumerate(keys):
        _colours_of(key, colours)
        for everything in (False, True):
            highest, most, closest = -np.inf, 0, np.inf
            for clue in range(len(near)):
                if not near[clue] & key & unrevealed:
                    continue
                value, right, distance = _best_number(
                    answers, clue, beliefs, leader, squared, colours, values, turn, everything
                )
                if value > -np.inf and _prefers(value, right, distance, highest, most, closest):
                    result[number], highest, most, closest = clue, value, right, distance
            if result[number] != NOT_VIABLE:
                break
    return result


@njit(cache=True)
def heard_in(
    keys: np.ndarray,
    unrevealed: int,
    asked: int,
    near: np.ndarray,
    answers: np.ndarray,
    beliefs: np.ndarray,
    leader: int,
    squared: np.ndarray,
    values: np.ndarray,
    turn: float,
) -> np.ndarray:
    """Whether a clue is the one given, 1 or 0, under each key: as soon as another is preferred, it is not."""
    result = np.zeros(len(keys))
    colours = np.empty(25, np.int64)
    for number, key in enumerate(keys):
        if not near[asked] & key & unrevealed:
            continue
        _colours_of(key, colours)
        own = _best_number(answers, asked, beliefs, leader, squared, colours, values, turn, False)
        everything = own[0] == -np.inf  # then nothing at all may be viable
        if everything:
            own = _best_number(answers, asked, beliefs, leader, squared, colours, values, turn, True)
        result[number] = 1.0
        for clue in range(len(near)):
            if clue == asked or not near[clue] & key & unrevealed:
                continue
            if everything and _expected(answers, clue, 0, beliefs, colours, values, turn)[1]:
                result[number] = 0.0
                break
            value, right, distance = _best_number(
                answers, clue, beliefs, leader, squared, colours, values, turn, everything
            )
            if value == -np.inf or value < own[0] - TIE:
                continue
            before = clue < asked and not _prefers(*own, value, right, distance)
            if before or _prefers(value, right, distance, *own):
                result[number] = 0.0
                break
    return result
