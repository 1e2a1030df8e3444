"""The Bayesian guesser: how likely each world makes the word heard.

A world is the mask of its red cards, those already revealed included. `orders` holds each clue's unrevealed cards,
nearest first, and `sums` the summed distance of the first 1, 2, … of them.
"""

import numpy as np
from numba import njit

from commonground.agents.kernels.cards import nearest_first


@njit(cache=True)
def order_all(squared: np.ndarray) -> np.ndarray:
    """Every clue's cards, nearest first, (clue, place)."""
    everything = (1 << squared.shape[1]) - 1
    orders = np.empty(squared.shape, np.uint8)
    for clue in range(len(squared)):
        orders[clue] = nearest_first(squared[clue], everything)
    return orders


@njit(cache=True)
def unrevealed_orders(
    orders: np.ndarray, squared: np.ndarray, unrevealed: int, most: int
) -> tuple[np.ndarray, np.ndarray]:
    """Every clue's first `most` + 1 unrevealed cards, and the summed distances of its first `most`."""
    cards = 0
    for card in range(squared.shape[1]):
        cards += unrevealed >> card & 1
    depth = min(most + 1, cards)
    left = np.empty((len(squared), depth), np.uint8)
    sums = np.empty((len(squared), most))
    for clue in range(len(squared)):
        total, place, at = 0.0, 0, 0
        while place < depth:
            card = orders[clue, at]
            at += 1
            if unrevealed >> card & 1:
                left[clue, place] = card
                if place < most:
                    total += np.sqrt(squared[clue, card])
                    sums[clue, place] = total
                place += 1
    return left, sums


@njit(cache=True)
def run_in(order: np.ndarray, red: int) -> int:
    """How many cards, from the first on, are red."""
    run = 0
    while run < len(order) and red >> order[run] & 1:
        run += 1
    return run


@njit(cache=True)
def by_first_cards(orders: np.ndarray, cards: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The clues grouped by their two nearest cards, where each group starts, and the orders of the clues as grouped.

    The group of (a, b) goes from starts[a, b] to starts[a, b + 1]. Going through one is going straight through memory.
    """
    seconds = orders[:, min(1, orders.shape[1] - 1)]
    starts = np.zeros((cards, cards + 1), np.int64)
    for clue in range(len(orders)):
        starts[orders[clue, 0], seconds[clue] + 1] += 1
    total = 0
    for a in range(cards):
        for b in range(cards + 1):
            total += starts[a, b]
            starts[a, b] = total
    grouped, filled = np.empty(len(orders), np.int64), starts.copy()
    for clue in range(len(orders)):
        grouped[filled[orders[clue, 0], seconds[clue]]] = clue
        filled[orders[clue, 0], seconds[clue]] += 1
    return grouped, starts, orders[grouped]


@njit(cache=True)
def _beats_in(
    first: int,
    last: int,
    clue: int,
    run: int,
    distance: float,
    red: int,
    sums: np.ndarray,
    near: np.ndarray,
    grouped: np.ndarray,
    in_groups: np.ndarray,
) -> bool:
    """Whether some candidate in a stretch of the groups has a longer run, or as long a one and comes first."""
    for place in range(first, last):
        length = run_in(in_groups[place], red)
        if length < run:
            continue
        other = grouped[place]
        total = sums[other, run - 1]
        if near[other] & red and (length > run or total < distance or (total == distance and other < clue)):
            return True
    return False


@njit(cache=True)
def _is_beaten(
    clue: int,
    run: int,
    red: int,
    sums: np.ndarray,
    near: np.ndarray,
    grouped: np.ndarray,
    starts: np.ndarray,
    in_groups: np.ndarray,
) -> bool:
    """Whether a static spymaster prefers another clue; for a run of two or more the two nearest cards must be red."""
    distance = sums[clue, run - 1]
    cards = len(starts)
    for a in range(cards):
        if not red >> a & 1:
            continue
        if run == 1:
            first, last = starts[a, 0], starts[a, cards]
            if _beats_in(first, last, clue, run, distance, red, sums, near, grouped, in_groups):
                return True
            continue
        for b in range(cards):
            if red >> b & 1:
                first, last = starts[a, b], starts[a, b + 1]
                if _beats_in(first, last, clue, run, distance, red, sums, near, grouped, in_groups):
                    return True
    return False


@njit(cache=True)
def _at_random(red: int, ear: np.ndarray, chance: np.ndarray, orders: np.ndarray, near: np.ndarray) -> float:
    """P(the word heard) if no clue in the ear has a run: 0 if any other has, else a candidate was picked at random."""
    candidates = 0
    for clue in range(len(near)):
        if near[clue] & red:
            if red >> orders[clue, 0] & 1:
                return 0.0
            candidates += 1
    total = 0.0
    for i in range(len(ear)):
        if near[ear[i]] & red:
            total += chance[i]
    return total / candidates if candidates else 0.0


@njit(cache=True)
def heard(
    worlds: np.ndarray,
    unrevealed: int,
    ear: np.ndarray,
    chance: np.ndarray,
    number: int,
    orders: np.ndarray,
    sums: np.ndarray,
    near: np.ndarray,
    grouped: np.ndarray,
    starts: np.ndarray,
    in_groups: np.ndarray,
) -> np.ndarray:
    """P(a word is heard) in each world, from a static spymaster; said for this number, unless `number` is 0.

    `ear` lists the clues that may be heard as that word, in order, and `chance` how likely each is; without noise it is
    the word itself. There is no need to find the spymaster's best clue: take the best of the ear, and any better clue
    elsewhere is a reason to stop.
    """
    result = np.zeros(len(worlds))
    in_ear, near_ear = orders[ear], near[ear]
    for world in range(len(worlds) if len(ear) else 0):
        red = worlds[world] & unrevealed
        best, longest, closest = 0, 0, np.inf
        for i in range(len(ear)):
            if near_ear[i] & red:
                run = run_in(in_ear[i], red)
                if run and run >= longest and (run > longest or sums[ear[i], run - 1] < closest):
                    best, longest, closest = i, run, sums[ear[i], run - 1]
        if number and max(longest, 1) != number:
            continue
        if longest == 0:
            result[world] = _at_random(red, ear, chance, orders, near)
        elif not _is_beaten(ear[best], longest, red, sums, near, grouped, starts, in_groups):
            result[world] = chance[best]
    return result


@njit(cache=True)
def red_and_other_weight(worlds: np.ndarray, weights: np.ndarray, cards: int) -> tuple[np.ndarray, np.ndarray]:
    """For each card, the total weight of the worlds in which it is red, and of those in which it is not."""
    red, other = np.zeros(cards), np.zeros(cards)
    for world in range(len(worlds)):
        for card in range(cards):
            if worlds[world] >> card & 1:
                red[card] += weights[world]
            else:
                other[card] += weights[world]
    return red, other
