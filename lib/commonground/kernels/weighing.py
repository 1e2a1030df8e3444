"""A spymaster's choice by what several guessers would answer, (model, clue, n − 1, place), weighed by its beliefs."""

import numpy as np
from numba import njit

from commonground.kernels.cards import NOT_VIABLE, TIE
from commonground.kernels.deduction import NOBODY


@njit(cache=True)
def _worth(answer: np.ndarray, colours: np.ndarray, values: np.ndarray) -> tuple[float, bool]:
    """What the cards are worth that an answer reveals, and whether all of them are red."""
    worth = 0.0
    for card in answer:
        if card == NOBODY:
            break
        worth += values[colours[card]]
        if colours[card]:
            return worth, False
    return worth, True


@njit(cache=True)
def _right(answer: np.ndarray, squared: np.ndarray, colours: np.ndarray) -> tuple[int, float]:
    """How many red cards come first in an answer, and their summed distance to the clue (R3)."""
    right, total = 0, 0.0
    for card in answer:
        if card == NOBODY or colours[card]:
            break
        right += 1
        total += np.sqrt(squared[card])
    return right, total


@njit(cache=True)
def expected_utilities(
    near: np.ndarray,
    answers: np.ndarray,
    beliefs: np.ndarray,
    colours: np.ndarray,
    values: np.ndarray,
    turn: float,
    everything: bool,
) -> np.ndarray:
    """E[clue, n − 1] over the models' answers; −∞ where it is not viable, or the clue is near no card of interest.

    (l, n) is viable while at least one model's answer is all red (R4); with `everything`, n = 1 always is (R5).
    """
    models, clues, most, _ = answers.shape
    expected = np.full((clues, most), -np.inf)
    for clue in range(clues):
        if not near[clue]:
            continue
        for n in range(1 if everything else most):
            total, viable = turn, everything
            for model in range(models):
                worth, all_red = _worth(answers[model, clue, n], colours, values)
                total += beliefs[model] * worth
                viable |= all_red
            if not viable:
                break
            expected[clue, n] = total
    return expected


@njit(cache=True)
def best_clue(expected: np.ndarray, answers: np.ndarray, squared: np.ndarray, colours: np.ndarray) -> tuple[int, int]:
    """The (clue, n) with the largest E; ties by R3: more cards right, then their distance; then the alphabet, smaller n.

    `answers` and `squared` are the most believed model's. (−1, 0) if nothing is viable.
    """
    best, number, highest, most, closest = NOT_VIABLE, 0, -np.inf, 0, np.inf
    for clue in range(len(expected)):
        for n in range(expected.shape[1]):
            value = expected[clue, n]
            if value == -np.inf or value < highest - TIE:
                continue
            right, total = _right(answers[clue, n], squared[clue], colours)
            if value <= highest + TIE and not (right > most or (right == most and total < closest)):
                continue
            best, number, highest, most, closest = clue, n + 1, value, right, total
    return best, number


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
    """The clue given under each key (`worlds.keys`); `leader` is the most believed model, `squared` its distances."""
    result = np.empty(len(keys), np.int64)
    colours, here = np.empty(25, np.int64), np.empty(len(near), np.uint32)
    for number, key in enumerate(keys):
        for card in range(25):
            other = 3 if key >> 50 == card else 1 if key >> (25 + card) & 1 else 2
            colours[card] = 0 if key >> card & 1 else other
        here[:] = near & np.uint32(key & unrevealed)
        for everything in (False, True):
            expected = expected_utilities(here, answers, beliefs, colours, values, turn, everything)
            result[number] = best_clue(expected, answers[leader], squared, colours)[0]
            if result[number] != NOT_VIABLE:
                break
    return result
