"""What a spymaster of the deductive hierarchy says in a world: the clue whose answer is all red and has the most cards."""

from typing import NamedTuple

import numpy as np
from numba import njit

from commonground.agents.kernels.cards import NOT_VIABLE
from commonground.agents.kernels.deduction import NOBODY
from commonground.agents.kernels.guesser import by_first_cards


class Answered(NamedTuple):
    """Clues with the answers to them, grouped by their first two picks: all arrays but `starts` are in that order."""

    clues: np.ndarray  # (place,) the clue that stands there
    starts: np.ndarray  # (card, card + 1) where each group starts, as in `guesser.Orders`
    near: np.ndarray  # (place,) mask of the cards it is one of the nearest words of
    needs: np.ndarray  # (n − 1, place) mask of the cards of each answer
    counts: np.ndarray  # (place, n − 1) how many they are
    sums: np.ndarray  # (place, n − 1) their summed distance to the clue


def answered(picks: np.ndarray, bonus: np.ndarray, squared: np.ndarray, near: np.ndarray) -> Answered:
    """Every clue's answers, measured and grouped."""
    grouped, starts = by_first_cards(picks, squared.shape[1])
    needs, counts, sums = measured(picks, bonus, squared)
    by_number = np.ascontiguousarray(needs[grouped].T)
    return Answered(grouped, starts, near[grouped], by_number, counts[grouped], sums[grouped])


@njit(cache=True)
def measured(picks: np.ndarray, bonus: np.ndarray, squared: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For every answer: the mask of its cards, how many they are, and their summed distance to the clue."""
    needs = np.empty(picks.shape, np.uint32)
    counts = np.empty(picks.shape, np.uint8)
    sums = np.empty(picks.shape)
    for clue in range(len(picks)):
        picked, total = 0, 0.0
        for n in range(picks.shape[1]):
            card = picks[clue, n]
            picked |= 1 << card
            total += np.sqrt(squared[clue, card])
            needs[clue, n], counts[clue, n], sums[clue, n] = picked, n + 1, total
            extra = bonus[clue, n]
            if extra != NOBODY:
                needs[clue, n], counts[clue, n] = picked | 1 << extra, n + 2
                sums[clue, n] = total + np.sqrt(squared[clue, extra])
    return needs, counts, sums


@njit(cache=True)
def _best_of(
    first: int, last: int, red: int, best: tuple[int, int, int, float], made: Answered
) -> tuple[int, int, int, float]:
    """The best clue, its number, its cards and their distance, of the best so far and a stretch of the groups."""
    clue, number, most, closest = best
    needs, near, clues = made.needs, made.near, made.clues
    for place in range(first, last):
        # to have as many cards as the best, the answer to a number one smaller must be all red
        if (most > 1 and needs[most - 2, place] & ~red) or not near[place] & red:
            continue
        n = 0
        while n < len(needs) and not needs[n, place] & ~red:
            cards, distance = made.counts[place, n], made.sums[place, n]
            if cards > most or (
                cards == most and (distance < closest or (distance == closest and clues[place] < clue))
            ):
                clue, number, most, closest = clues[place], n + 1, cards, distance
            n += 1
    return clue, number, most, closest


@njit(cache=True)
def _best_from(best: tuple[int, int, int, float], red: int, made: Answered) -> tuple[int, int, int, float]:
    """The best of the best so far and all groups: with both first picks red, few are left."""
    starts = made.starts
    cards = len(starts)
    for a in range(cards):
        if red >> a & 1:
            for b in range(cards):
                if red >> b & 1 and starts[a, b] < starts[a, b + 1]:
                    best = _best_of(starts[a, b], starts[a, b + 1], red, best, made)
    if best[2] <= 2:  # one pick and a bonus may be as good, or the only thing there is
        for a in range(cards):
            if red >> a & 1:
                best = _best_of(starts[a, 0], starts[a, cards], red, best, made)
    return best


@njit(cache=True)
def best_in(red: int, made: Answered) -> tuple[int, int]:
    """The clue and number that a spymaster gives (R21): most cards, all red; then the smallest distance, the alphabet.

    A number is raised while the answer is all red. (−1, 0) if nothing is viable.
    """
    best = _best_from((NOT_VIABLE, 0, 0, np.inf), red, made)
    return best[0], best[1]


@njit(cache=True)
def said_in(worlds: np.ndarray, unrevealed: int, made: Answered) -> np.ndarray:
    """The clue said in each world; −1 where nothing is viable."""
    result = np.empty(len(worlds), np.int64)
    for world in range(len(worlds)):
        result[world] = best_in(worlds[world] & unrevealed, made)[0]
    return result


@njit(cache=True)
def _candidates(red: int, made: Answered) -> int:
    """How many clues there are to pick from at random; 0 if any is viable."""
    found = 0
    for place in range(len(made.near)):
        if made.near[place] & red:
            if not made.needs[0, place] & ~red:
                return 0
            found += 1
    return found


@njit(cache=True)
def heard_in(worlds: np.ndarray, unrevealed: int, place: int, made: Answered) -> np.ndarray:
    """P(a clue is said) in each world: the clue at `place` of the groups. At random where nothing is viable."""
    result = np.zeros(len(worlds))
    for world in range(len(worlds)):
        red = worlds[world] & unrevealed
        if not made.near[place] & red:
            continue
        if made.needs[0, place] & ~red:
            candidates = _candidates(red, made)
            if candidates:
                result[world] = 1.0 / candidates
            continue
        own = _best_of(place, place + 1, red, (NOT_VIABLE, 0, 0, np.inf), made)
        result[world] = _best_from(own, red, made)[0] == made.clues[place]
    return result
