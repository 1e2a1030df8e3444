"""Clues and cards: who is near whom, how long a run is, what a static agent says and picks."""

import numpy as np
from numba import njit

ONE = np.uint32(1)
TIE = 1e-9  # expected utilities closer than this are the same
NOT_VIABLE = -1


@njit(cache=True)
def mark_neighbours(mark: np.ndarray, neighbours: np.ndarray, cards: int, count: int) -> None:
    """Set, in each vocabulary word's mask, the bit of every card (of those given) it is among the nearest words of.

    `neighbours` are those of each card, (card, neighbour).
    """
    for card in range(len(neighbours)):
        if cards >> card & 1:
            for column in range(min(count, neighbours.shape[1])):
                mark[neighbours[card, column]] |= ONE << np.uint32(card)


@njit(cache=True)
def gather(table: np.ndarray, positions: np.ndarray, clues: np.ndarray) -> np.ndarray:
    """The (clue, card) part of a (card, word) table."""
    result = np.empty((len(clues), len(positions)))
    for card in range(len(positions)):
        row = table[positions[card]]
        for clue in range(len(clues)):
            result[clue, card] = row[clues[clue]]
    return result


@njit(cache=True)
def run_of(squared: np.ndarray, red: int, others: int) -> int:
    """The run of one clue: how many red cards are nearer than every other unrevealed card."""
    nearest, at = np.inf, len(squared)
    for card in range(len(squared)):
        if others >> card & 1 and squared[card] < nearest:
            nearest, at = squared[card], card
    run = 0
    for card in range(len(squared)):
        if red >> card & 1 and (squared[card] < nearest or (squared[card] == nearest and card < at)):
            run += 1
    return run


@njit(cache=True)
def summed_distance(squared: np.ndarray, red: int, count: int) -> float:
    """Q: the summed distance of the `count` nearest red cards, added up from the nearest on."""
    total, left = 0.0, red
    for _ in range(count):
        nearest, at = np.inf, 0
        for card in range(len(squared)):
            if left >> card & 1 and squared[card] < nearest:
                nearest, at = squared[card], card
        total += np.sqrt(nearest)
        left &= ~(1 << at)
    return total


@njit(cache=True)
def static_clue(squared: np.ndarray, near: np.ndarray, red: int, others: int) -> tuple[int, int]:
    """A static spymaster's clue (R9) and its number: the longest run, then the smallest Q, then the alphabet."""
    best, longest, closest = NOT_VIABLE, 0, np.inf
    for clue in range(len(near)):
        if near[clue] & red:
            run = run_of(squared[clue], red, others)
            if run and run >= longest:
                distance = summed_distance(squared[clue], red, run)
                if run > longest or distance < closest:
                    best, longest, closest = clue, run, distance
    return best, longest


@njit(cache=True)
def nearest_first(squared: np.ndarray, cards: int) -> np.ndarray:
    """The given cards, nearest first."""
    order = np.empty(len(squared), np.int64)
    count = 0
    for card in range(len(squared)):
        if cards >> card & 1:
            place = count
            while place > 0 and squared[order[place - 1]] > squared[card]:
                order[place] = order[place - 1]
                place -= 1
            order[place] = card
            count += 1
    return order[:count]
