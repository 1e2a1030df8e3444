"""The Bayesian guesser: how likely each world makes the word heard.

A world is the mask of its red cards, those already revealed included.
"""

from typing import NamedTuple

import numpy as np
from numba import njit


class Orders(NamedTuple):
    """A static spymaster's clues in one turn, also grouped by their two nearest cards.

    The group of (a, b) goes from starts[a, b] to starts[a, b + 1]. Going through one is going straight through memory.
    """

    first: np.ndarray  # (clue, place) each clue's unrevealed cards, nearest first
    sums: np.ndarray  # (clue, place) the summed distance of the first 1, 2, … of them
    near: np.ndarray  # (clue,) mask of the cards it is one of the nearest words of
    grouped: np.ndarray  # (place,) the clues, group after group
    starts: np.ndarray  # (card, card + 1) where each group starts
    masks: np.ndarray  # (run, place) mask of the first 1, 2, … cards of each clue, group after group


def orders_of(orders: np.ndarray, squared: np.ndarray, near: np.ndarray, unrevealed: int, most: int) -> Orders:
    """The clues as they are when so many red cards are left, from the orders of all cards."""
    first, sums = unrevealed_orders(orders, squared, unrevealed, most)
    grouped, starts = by_first_cards(first, squared.shape[1])
    return Orders(first, sums, near, grouped, starts, masks_of(first, grouped))


@njit(cache=True)
def order_all(squared: np.ndarray) -> np.ndarray:
    """Every clue's cards, nearest first, (clue, place).

    A card's place is how many come before it. To count them takes more steps than to sort, but none that has to be guessed.
    """
    cards = squared.shape[1]
    orders, places = np.empty(squared.shape, np.uint8), np.empty(cards, np.int64)
    for clue in range(len(squared)):
        row = squared[clue]
        places[:] = 0
        for other in range(cards):
            distance = row[other]
            for card in range(cards):
                places[card] += (distance < row[card]) | ((distance == row[card]) & (other < card))
        for card in range(cards):
            orders[clue, places[card]] = card
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
def masks_of(orders: np.ndarray, clues: np.ndarray) -> np.ndarray:
    """The mask of the first 1, 2, … cards of some clues, (run, clue)."""
    masks = np.empty((orders.shape[1], len(clues)), np.int64)
    for i in range(len(clues)):
        mask = 0
        for place in range(orders.shape[1]):
            mask |= 1 << orders[clues[i], place]
            masks[place, i] = mask
    return masks


@njit(cache=True)
def by_first_cards(orders: np.ndarray, cards: int) -> tuple[np.ndarray, np.ndarray]:
    """The clues grouped by their two nearest cards, and where each group starts."""
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
    return grouped, starts


@njit(cache=True)
def _beats_in(first: int, last: int, clue: int, run: int, red: int, seen: Orders) -> bool:
    """Whether some candidate in a stretch of the groups has a longer run, or as long a one and comes first."""
    distance, other_cards, first_cards = seen.sums[clue, run - 1], ~red, seen.masks[run - 1]
    for place in range(first, last):
        if first_cards[place] & other_cards:
            continue
        other = seen.grouped[place]
        if not seen.near[other] & red:
            continue
        total = seen.sums[other, run - 1]
        if total < distance or (total == distance and other < clue):
            return True
        if run < len(seen.masks) and not seen.masks[run, place] & other_cards:
            return True
    return False


@njit(cache=True)
def is_beaten(clue: int, run: int, red: int, seen: Orders) -> bool:
    """Whether a static spymaster prefers another clue; for a run of two or more the two nearest cards must be red."""
    starts = seen.starts
    cards = len(starts)
    for a in range(cards):
        if not red >> a & 1:
            continue
        if run == 1:
            if _beats_in(starts[a, 0], starts[a, cards], clue, run, red, seen):
                return True
            continue
        for b in range(cards):
            if red >> b & 1 and _beats_in(starts[a, b], starts[a, b + 1], clue, run, red, seen):
                return True
    return False


@njit(cache=True)
def at_random(red: int, ear: np.ndarray, chance: np.ndarray, seen: Orders) -> float:
    """P(the word heard) if no clue in the ear has a run: 0 if any other has, else a candidate was picked at random."""
    candidates = 0
    for clue in range(len(seen.near)):
        if seen.near[clue] & red:
            if red >> seen.first[clue, 0] & 1:
                return 0.0
            candidates += 1
    total = 0.0
    for i in range(len(ear)):
        if seen.near[ear[i]] & red:
            total += chance[i]
    return total / candidates if candidates else 0.0


@njit(cache=True)
def heard(
    worlds: np.ndarray, unrevealed: int, ear: np.ndarray, chance: np.ndarray, number: int, seen: Orders
) -> np.ndarray:
    """P(a word is heard) in each world, from a static spymaster; said for this number, unless `number` is 0.

    `ear` lists the clues that may be heard as that word, in order, and `chance` how likely each is; without noise it is
    the word itself. There is no need to find the spymaster's best clue: take the best of the ear, and any better clue
    elsewhere is a reason to stop.
    """
    result = np.zeros(len(worlds))
    masks, near, sums = masks_of(seen.first, ear), seen.near[ear], seen.sums[ear]
    for world in range(len(worlds) if len(ear) else 0):
        red = worlds[world] & unrevealed
        best, longest, closest = 0, 0, np.inf
        for i in range(len(ear)):
            if masks[max(longest, 1) - 1, i] & ~red or not near[i] & red:
                continue
            run = max(longest, 1)
            while run < len(masks) and not masks[run, i] & ~red:
                run += 1
            if run > longest or sums[i, run - 1] < closest:
                best, longest, closest = i, run, sums[i, run - 1]
        if number and max(longest, 1) != number:
            continue
        if longest == 0:
            result[world] = at_random(red, ear, chance, seen)
        elif not is_beaten(ear[best], longest, red, seen):
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
