"""Rules as a value: how many cards there are, what is refused, and how a game ends by them."""

import numpy as np
import pytest

from commonground.game import COMPETITION, STANDARD, Board, Clue, Colour, Rules, play
from helpers import small
from helpers.scripted import Picker, cards
from helpers.support import complaint


class Hint:
    """A spymaster that says the same over and over."""

    name, embedding = "hint", None

    def start(self, view):
        self.view = view

    def give_clue(self, view, rng):
        return Clue("hint", 1)

    def observe(self, view, turn): ...

    def beliefs(self):
        return {}


def played(rules, colours):
    """A game in which cards of these colours are picked, one a turn; after a red card the guesser stops."""
    board = small.board(np.random.default_rng(0), rules)
    left = {colour: cards(board, colour) for colour in Colour}
    picks = []
    for colour in colours:
        picks += [left[colour].pop(0)] + [None] * (colour is Colour.RED)
    return play(board, Hint(), Picker(picks))


def test_the_number_of_cards_follows():
    assert Rules() == STANDARD and STANDARD.cards == COMPETITION.cards == small.DUET.cards == 25
    assert small.TWELVE.cards == 12 and list(COMPETITION.counts.values()) == [8, 7, 9, 1]


@pytest.mark.parametrize("rules", small.RULES.values())
def test_a_board_is_dealt_by_its_rules_and_the_views_carry_them(rules):
    board = Board.deal(small.WORDS, 3, rules=rules)
    assert len(board.words) == rules.cards and {c: board.key.count(c) for c in Colour} == rules.counts
    spymaster, reds = Hint(), cards(board, Colour.RED)
    assert play(board, spymaster, Picker([pick for red in reds for pick in (red, None)])).won
    assert spymaster.view.rules == rules


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ({"red": 0}, ["red cards must be a whole number of 1 or more, not 0"]),
        ({"blue": -1}, ["blue cards must be a whole number of 0 or more, not -1"]),
        ({"assassin": 1.5}, ["assassin cards must be a whole number of 0 or more, not 1.5"]),
        ({"bystander": True}, ["bystander cards must be a whole number", "not True"]),
        ({"bystander": 11}, ["at most 28 cards", "ask for 29"]),
    ],
)
def test_what_are_no_rules_gets_one_sentence(counts, said):
    with complaint(*said):
        Rules(**counts)


def test_any_assassin_ends_the_game():
    record = played(small.DUET, [Colour.RED, Colour.ASSASSIN])
    assert not record.won and record.ending == "the assassin was picked" and record.revealed[Colour.ASSASSIN] == 1


def test_without_blue_cards_none_is_missed():
    everything_else = [Colour.BYSTANDER] * 13 + [Colour.RED] * 9
    record = played(small.DUET, everything_else)
    assert record.won and len(record.turns) == 22


def test_without_an_enemy_a_game_is_won_in_the_end():
    record = played(small.TWELVE, [Colour.BYSTANDER] * 9 + [Colour.RED] * 3)
    assert record.won and record.ending == "all red cards found"


def test_the_competitions_last_blue_card_loses():
    record = played(COMPETITION, [Colour.BLUE] * 7)
    assert not record.won and len(record.turns) == 7 and record.ending == "all blue cards were picked"
