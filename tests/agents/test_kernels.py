"""The compiled kernels do what the literal algorithms say, on thousands of small boards with ties in plenty."""

from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from commonground.agents import worlds
from commonground.agents.kernels import cards as card_kernels
from commonground.agents.kernels import guesser
from commonground.agents.kernels import worlds as world_kernels
from helpers.orders import cards_of, literal_static_clue, order_of, sights

SETTINGS = settings(max_examples=1000, deadline=None)


def seen(squared, near, unrevealed, most):
    return guesser.orders_of(guesser.order_all(squared), squared, near, unrevealed, most)


@SETTINGS
@given(sights())
def test_cards_come_nearest_first(sight):
    squared, _, unrevealed, _ = sight
    for row in squared:
        assert card_kernels.nearest_first(row, unrevealed).tolist() == order_of(row, unrevealed)


@SETTINGS
@given(sights())
def test_static_clue(sight):
    squared, near, unrevealed, red = sight
    assert card_kernels.static_clue(squared, near, red, unrevealed & ~red) == literal_static_clue(
        squared, near, unrevealed, red
    )


@SETTINGS
@given(sights())
def test_what_is_said_in_every_world(sight):
    """How likely a static spymaster says a word, in every red set of the size, agrees with trying it."""
    squared, near, unrevealed, red = sight
    size = red.bit_count()
    if size == 0:
        return
    drawn = np.array([sum(1 << card for card in chosen) for chosen in combinations(cards_of(unrevealed), size)])
    said = [literal_static_clue(squared, near, unrevealed, int(world))[0] for world in drawn]
    orders = seen(squared, near, unrevealed, size)
    lengths = [max(literal_static_clue(squared, near, unrevealed, int(world))[1], 1) for world in drawn]
    for clue in range(len(squared)):
        ear = np.array([clue]), np.ones(1)
        likelihood = guesser.heard(drawn, unrevealed, *ear, 0, orders)
        by_number = [guesser.heard(drawn, unrevealed, *ear, n, orders) for n in range(1, size + 1)]
        assert np.array_equal(sum(by_number), likelihood)
        assert all(p == 0 or n == lengths[w] for n, row in enumerate(by_number, 1) for w, p in enumerate(row))
        for world, word, p in zip(drawn.tolist(), said, likelihood, strict=True):
            possible = [c for c in range(len(near)) if int(near[c]) & world]
            fallback = 1 / len(possible) if clue in possible else 0.0
            assert p == (float(word == clue) if word >= 0 else fallback)


@SETTINGS
@given(sights(), st.data())
def test_through_noise_the_likelihood_is_that_of_what_was_said(sight, data):
    squared, near, unrevealed, red = sight
    heard = np.array(data.draw(st.lists(st.floats(0, 1), min_size=len(near), max_size=len(near))))
    said, number = literal_static_clue(squared, near, unrevealed, red)
    if not red:
        return
    orders = seen(squared, near, unrevealed, red.bit_count())
    ear = np.flatnonzero(heard)
    found = guesser.heard(np.array([red]), unrevealed, ear, heard[ear], 0, orders)[0]
    by_number = guesser.heard(np.array([red]), unrevealed, ear, heard[ear], max(number, 1), orders)[0]
    assert found == by_number
    possible = [clue for clue in range(len(near)) if int(near[clue]) & red]
    expected = heard[said] if said >= 0 else heard[possible].mean() if possible else 0.0
    assert np.isclose(found, expected)


@SETTINGS
@given(st.integers(1, 2**9 - 1), st.data())
def test_weights_of_cards(unrevealed, data):
    drawn = np.array(data.draw(st.lists(st.integers(0, 2**9 - 1), min_size=1, max_size=8)))
    weights = np.array(data.draw(st.lists(st.floats(0.1, 1), min_size=len(drawn), max_size=len(drawn))))
    red, other = guesser.red_and_other_weight(drawn, weights, 9)
    for card in range(9):
        assert np.isclose(red[card], sum(w for world, w in zip(drawn, weights, strict=True) if world >> card & 1))
        assert np.isclose(red[card] + other[card], weights.sum())


def test_worlds_are_enumerated_when_few():
    found = worlds.consistent(0b1, 0b111110, 2, 100, np.random.default_rng(0))
    expected = {0b1 | 1 << a | 1 << b for a, b in combinations(range(1, 6), 2)}
    assert len(found) == 10 and set(found.tolist()) == expected


def test_worlds_drawn_are_as_frequent_as_enumerated_ones():
    """All 10 red sets of 2 of 5 cards, drawn 20,000 times: chi-squared with 9 degrees of freedom stays below 30."""
    deck = np.arange(5)
    drawn = world_kernels.drawn(deck, 2, np.random.default_rng(1).random((20_000, 2)))
    found, counts = np.unique(drawn, return_counts=True)
    assert set(found.tolist()) == set(world_kernels.every(deck, 2, 10).tolist())
    assert ((counts - 2000) ** 2 / 2000).sum() < 30


def test_no_reds_left_to_place_is_one_world():
    assert worlds.consistent(0b11, 0b1100, 0, 10, np.random.default_rng(0)).tolist() == [0b11]
