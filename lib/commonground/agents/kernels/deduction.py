"""What a guesser answers to every clue, by deduction from what would be said in each world (R21).

Its answer to (clue, n) is its first n *picks*, then its *bonus* for n, if it has one. A guesser does not see the key, so
both are one table a turn, (clue, n − 1), the same whatever the world.
"""

import numpy as np
from numba import njit

NOBODY = 255  # no card


@njit(cache=True)
def _having(worlds: np.ndarray, card: int, into: np.ndarray) -> tuple[int, int, int]:
    """Copy the worlds in which a card is red: how many, the cards that are red in every one of them, and in some."""
    count, every, some = 0, -1, 0
    for i in range(len(worlds)):
        world = worlds[i]
        if world >> card & 1:
            into[count] = world
            count += 1
            every &= world
            some |= world
    return count, every, some


@njit(cache=True)
def _next_in(order: np.ndarray, place: int, cards: int) -> int:
    """The first place, from the given one on, whose card is one of some cards; the end if there is none."""
    while place < len(order) and not cards >> order[place] & 1:
        place += 1
    return place


@njit(cache=True)
def _answer(
    order: np.ndarray,
    place: int,
    done: int,
    worlds: np.ndarray,
    some: int,
    scratch: np.ndarray,
    picks: np.ndarray,
    bonus: np.ndarray,
) -> None:
    """Picks and bonuses after the first `done`, from the worlds left; `some` are the cards that are red in any of them.

    The next pick is the nearest card that is red in some world left, the bonus the nearest that is then red in all. A
    card passed over stays impossible, so neither has to be looked for among the cards before.
    """
    while done < len(picks):
        place = _next_in(order, place, some)
        picks[done] = order[place]
        count, every, some = _having(worlds, order[place], scratch)
        worlds, place = scratch[:count], place + 1
        extra = _next_in(order, place, every)
        if extra < len(order):
            bonus[done] = order[extra]
        done += 1


@njit(cache=True)
def _by_two(worlds: np.ndarray, unrevealed: int, cards: int, reds: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What all clues share that would be said nowhere: the worlds in which any two cards are red.

    One list, where each pair's part of it starts, and for every pair the cards that are red in all and in some of its
    worlds; the pair of a card with itself stands for the card alone.
    """
    agreed = np.zeros((cards * cards, 2), np.int64)
    starts = np.zeros(cards * cards + 1, np.int64)
    listed = np.empty(len(worlds) * reds * reds, np.int64)  # so many ordered pairs a world, at most
    one, total = np.empty(len(worlds), np.int64), 0
    for a in range(cards):
        count, every, some = _having(worlds, a, one) if unrevealed >> a & 1 else (0, 0, 0)
        for b in range(cards):
            if b == a:
                agreed[a * cards + b] = every, some
            elif count and unrevealed >> b & 1:
                found, every_two, some_two = _having(one[:count], b, listed[total:])
                agreed[a * cards + b] = every_two, some_two
                total += found
            starts[a * cards + b + 1] = total
    return agreed, starts, listed


@njit(cache=True)
def answers(
    orders: np.ndarray,
    words: np.ndarray,
    starts: np.ndarray,
    members: np.ndarray,
    most: int,
    worlds: np.ndarray,
    unrevealed: int,
) -> tuple[np.ndarray, np.ndarray]:
    """A guesser's picks and bonuses for every clue and every number up to `most`, the number of red cards left.

    `orders` holds each clue's unrevealed cards, nearest first, and `words` its row in the vocabulary. The worlds in which
    word r may be said, as numbers among `worlds`, are `members[starts[r] : starts[r + 1]]`; they are the ones that are
    left. If there is none, all are.
    """
    cards = 0
    while unrevealed >> cards:
        cards += 1
    picks = np.empty((len(orders), most), np.uint8)
    bonus = np.full((len(orders), most), NOBODY, np.uint8)
    possible = 0
    for world in worlds:
        possible |= world
    agreed, first, listed = _by_two(worlds, unrevealed, cards, most)
    here, scratch = np.empty(len(members), np.int64), np.empty(max(len(worlds), len(members)), np.int64)
    for clue in range(len(orders)):
        order, count, some = orders[clue], 0, 0
        for i in range(starts[words[clue]], starts[words[clue] + 1]):
            here[count] = worlds[members[i]]
            some |= here[count]
            count += 1
        if count:
            _answer(order, 0, 0, here[:count], some, scratch, picks[clue], bonus[clue])
            continue
        place = _next_in(order, 0, possible)
        a = order[place]
        picks[clue, 0] = a
        extra = _next_in(order, place + 1, agreed[a * cards + a, 0])
        if extra < len(order):
            bonus[clue, 0] = order[extra]
        if most > 1:
            place = _next_in(order, place + 1, agreed[a * cards + a, 1])
            pair = a * cards + order[place]
            picks[clue, 1] = order[place]
            extra = _next_in(order, place + 1, agreed[pair, 0])
            if extra < len(order):
                bonus[clue, 1] = order[extra]
            left = listed[first[pair] : first[pair + 1]]
            _answer(order, place + 1, 2, left, agreed[pair, 1], scratch, picks[clue], bonus[clue])
    return picks, bonus


@njit(cache=True)
def spelled(picks: np.ndarray, bonus: np.ndarray) -> np.ndarray:
    """Every answer as a list of cards, (clue, n − 1, place), with nobody after its last."""
    clues, most = picks.shape
    result = np.full((clues, most, most + 1), NOBODY, np.uint8)
    for clue in range(clues):
        for n in range(most):
            result[clue, n, : n + 1] = picks[clue, : n + 1]
            result[clue, n, n + 1] = bonus[clue, n]
    return result
