"""The hot loops: pure functions of arrays, compiled. Each has a literal twin in tests/reference.

Conventions. Cards are numbered 0 to 24 and a set of cards is a bit mask. `squared` holds squared distances,
(clue, card) or (model, clue, card). The nearest card is the one with the smallest (distance, card number). A *run* is
how many cards, from the nearest unrevealed on, are red: a static guesser reveals exactly those, then a card that is not.
Clues stand in alphabetical order, so the earlier of two equal clues is the alphabetically smaller one.
"""

import numpy as np
from numba import njit

ONE = np.uint32(1)
TIE = 1e-9  # expected utilities closer than this are the same
NOT_VIABLE = -1


@njit(cache=True)
def mark_neighbours(mark: np.ndarray, neighbours: np.ndarray, rows: np.ndarray, cards: int, count: int) -> None:
    """Set, in each vocabulary word's mask, the bit of every card (of those given) it is among the nearest words of."""
    for card in range(len(rows)):
        if cards >> card & 1:
            for column in range(min(count, neighbours.shape[1])):
                mark[neighbours[rows[card], column]] |= ONE << np.uint32(card)


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


# The Bayesian spymaster. `cards` lists the unrevealed cards, colour after colour; `ends` says where each colour ends.
# `pools`, (model, block, sample, card), holds blocks of draws of 2σ z·w for those cards: up to a term that all cards
# share, the perturbed squared distance is `squared - pools[…]`. A clue takes all its samples from one block.
# Single precision will do for draws, and is twice as fast.


@njit(cache=True, fastmath={"contract"})
def project(root: np.ndarray, cards: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """(root[cards] @ normal).T: so small that a BLAS with several threads would only get in its own way."""
    result = np.zeros((len(cards), normal.shape[1]), normal.dtype)
    for i in range(len(cards)):
        row = result[i]
        for k in range(len(normal)):
            weight, draws = root[cards[i], k], normal[k]
            for draw in range(len(row)):
                row[draw] += weight * draws[draw]
    return result.T.copy()


@njit(cache=True)
def block_of(seed: int, clue: int, model: int, blocks: int) -> int:
    """Which block of draws a clue takes with a model: a hash (splitmix64), so that it can be looked up again."""
    x = np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15) * np.uint64(1 + model + 4096 * clue)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return np.int64(x % np.uint64(blocks))  # type: ignore[return-value]  # an int to the compiler


@njit(cache=True)
def _run_and_colour(values: np.ndarray, cards: np.ndarray, ends: np.ndarray) -> tuple[int, int]:
    """How many red cards come first, and the colour of the card that ends the run (0 if nothing is left to end it)."""
    nearest, at, colour = np.inf, len(values), 0
    for other in range(1, 4):
        for i in range(ends[other - 1], ends[other]):
            if values[i] < nearest or (values[i] == nearest and cards[i] < cards[at]):
                nearest, at, colour = values[i], i, other
    run = 0
    for i in range(ends[0]):
        run += values[i] < nearest or (values[i] == nearest and cards[i] < cards[at])
    return run, colour


@njit(cache=True, fastmath={"nnan", "nsz"})
def _run_and_worth(here: np.ndarray, draw: np.ndarray, ends: np.ndarray, worth_of: np.ndarray) -> tuple[int, float]:
    """In one sample, how many red cards come first, and the value of the card that ends the run.

    Branchless, so that the compiler handles several cards at once. Perturbed distances never tie.
    """
    nearest, worth = here.dtype.type(np.inf), here.dtype.type(0)
    for other in range(1, 4):
        smallest = here.dtype.type(np.inf)
        for i in range(ends[other - 1], ends[other]):
            smallest = min(smallest, here[i] - draw[i])
        if smallest < nearest:
            nearest, worth = smallest, worth_of[other]
    run = 0
    for i in range(ends[0]):
        run += here[i] - draw[i] < nearest
    return run, worth


@njit(cache=True)
def expected_utilities(
    squared: np.ndarray,
    near: np.ndarray,
    red: int,
    cards: np.ndarray,
    ends: np.ndarray,
    beliefs: np.ndarray,
    pools: np.ndarray,
    seed: int,
    values: np.ndarray,
    turn: float,
    everything: bool,
) -> tuple[np.ndarray, np.ndarray]:
    """E[clue, n - 1] for every viable (clue, n), −∞ elsewhere, and every model's noiseless run, (clue, model).

    (l, n) is viable while at least one model's noiseless reply is all red (R4); with `everything`, every candidate is
    with n = 1 (R5). Without noise the pools have no blocks, and the reply itself is the only sample.
    """
    models, clues, blocks, samples = squared.shape[0], squared.shape[1], pools.shape[1], pools.shape[2]
    expected = np.full((clues, ends[0]), -np.inf)
    runs = np.zeros((clues, models), np.int64)
    here, rounded = np.empty((models, len(cards))), np.empty((models, len(cards)), pools.dtype)
    total = np.empty(ends[0] + 1)
    ending = np.zeros(models, np.int64)
    worth_of = values.astype(pools.dtype)
    for clue in range(clues):
        if not near[clue] & red:
            continue
        longest = 0
        for model in range(models):
            for i in range(len(cards)):
                rounded[model, i] = here[model, i] = squared[model, clue, cards[i]]
            runs[clue, model], ending[model] = _run_and_colour(here[model], cards, ends)
            longest = max(longest, runs[clue, model])
        if everything:
            longest = 1
        for n in range(1, longest + 1):
            expected[clue, n - 1] = turn
        for model in range(models if longest else 0):
            if blocks:
                draws = pools[model, block_of(seed, clue, model, blocks)]
                total[:] = 0.0
                for sample in range(samples):
                    run, worth = _run_and_worth(rounded[model], draws[sample], ends, worth_of)
                    for n in range(1, longest + 1):
                        total[n] += n * values[0] if n <= run else run * values[0] + worth
                for n in range(1, longest + 1):
                    expected[clue, n - 1] += beliefs[model] * total[n] / samples
            else:
                run = runs[clue, model]
                for n in range(1, longest + 1):
                    value = n * values[0] if n <= run else run * values[0] + values[ending[model]]
                    expected[clue, n - 1] += beliefs[model] * value
    return expected, runs


@njit(cache=True)
def best_clue(expected: np.ndarray, right: np.ndarray, squared: np.ndarray, red: int) -> tuple[int, int]:
    """The (clue, n) with the largest E; ties by R3: more cards right, then smaller Q, both by the most believed model.

    `right` is that model's run for each clue, `squared` its distances. Returns (−1, 0) if nothing is viable.
    """
    best, number, highest, most, closest = NOT_VIABLE, 0, -np.inf, 0, np.inf
    for clue in range(len(expected)):
        for n in range(1, expected.shape[1] + 1):
            value = expected[clue, n - 1]
            if value == -np.inf or value < highest - TIE:
                continue
            cards = min(n, right[clue])
            if value <= highest + TIE and cards < most:
                continue
            distance = summed_distance(squared[clue], red, cards)
            if value > highest + TIE or cards > most or distance < closest:
                best, number, highest, most, closest = clue, n, value, cards, distance
    return best, number


@njit(cache=True)
def replies(
    squared: np.ndarray, clue: int, number: int, cards: np.ndarray, ends: np.ndarray, pools: np.ndarray, seed: int
) -> np.ndarray:
    """The cards revealed in each sample drawn for one clue, in order, up to the first that is not red; −1 beyond."""
    models, blocks = squared.shape[0], pools.shape[1]
    samples = pools.shape[2] if blocks else 1
    result = np.full((models, samples, number), -1, np.int64)
    values = np.empty(len(cards))
    for model in range(models):
        for sample in range(samples):
            for i in range(len(cards)):
                values[i] = squared[model, clue, cards[i]]
            if blocks:
                values -= pools[model, block_of(seed, clue, model, blocks), sample]
            for place in range(min(number, len(cards))):
                at = 0
                for i in range(1, len(cards)):
                    if values[i] < values[at] or (values[i] == values[at] and cards[i] < cards[at]):
                        at = i
                result[model, sample, place] = cards[at]
                values[at] = np.inf
                if at >= ends[0]:
                    break
    return result


# The Bayesian guesser. A world is the mask of its red cards, those already revealed included. `orders` holds each
# clue's unrevealed cards, nearest first, and `sums` the summed distance of the first 1, 2, … of them.


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
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Every clue's first `most` + 1 unrevealed cards, the summed distances of its first `most`, and a key to sort by.

    The key has the first cards as digits, so sorting by it puts clues with the same first cards together.
    """
    cards = 0
    for card in range(squared.shape[1]):
        cards += unrevealed >> card & 1
    depth = min(most + 1, cards)
    left = np.empty((len(squared), depth), np.uint8)
    sums = np.empty((len(squared), most))
    keys = np.zeros(len(squared), np.int64)
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
                    keys[clue] = keys[clue] << 5 | card
                place += 1
    return left, sums, keys


@njit(cache=True)
def _run_in(order: np.ndarray, red: int) -> int:
    run = 0
    while run < len(order) and red >> order[run] & 1:
        run += 1
    return run


@njit(cache=True)
def _share_of_fallback(clue: int, red: int, orders: np.ndarray, near: np.ndarray) -> float:
    """P(clue) for a clue without a run: 0 if any candidate has one, else the spymaster picks a candidate at random."""
    if not near[clue] & red:
        return 0.0
    candidates = 0
    for other in range(len(near)):
        if near[other] & red:
            if red >> orders[other, 0] & 1:
                return 0.0
            candidates += 1
    return 1.0 / candidates


@njit(cache=True)
def by_nearest_card(orders: np.ndarray, cards: int) -> tuple[np.ndarray, np.ndarray]:
    """The clues grouped by the card they are nearest to, and where each card's group starts (and the last ends)."""
    starts = np.zeros(cards + 1, np.int64)
    for clue in range(len(orders)):
        starts[orders[clue, 0] + 1] += 1
    for card in range(cards):
        starts[card + 1] += starts[card]
    grouped, filled = np.empty(len(orders), np.int64), starts.copy()
    for clue in range(len(orders)):
        grouped[filled[orders[clue, 0]]] = clue
        filled[orders[clue, 0]] += 1
    return grouped, starts


@njit(cache=True)
def _is_beaten(
    clue: int,
    run: int,
    red: int,
    orders: np.ndarray,
    sums: np.ndarray,
    near: np.ndarray,
    grouped: np.ndarray,
    starts: np.ndarray,
) -> bool:
    """Whether some candidate has a longer run, or as long a one and comes closer (then alphabetically first)."""
    distance = sums[clue, run - 1]
    for card in range(len(starts) - 1):
        if red >> card & 1:
            for place in range(starts[card], starts[card + 1]):
                other = grouped[place]
                length = _run_in(orders[other], red)
                if length < run or not near[other] & red:
                    continue
                total = sums[other, run - 1]
                if length > run or total < distance or (total == distance and other < clue):
                    return True
    return False


@njit(cache=True)
def said_exactly(
    worlds: np.ndarray,
    unrevealed: int,
    clue: int,
    number: int,
    orders: np.ndarray,
    sums: np.ndarray,
    near: np.ndarray,
    grouped: np.ndarray,
    starts: np.ndarray,
) -> np.ndarray:
    """P(static spymaster says the clue) in each world, without noise; with this number, unless `number` is 0.

    There is no need to find its best clue: the first better one is a reason to stop.
    """
    result = np.zeros(len(worlds))
    for world in range(len(worlds)):
        red = worlds[world] & unrevealed
        run = _run_in(orders[clue], red)
        if number and max(run, 1) != number:
            continue
        if run == 0:
            result[world] = _share_of_fallback(clue, red, orders, near)
        elif near[clue] & red and not _is_beaten(clue, run, red, orders, sums, near, grouped, starts):
            result[world] = 1.0
    return result


@njit(cache=True)
def build_trie(
    orders: np.ndarray, ranking: np.ndarray, depth: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The trie of the clues' orders, level by level; `ranking` sorts the clues by their orders.

    A node is a stretch of `ranking` whose clues share their first cards. Returns each node's last card, where its
    stretch starts, where its children start (one node more ends the last), and where each level starts.
    """
    clues = len(ranking)
    card = np.empty(clues * depth + 1, np.uint8)
    start = np.empty(clues * depth + 2, np.int32)
    child = np.zeros(clues * depth + 2, np.int32)
    level = np.zeros(depth + 2, np.int32)
    shared = np.zeros(clues, np.int32)  # how many first cards each clue shares with the one before it
    for i in range(1, clues):
        while shared[i] < depth and orders[ranking[i], shared[i]] == orders[ranking[i - 1], shared[i]]:
            shared[i] += 1
    nodes = 0
    for d in range(depth):
        level[d] = nodes
        parent = level[d - 1] - 1 if d else -1
        for i in range(clues):
            if d and (i == 0 or shared[i] < d):
                parent += 1
                child[parent] = nodes
            if i == 0 or shared[i] <= d:
                card[nodes] = orders[ranking[i], d]
                start[nodes] = i
                nodes += 1
    level[depth] = nodes
    return card[:nodes], start[:nodes], child[:nodes], level


@njit(cache=True)
def clues_said(
    worlds: np.ndarray,
    unrevealed: int,
    ranking: np.ndarray,
    sums: np.ndarray,
    near: np.ndarray,
    card: np.ndarray,
    start: np.ndarray,
    child: np.ndarray,
    level: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """A static spymaster's clue in each world (−1: nothing viable) and its number: walk only the paths that are all red.

    The deepest nodes reached hold the longest runs. A clue there may be no candidate (near no red card): only if none
    is one, look at the level above.
    """
    depth = len(level) - 2
    result = np.full(len(worlds), NOT_VIABLE, np.int64)
    numbers = np.ones(len(worlds), np.int64)  # a clue at random is for one card
    reached = np.empty(len(card), np.int32)
    begin = np.zeros(depth + 2, np.int32)
    for world in range(len(worlds)):
        red = worlds[world] & unrevealed
        count = 0
        for node in range(level[0], level[1]):
            if red >> card[node] & 1:
                reached[count] = node
                count += 1
        begin[0], begin[1] = 0, count
        deepest = 0
        while deepest + 1 < depth and begin[deepest + 1] > begin[deepest]:
            for i in range(begin[deepest], begin[deepest + 1]):
                node = reached[i]
                last = child[node + 1] if node + 1 < level[deepest + 1] else level[deepest + 2]
                for below in range(child[node], last):
                    if red >> card[below] & 1:
                        reached[count] = below
                        count += 1
            deepest += 1
            begin[deepest + 1] = count
        while deepest >= 0 and result[world] == NOT_VIABLE:
            closest = np.inf
            for i in range(begin[deepest], begin[deepest + 1]):
                node = reached[i]
                last = start[node + 1] if node + 1 < level[deepest + 1] else len(ranking)
                for place in range(start[node], last):
                    clue = ranking[place]
                    distance = sums[clue, deepest]
                    if near[clue] & red and (distance < closest or (distance == closest and clue < result[world])):
                        result[world], closest, numbers[world] = clue, distance, deepest + 1
            deepest -= 1
    return result, numbers


@njit(cache=True)
def said_through_noise(
    said: np.ndarray, worlds: np.ndarray, unrevealed: int, near: np.ndarray, heard: np.ndarray
) -> np.ndarray:
    """P(the clue heard) in each world, from what is said there and P(heard | said); at random where nothing is viable."""
    result = np.empty(len(said))
    for world in range(len(said)):
        if said[world] != NOT_VIABLE:
            result[world] = heard[said[world]]
        else:
            total, candidates = 0.0, 0
            for clue in range(len(near)):
                if near[clue] & (worlds[world] & unrevealed):
                    total += heard[clue]
                    candidates += 1
            result[world] = total / candidates if candidates else 0.0
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
