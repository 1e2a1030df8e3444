"""Cards without a vector: two words get the mean of their parts, others stand far away and are never said."""

import numpy as np
import pytest

from commonground import agents
from commonground.embeddings import load_set
from commonground.embeddings.cards import with_cards
from commonground.game import Board, Colour, play
from commonground.grid import is_exact

TOY = load_set("toy")
A = TOY["ta"]
FIRST, SECOND = str(A.words[3]), str(A.words[40])
TWO, HALF, NONE = f"{FIRST} {SECOND}", f"zzz {FIRST}", "zzz"


@pytest.fixture(scope="module")
def more():
    return TOY.with_cards([TWO, HALF, NONE])


def test_two_words_are_the_mean_of_those_that_are_known(more):
    ours = more["ta"].vectors[more["ta"].rows([TWO, HALF])]
    assert ours[0] == pytest.approx(A.vectors[A.rows([FIRST, SECOND])].mean(axis=0), abs=1e-4)
    assert np.array_equal(ours[1], A.vectors[A.rows([FIRST])[0]]) and is_exact(more["ta"].vectors)


@pytest.mark.parametrize("name", ["ta", "tg", "blend"])
def test_a_card_that_nobody_knows_is_farther_from_every_word_than_any_other_is(more, name):
    embedding = more.blend if name == "blend" else more[name]
    board = embedding.rows([*TOY.board_words[:24], NONE])
    table, places = embedding.distance_table(board)
    squared = table[places]
    exact = embedding.vectors.astype(np.float64)
    assert np.array_equal(squared[3], ((exact[: len(A)] - exact[board[3]]) ** 2).sum(axis=1))
    assert (squared[-1] > squared[:-1].max()).all()


def test_the_blend_of_the_words_that_are_known_is_as_it_was(more):
    assert np.array_equal(more.blend.vectors[: len(A)], TOY.blend.vectors)


@pytest.mark.parametrize("noise", [0.5, 1.0])
def test_what_is_known_of_words_stays_and_added_cards_are_nobodys_neighbours(more, noise):
    own, rows = more["ta"], np.arange(len(A) + 3)
    found = own.nearest_to(rows)
    assert np.array_equal(found[: len(A)], A.neighbours) and found.max() < len(A)
    heard = own.heard(noise)
    assert (heard[: len(A), : len(A)] != A.heard(noise)).nnz == 0 and heard.shape == (len(A) + 3,) * 2
    assert heard.sum(axis=1) == pytest.approx(1.0, abs=1e-4)


def test_what_is_there_already_is_left_as_it_is(more):
    assert TOY.with_cards(TOY.board_words) is TOY and more.with_cards([NONE]) is more
    assert with_cards(A, [FIRST]) is A
    again = more.with_cards(["yyy"])["ta"]
    assert again.words[-4:].tolist() == [TWO, HALF, NONE, "yyy"] and again.own is A


@pytest.mark.parametrize("name", ["random", "ta", "SM_B", "SM_B_noise", *agents.RIVAL_SPYMASTERS, "SM_N"])
def test_a_spymaster_never_says_such_a_card_nor_means_one(more, name):
    """One unknown card is red: it is the last one left, or the game was lost before."""
    words = [NONE, TWO, *TOY.board_words[:23]]
    board = Board(words, tuple(sorted(TOY.deal(0).key)))  # the reds come first
    record = play(board, agents.spymaster(name, more), agents.guesser("ta", more), rng=3)
    assert not {turn.heard.word for turn in record.turns} & {NONE, TWO, HALF}
    picked = [card for turn in record.turns for card in turn.guesses]
    shown = [board.key[card] for card in picked]
    if 0 in picked and name != "random":
        assert shown[: picked.index(0)].count(Colour.RED) == 8


@pytest.mark.parametrize("name", ["ta", "DG_B_noise", *agents.RIVAL_GUESSERS, "G_J"])
def test_a_guesser_plays_on(more, name):
    for seed in range(3):
        board = Board([NONE, TWO, *TOY.board_words[25:48]], TOY.deal(seed).key)
        options = {"samples": 100} if "_B" in name or name == "G_J" else {}
        record = play(board, agents.spymaster("tb", more), agents.guesser(name, more, **options), rng=seed)
        first = record.turns[0].guesses
        assert 0 not in first, "it is guessed last"


@pytest.mark.parametrize("name", ["ta", "SM_B", "SM_RSA", "S1:ta"])
def test_a_board_that_nobody_knows_a_card_of_is_played_all_the_same(name):
    board = Board.deal([f"zzz{letter}" for letter in "abcdefghijklmnopqrstuvwxy"], 0)
    known = TOY.with_cards(board.words)
    assert play(board, agents.spymaster(name, known), agents.guesser("tb", known)).turns
    assert play(board, agents.spymaster("ta", known), agents.guesser("DG_B", known, samples=30)).turns
