"""The deductive hierarchy: what a guesser of any level answers to every clue, what a spymaster says in every world.

A guesser's answer to (clue, n) is its first n *picks*, then its *bonus* for n, if it has one. A guesser does not see the
key, so both are one table a turn, (clue, n − 1), the same whatever the world. `needs` is the mask of the cards of each
answer, `counts` how many they are, `sums` their summed distance to the clue. A spymaster's clue in a world is the one
whose answer is all red there and has the most cards.
"""

import numpy as np
from numba import njit

from commonground.kernels.cards import NOT_VIABLE, TIE

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
def _by_two(worlds: np.ndarray, unrevealed: int, cards: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What all clues share that would be said nowhere: the worlds in which any two cards are red.

    One list, where each pair's part of it starts, and for every pair the cards that are red in all and in some of its
    worlds; the pair of a card with itself stands for the card alone.
    """
    agreed = np.zeros((cards * cards, 2), np.int64)
    starts = np.zeros(cards * cards + 1, np.int64)
    listed = np.empty(len(worlds) * 81, np.int64)  # nine red cards: at most 81 ordered pairs a world
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
    own: np.ndarray,
    near: np.ndarray,
    most: int,
    worlds: np.ndarray,
    unrevealed: int,
    said: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """A guesser's picks and bonuses for every clue, by deduction from `said`: what it thinks is said in each world.

    `orders` holds each clue's unrevealed cards, nearest first, and `own` its number among the clues that may be said (−1
    if it is none), for which `near` says which cards a clue is a candidate for. Worlds in which the clue would be said are
    the ones that are left; if there is none, all are. Where a world has no viable clue, any candidate may be said.
    """
    cards = 25
    picks = np.empty((len(orders), most), np.uint8)
    bonus = np.full((len(orders), most), NOBODY, np.uint8)
    by_clue = np.argsort(said, kind="mergesort")
    first = np.searchsorted(said[by_clue], np.arange(len(near) + 1))  # where each clue's worlds start
    possible = 0
    for world in worlds:
        possible |= world
    agreed, starts, listed = _by_two(worlds, unrevealed, cards)
    here, scratch = np.empty(len(worlds), np.int64), np.empty(len(worlds), np.int64)
    for clue in range(len(orders)):
        order, count, some = orders[clue], 0, 0
        if own[clue] >= 0:
            for i in range(first[own[clue]], first[own[clue] + 1]):
                here[count] = worlds[by_clue[i]]
                some |= here[count]
                count += 1
            for i in range(first[0]):  # nothing is viable there
                if worlds[by_clue[i]] & unrevealed & near[own[clue]]:
                    here[count] = worlds[by_clue[i]]
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
            left = listed[starts[pair] : starts[pair + 1]]
            _answer(order, place + 1, 2, left, agreed[pair, 1], scratch, picks[clue], bonus[clue])
    return picks, bonus


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
    first: int,
    last: int,
    red: int,
    best: tuple[int, int, int, float],
    grouped: np.ndarray,
    near: np.ndarray,
    needs: np.ndarray,
    counts: np.ndarray,
    sums: np.ndarray,
) -> tuple[int, int, int, float]:
    """The best clue, its number, its cards and their distance, of the best so far and a stretch of the groups."""
    clue, number, most, closest = best
    for place in range(first, last):
        # to have as many cards as the best, the answer to a number one smaller must be all red
        if (most > 1 and needs[most - 2, place] & ~red) or not near[place] & red:
            continue
        n = 0
        while n < len(needs) and not needs[n, place] & ~red:
            cards, distance = counts[place, n], sums[place, n]
            if cards > most or (
                cards == most and (distance < closest or (distance == closest and grouped[place] < clue))
            ):
                clue, number, most, closest = grouped[place], n + 1, cards, distance
            n += 1
    return clue, number, most, closest


@njit(cache=True)
def best_in(
    red: int,
    grouped: np.ndarray,
    starts: np.ndarray,
    near: np.ndarray,
    needs: np.ndarray,
    counts: np.ndarray,
    sums: np.ndarray,
) -> tuple[int, int]:
    """The clue and number that a spymaster gives (R21): most cards, all red; then the smallest distance, the alphabet.

    A number is raised while the answer is all red. Clues are grouped by their first two picks, and all arrays but
    `starts` are in that order (`needs` by number, then clue): with both picks red, few groups are left. (−1, 0) if
    nothing is viable.
    """
    cards, best = len(starts), (NOT_VIABLE, 0, 0, np.inf)
    for a in range(cards):
        if red >> a & 1:
            for b in range(cards):
                if red >> b & 1 and starts[a, b] < starts[a, b + 1]:
                    best = _best_of(starts[a, b], starts[a, b + 1], red, best, grouped, near, needs, counts, sums)
    if best[2] <= 2:  # one pick and a bonus may be as good, or the only thing there is
        for a in range(cards):
            if red >> a & 1:
                best = _best_of(starts[a, 0], starts[a, cards], red, best, grouped, near, needs, counts, sums)
    return best[0], best[1]


@njit(cache=True)
def said_in(
    worlds: np.ndarray,
    unrevealed: int,
    grouped: np.ndarray,
    starts: np.ndarray,
    near: np.ndarray,
    needs: np.ndarray,
    counts: np.ndarray,
    sums: np.ndarray,
) -> np.ndarray:
    """The clue said in each world; −1 where nothing is viable."""
    result = np.empty(len(worlds), np.int64)
    for world in range(len(worlds)):
        result[world] = best_in(worlds[world] & unrevealed, grouped, starts, near, needs, counts, sums)[0]
    return result


@njit(cache=True)
def heard_in(
    worlds: np.ndarray,
    unrevealed: int,
    place: int,
    grouped: np.ndarray,
    starts: np.ndarray,
    near: np.ndarray,
    needs: np.ndarray,
    counts: np.ndarray,
    sums: np.ndarray,
) -> np.ndarray:
    """P(a clue is said) in each world: the clue at `place` of the groups. At random where nothing is viable."""
    result = np.zeros(len(worlds))
    for world in range(len(worlds)):
        red = worlds[world] & unrevealed
        if not near[place] & red:
            continue
        if not needs[0, place] & ~red:
            result[world] = best_in(red, grouped, starts, near, needs, counts, sums)[0] == grouped[place]
            continue
        candidates = 0
        for other in range(len(near)):
            if near[other] & red:
                if not needs[0, other] & ~red:
                    candidates = 0
                    break
                candidates += 1
        if candidates:
            result[world] = 1.0 / candidates
    return result


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


@njit(cache=True)
def expected_utilities(
    answers: np.ndarray, beliefs: np.ndarray, colours: np.ndarray, values: np.ndarray, turn: float, everything: bool
) -> np.ndarray:
    """E[clue, n − 1] over the models' answers, (model, clue, n − 1, place); −∞ where it is not viable.

    (l, n) is viable while at least one model's answer is all red (R4); with `everything`, n = 1 always is (R5).
    """
    models, clues, most, _ = answers.shape
    expected = np.full((clues, most), -np.inf)
    for clue in range(clues):
        for n in range(1 if everything else most):
            total, viable = 0.0, everything
            for model in range(models):
                value, all_red = turn, True
                for card in answers[model, clue, n]:
                    if card == NOBODY:
                        break
                    value += values[colours[card]]
                    if colours[card]:
                        all_red = False
                        break
                total += beliefs[model] * value
                viable |= all_red
            if not viable:
                break
            expected[clue, n] = total
    return expected


@njit(cache=True)
def right_cards(answers: np.ndarray, squared: np.ndarray, colours: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For one model's answers, how many red cards come first, and their summed distance to the clue (R3)."""
    clues, most, length = answers.shape
    right = np.zeros((clues, most), np.int64)
    sums = np.zeros((clues, most))
    for clue in range(clues):
        for n in range(most):
            for place in range(length):
                card = answers[clue, n, place]
                if card == NOBODY or colours[card]:
                    break
                right[clue, n] += 1
                sums[clue, n] += np.sqrt(squared[clue, card])
    return right, sums


@njit(cache=True)
def best_clue(expected: np.ndarray, right: np.ndarray, sums: np.ndarray) -> tuple[int, int]:
    """The (clue, n) with the largest E; ties by R3: more cards right, then their distance; then the alphabet, smaller n.

    `right` and `sums` are the most believed model's. (−1, 0) if nothing is viable.
    """
    best, number, highest, most, closest = NOT_VIABLE, 0, -np.inf, 0, np.inf
    for clue in range(len(expected)):
        for n in range(expected.shape[1]):
            value = expected[clue, n]
            if value == -np.inf or value < highest - TIE:
                continue
            better = right[clue, n] > most or (right[clue, n] == most and sums[clue, n] < closest)
            if value <= highest + TIE and not better:
                continue
            best, number, highest, most, closest = clue, n + 1, value, right[clue, n], sums[clue, n]
    return best, number
