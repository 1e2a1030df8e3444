"""What agents say of their last move: nothing before the first of a game, and nothing of another move than the last."""

import numpy as np
import pytest

from commonground import agents
from commonground.embeddings import load_set
from commonground.game import Clue, Colour, GuesserView, SpymasterView, play

TOY = load_set("toy")
SPYMASTERS = ["ta", "random", *agents.ALL_SPYMASTERS, "S1:ta", "SM_H_both", "SM_H_noise_both", "SM_CH2"]
GUESSERS = ["ta", "random", *agents.ALL_GUESSERS, "G0:ta", "G1:ta", "GM_H_both", "GM_CH2"]
SILENT = {"ta", "random", "blend", "G0:ta"}


def few(name):
    return {"samples": 100} if name.removesuffix("_noise") in ("DG_B", "MG_B", "BG_B", "G_J", "G_P") else {}


@pytest.mark.slow(8)
@pytest.mark.parametrize("name", SPYMASTERS)
def test_a_spymaster_has_nothing_to_say_before_its_first_clue_of_a_game(name):
    agent, board = agents.spymaster(name, TOY), TOY.deal(0)
    assert agent.explain() == {}
    play(board, agent, agents.guesser("tb", TOY))
    assert bool(agent.explain()) == (name not in SILENT)
    agent.start(SpymasterView(board.words, board.key, (None,) * 25, (), board.rules))
    assert agent.explain() == {}


@pytest.mark.slow(8)
@pytest.mark.parametrize("name", GUESSERS)
def test_a_guesser_has_nothing_to_say_before_its_first_card_of_a_game(name):
    agent, board = agents.guesser(name, TOY, **few(name)), TOY.deal(0)
    assert agent.explain() == {}
    play(board, agents.spymaster("tb", TOY), agent)
    assert bool(agent.explain()) == (name not in SILENT)
    agent.start(GuesserView(board.words, (None,) * 25, (), board.rules))
    assert agent.explain() == {}


@pytest.mark.parametrize("name", ["SM_ACE", "SM_N", "SM_RSA"])
def test_one_that_carries_on_has_nothing_to_say_either(name):
    agent, board = agents.spymaster(name, TOY, carry=True), TOY.deal(0)
    play(board, agent, agents.guesser("tb", TOY))
    agent.start(SpymasterView(board.words, board.key, (None,) * 25, (), board.rules))
    assert agent.explain() == {}


@pytest.mark.parametrize("name", ["BG_B", "G_J", "G_P"])
def test_where_no_world_is_left_there_are_no_chances_to_show(name):
    """They would be those of the card before."""
    board, rng = TOY.deal(0), np.random.default_rng(0)
    agent = agents.guesser(name, TOY, samples=1)
    clue = Clue(next(str(word) for word in TOY.words if word not in board.words), 2)
    view = GuesserView(board.words, (None,) * 25, (), board.rules)
    agent.start(view)
    card = agent.next_guess(view, clue, rng)
    red = agent.explain()["before_boosting"][board.words[card]]["red"]
    assert red in (0.0, 1.0), "there is but one world"
    colour = Colour.BLUE if red else Colour.RED
    later = view._replace(revealed=tuple(colour if place == card else None for place in range(25)))
    agent.observe(later, card, colour)
    assert agent.next_guess(later, clue, rng) is None and agent.explain() == {}
