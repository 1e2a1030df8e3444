"""The spymaster that does not know its team-mate's noise: expected utilities over embeddings and noise levels.

Arguments are as in `kernels.spymaster`, but that `draws`, (embedding, sample, card), holds draws of 2 z·w that all clues
share: at noise σ the perturbed squared distance is, up to a term that all cards share, `squared - σ draws[…]`.
"""

import numpy as np
from numba import njit

from commonground.agents.kernels.spymaster import _run_and_colour, _run_and_worth


@njit(cache=True)
def expected_utilities(
    squared: np.ndarray,
    near: np.ndarray,
    red: int,
    cards: np.ndarray,
    ends: np.ndarray,
    beliefs: np.ndarray,
    levels: np.ndarray,
    draws: np.ndarray,
    values: np.ndarray,
    turn: float,
    everything: bool,
    least: float,
) -> tuple[np.ndarray, np.ndarray]:
    """E[clue, n - 1] for every viable (clue, n), −∞ elsewhere, and every embedding's noiseless run, (clue, embedding).

    `beliefs`, (embedding, level), are over who the team-mate is and how noisy; models that are believed less than `least`
    are not asked. Without noise one reply is the only one.
    """
    embeddings, clues, samples = squared.shape[0], squared.shape[1], draws.shape[1]
    expected = np.full((clues, ends[0]), -np.inf)
    runs = np.zeros((clues, embeddings), np.int64)
    here, rounded = np.empty((embeddings, len(cards))), np.empty((embeddings, len(cards)), draws.dtype)
    ending, total = np.zeros(embeddings, np.int64), np.empty(ends[0] + 1)
    worth_of = values.astype(draws.dtype)
    scaled = np.empty((embeddings, len(levels), samples, len(cards)), draws.dtype)
    for level in range(len(levels)):
        scaled[:, level] = draws * draws.dtype.type(levels[level])
    for clue in range(clues):
        if not near[clue] & red:
            continue
        longest = 0
        for e in range(embeddings):
            for i in range(len(cards)):
                rounded[e, i] = here[e, i] = squared[e, clue, cards[i]]
            runs[clue, e], ending[e] = _run_and_colour(here[e], cards, ends)
            longest = max(longest, runs[clue, e])
        if everything:
            longest = 1
        if not longest:
            continue
        total[:] = 0.0
        asked = 0.0
        for e in range(embeddings):
            for level in range(len(levels)):
                belief = beliefs[e, level]
                if belief < least:
                    continue
                asked += belief
                if levels[level] == 0.0:
                    _add(total, longest, runs[clue, e], values[ending[e]], values[0], belief)
                    continue
                for sample in range(samples):
                    run, worth = _run_and_worth(rounded[e], scaled[e, level, sample], ends, worth_of)
                    _add(total, longest, run, worth, values[0], belief / samples)
        for n in range(1, longest + 1):
            expected[clue, n - 1] = turn + total[n] / asked
    return expected, runs


@njit(cache=True)
def _add(total: np.ndarray, longest: int, run: int, worth: float, value: float, weight: float) -> None:
    """Add one reply's utility to that of every number it is a reply to."""
    for n in range(1, longest + 1):
        total[n] += weight * (n * value if n <= run else run * value + worth)
