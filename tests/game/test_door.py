"""Whatever the game is given is right, or is refused in one sentence: no other exception, and no game without an end."""

import inspect
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonground import game
from commonground.agents import StaticGuesser, StaticSpymaster
from commonground.game import (
    COMPETITION,
    DETERMINISTIC,
    STANDARD,
    STOCHASTIC,
    Board,
    Clue,
    Colour,
    Environment,
    GuesserView,
    Rules,
    SpymasterView,
    Turn,
    Utility,
    play,
)  # fmt: skip
from helpers import small
from helpers.odd import ODD, mixed_up, result_or_sentence
from helpers.scripted import Picker
from helpers.support import complaint

EMBEDDING = small.embedding("a", np.random.default_rng(0))
BOARD = small.board(np.random.default_rng(0))
CLUE = Clue(next(word for word in small.WORDS if word not in BOARD.words), 2)
HIDDEN = (None,) * 25
SPYMASTER, GUESSER = StaticSpymaster(EMBEDDING, neighbours=25), StaticGuesser(EMBEDDING)
TABLE = {
    "board": BOARD,
    "spymaster": SPYMASTER,
    "guesser": GUESSER,
    "environment": DETERMINISTIC,
    "rng": 3,
    "cap": None,
}
RECORD = {"intended": CLUE, "heard": CLUE, "guesses": (0,), "colours": (Colour.RED,)}
GOOD = {
    "Asked": {"role": "guesser", "view": None, "heard": CLUE, "answer": len},
    "Board": {"words": BOARD.words, "key": BOARD.key, "rules": STANDARD},
    "Clue": {"word": "hint", "number": 2},
    "Colour": {"value": 1},
    "Environment": {"name": "mine", "noise": 0.5},
    "GameRecord": {"board": BOARD, "spymaster": "a", "guesser": "b", "environment": "c", "turns": ()},
    "GuesserView": {"words": BOARD.words, "revealed": HIDDEN, "history": (), "rules": STANDARD},
    "Noise": {"sigma": 0.5},
    "Rules": {"red": 9, "blue": 8, "bystander": 7, "assassin": 1},
    "SpymasterView": {"words": BOARD.words, "key": BOARD.key, "revealed": HIDDEN, "history": (), "rules": STANDARD},
    "Turn": {"clue": CLUE, "guesses": (0,), "colours": (Colour.RED,)},
    "TurnRecord": RECORD | {"spymaster_beliefs": {}, "guesser_beliefs": {}},
    "Utility": {"red": 1.0, "blue": -1.0, "bystander": 0.0, "assassin": None, "turn": -1.0},
    "check_player": {"role": "guesser", "player": GUESSER},
    "check_words": {"words": BOARD.words, "rules": STANDARD},
    "noise_of": {"noise": 0.5},
    "play": TABLE,
    "steps": TABLE,
    "transmit": {"clue": CLUE, "spymaster": SPYMASTER, "board": BOARD, "noise": 0.5, "rng": np.random.default_rng(0)},
}
PROTOCOLS = {"Guesser", "Spymaster", "Player"}


def test_everything_public_has_its_good_arguments_here():
    public = {name for name in game.__all__ if callable(getattr(game, name))}
    assert public - PROTOCOLS == set(GOOD)


@pytest.mark.parametrize("name", sorted(GOOD.keys() - {"Colour"}))
def test_good_arguments_and_odd_ones(name):
    call = getattr(game, name)
    begin = (lambda **options: next(call(**options))) if name == "steps" else call
    begin(**GOOD[name])
    if not inspect.isclass(call):
        assert set(inspect.signature(call).parameters) == set(GOOD[name])

    @settings(deadline=None, max_examples=150)
    @given(mixed_up(GOOD[name]))
    def odd(options):
        result_or_sentence(begin, **options)

    odd()


@settings(deadline=None)
@given(mixed_up({"words": small.WORDS, "seed": 3, "root": 0, "rules": COMPETITION}))
def test_dealing(options):
    result_or_sentence(Board.deal, **options)


class Says:
    """A spymaster that gives whatever it is told to, as if it were a clue."""

    name, embedding = "says", EMBEDDING

    def __init__(self, clue):
        self.clue = clue

    def start(self, view): ...

    def give_clue(self, view, rng):
        return self.clue() if callable(self.clue) else self.clue

    def observe(self, view, turn): ...

    def beliefs(self):
        return {}


@settings(deadline=None, max_examples=300)
@given(ODD, ODD, st.booleans())
def test_whatever_an_agent_says_or_picks_the_game_ends(word, number, clue):
    said = (lambda: Clue(word, number)) if clue else (lambda: (word, number))
    record = result_or_sentence(play, BOARD, Says(said), GUESSER)
    assert record is None or record.turns[0].heard == (word, number)
    result_or_sentence(play, BOARD, Says(CLUE), Picker([word, number, None, -1]))  # the last is no card, and ends it


@pytest.mark.parametrize("number", [math.nan, 2.5, True, "3", None, -1, 10**30])
def test_a_clues_number_is_a_whole_number(number):
    with complaint("A clue's number must be", f"not {number!r}"):
        Clue("hint", number)
    with complaint("says gave ('hint', ", "in turn 1, which is no clue"):
        play(BOARD, Says(("hint", number)), GUESSER)


@pytest.mark.parametrize("word", [None, 5, "x\ny", "long" * 30])
def test_a_clues_word_is_a_word(word):
    with complaint("A clue's word must be"):
        Clue(word, 1)


def test_numbers_of_numpy_are_as_good_as_plain_ones():
    assert type(Clue("hint", np.int64(3)).number) is int and type(Rules(red=np.int8(9)).red) is int
    assert play(BOARD, SPYMASTER, GUESSER, rng=np.int64(7)) == play(BOARD, SPYMASTER, GUESSER, rng=7)
    first, again = (play(BOARD, SPYMASTER, GUESSER, STOCHASTIC, np.random.default_rng(7)) for _ in range(2))
    assert first == again, "a generator gives the seed"
    record = play(BOARD, Says(CLUE), Picker([np.int64(BOARD.key.index(Colour.ASSASSIN))]))
    assert type(record.turns[0].guesses[0]) is int


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rng": "7"}, "rng must be a seed, e.g. 7, the address of one, e.g. (7, \"games\", 3), or a generator of numpy's, not '7'."),
        ({"rng": 1.5}, "rng must be a seed, e.g. 7"),
        ({"rng": True}, "not True"),
        ({"rng": -1}, "A seed must be a whole number of 0 or more, not -1."),
        ({"rng": (7, "x", 1.5)}, "Part of a seed's address must be a whole number of 0 or more, not 1.5."),
        ({"rng": ()}, "rng must be a seed"),
        ({"board": 3}, "board must be a board, e.g. load_set(\"toy\").deal(0), not 3."),
        ({"board": BOARD.words}, "board must be a board"),
        ({"environment": "stochastic"}, "environment must be an environment, e.g. DETERMINISTIC or STOCHASTIC, not 'stochastic'."),
        ({"environment": 1.0}, "environment must be an environment"),
        ({"spymaster": "ta"}, "e.g. agents.spymaster(\"ta\", load_set(\"toy\")), not 'ta'."),
        ({"spymaster": GUESSER}, "The spymaster must be an agent with a name and with start, give_clue"),
        ({"guesser": StaticGuesser}, "The guesser must be an agent"),
    ],
)  # fmt: skip
def test_what_is_no_game_gets_one_sentence(changed, said):
    with complaint(said):
        play(**TABLE | changed)


@pytest.mark.parametrize("noise", [math.nan, -1, math.inf, True, "1", 10**9])
def test_an_environments_noise_is_a_number(noise):
    with complaint("Noise must be"):
        Environment("mine", noise)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ((*BOARD.key, Colour.RED), "9 red, 8 blue, 7 bystander and 1 assassin cards, not (10, 8, 7, 1)"),
        (tuple(int(colour) for colour in BOARD.key), "A key must be a list of colours, e.g. Colour.RED"),
        ((*BOARD.key, "x"), "but 'x' is something else"),
        (None, "A key must be a list of colours"),
    ],
)
def test_a_key_is_made_of_colours(key, said):
    with complaint(said):
        Board(BOARD.words, key)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: GuesserView(BOARD.words, HIDDEN[1:], ()), "A view's revealed must be as many as the rules have cards: 25, not 24."),
        (lambda: GuesserView(BOARD.words[1:], HIDDEN, ()), "A view's words must be as many"),
        (lambda: GuesserView(BOARD.words, HIDDEN, (), Rules(red=8)), "24, not 25"),
        (lambda: SpymasterView(BOARD.words, BOARD.key[1:], HIDDEN, ()), "A view's key must be as many"),
        (lambda: GuesserView(BOARD.words, ("red",) * 25, ()), "What is revealed must be a list of colours"),
        (lambda: GuesserView(BOARD.words, HIDDEN, [CLUE]), "A view's history must be a list of turns"),
    ],
)  # fmt: skip
def test_a_view_is_of_one_board(make, said):
    with complaint(said):
        make()


@pytest.mark.parametrize("value", [math.nan, math.inf, "1", True, 1e9])
@pytest.mark.parametrize("part", ["red", "blue", "bystander", "assassin", "turn"])
def test_a_utility_is_made_of_numbers(part, value):
    with complaint(f"The utility's {part} must be"):
        Utility(**{part: value})


def test_a_turn_of_the_table_is_still_a_tuple():
    turn = Turn(CLUE, (0,), (Colour.RED,))
    assert GuesserView(BOARD.words, HIDDEN, [turn]) == (BOARD.words, HIDDEN, (turn,), STANDARD)
    assert (CLUE.word, 2) == CLUE and Clue(*CLUE) == CLUE


@pytest.mark.parametrize("word", ["", " ", " hint", "hint ", "a\nb", "x" * 101])
def test_a_clue_is_something_that_can_be_said(word):
    with complaint("A clue's word must be a word of at most 100 letters, not "):
        Clue(word, 1)
