"""The agents that sit down by default, on the set for people; skipped where it is not built."""

import time

import pytest

from commonground.embeddings import load_set
from commonground.embeddings.sayable import FUNCTION_WORDS
from commonground.game import Colour
from commonground.people import sets
from commonground.people.match import Match
from commonground.people.setup import GUESSER, SPYMASTER, Setup, board_of, warm_up
from commonground.people.standins import played_with

OWN = "lion shark penguin bank piano moon nurse table dragon bottle paper canada knight embassy circle plane rose laser hotel bridge ghost school vacuum contract litter"

pytestmark = [
    pytest.mark.slow(60),
    pytest.mark.skipif(
        "people" not in sets.available(), reason="the set for people is not built here (`make play` does it)"
    ),
]


@pytest.fixture(scope="module")
def known():
    return load_set("people")


def test_zoo_finds_the_lion(known):
    setups = (Setup(embeddings="people", role=SPYMASTER, words=tuple(OWN.split()), seed=seed) for seed in range(99))
    setup = next(setup for setup in setups if board_of(setup, known).key[0] is Colour.RED)
    match = Match(setup, known)
    match.say("zoo 2")
    assert "lion" in [match.board.words[card] for card in match.history[0].guesses or match.picks]


def test_clues_are_words_that_people_say_and_answers_come_within_a_second(known):
    from commonground import agents

    setup = Setup(embeddings="people", role=GUESSER, seed=1)
    warm_up(setup, known)
    moves = played_with(setup, known, agents.guesser("crowd", known)).moves
    match = Match(setup, known)
    for move in moves:
        begun = time.process_time()
        match.again(move)
        assert time.process_time() - begun < 1
    clues = [turn.heard for turn in match.record.turns]
    assert not {clue.word for clue in clues} & FUNCTION_WORDS and all(clue.number <= 4 for clue in clues)
    assert len({clue.word for clue in clues}) == len(clues)
