"""Rational speech acts: literal listeners as softmaxes over distances, a speaker and a listener who reckon with them."""

from typing import NamedTuple

import numpy as np
from numba import njit

from commonground.agents.kernels.cards import NOT_VIABLE, TIE

LOG2_E = 1.4426950408889634
LN_2 = 0.6931471805599453
SERIES = 1.0 / np.cumprod(np.arange(1.0, 13.0))  # 1 / k!: more of them would change nothing
UNSPOKEN = 1e-9  # a card that all words together are for with less chance than this: no word is for it
FAINTEST = -700.0  # below it, e to the power is taken for 0
HALVED = np.ldexp(1.0, -np.arange(1012))  # 1, a half, a quarter, …: as far as FAINTEST asks for


class Audience(NamedTuple):
    """What a turn's clues are judged by: every listener's weights, what is believed of them, and the cards that are left."""

    weights: np.ndarray  # (model, clue, card) e to the power of −α distance, up to a factor a clue
    beliefs: np.ndarray  # (model,)
    near: np.ndarray  # (clue,) mask of the cards it is one of the nearest words of
    red: int  # mask of the unrevealed red cards
    unrevealed: int  # mask
    worth: np.ndarray  # (card,) what each is worth
    turn: float  # what a turn is worth


@njit(cache=True)
def exponentials(powers: np.ndarray) -> None:
    """Put e to the power of each x ≤ 0 in its place, the same bits on every machine: powers of two, and a series in a fixed order."""
    halvings = np.floor(powers * LOG2_E + 0.5)
    rest = powers - halvings * LN_2
    total = np.zeros_like(rest)
    for place in range(len(SERIES) - 1, -1, -1):
        for i in range(len(rest)):  # innermost, so that the processor takes several at once
            total[i] = (total[i] + SERIES[place]) * rest[i]
    for i in range(len(powers)):
        powers[i] = (1.0 + total[i]) * HALVED[int(-halvings[i])] if powers[i] >= FAINTEST else 0.0


@njit(cache=True)
def listeners(distances: np.ndarray, rationality: float, unit: np.ndarray) -> np.ndarray:
    """Every literal listener's weight of every card given every clue, (model, clue, card); the nearest card's is 1."""
    models, clues, cards = distances.shape
    weights = np.empty(distances.shape)
    for m in range(models):
        for clue in range(clues):
            nearest = distances[m, clue].min()
            for card in range(cards):
                weights[m, clue, card] = -rationality * (distances[m, clue, card] - nearest) / unit[m]
        exponentials(weights[m].reshape(-1))
    return weights


@njit(cache=True)
def _falling(values: np.ndarray, count: int) -> None:
    """Put the first values into falling order."""
    for i in range(1, count):
        value, place = values[i], i
        while place > 0 and values[place - 1] < value:
            values[place] = values[place - 1]
            place -= 1
        values[place] = value


@njit(cache=True)
def _add_expected(here: np.ndarray, audience: Audience, belief: float, reds: np.ndarray, total: np.ndarray) -> None:
    """Add to E of each number what a clue is worth with one listener, who finds the likelier reds first."""
    count, others, harm = 0, 0.0, 0.0
    for card in range(len(here)):
        if audience.red >> card & 1:
            reds[count] = here[card]
            count += 1
        elif audience.unrevealed >> card & 1:
            others += here[card]
            harm += here[card] * audience.worth[card]
    _falling(reds, count)
    for place in range(count - 2, -1, -1):  # from here on: what is left of the reds when so many are found
        reds[place] += reds[place + 1]
    value = 0.0
    for card in range(len(here)):
        if audience.red >> card & 1:
            value = audience.worth[card]
    reached, sofar = 1.0, 0.0
    for n in range(count):
        whole = reds[n] + others
        right = reds[n] / whole if whole > 0.0 else 0.0
        sofar += reached * (right * value + (harm / whole if whole > 0.0 else 0.0))
        reached *= right
        total[n] += belief * sofar


@njit(cache=True)
def expected_utilities(audience: Audience) -> np.ndarray:
    """E[clue, n − 1] over the listeners, by how much each is believed in; −∞ for words that are near no red card."""
    models, clues, cards = audience.weights.shape
    most = 0
    for card in range(cards):
        most += audience.red >> card & 1
    expected = np.full((clues, most), -np.inf)
    reds = np.empty(cards)
    for clue in range(clues):
        if audience.near[clue] & audience.red:
            expected[clue] = audience.turn
            for m in range(models):
                _add_expected(audience.weights[m, clue], audience, audience.beliefs[m], reds, expected[clue])
    return expected


@njit(cache=True)
def best(expected: np.ndarray) -> tuple[int, int]:
    """The (clue, n) of the largest E; of equal ones the first in the alphabet, then the smaller n; (−1, 0) if there is none."""
    clue_of, number, highest = NOT_VIABLE, 0, -np.inf
    for clue in range(len(expected)):
        for n in range(expected.shape[1]):
            if expected[clue, n] > highest + TIE:
                clue_of, number, highest = clue, n + 1, expected[clue, n]
    return clue_of, number


@njit(cache=True)
def picked(weights: np.ndarray, guesses: np.ndarray, unrevealed: int) -> float:
    """P(guesses | clue) of a literal listener: one card after the other, of those that are left."""
    chance, left = 1.0, unrevealed
    for guess in guesses:
        total = 0.0
        for card in range(len(weights)):
            if left >> card & 1:
                total += weights[card]
        chance *= weights[guess] / total if total > 0.0 else 0.0
        left &= ~(1 << guess)
    return chance


@njit(cache=True)
def said_for(weights: np.ndarray, near: np.ndarray, heard: np.ndarray, unrevealed: int) -> np.ndarray:
    """S1(clue heard | card) for every card: how well it does, beside all words that might have been said, (card,).

    `weights` are a listener's, (clue, card), and `heard` those of the word that was heard.
    """
    cards = weights.shape[1]
    own = np.zeros(cards)
    _add_literal(heard, unrevealed, own)
    all_of = own.copy()
    for clue in range(len(weights)):
        if near[clue] & unrevealed:
            _add_literal(weights[clue], unrevealed, all_of)
    for card in range(cards):
        own[card] = own[card] / all_of[card] if all_of[card] > UNSPOKEN else 0.0
    return own


@njit(cache=True)
def _add_literal(weights: np.ndarray, unrevealed: int, total: np.ndarray) -> None:
    """Add L0(card | clue) of the unrevealed cards."""
    whole = 0.0
    for card in range(len(weights)):
        if unrevealed >> card & 1:
            whole += weights[card]
    for card in range(len(weights)):
        if unrevealed >> card & 1 and whole > 0.0:
            total[card] += weights[card] / whole
