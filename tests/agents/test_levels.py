"""The kernels of the hierarchy against their literal twins, on thousands of small boards with ties in plenty."""

from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from commonground.agents import keys
from commonground.agents.clues import ClueTable
from commonground.agents.kernels import deduction, guesser, weighing
from commonground.agents.ladder import Rung, Spoken
from commonground.game import Colour
from helpers.orders import cards_of, literal_static_clue, order_of, sights

SETTINGS = settings(max_examples=500, deadline=None)
NOBODY = deduction.NOBODY


def orders_of(squared, unrevealed):
    return np.array([order_of(row, unrevealed) for row in squared], np.uint8)


def all_worlds(unrevealed, size):
    return np.array([sum(1 << card for card in chosen) for chosen in combinations(cards_of(unrevealed), size)])


def table(squared, near):
    return ClueTable(np.arange(len(squared)), near, squared[None])


def static_rung(squared, near, unrevealed, size):
    picks = orders_of(squared, unrevealed)[:, :size].copy()
    return Rung.of(unrevealed, picks, np.full_like(picks, NOBODY), table(squared, near))


@SETTINGS
@given(sights())
def test_on_the_lowest_rung_stands_the_static_spymaster(sight):
    squared, near, unrevealed, red = sight
    size = red.bit_count()
    if size == 0:
        return
    rung = static_rung(squared, near, unrevealed, size)
    drawn = all_worlds(unrevealed, size)
    expected = [literal_static_clue(squared, near, unrevealed, int(world)) for world in drawn]
    assert [rung.best(int(world)) for world in drawn] == expected
    spoken = rung.spoken(drawn)
    chances = np.zeros((len(squared), len(drawn)))
    chances[spoken.words, spoken.worlds] = spoken.chances
    orders = guesser.orders_of(guesser.order_all(squared), squared, near, unrevealed, size)
    for clue in range(len(squared)):
        ear = np.array([clue]), np.ones(1)
        likelihood = guesser.heard(drawn, unrevealed, *ear, 0, orders)
        assert np.allclose(rung.heard(drawn, clue), likelihood), "as the Bayesian guesser's kernel has it"
        assert np.allclose(chances[clue], likelihood)
    assert not rung.heard(drawn, -1).any()


def literal_answer(order, worlds, most):
    """R21: the nearest cards that are red in some world left, one after the other; after each, the bonus it would take."""
    picks, bonus = [], []
    for _ in range(most):
        picks.append(next(card for card in order if card not in picks and any(w >> card & 1 for w in worlds)))
        worlds = [w for w in worlds if w >> picks[-1] & 1]
        sure = [card for card in order if card not in picks and all(w >> card & 1 for w in worlds)]
        bonus.append(sure[0] if sure else NOBODY)
    return picks, bonus


@SETTINGS
@given(sights(), st.data())
def test_answers_by_deduction(sight, data):
    """Whatever may be said in each world, by one speaker or several, for words that are clues and for others."""
    squared, _, unrevealed, red = sight
    size = red.bit_count()
    if size == 0:
        return
    worlds = all_worlds(unrevealed, size)
    drawn = worlds[data.draw(st.lists(st.integers(0, len(worlds) - 1), min_size=1, max_size=12))]
    clues, vocabulary = len(squared), 9
    pairs = st.lists(st.tuples(st.integers(0, vocabulary - 1), st.integers(0, len(drawn) - 1)), max_size=20)
    said = np.array(data.draw(pairs), np.int64).reshape(-1, 2)
    words = np.array(data.draw(st.lists(st.integers(0, vocabulary - 1), min_size=clues, max_size=clues)))
    orders = orders_of(squared, unrevealed)
    possible = Spoken(said[:, 0], said[:, 1], np.ones(len(said))).by_word(vocabulary)
    picks, bonus = deduction.answers(orders, words, *possible, size, drawn, unrevealed)
    for clue in range(clues):
        left = [int(drawn[world]) for word, world in said if word == words[clue]]
        expected = literal_answer(orders[clue].tolist(), left or drawn.tolist(), size)
        assert (picks[clue].tolist(), bonus[clue].tolist()) == expected


@st.composite
def answered(draw):
    """Made-up picks and bonuses: a rung of any level, and a red set."""
    squared, near, unrevealed, _ = draw(sights())
    cards = cards_of(unrevealed)
    most = draw(st.integers(1, len(cards)))
    picks, bonus = [], []
    for _ in range(len(squared)):
        order = draw(st.permutations(cards))
        picks.append(order[:most])
        bonus.append([draw(st.sampled_from([NOBODY, *order[n + 1 :]])) for n in range(most)])
    red = sum(1 << card for card in draw(st.sets(st.sampled_from(cards), min_size=1)))
    return squared, near, unrevealed, np.array(picks, np.uint8), np.array(bonus, np.uint8), red


@SETTINGS
@given(answered())
def test_the_best_clue_for_any_answers(made):
    """Numbers are raised while the answer is all red; most cards, then distance, then the alphabet, then the number."""
    squared, near, unrevealed, picks, bonus, red = made
    best, best_key = (-1, 0), (0, 0.0)
    for clue in range(len(squared)):
        if not int(near[clue]) & red:
            continue
        for n in range(1, picks.shape[1] + 1):
            extra = bonus[clue, n - 1]
            answer = [*picks[clue, :n].tolist(), *([int(extra)] if extra != NOBODY else [])]
            if not all(red >> card & 1 for card in answer):
                break
            total = 0.0
            for card in answer:
                total += np.sqrt(squared[clue, card])
            if best[0] < 0 or (len(answer), -total) > best_key:
                best, best_key = (clue, n), (len(answer), -total)
    rung = Rung.of(unrevealed, picks, bonus, table(squared, near))
    assert rung.best(red) == best
    told = deduction.spelled(picks, bonus)
    for clue in range(len(squared)):
        for n in range(picks.shape[1]):
            extra = [int(bonus[clue, n])] if bonus[clue, n] != NOBODY else []
            assert [c for c in told[clue, n].tolist() if c != NOBODY] == [*picks[clue, : n + 1].tolist(), *extra]


@SETTINGS
@given(answered(), st.booleans(), st.data())
def test_expected_utilities_and_the_clue_they_make(made, everything, data):
    squared, near, _, picks, bonus, red = made
    other = picks[::-1].copy()
    models = np.stack([deduction.spelled(picks, bonus), deduction.spelled(other, bonus[::-1].copy())])
    values, turn = np.array([1.0, -1.0, 0.0, -9.0]), -1.0
    colours = np.array([0 if red >> card & 1 else data.draw(st.integers(1, 3)) for card in range(7)])
    beliefs = np.array([0.75, 0.25])

    def shown(answer):
        listed = [card for card in answer.tolist() if card != NOBODY]
        reds = next((i for i, card in enumerate(listed) if colours[card]), len(listed))
        return listed[: reds + 1], reds == len(listed)

    expected = np.full(picks.shape, -np.inf)
    for clue in range(len(picks)):
        for n in range(1 if everything else picks.shape[1]):
            seen = [shown(model[clue, n]) for model in models]
            if not everything and not any(all_red for _, all_red in seen):
                break
            worth = [values[colours[listed]].sum() + turn for listed, _ in seen]
            expected[clue, n] = beliefs @ worth
    answers = np.ascontiguousarray(np.moveaxis(models, 0, 2))
    weighed = weighing.Weighed(near, answers, beliefs, 0, squared, values, turn)
    found = weighing.expected_utilities(colours, weighed, everything)
    assert np.allclose(found, expected)
    keys = {}
    for clue, n in np.ndindex(*expected.shape):
        right = [card for card in shown(models[0][clue, n])[0] if not colours[card]]
        if np.isfinite(expected[clue, n]):
            distance = round(sum(float(np.sqrt(squared[clue, card])) for card in right), 9)
            keys[clue, n] = (-round(expected[clue, n], 6), -len(right), distance, clue, n)
    best = min(keys, key=keys.__getitem__) if keys else None
    assert weighing.best_clue(found, colours, weighed) == ((best[0], best[1] + 1) if best else (-1, 0))


@SETTINGS
@given(answered(), st.data())
def test_what_is_said_under_a_key_is_the_best_clue(made, data):
    """With all that it is preferred to, or everything where nothing is viable; and one word at a time."""
    squared, near, unrevealed, picks, bonus, red = made
    models = [deduction.spelled(picks, bonus), deduction.spelled(picks[::-1].copy(), bonus[::-1].copy())]
    answers = np.stack(models, axis=2)
    cards = squared.shape[1]
    colours = np.array([0 if red >> card & 1 else data.draw(st.integers(1, 3)) for card in range(cards)])
    key = np.array([keys.packed([Colour(colour) for colour in colours])])
    values, turn, beliefs = np.array([1.0, -1.0, 0.0, -9.0]), -1.0, np.array([0.75, 0.25])
    weighed = weighing.Weighed(near, answers, beliefs, 0, squared, values, turn)
    mine = np.flatnonzero(near & red)
    if not len(mine):
        return
    expected = (-1, 0)
    for everything in (False, True):
        some = weighed._replace(near=near[mine], answers=answers[mine], squared=squared[mine])
        found = weighing.expected_utilities(colours, some, everything)
        expected = weighing.best_clue(found, colours, some)
        if expected[0] >= 0:
            break
    assert weighing.said_in(key, unrevealed, weighed)[0] == mine[expected[0]]
    for clue in range(len(near)):
        assert weighing.heard_in(key, unrevealed, clue, weighed)[0] == (clue == mine[expected[0]])
