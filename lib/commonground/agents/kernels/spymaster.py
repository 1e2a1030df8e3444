"""The Bayesian spymaster: the expected utility of every clue, over models and samples of noise.

A model is an embedding with a noise. Of the noise only its *shadow* is needed, draws of 2σ z·w for the unrevealed cards w:
up to a term that all cards share, the perturbed squared distance is `squared - shadow`. Draws stand in blocks, and a clue
takes all its samples from one block. Single precision will do for them, and is twice as fast.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from commonground.agents.kernels.cards import NOT_VIABLE, TIE, summed_distance


class Stakes(NamedTuple):
    """What a turn is about: the unrevealed cards, and what each colour is worth."""

    cards: np.ndarray  # (place,) the unrevealed cards, colour after colour
    ends: np.ndarray  # (colour,) where each colour ends
    red: int  # mask of the red ones
    values: np.ndarray  # (colour,)
    turn: float  # what a turn is worth


class Team(NamedTuple):
    """Who the team-mate may be: an embedding, with a noise."""

    beliefs: np.ndarray  # (embedding, noise) up to a factor; a model that is not believed in at all is not asked
    sigmas: np.ndarray  # (noise,)
    pools: np.ndarray  # (embedding, noise, block, sample, place) draws of the shadow of each card
    seed: int  # of which block a clue takes


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
def _add(total: np.ndarray, longest: int, run: int, worth: float, value: float, weight: float) -> None:
    """Add one reply's utility to that of every number it is a reply to."""
    for n in range(1, longest + 1):
        total[n] += weight * (n * value if n <= run else run * value + worth)


@njit(cache=True)
def expected_utilities(
    squared: np.ndarray, near: np.ndarray, stakes: Stakes, team: Team, everything: bool, beyond: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """E[clue, n - 1] for every viable (clue, n), −∞ elsewhere, and every embedding's noiseless run, (clue, embedding).

    (l, n) is viable while at least one embedding's noiseless reply is all red (R4), or all but its last `beyond` cards;
    with `everything`, every candidate is with n = 1 (R5). Without noise the reply itself is the only sample.
    """
    cards, ends, values = stakes.cards, stakes.ends, stakes.values
    pools, blocks, samples = team.pools, team.pools.shape[2], team.pools.shape[3]
    embeddings, clues = squared.shape[0], squared.shape[1]
    expected = np.full((clues, ends[0]), -np.inf)
    runs = np.zeros((clues, embeddings), np.int64)
    here, rounded = np.empty((embeddings, len(cards))), np.empty((embeddings, len(cards)), pools.dtype)
    ending, total = np.zeros(embeddings, np.int64), np.empty(ends[0] + 1)
    worth_of = values.astype(pools.dtype)
    for clue in range(clues):
        if not near[clue] & stakes.red:
            continue
        longest = 0
        for e in range(embeddings):
            for i in range(len(cards)):
                rounded[e, i] = here[e, i] = squared[e, clue, cards[i]]
            runs[clue, e], ending[e] = _run_and_colour(here[e], cards, ends)
            longest = max(longest, runs[clue, e])
        longest = 1 if everything else min(longest + beyond, ends[0])
        total[:] = 0.0
        asked = 0.0
        for e in range(embeddings if longest else 0):
            for noise in range(len(team.sigmas)):
                belief = team.beliefs[e, noise]
                if belief == 0.0:
                    continue
                asked += belief
                if team.sigmas[noise] == 0.0:
                    _add(total, longest, runs[clue, e], values[ending[e]], values[0], belief)
                    continue
                draws = pools[e, noise, block_of(team.seed, clue, e, blocks)]
                for sample in range(samples):
                    run, worth = _run_and_worth(rounded[e], draws[sample], ends, worth_of)
                    _add(total, longest, run, worth, values[0], belief / samples)
        for n in range(1, longest + 1):
            expected[clue, n - 1] = stakes.turn + total[n] / asked
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
def replies(squared: np.ndarray, clue: int, number: int, stakes: Stakes, pools: np.ndarray, seed: int) -> np.ndarray:
    """The cards revealed in each sample drawn for one clue, (model, sample, place), in order; −1 beyond the last.

    Models stand embedding by embedding. The first card that is not red is the last.
    """
    cards, ends = stakes.cards, stakes.ends
    embeddings, noises, blocks, samples = pools.shape[:4]
    result = np.full((embeddings * noises, samples, number), -1, np.int64)
    values = np.empty(len(cards))
    for model in range(embeddings * noises):
        e, noise = model // noises, model % noises
        draws = pools[e, noise, block_of(seed, clue, e, blocks)]
        for sample in range(samples):
            for i in range(len(cards)):
                values[i] = squared[e, clue, cards[i]] - draws[sample, i]
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
