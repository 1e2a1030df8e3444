"""What is kept of one game, besides the game."""

import numpy as np

from commonground.agents import BayesianSpymaster, StaticGuesser
from commonground.game import play
from commonground.study import story
from helpers.small import board, embedding


def test_a_story_is_the_game_with_its_reasons_and_beliefs():
    rng = np.random.default_rng(1)
    models = [embedding(name, rng) for name in "ab"]
    dealt = board(rng)
    told = story.tell(dealt, BayesianSpymaster.over(models), StaticGuesser(models[1]), rng=3)
    assert told.record == play(dealt, BayesianSpymaster.over(models), StaticGuesser(models[1]), rng=3)
    assert len(told.reasons) == len(told.record.turns) == len(told.beliefs) - 1 and told.models == ["a", "b"]
    for turn, reasons, beliefs in zip(told.record.turns, told.reasons, told.beliefs, strict=False):
        assert reasons["clue"] == turn.intended and beliefs == turn.spymaster_beliefs
