"""The spymaster that learns its team-mate's noise: against the literal algorithm, and what it finds out."""

import numpy as np
import pytest

from commonground.agents import BayesianSpymaster, NoiseLearner, StaticGuesser, spymaster
from commonground.agents.clues import ClueTable
from commonground.agents.kernels import spymaster as kernels
from commonground.embeddings import load_set
from commonground.game import STANDARD, Colour, SpymasterView, Turn, play
from helpers import small
from helpers.support import complaint
from reference import spymaster as literal
from reference.static import candidates

NEAR = 25
CARDS = STANDARD.cards
SIGMAS = np.array([0.0, 0.3, 0.9])


@pytest.fixture(scope="module")
def toy():
    return load_set("toy")


@pytest.mark.parametrize(("rules", "seed"), small.games(12, 4))
def test_expected_utilities_are_the_papers_over_embeddings_and_noise(rules, seed):
    """Each (embedding, σ) as a model of its own in the literal algorithm, on the same draws for every clue."""
    rng = np.random.default_rng(seed)
    models = [small.embedding("a", rng), small.embedding("b", rng, 7)]
    board = small.board(rng, small.RULES[rules])
    shown = set(rng.choice(board.rules.cards, size=board.rules.cards // 2, replace=False).tolist())
    shown.discard(board.key.index(Colour.RED))
    groups = [[c for c, found in enumerate(board.key) if c not in shown and found is colour] for colour in Colour]
    cards, ends = np.array([c for g in groups for c in g]), np.cumsum([len(g) for g in groups])
    values = np.array([1.0, -1.0, 0.0, -float(board.rules.red)])
    stakes = kernels.Stakes(cards, ends, sum(1 << card for card in groups[0]), values, -1.0)
    table = ClueTable.of(models, board.words, stakes.red, NEAR)
    samples = 4
    z = [rng.standard_normal((samples, model.dimension)) for model in models]
    vectors = [model.vectors[model.rows([board.words[c] for c in cards])].astype(float) for model in models]
    draws = np.stack([2 * z[m] @ vectors[m].T for m in range(2)])
    beliefs = rng.dirichlet(np.ones(6)).reshape(2, 3) + 0.01
    beliefs /= beliefs.sum()
    pools = (SIGMAS[:, None, None] * draws[:, None])[:, :, None]
    team = kernels.Team(beliefs, SIGMAS, pools, 0)
    expected, _ = kernels.expected_utilities(table.squared, table.near, stakes, team, False)
    pairs = [(e, sigma) for e in range(2) for sigma in SIGMAS]
    dictionaries = [small.model(models[e]) for e, _ in pairs]
    unrevealed = {board.words[c] for c in cards}
    red_words = {board.words[c] for c in groups[0]}
    clues = sorted(set().union(*(candidates(d, small.WORDS, list(board.words), red_words, NEAR) for d in dictionaries)))
    _, utilities = literal.get_clue(
        dictionaries,
        beliefs.ravel(),
        clues,
        list(board.words),
        small.letters(board),
        unrevealed,
        lambda m, word, sample: pairs[m][1] * z[pairs[m][0]][sample],
        samples,
    )
    if not np.isfinite(expected).any():  # nothing viable: the literal algorithm has gone on to R5
        expected, _ = kernels.expected_utilities(table.squared, table.near, stakes, team, True)
    assert np.isfinite(expected).sum() == len(utilities)
    for (word, n), value in utilities.items():
        assert np.isclose(expected[clues.index(word), n - 1], value, atol=1e-9)


def test_with_one_noise_and_one_look_it_is_the_spymaster_with_common_draws(toy):
    """Noise 1.0 alone, no shortlist: the clues of BayesianSpymaster(noise=1, draws="common") on the same draws."""
    for board in range(3):
        dealt = toy.deal(board)
        view = SpymasterView(dealt.words, dealt.key, (None,) * CARDS, ())
        learner = NoiseLearner.over(toy.internal, sigmas=(1.0,), shortlist=0)
        paper = BayesianSpymaster.over(toy.internal, noise=1.0, draws="common")
        learner.start(view)
        paper.start(view)
        rng = np.random.default_rng(board)
        rng.standard_normal(
            (CARDS, learner.second_samples), dtype=np.float32
        )  # the draws of the second look come first
        assert learner.give_clue(view, np.random.default_rng(board)) == paper.give_clue(view, rng)


def test_the_second_look_decides_among_the_best_of_the_first(toy):
    dealt = toy.deal(0)
    view = SpymasterView(dealt.words, dealt.key, (None,) * CARDS, ())
    agent = NoiseLearner.over(toy.internal, shortlist=5)
    agent.start(view)
    agent.give_clue(view, np.random.default_rng(0))
    assert np.isfinite(agent._expected).any(axis=1).sum() == 5
    told = agent.explain()
    assert told["expected_utility"] == pytest.approx(agent._expected.max())
    assert sum(told["noise_beliefs"].values()) == pytest.approx(1.0)


def test_bayes_rule_over_both_by_hand():
    """P(m, σ | γ) ∝ P(m, σ) (1 + matches), summed over noise for `beliefs` and over embeddings for `noise_beliefs`."""
    rng = np.random.default_rng(0)
    models = [small.embedding("a", rng), small.embedding("b", rng)]
    board = small.board(rng)
    view = SpymasterView(board.words, board.key, (None,) * CARDS, ())
    agent = NoiseLearner.over(models, sigmas=(0.0, 0.5), noise_prior=(1, 3), second_samples=40, neighbours=NEAR)
    agent.start(view)
    clue = agent.give_clue(view, rng)
    guesses = tuple(int(card) for card in agent._replies[0, 0] if card >= 0)  # what a does without noise
    counts = np.array(
        [sum(tuple(c for c in reply if c >= 0) == guesses for reply in model) for model in agent._replies]
    )
    assert counts[0] == 40 and counts[1] < 40
    weights = np.array([1, 3, 1, 3]) / 8 * (1 + counts)
    weights = (weights / weights.sum()).reshape(2, 2)
    agent.observe(view, Turn(clue, guesses, tuple(board.key[card] for card in guesses)))
    assert list(agent.beliefs().values()) == pytest.approx(weights.sum(axis=1))
    assert list(agent.noise_beliefs().values()) == pytest.approx(weights.sum(axis=0))


def test_it_finds_out_whether_its_partner_is_noisy(toy):
    """After a few games' worth of turns it believes in less noise with an exact partner than with a noisy one."""
    believed = {}
    for noise in (0.0, 1.0):
        agent = spymaster("SM_N", toy)
        means = []
        for board in range(4):
            play(toy.deal(board), agent, StaticGuesser(toy.internal[0], ear=noise), rng=board)
            means.append(sum(sigma * p for sigma, p in agent.noise_beliefs().items()))
        believed[noise] = np.mean(means)
    assert believed[0.0] < believed[1.0] - 0.1


def test_what_it_is_given_is_checked(toy):
    with complaint("second_samples must be", "1 or more, not 0"):
        NoiseLearner.over(toy.internal, second_samples=0)
    with complaint("0 or more", "-1"):
        NoiseLearner.over(toy.internal, sigmas=(-1.0, 0.5))
    with complaint("one weight"):
        NoiseLearner.over(toy.internal, noise_prior=(1.0,))


def test_the_first_look_asks_the_likeliest_models_and_the_second_all_that_matter(toy, monkeypatch):
    asked = []
    look = kernels.expected_utilities

    def looking(squared, near, stakes, team, *more):
        asked.append((squared.shape[1], (team.beliefs > 0).sum(axis=0).tolist()))
        return look(squared, near, stakes, team, *more)

    monkeypatch.setattr(kernels, "expected_utilities", looking)
    dealt = toy.deal(1)
    view = SpymasterView(dealt.words, dealt.key, (None,) * CARDS, ())
    learner = NoiseLearner.over(toy.internal, noise_prior=(0.02, 0.10, 0.88), shortlist=7)
    learner.start(view)
    learner.give_clue(view, np.random.default_rng(0))
    (every, first), (listed, second) = asked[:2]
    assert every > listed == 7
    assert first == [0, 0, len(toy.internal)] and second == [len(toy.internal)] * 3
