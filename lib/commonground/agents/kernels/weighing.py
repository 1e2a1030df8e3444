"""A spymaster's choice by what several guessers would answer, weighed by its beliefs."""

from typing import NamedTuple

import numpy as np
from numba import njit

from commonground.agents.kernels.cards import NOT_VIABLE, TIE
from commonground.agents.kernels.deduction import NOBODY
from commonground.agents.kernels.keys import unpacked


class Weighed(NamedTuple):
    """What a spymaster's choice in one turn follows from, whatever the key."""

    near: np.ndarray  # (clue,) mask of the cards it is one of the nearest words of
    answers: np.ndarray  # (clue, n − 1, model, place)
    beliefs: np.ndarray  # (model,)
    leader: int  # the most believed model
    squared: np.ndarray  # (clue, card) that model's distances
    values: np.ndarray  # (colour,) what a card is worth
    turn: float  # what a turn is worth


@njit(cache=True)
def _right(clue: int, n: int, colours: np.ndarray, weighed: Weighed) -> tuple[int, float]:
    """How many red cards come first in the leader's answer, and their summed distance to the clue (R3)."""
    right, total = 0, 0.0
    for place in range(weighed.answers.shape[3]):
        card = weighed.answers[clue, n, weighed.leader, place]
        if card == NOBODY or colours[card]:
            break
        right += 1
        total += np.sqrt(weighed.squared[clue, card])
    return right, total


@njit(cache=True)
def _expected(
    answers: np.ndarray, beliefs: np.ndarray, values: np.ndarray, turn: float, colours: np.ndarray
) -> tuple[float, bool]:
    """E over the models' answers to one clue and number, (model, place), and whether it is viable: one is all red (R4)."""
    total, viable = turn, False
    for model in range(len(beliefs)):
        worth, all_red = 0.0, True
        for place in range(answers.shape[1]):
            card = answers[model, place]
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
def expected_utilities(colours: np.ndarray, weighed: Weighed, everything: bool) -> np.ndarray:
    """E[clue, n − 1]; −∞ where it is not viable. With `everything`, n = 1 always is (R5)."""
    clues, most = weighed.answers.shape[:2]
    expected = np.full((clues, most), -np.inf)
    for clue in range(clues):
        for n in range(1 if everything else most):
            value, viable = _expected(weighed.answers[clue, n], weighed.beliefs, weighed.values, weighed.turn, colours)
            if not (viable or everything):
                break
            expected[clue, n] = value
    return expected


@njit(cache=True)
def worths(
    answers: np.ndarray, beliefs: np.ndarray, values: np.ndarray, turn: float, colours: np.ndarray
) -> np.ndarray:
    """E[clue, n − 1] of every clue and number, viable or not, from the models' answers, (clue, n − 1, model, place)."""
    clues, most = answers.shape[:2]
    result = np.empty((clues, most))
    for clue in range(clues):
        for n in range(most):
            result[clue, n], _ = _expected(answers[clue, n], beliefs, values, turn, colours)
    return result


@njit(cache=True)
def _prefers(value: float, right: int, distance: float, best: float, best_right: int, best_distance: float) -> bool:
    """Whether a clue comes before the best so far: E, then (R3) more cards right, then their distance."""
    if value > best + TIE:
        return True
    if value < best - TIE:
        return False
    return right > best_right or (right == best_right and distance < best_distance)


@njit(cache=True)
def best_clue(expected: np.ndarray, colours: np.ndarray, weighed: Weighed) -> tuple[int, int]:
    """The (clue, n) with the largest E; ties by R3, then the alphabet, then the smaller n; (−1, 0) if nothing is viable."""
    best, number, highest, most, closest = NOT_VIABLE, 0, -np.inf, 0, np.inf
    for clue in range(len(expected)):
        for n in range(expected.shape[1]):
            value = expected[clue, n]
            if value == -np.inf or value < highest - TIE:
                continue
            right, distance = _right(clue, n, colours, weighed)
            if _prefers(value, right, distance, highest, most, closest):
                best, number, highest, most, closest = clue, n + 1, value, right, distance
    return best, number


@njit(cache=True)
def _best_number(clue: int, colours: np.ndarray, weighed: Weighed, everything: bool) -> tuple[float, int, float]:
    """A clue with its best number: E, cards right and their distance; E is −∞ if it is not viable."""
    highest, most, closest = -np.inf, 0, np.inf
    answers, beliefs, values, turn = weighed.answers, weighed.beliefs, weighed.values, weighed.turn
    for n in range(1 if everything else answers.shape[1]):
        value, viable = _expected(answers[clue, n], beliefs, values, turn, colours)
        if not (viable or everything):
            break
        if value >= highest - TIE:
            right, distance = _right(clue, n, colours, weighed)
            if _prefers(value, right, distance, highest, most, closest):
                highest, most, closest = value, right, distance
    return highest, most, closest


@njit(cache=True)
def said_in(keys: np.ndarray, unrevealed: int, weighed: Weighed) -> np.ndarray:
    """The clue given under each key."""
    result = np.full(len(keys), NOT_VIABLE)
    colours = np.empty(weighed.squared.shape[1], np.int64)
    for number, key in enumerate(keys):
        unpacked(key, colours)
        for everything in (False, True):
            highest, most, closest = -np.inf, 0, np.inf
            for clue in range(len(weighed.near)):
                if not weighed.near[clue] & key & unrevealed:
                    continue
                value, right, distance = _best_number(clue, colours, weighed, everything)
                if value > -np.inf and _prefers(value, right, distance, highest, most, closest):
                    result[number], highest, most, closest = clue, value, right, distance
            if result[number] != NOT_VIABLE:
                break
    return result


@njit(cache=True)
def heard_in(keys: np.ndarray, unrevealed: int, asked: int, weighed: Weighed) -> np.ndarray:
    """Whether a clue is the one given, 1 or 0, under each key: as soon as another is preferred, it is not."""
    result = np.zeros(len(keys))
    near, colours = weighed.near, np.empty(weighed.squared.shape[1], np.int64)
    answers, beliefs, values, turn = weighed.answers, weighed.beliefs, weighed.values, weighed.turn
    for number, key in enumerate(keys):
        if not near[asked] & key & unrevealed:
            continue
        unpacked(key, colours)
        own = _best_number(asked, colours, weighed, False)
        everything = own[0] == -np.inf  # then nothing at all may be viable
        if everything:
            own = _best_number(asked, colours, weighed, True)
        result[number] = 1.0
        for clue in range(len(near)):
            if clue == asked or not near[clue] & key & unrevealed:
                continue
            if everything and _expected(answers[clue, 0], beliefs, values, turn, colours)[1]:
                result[number] = 0.0
                break
            value, right, distance = _best_number(clue, colours, weighed, everything)
            if value == -np.inf or value < own[0] - TIE:
                continue
            before = clue < asked and not _prefers(*own, value, right, distance)
            if before or _prefers(value, right, distance, *own):
                result[number] = 0.0
                break
    return result
