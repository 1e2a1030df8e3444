"""Clues that people accept."""

import numpy as np
import pytest

from commonground import agents, paths
from commonground.agents import StaticSpymaster
from commonground.agents.clues import ClueTable
from commonground.embeddings import load_set
from commonground.game import Colour, legality, play
from commonground.game.words import read_words
from helpers.scripted import Picker, cards
from helpers.support import complaint

BOARD = ["ice", "spy", "compound", "fly", "teacher"]


@pytest.mark.parametrize(
    ("clue", "says"),
    [
        ("ice", "'ice' is a word on the board."),
        ("price", "'price' contains the board word 'ice'."),
        ("pound", "'pound' is a part of the board word 'compound'."),
        ("flies", "'flies' is of the same family as the board word 'fly'."),
        ("flew", "'flew' is of the same family as the board word 'fly'."),
        ("spies", "'spies' is of the same family as the board word 'spy'."),
        ("taught", "'taught' is of the same family as the board word 'teacher'."),
        ("porn", "'porn' is not a word for this table."),
        ("ocean", "'ocean' has been said in this game."),
        ("boot", "'boot' is of the same family as 'boots', which has been said in this game."),
        ("school", None),
        ("winter", None),
    ],
)
def test_what_speaks_against_a_clue(clue, says):
    assert legality.objection(clue, BOARD, said=["ocean", "boots"]) == says


@pytest.mark.parametrize(
    "pair",
    "life lives, mouse mice, tooth teeth, fly flew, run ran, wife wives, man men, spine spinal, conductor conducting, "
    "boots boot, covering cover, fortune fortunate, shot shooting, thief thieves, server serving".split(", "),
)
def test_words_of_one_family(pair):
    one, other = pair.split()
    assert legality.are_related(one, other) and legality.are_related(other, one)


@pytest.mark.parametrize(
    "pair",
    "pan panther, temple template, paste pastor, state station, apple application, mission missing, police policy, "
    "river rival, capital caper, moon month, spine pine, general gentle".split(", "),
)
def test_words_that_only_look_alike(pair):
    assert not legality.are_related(*pair.split())


def test_the_block_list_is_short_and_plain():
    assert 20 < len(read_words(paths.blocked_words())) < 100


@pytest.fixture(scope="module")
def words():
    return load_set("toy")


@pytest.mark.parametrize("name", ["ta", "SM_B", "SM_B_noise"])
def test_strict_spymasters_say_only_what_people_accept_and_nothing_twice(words, name):
    """A guesser that picks bystanders and blue cards keeps the spymaster talking."""
    for number in range(4):
        board = words.deal(number)
        spymaster = (
            agents.StaticSpymaster(words[name], legality="strict")
            if name in words
            else agents.spymaster(name, words, legality="strict")
        )
        slow = [card for card in range(25) if board.key[card] in (1, 2)]
        record = play(board, spymaster, Picker(slow), rng=number)
        said = [turn.heard.word for turn in record.turns]
        assert len(said) >= 8
        assert [legality.objection(word, board.words, said[:turn]) for turn, word in enumerate(said)] == [None] * len(
            said
        )


def test_without_it_a_spymaster_repeats_itself(words):
    board = words.deal(0)
    record = play(board, agents.spymaster("SM_B", words), Picker(cards(board, Colour.BLUE)))
    assert len({turn.heard.word for turn in record.turns}) < len(record.turns)


def test_strict_candidates_are_the_paper_s_without_what_people_refuse(words):
    board = words.deal(3)
    every = (1 << 25) - 1
    paper, strict = (ClueTable.of(words.internal, board.words, every, legality=kind) for kind in ("paper", "strict"))
    kept = [row for row in paper.rows if legality.objection(str(words.words[row]), board.words) is None]
    assert strict.rows.tolist() == kept and 0 < len(kept) < len(paper.rows)
    assert np.array_equal(strict.near, paper.near[np.isin(paper.rows, strict.rows)])


def test_an_unknown_legality(words):
    with complaint("legality must be one of paper, strict, not 'loose'"):
        StaticSpymaster(words.internal[0], legality="loose")
