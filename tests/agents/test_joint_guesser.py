"""The guesser with one posterior: against every world written out, and what each of its parts promises."""

import numpy as np
import pytest

from commonground.agents import JointGuesser, StaticSpymaster, conditioned, guesser, joint_guesser, worlds
from commonground.agents.clues import nearest_cards
from commonground.agents.kernels import guesser as paper_kernels
from commonground.agents.kernels import listening
from commonground.embeddings import blended, load_set
from commonground.game import (
    STANDARD,
    STOCHASTIC,
    Clue,
    Colour,
    Environment,
    GuesserView,
    SpymasterView,
    Turn,
    play,
)
from helpers import small
from helpers.support import complaint
from reference.joint import posterior

NEAR = 25
CARDS = STANDARD.cards


@pytest.fixture(scope="module")
def toy():
    return load_set("toy")


def late(rng, rules=STANDARD, hidden_red: int = 3, hidden_other: int = 5):
    """A board on which all but a few cards are revealed, so that its worlds can be written out."""
    board = small.board(rng, rules)
    reds = [card for card, colour in enumerate(board.key) if colour is Colour.RED]
    others = [card for card, colour in enumerate(board.key) if colour is not Colour.RED]
    hidden = set(reds[:hidden_red]) | set(others[:hidden_other])
    return board, tuple(None if card in hidden else colour for card, colour in enumerate(board.key))


def clue_of(embedding, board, shown):
    spymaster = StaticSpymaster(embedding, neighbours=NEAR)
    view = SpymasterView(board.words, board.key, shown, (), board.rules)
    spymaster.start(view)
    return spymaster.give_clue(view, np.random.default_rng(0))


def literal_table(agent, models, board, shown, history, sigmas):
    masks = worlds.seen_by(GuesserView(board.words, shown, (), board.rules), 10**6, np.random.default_rng(0))
    drawn = [small.words_of(int(mask), board.words) for mask in masks]
    taken = models[0].rows(board.words)

    def at(sigma):
        tables = [model.heard(sigma).toarray() if sigma else None for model in models]

        def heard(m, meant, word):
            if not sigma:
                return float(meant == word)
            row = tables[m][models[m].index[meant]]
            return row[models[m].index[word]] / (1 - row[taken].sum())

        return heard

    words = [
        (clue, n, {w for w, seen in zip(board.words, then, strict=True) if seen is None}) for (clue, n), then in history
    ]
    return posterior(
        [small.model(m) for m in models],
        small.WORDS,
        list(board.words),
        NEAR,
        drawn,
        words,
        agent.prior,
        [at(sigma) for sigma in sigmas],
        [1 / len(sigmas)] * len(sigmas),
        agent.stranger,
        small.model(blended(tuple(models))),
        [2**doublings for doublings in joint_guesser.DOUBLINGS],
        agent.clues,
    )


@pytest.mark.parametrize(("rules", "seed"), small.games(6))
@pytest.mark.parametrize("stranger", [0.0, 0.4])
def test_the_posterior_is_every_world_written_out(rules, seed, stranger):
    """Two turns with all worlds enumerated: beliefs over models and noise, and every card's chance of being red."""
    rng = np.random.default_rng(seed)
    models = [small.embedding("a", rng), small.embedding("b", rng)]
    sigmas = (0.0, 0.3)
    board, shown = late(rng, small.RULES[rules])
    agent = JointGuesser.over(models, sigmas=sigmas, stranger=stranger, neighbours=NEAR, samples=10_000)
    agent.start(GuesserView(board.words, shown, (), board.rules))
    history, turns = [], ()
    for _ in range(2):
        clue = clue_of(models[seed % 2], board, shown)
        history.append((clue, shown))
        view = GuesserView(board.words, shown, turns, board.rules)
        card = agent.next_guess(view, clue, np.random.default_rng(seed))
        table = literal_table(agent, models, board, shown, history, sigmas)
        for m, name in enumerate(agent.names):
            expected = sum(p for (model, _, _), p in table.items() if model == m)
            assert agent.beliefs()[name] == pytest.approx(expected, abs=1e-6)
        for way, sigma in enumerate(sigmas):
            expected = sum(p for (_, w, _), p in table.items() if w == way)
            assert agent.noise_beliefs()[f"{sigma:g}"] == pytest.approx(expected, abs=1e-6)
        chances = agent.explain()["before_boosting"]
        for place, seen in enumerate(shown):
            if seen is None:
                red = sum(p for (_, _, world), p in table.items() if board.words[place] in world)
                assert chances[board.words[place]]["red"] == pytest.approx(red, abs=1e-6)
        colour = board.key[card]
        shown = tuple(board.key[c] if c == card else seen for c, seen in enumerate(shown))
        agent.observe(GuesserView(board.words, shown, turns, board.rules), card, colour)
        turns = (*turns, Turn(clue, (card,), (colour,)))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_is_heard_through_each_noise_is_what_the_papers_kernel_hears(number):
    """One kernel for all noises against the paper's for each, on the same worlds."""
    rng = np.random.default_rng(number)
    model = small.embedding("a", rng)
    board = small.board(rng)
    agent = JointGuesser.over([model], sigmas=(0.0, 0.2, 0.6), neighbours=NEAR)
    agent.start(GuesserView(board.words, (None,) * CARDS, ()))
    everything = (1 << CARDS) - 1
    drawn = worlds.consistent(0, everything, 9, 3000, rng)
    said = 0
    for word in small.WORDS:
        if word in board.words:
            continue
        spoken = agent._spoken(Clue(word, number), worlds.Known(0, everything, 9))
        found = agent._likelihoods_of(spoken, drawn)[0]
        view = spoken.views[0]
        order = np.argsort(view.ear.clues)
        for k, chances in enumerate(view.ear.chances):
            ear = view.ear.clues[order], chances[order]
            theirs = paper_kernels.heard(drawn, everything, *ear, number, view.seen)
            fits = listening.roughly(drawn, *spoken.meant, 9 / 25).mean(axis=0)
            slip = joint_guesser.SLIP * fits / agent.clues
            assert np.allclose(found[k], (1 - joint_guesser.SLIP) * theirs + slip)
            said += (theirs > 0).sum()
    assert said > 100


@pytest.mark.parametrize("doublings", joint_guesser.DOUBLINGS)
@pytest.mark.parametrize("number", [1, 3, 9, 25])
def test_as_many_cards_are_meant_as_the_number_says(number, doublings):
    squared = np.random.default_rng(number).uniform(0.5, 3.0, 25)
    found = listening.meant(squared, number, doublings)
    assert found.sum() == pytest.approx(number, rel=1e-6)
    assert (np.diff(found[np.argsort(squared)]) <= 0).all()


def test_cards_as_near_as_can_be_are_meant_alike():
    assert listening.meant(np.array([0.0, 0.0, 4.0]), 1, 5) == pytest.approx([0.5, 0.5, 0.0], abs=1e-6)


def test_importance_weights_estimate_what_enumeration_counts():
    """Whatever the strata, the weighted share of worlds with a property is the share among all of them."""
    rng = np.random.default_rng(0)
    hidden, reds = (1 << 16) - 1, 6
    everything = worlds.consistent(0, hidden, reds, 10**6, rng)
    strata = conditioned.Strata.joined(
        [
            conditioned.everything(0.4),
            conditioned.first_cards(np.array([[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 2, 3]]), 3, np.array([0.2, 0.3, 0.1])),
        ]
    )
    assert len(strata.red) == 3 and strata.share.sum() == pytest.approx(1.0)
    found, weights = conditioned.drawn(strata, 0, hidden, reds, 6000, rng)
    assert 2000 < len(found) <= 6000 and (np.bitwise_count(found) == reds).all()
    for wanted in (0b111, 0b1110000, 0b11 << 10, 1 << 15):
        truth = (everything & wanted == wanted).mean()
        estimate = weights[found & wanted == wanted].sum() / weights.sum()
        assert estimate == pytest.approx(truth, abs=0.03)
    assert weights.sum() == pytest.approx(len(everything), rel=0.05)


def test_few_worlds_are_all_taken_and_weigh_the_same():
    strata = conditioned.first_cards(np.array([[0, 1, 2]]), 2, np.array([1.0]))
    found, weights = conditioned.drawn(strata, 1 << 20, 0b111111, 3, 100, np.random.default_rng(0))
    assert len(set(found.tolist())) == len(found) == 20 and (weights == 1).all() and (found >> 20 & 1 == 1).all()


def test_a_stratum_that_is_small_is_taken_whole():
    strata = conditioned.Strata.joined(
        [conditioned.everything(0.5), conditioned.first_cards(np.array([[0, 1, 2, 3, 4]]), 4, np.array([0.5]))]
    )
    hidden = (1 << 20) - 1
    found, _ = conditioned.drawn(strata, 0, hidden, 6, 1000, np.random.default_rng(0))
    inside = found[(found & 0b11111) == 0b01111]
    assert len(set(inside.tolist())) == 105  # of the 15 cards left, two


def test_effective_sample_size():
    assert conditioned.effective(np.ones(7)) == pytest.approx(7)
    assert conditioned.effective(np.array([1.0, 0.0, 0.0])) == 1 and conditioned.effective(np.zeros(3)) == 0


def test_a_word_that_no_model_would_say_still_says_something():
    """Where the paper's guesser learns nothing (R14), a stranger's clue makes its nearest card likelier to be red."""
    rng = np.random.default_rng(5)
    models = [small.embedding("a", rng), small.embedding("b", rng)]
    board = small.board(rng)
    view = GuesserView(board.words, (None,) * CARDS, ())
    agent = JointGuesser.over(models, sigmas=(0.0,), neighbours=NEAR, samples=3000)
    agent.start(view)
    word = next(w for w in small.WORDS if w not in board.words and agent._ears[0].places[models[0].index[w]] >= 0)
    agent.next_guess(view, Clue(word, 8), rng)
    told = agent.explain()
    nearest = nearest_cards(blended(tuple(models)), board.words, word, (1 << CARDS) - 1)[0]
    assert told["before_boosting"][board.words[nearest]]["red"] > 9 / 25 + 0.1
    assert told["noise_beliefs"]["stranger"] > 0.7 and 1 < told["effective_samples"] <= len(agent._worlds)


@pytest.mark.parametrize("environment", [Environment("deterministic"), STOCHASTIC])
def test_whole_games_with_partners_of_every_kind(toy, environment):
    agent = guesser("G_J", toy)
    for board, partner in enumerate((*toy.internal[:2], *toy.external[:2])):
        record = play(toy.deal(board), StaticSpymaster(partner), agent, environment, rng=board)
        assert record.turns and sum(agent.beliefs().values()) == pytest.approx(1.0)
        assert sum(agent.noise_beliefs().values()) == pytest.approx(1.0)


class Told(JointGuesser):
    """Keeps how likely to be red each card was that it picked after the first of a turn."""

    later: tuple[float, ...] = ()

    def observe(self, view, card, colour):
        if self._picked and len(self._worlds):
            self.later += (self._estimate.before[card, Colour.RED],)
        super().observe(view, card, colour)


def test_after_the_first_card_only_sure_ones_are_picked(toy):
    cautious, bold = Told.over(toy.internal, belief=0.8), Told.over(toy.internal)
    for agent in (cautious, bold):
        for board in range(6):
            play(toy.deal(board), StaticSpymaster(toy.external[0]), agent, STOCHASTIC, rng=board)
    assert cautious.later and min(cautious.later) >= cautious.belief > min(bold.later)


def test_the_same_seed_plays_the_same_game(toy):
    games = [
        play(toy.deal(3), StaticSpymaster(toy.external[0]), guesser("G_J", toy), STOCHASTIC, rng=1) for _ in range(2)
    ]
    assert games[0] == games[1]


def test_what_it_is_given_is_checked(toy):
    with complaint("stranger", "1.5"):
        JointGuesser.over(toy.internal, stranger=1.5)
    with complaint("upwards"):
        JointGuesser.over(toy.internal, sigmas=(1.0, 0.5))
    with complaint("once"):
        JointGuesser.over(toy.internal, sigmas=(0.5, 0.5))
    with complaint("at least one σ"):
        JointGuesser.over(toy.internal, sigmas=())
    with complaint("one weight"):
        JointGuesser.over(toy.internal, noise_prior=(1.0,))
