"""The spymaster that adapts the noise it assumes: both rules, beside the literal algorithm."""

import numpy as np
import pytest

from commonground import agents
from commonground.agents import BayesianSpymaster, StaticGuesser
from commonground.agents.adapted_noise import AdaptedNoise
from commonground.embeddings import load_set
from commonground.game import STANDARD, Colour, SpymasterView, Turn, play
from helpers import small
from helpers.support import complaint

LADDER = (0.0, 0.3, 0.6)
CARDS = STANDARD.cards


@pytest.fixture(scope="module")
def toy():
    return load_set("toy")


@pytest.mark.parametrize("seed", range(4))
def test_the_step_goes_up_after_a_miss_and_down_after_a_hit(seed):
    rng = np.random.default_rng(seed)
    a, b = small.embedding("a", rng), small.embedding("b", rng)
    noises = []

    class Noting(AdaptedNoise):
        def give_clue(self, view, rng):
            noises.append(self.sigma)
            return super().give_clue(view, rng)

    agent = Noting(a, ladder=LADDER, first=0.3, neighbours=25)
    record = play(small.board(rng), agent, StaticGuesser(b), rng=seed)
    step = 1
    for noise, turn in zip(noises, record.turns, strict=True):
        assert noise == LADDER[step]
        step = min(max(step + (1 if turn.colours[-1] is not Colour.RED else -1), 0), 2)


@pytest.mark.parametrize("seed", range(2))
def test_one_that_does_not_adapt_plays_as_the_papers_spymaster_over_one_embedding_does(seed):
    """In the first turn it draws as one that adapts; the noise stays."""
    rng = np.random.default_rng(seed)
    a, b = small.embedding("a", rng), small.embedding("b", rng)
    board = small.board(rng)
    fixed = AdaptedNoise(a, "fixed", ladder=LADDER, first=0.3, neighbours=25)
    record = play(board, fixed, StaticGuesser(b), rng=seed)
    other = play(board, AdaptedNoise(a, "step", ladder=LADDER, first=0.3, neighbours=25), StaticGuesser(b), rng=seed)
    assert fixed.sigma == 0.3 and record.turns[0].intended == other.turns[0].intended


@pytest.mark.parametrize("seed", range(4))
def test_the_likeliest_noise_is_the_one_whose_draws_show_the_guesses_most_often(seed):
    """Every turn: one more than how many draws of each noise show the cards that were guessed, multiplied over turns."""
    rng = np.random.default_rng(seed)
    a, b = small.embedding("a", rng), small.embedding("b", rng)
    products = np.ones(3)

    class Noting(AdaptedNoise):
        def observe(self, view, turn):
            nonlocal products
            shown = [
                sum(tuple(card for card in reply if card >= 0) == turn.guesses for reply in of_noise)
                for of_noise in self._replies
            ]
            products = products * (1 + np.array(shown))
            super().observe(view, turn)
            assert self.sigma == LADDER[int(np.argmax(products))]

    agent = Noting(a, "likelihood", ladder=LADDER, first=0.3, evidence=30, neighbours=25)
    play(small.board(rng), agent, StaticGuesser(b, ear=0.3), rng=seed)


def test_without_steps_to_take_it_is_the_papers_spymaster(toy):
    """One noise on the ladder: the clues of SM_B over that embedding, whose draws come after those of the evidence."""
    for board in range(3):
        dealt = toy.deal(board)
        view = SpymasterView(dealt.words, dealt.key, (None,) * CARDS, ())
        adapted = AdaptedNoise(toy.blend, ladder=(1.0,), first=1.0)
        paper = BayesianSpymaster([toy.blend], noise=1.0)
        rng = np.random.default_rng(board)
        rng.standard_normal((CARDS, adapted.evidence), dtype=np.float32)
        adapted.start(view)
        paper.start(view)
        assert adapted.give_clue(view, np.random.default_rng(board)) == paper.give_clue(view, rng)


@pytest.mark.parametrize("carry", [False, True])
def test_what_is_carried_on_is_where_the_next_game_begins(toy, carry):
    agent = agents.spymaster("SM_A_step", toy, carry=carry)
    dealt = toy.deal(0)
    view = SpymasterView(dealt.words, dealt.key, (None,) * CARDS, ())
    agent.start(view)
    clue, began = agent.give_clue(view, np.random.default_rng(0)), agent.sigma
    card = dealt.key.index(Colour.ASSASSIN)
    agent.observe(view, Turn(clue, (card,), (Colour.ASSASSIN,)))
    assert agent.sigma > began
    agent.start(view)
    assert (agent.sigma > began) == carry


def test_a_first_noise_that_is_not_on_the_ladder_is_told(toy):
    with complaint("first must be one of the ladder's 0, 0.3, 0.6, not 0.5."):
        AdaptedNoise(toy.blend, ladder=LADDER, first=0.5)
    with complaint("rule must be one of step, likelihood, fixed, not 'up'."):
        AdaptedNoise(toy.blend, "up")
