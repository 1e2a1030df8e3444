"""The Bayesian spymaster: the expected utility of every clue, over models and samples of noise.

`cards` lists the unrevealed cards, colour after colour; `ends` says where each colour ends. `pools`, (model, block,
sample, card), holds blocks of draws of 2σ z·w for those cards: up to a term that all cards share, the perturbed squared
distance is `squared - pools[…]`. A clue takes all its samples from one block. Single precision will do for draws, and is
twice as fast.
"""

import numpy as np
from numba import njit

from commonground.agents.kernels.cards import NOT_VIABLE, TIE, summed_distance


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
