"""Noise as a value: one object is asked by the ear, the channel, the spymaster's draws and the Voronoi table."""

from dataclasses import dataclass

import numpy as np
import pytest
from scipy import stats

from commonground.agents import (
    BayesianGuesser,
    BayesianSpymaster,
    JointGuesser,
    NoiseLearner,
    StaticGuesser,
    StaticSpymaster,
)
from commonground.game import Clue, Environment, GuesserView, Noise, SpymasterView, noise_of, play, transmit
from helpers import small
from helpers.support import complaint
from reference import spymaster as literal
from reference import voronoi as literal_voronoi
from reference.static import guess

NEAR = 25


@dataclass(frozen=True)
class Student(Noise):
    """Noise with heavy tails: z has Student's t distribution in every coordinate."""

    freedom: float = 2.0

    def standard(self, shape, rng, dtype=np.float64):
        return rng.standard_t(self.freedom, shape).astype(dtype)


@dataclass(frozen=True)
class Always(Noise):
    """No chance at all: the same shift of every coordinate, so that everything can be worked out."""

    def standard(self, shape, rng, dtype=np.float64):
        return np.ones(shape, dtype)


def setting(seed=0):
    rng = np.random.default_rng(seed)
    return small.embedding("a", rng), small.embedding("b", rng, 7), small.board(rng)


def word_off(board):
    return next(word for word in small.WORDS if word not in board.words)


def test_a_noise_is_a_value():
    assert noise_of(0.5) == Noise(0.5) != Student(0.5) and noise_of(Student(0.5)) == Student(0.5)
    assert not Noise() and Noise(0.1) and Student(1.0, 3.0).at(0.25) == Student(0.25, 3.0)
    for bad in (-1.0, float("nan"), float("inf"), "much", True, None):
        with complaint("Noise must be a number of 0 or more"):
            Noise(bad)


def test_the_ear_asks_the_noise():
    a, _, board = setting()
    guesser, word = StaticGuesser(a, Always(0.7)), word_off(board)
    view = GuesserView(board.words, (None,) * len(board.words), ())
    guesser.start(view)
    model = small.model(a)
    expected = guess(model, model[word] + 0.7, 3, list(board.words), set(board.words))
    assert [
        board.words[guesser.next_guess(view, Clue(word, 3), np.random.default_rng(0))] for _ in range(3)
    ] == expected


def test_the_channel_asks_the_noise():
    a, _, board = setting()
    spymaster, model, word = StaticSpymaster(a, neighbours=NEAR), small.model(a), word_off(board)
    legal = [w for w in small.WORDS if w not in board.words]
    for sigma in (0.2, 0.9, 3.0):
        heard = transmit(Clue(word, 2), spymaster, board, Always(sigma), np.random.default_rng(0))
        assert heard.word == literal_voronoi.closest(model, legal, model[word] + sigma)[0]


def test_the_voronoi_table_asks_the_noise():
    a, _, _ = setting()
    table, model = a.heard(Always(0.4)).toarray(), small.model(a)
    for row, word in enumerate(small.WORDS):
        counts, _ = literal_voronoi.voronoi_counts(model, word, 0.4, np.ones((1, a.dimension)))
        assert table[row, small.WORDS.index(*counts)] == 1.0
    assert not np.array_equal(a.heard(Student(0.4)).toarray(), a.heard(0.4).toarray())
    assert a.heard(0.4) is a.heard(Noise(0.4)) and a.heard(Student(0.4)) is a.heard(Student(0.4))


@pytest.mark.parametrize("noise", [Noise(0.6), Student(0.6), Always(0.6)])
def test_what_a_spymaster_draws_is_what_whole_vectors_do(noise):
    """The replies it foresees to its clue, model by model, beside the literal guesser's, whose clue's vector is perturbed."""
    a, b, board = setting(3)
    agent = BayesianSpymaster.over([a, b], noise=noise, samples=3000, draws="common", neighbours=NEAR)
    view = SpymasterView(board.words, board.key, (None,) * len(board.words), ())
    agent.start(view)
    clue, rng = agent.give_clue(view, np.random.default_rng(1)), np.random.default_rng(2)
    key, words = small.letters(board), list(board.words)
    for m, embedding in enumerate((a, b)):
        model = small.model(embedding)
        ours = [tuple(board.words[card] for card in reply if card >= 0) for reply in agent._replies[m]]
        theirs = []
        for _ in range(3000):
            heard = guess(model, noise.perturbed(model[clue.word], rng), clue.number, words, set(words))
            theirs.append(tuple(literal.observed_action(heard, key)))
        assert_same_distribution(ours, theirs)


def assert_same_distribution(ours, theirs):
    counts = np.array([[part.count(reply) for reply in sorted({*ours, *theirs})] for part in (ours, theirs)])
    frequent = counts.sum(axis=0) >= 20
    pooled = np.column_stack([counts[:, frequent], counts[:, ~frequent].sum(axis=1)])
    pooled = pooled[:, pooled.sum(axis=0) > 0]
    if pooled.shape[1] == 1:  # there is only one reply
        return
    assert stats.chi2_contingency(pooled).pvalue > 1e-3


def test_what_a_clue_is_worth_is_what_whole_vectors_make_of_it():
    """`worth` on many new draws, beside the literal expectation under heavy tails."""
    a, b, board = setting(4)
    noise = Student(0.5)
    agent = BayesianSpymaster.over([a, b], prior=[0.3, 0.7], noise=noise, neighbours=NEAR)
    view = SpymasterView(board.words, board.key, (None,) * len(board.words), ())
    agent.start(view)
    clue, rng = agent.give_clue(view, np.random.default_rng(1)), np.random.default_rng(2)
    models, words = [small.model(a), small.model(b)], list(board.words)
    literally = literal.evaluate(
        models, [0.3, 0.7], *clue, words, small.letters(board), set(words),
        lambda m, word, sample: noise.sigma * noise.standard(len(models[m][word]), rng), 3000,
    )  # fmt: skip
    assert agent.worth(np.random.default_rng(3), 20_000) == pytest.approx(literally, abs=0.15)


def test_every_agent_takes_another_noise_whole_games_long():
    a, b, board = setting(5)
    noise, options = Student(0.3), {"neighbours": NEAR}
    spymasters = (
        BayesianSpymaster.over([a, b], noise=noise, **options),
        NoiseLearner.over([a, b], sigmas=(0.0, 0.3), noise=noise, **options),
    )
    guessers = (
        BayesianGuesser.over([a, b], noise=noise, samples=100, **options),
        JointGuesser.over([a, b], sigmas=(0.0, 0.3), noise=noise, samples=100, **options),
    )
    for spymaster in spymasters:
        assert play(board, spymaster, StaticGuesser(a, noise), rng=1).turns
    for guesser in guessers:
        assert play(board, StaticSpymaster(a, **options), guesser, Environment("heavy", noise), rng=1).turns
