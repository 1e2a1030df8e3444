"""The Bayesian spymaster: against the literal algorithm, against sums done by hand, and its identities."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonground.agents import BayesianSpymaster, StaticGuesser, StaticSpymaster
from commonground.agents.clues import ClueTable
from commonground.agents.kernels import spymaster as kernels
from commonground.embeddings import Embedding
from commonground.errors import CommonGroundError
from commonground.game import COMPETITION, STANDARD, Board, Clue, Colour, Noise, SpymasterView, Turn, play
from commonground.game.utility import Utility
from helpers import small
from reference import spymaster as literal
from reference.static import candidates

NEAR = 25


@st.composite
def states(draw):
    """A board part-way through a game, and a seed for two random embeddings."""
    seed, rules = draw(st.integers(0, 2**31)), draw(st.sampled_from(list(small.RULES.values())))
    rng = np.random.default_rng(seed)
    board = small.board(rng, rules)
    shown = draw(st.sets(st.integers(0, rules.cards - 1)))
    reds = [card for card, colour in enumerate(board.key) if colour is Colour.RED]
    shown.discard(draw(st.sampled_from(reds)))  # at least one red card is left
    revealed = tuple(colour if card in shown else None for card, colour in enumerate(board.key))
    return rng, board, revealed


def at_stake(board, revealed):
    """The unrevealed cards as the kernel takes them, colour after colour, under the paper's utility."""
    cards = range(len(board.words))
    groups = [[c for c in cards if revealed[c] is None and board.key[c] is colour] for colour in Colour]
    listed, ends = np.array([c for g in groups for c in g]), np.cumsum([len(g) for g in groups])
    values = np.array([1.0, -1.0, 0.0, -float(board.rules.red)])
    return kernels.Stakes(listed, ends, sum(1 << card for card in groups[0]), values, -1.0)


def assert_same_as_literal(rng, board, revealed, models, noise, samples, filter="red"):
    """Kernel and literal algorithm choose the same clue, on the same draws of the noise."""
    unrevealed = {word for word, seen in zip(board.words, revealed, strict=True) if seen is None}
    red = {word for word in unrevealed if board.key[board.words.index(word)] is Colour.RED}
    stakes = at_stake(board, revealed)
    table = ClueTable.of(models, board.words, stakes.red, NEAR)
    blocks, seed = 3, 5
    z = [rng.standard_normal((blocks, samples, model.dimension)) for model in models]
    vectors = [model.vectors[model.rows([board.words[c] for c in stakes.cards])].astype(float) for model in models]
    pools = np.stack([2 * noise * np.einsum("bsd,cd->bsc", z[m], vectors[m]) for m in range(len(models))])
    beliefs = rng.dirichlet(np.ones(len(models)))
    team = kernels.Team(beliefs[:, None], np.array([noise]), pools[:, None], seed)
    leader = int(np.argmax(beliefs))
    beyond = {"red": 0, "printed": 1, "none": len(red)}[filter]
    for everything in (False, True):
        expected, runs = kernels.expected_utilities(table.squared, table.near, stakes, team, everything, beyond)
        clue, number = kernels.best_clue(expected, runs[:, leader].copy(), table.squared[leader], stakes.red)
        if clue >= 0:
            break

    def draw(m, word, sample):
        if not noise:
            return np.zeros(models[m].dimension)
        place = int(table.places(len(models[m]))[models[m].index[word]])
        return noise * z[m][kernels.block_of(seed, place, m, blocks), sample]

    dictionaries = [small.model(model) for model in models]
    clues = sorted(set().union(*(candidates(d, small.WORDS, list(board.words), red, NEAR) for d in dictionaries)))
    best, utilities = literal.get_clue(
        dictionaries,
        beliefs,
        clues,
        list(board.words),
        small.letters(board),
        unrevealed,
        draw,
        samples if noise else 1,
        filter,
    )
    assert [small.WORDS[row] for row in table.rows] == clues
    for (word, n), value in utilities.items():
        assert np.isclose(expected[clues.index(word), n - 1], value, atol=1e-9)
    assert np.isfinite(expected).sum() == len(utilities)
    assert (clues[clue], number) == best


@settings(max_examples=40, deadline=None)
@given(states())
def test_without_noise_it_is_the_papers_algorithm(state):
    rng, board, revealed = state
    models = [small.embedding("a", rng), small.embedding("b", rng)]
    assert_same_as_literal(rng, board, revealed, models, noise=0.0, samples=1)


@settings(max_examples=40, deadline=None)
@given(states())
def test_with_equal_distances_in_plenty_it_is_the_papers_algorithm(state):
    rng, board, revealed = state
    models = [small.embedding("a", rng, 2, whole_numbers=True), small.embedding("b", rng, 2, whole_numbers=True)]
    assert_same_as_literal(rng, board, revealed, models, noise=0.0, samples=1)


@settings(max_examples=25, deadline=None)
@given(states())
def test_with_noise_it_is_the_papers_algorithm(state):
    rng, board, revealed = state
    models = [small.embedding("a", rng), small.embedding("b", rng, 7)]
    assert_same_as_literal(rng, board, revealed, models, noise=0.7, samples=4)


@settings(max_examples=20, deadline=None)
@given(states(), st.sampled_from(["printed", "none"]), st.sampled_from([0.0, 0.7]))
def test_the_printed_filter_and_none_are_what_they_say(state, filter, noise):
    """One card more than a reply that is all red; or every number, for every word."""
    rng, board, revealed = state
    models = [small.embedding("a", rng), small.embedding("b", rng, 7)]
    assert_same_as_literal(rng, board, revealed, models, noise, samples=3, filter=filter)


@pytest.mark.parametrize("seed", range(4))
def test_a_filter_is_the_agents_own(seed):
    """How many numbers are tried for a word: as many as some model's run, one more, all."""
    rng = np.random.default_rng(seed)
    models, board = [small.embedding("a", rng), small.embedding("b", rng)], small.board(rng)
    view = SpymasterView(board.words, board.key, (None,) * 25, ())
    tried = {}
    for filter in ("red", "printed", "none"):
        agent = BayesianSpymaster.over(models, neighbours=NEAR, filter=filter)
        agent.start(view)
        agent.give_clue(view, np.random.default_rng(0))
        tried[filter] = np.isfinite(agent._expected).sum(axis=1)
    assert (tried["none"] == 9).all() and (tried["printed"] == np.minimum(tried["red"] + 1, 9)).all()


@pytest.mark.parametrize("seed", range(12))
def test_without_noise_no_number_past_the_longest_run_is_better(seed):
    """It adds no red card and may end at a bad one; so only a word that all models get wrong can be better without a filter."""
    rng = np.random.default_rng(50 + seed)
    models, board = [small.embedding(name, rng, whole_numbers=seed % 3 == 2) for name in "ab"], small.board(rng)
    view = SpymasterView(board.words, board.key, (None,) * 25, ())
    best = {}
    for filter in ("red", "none"):
        agent = BayesianSpymaster.over(models, neighbours=NEAR, filter=filter)
        agent.start(view)
        agent.give_clue(view, np.random.default_rng(0))
        best[filter] = agent._expected.max(axis=1)
    viable = np.isfinite(best["red"])
    assert viable.any() and np.allclose(best["none"][viable], best["red"][viable])


@st.composite
def tables(draw):
    """A handful of clues and cards at whole-number distances, for many quick cases."""
    counts = [draw(st.integers(1, 3)), draw(st.integers(0, 2)), draw(st.integers(0, 2)), draw(st.integers(0, 1))]
    cards = sum(counts)
    clues, models = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    numbers = st.lists(st.integers(1, 4), min_size=cards, max_size=cards)
    squared = np.array([[draw(numbers) for _ in range(clues)] for _ in range(models)], float)
    near = np.array(draw(st.lists(st.integers(0, 2**cards - 1), min_size=clues, max_size=clues)), np.uint32)
    beliefs = np.array(draw(st.lists(st.integers(1, 5), min_size=models, max_size=models)), float)
    order = draw(st.permutations(range(cards)))
    return counts, squared, near, beliefs / beliefs.sum(), order


@pytest.mark.slow(4)
@settings(max_examples=1500, deadline=None)
@given(tables())
def test_expected_utilities_by_brute_force(case):
    """E of every viable (clue, n), with cards of all colours at equal distances, in any order on the board."""
    counts, squared, near, beliefs, order = case
    ends = np.cumsum(counts)
    cards = np.array(order)
    colour = {card: next(c for c in range(4) if place < ends[c]) for place, card in enumerate(order)}
    red = sum(1 << card for card in order if colour[card] == 0)
    values = np.array([1.0, -1.0, 0.0, -9.0])
    team = kernels.Team(beliefs[:, None], np.zeros(1), np.zeros((len(squared), 1, 1, 1, len(cards))), 0)
    stakes = kernels.Stakes(cards, ends, red, values, -1.0)
    expected, runs = kernels.expected_utilities(squared, near, stakes, team, False)
    for clue in range(len(near)):
        replies = [sorted(range(len(cards)), key=lambda c, m=m: (squared[m, clue, c], c)) for m in range(len(squared))]
        lengths = [next((i for i, c in enumerate(reply) if colour[c]), len(reply)) for reply in replies]
        candidate = bool(int(near[clue]) & red)
        for n in range(1, ends[0] + 1):
            if not candidate or max(lengths) < n:
                assert expected[clue, n - 1] == -np.inf
                continue
            worth = [
                sum(values[colour[c]] for c in reply[: min(n, length + 1)]) - 1
                for reply, length in zip(replies, lengths, strict=True)
            ]
            assert np.isclose(expected[clue, n - 1], beliefs @ worth)
        if candidate:
            assert runs[clue].tolist() == lengths


def test_likelihood_counts_samples_that_show_the_same_cards():
    """One for every guess, and one more for each of the ten samples of the given clue that shows it."""
    rng = np.random.default_rng(3)
    models = [small.embedding("a", rng), small.embedding("b", rng)]
    board = small.board(rng)
    view = SpymasterView(board.words, board.key, (None,) * 25, ())
    for noise in (0.0, 1.0):
        agent = BayesianSpymaster.over(models, noise=noise, neighbours=NEAR)
        agent.start(view)
        clue = agent.give_clue(view, np.random.default_rng(0))
        for seen in {tuple(int(c) for c in reply if c >= 0) for reply in agent._replies.reshape(-1, clue.number)}:
            count = [
                sum(tuple(int(c) for c in reply if c >= 0) == seen for reply in agent._replies[m]) for m in range(2)
            ]
            assert noise or sorted(set(count)) in ([10], [0, 10])  # without noise, all samples show the same
            likelihood = 1 + np.array(count)
            agent.start(view)
            agent.give_clue(view, np.random.default_rng(0))
            agent.observe(view, Turn(clue, seen, tuple(board.key[c] for c in seen)))
            assert np.allclose(list(agent.beliefs().values()), likelihood / likelihood.sum())


def test_an_unforeseen_guess_leaves_beliefs_as_they_are():
    rng = np.random.default_rng(4)
    models = [small.embedding("a", rng), small.embedding("b", rng)]
    board = small.board(rng)
    view = SpymasterView(board.words, board.key, (None,) * 25, ())
    agent = BayesianSpymaster.over(models, prior=[3, 1], neighbours=NEAR)
    agent.start(view)
    clue = agent.give_clue(view, np.random.default_rng(0))
    unforeseen = tuple(card for card in range(25) if card not in agent._replies)[:1]
    agent.observe(view, Turn(clue, unforeseen, (board.key[unforeseen[0]],)))
    assert agent.beliefs() == {"a": 0.75, "b": 0.25}


@pytest.mark.parametrize("seed", range(30))
def test_identity_with_the_static_spymaster(seed):
    """R22 at level 0: with one model and no noise it gives the static spymaster's clues as long as any is viable."""
    rng = np.random.default_rng(seed)
    embedding, board = small.embedding("a", rng), small.board(rng)
    bayesian = play(board, BayesianSpymaster.over([embedding], neighbours=NEAR), StaticGuesser(embedding))
    static = play(board, StaticSpymaster(embedding, neighbours=NEAR), StaticGuesser(embedding))
    for ours, theirs in zip(bayesian.turns, static.turns, strict=False):
        if ours.intended != theirs.intended:
            # only where the static one had nothing to say, and spoke at random
            assert theirs.colours[0] is not Colour.RED
            return
    assert len(bayesian.turns) == len(static.turns)


def test_it_can_tell_bad_cards_apart_when_no_clue_is_viable():
    """Every clue leads both models to a card that is not red: the clue whose card costs least is given (R5)."""
    words = np.array([f"b{i:02d}" for i in range(25)] + ["clue", "wary"])
    key = (Colour.RED,) * 9 + (Colour.BLUE,) * 8 + (Colour.BYSTANDER,) * 7 + (Colour.ASSASSIN,)
    vectors = np.array([[10.0 * i, 0.0] for i in range(25)] + [[240.0, 1.0], [230.0, 1.0]], np.float32)
    vectors[0] = (0.0, 1.0)
    embedding = Embedding("line", words, vectors)  # 'clue' is at the assassin, 'wary' at a bystander
    board = Board(tuple(words[:25]), key)
    view = SpymasterView(board.words, board.key, (None,) * 25, ())
    agent = BayesianSpymaster.over([embedding], neighbours=26)
    agent.start(view)
    assert agent.give_clue(view, np.random.default_rng(0)) == Clue("wary", 1)


def test_gram_noise_ranks_cards_like_noise_in_every_dimension():
    """The root of the Gram matrix gives the rankings that 300-dimensional noise gives: same frequencies of first cards."""
    rng = np.random.default_rng(7)
    vectors = rng.standard_normal((25, 300)) * 0.1
    clue = rng.standard_normal(300) * 0.1
    squared = ((vectors - clue) ** 2).sum(axis=1)
    draws, sigma = 40_000, 0.3
    quick = squared - Noise(sigma).shadows([vectors.astype(np.float32)]).draw(draws, np.arange(25), rng)[0]
    z = rng.standard_normal((draws, 300))
    full = squared - 2 * sigma * z @ vectors.T
    for place in range(3):  # the nearest, second and third card
        a = np.bincount(np.argsort(quick, axis=1)[:, place], minlength=25)
        b = np.bincount(np.argsort(full, axis=1)[:, place], minlength=25)
        used = a + b > 20
        statistic = ((a - b)[used] ** 2 / (a + b)[used]).sum()
        assert statistic < 24 + 4 * np.sqrt(2 * 24)  # chi-squared, 24 degrees of freedom, four sigma


def test_common_draws_judge_every_clue_on_the_same_noise():
    rng = np.random.default_rng(5)
    agent = BayesianSpymaster.over([small.embedding("a", rng)], noise=0.5, draws="common", neighbours=NEAR)
    board = small.board(rng)
    view = SpymasterView(board.words, board.key, (None,) * 25, ())
    agent.start(view)
    agent.give_clue(view, np.random.default_rng(0))
    assert agent._pools.shape[2] == 1


def test_explain_shows_what_the_choice_rested_on():
    rng = np.random.default_rng(6)
    models = [small.embedding("a", rng), small.embedding("b", rng)]
    board = small.board(rng)
    view = SpymasterView(board.words, board.key, (None,) * 25, ())
    agent = BayesianSpymaster.over(models, noise=0.5, prior=[0.6, 0.4], neighbours=NEAR)
    agent.start(view)
    clue = agent.give_clue(view, np.random.default_rng(0))
    told = agent.explain(runners_up=4)
    assert told["clue"] == clue
    assert np.isclose(told["expected_utility"], 0.6 * told["by_model"]["a"] + 0.4 * told["by_model"]["b"])
    assert all(len(cards) == clue.number for cards in told["guesses"].values())
    values = [value for _, value in told["runners_up"]]
    assert len(values) == 4 and values == sorted(values, reverse=True) and values[0] <= told["expected_utility"] + 1e-9
    assert clue.word not in [other.word for other, _ in told["runners_up"]]


def test_another_utility_changes_the_choice_of_what_to_risk():
    assert Utility(bystander=-0.5).of_card(STANDARD).tolist() == [1.0, -1.0, -0.5, -9.0]
    assert Utility().of_card(STANDARD).tolist() == [1.0, -1.0, 0.0, -9.0] and Utility().turn == -1.0
    assert Utility().of_card(COMPETITION)[3] == -8.0 and Utility(assassin=-2.0).of_card(COMPETITION)[3] == -2.0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"noise": -1.0}, "Noise must be a number of 0 or more, not -1.0."),
        ({"noise": float("nan")}, "Noise must be"),
        ({"samples": 0}, "samples must be a whole number of 1 or more, not 0"),
        ({"prior": [1.0]}, "one weight of 0 or more for each of a, b"),
        ({"prior": [-1.0, 2.0]}, "one weight of 0 or more"),
        ({"draws": "some"}, "draws must be one of independent, common, not 'some'"),
        ({"filter": "no"}, "filter must be one of red, printed, none, not 'no'"),
    ],
)
def test_bad_options_get_one_sentence(options, says):
    rng = np.random.default_rng(0)
    with pytest.raises(CommonGroundError, match=says):
        BayesianSpymaster.over([small.embedding("a", rng), small.embedding("b", rng)], **options)


def test_no_models_and_models_of_different_words():
    rng = np.random.default_rng(0)
    other = Embedding("other", np.array(["some", "words"]), np.ones((2, 3), np.float32))
    with pytest.raises(CommonGroundError, match="at least one embedding"):
        BayesianSpymaster.over([])
    with pytest.raises(CommonGroundError, match="different vocabularies"):
        BayesianSpymaster.over([small.embedding("a", rng), other])
