"""The rules, the views, the records, and the two environments."""

import numpy as np
import pytest

from commonground.agents import RandomGuesser, RandomSpymaster, StaticGuesser, StaticSpymaster
from commonground.errors import CommonGroundError
from commonground.game import STANDARD, STOCHASTIC, Board, Clue, Colour, Noise, play, transmit
from commonground.game.records import GameRecord, TurnRecord
from helpers import small
from helpers.scripted import Picker, cards

NEAR = 25


@pytest.fixture
def board():
    return small.board(np.random.default_rng(0))


class Speaker:
    """A spymaster that says what it is told to."""

    name = "speaker"

    def __init__(self, clues, embedding=None):
        self.clues, self.embedding = list(clues), embedding

    def start(self, view): ...

    def give_clue(self, view, rng):
        return self.clues.pop(0)

    def observe(self, view, turn): ...

    def beliefs(self):
        return {}


def test_a_board_is_dealt_by_its_number():
    a, b = Board.deal(small.WORDS, 1), Board.deal(small.WORDS, 1)
    assert a == b != Board.deal(small.WORDS, 2)
    assert len(set(a.words)) == STANDARD.cards and {c: a.key.count(c) for c in Colour} == STANDARD.counts


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (small.WORDS[:24], "A board has 25 words, not 24."),
        ([*small.WORDS[:24], small.WORDS[0]], "is there twice"),
    ],
)
def test_bad_boards_get_one_sentence(words, says):
    key = Board.deal(small.WORDS, 1).key
    with pytest.raises(CommonGroundError, match=says):
        Board(tuple(words), key)


def test_a_key_of_the_wrong_colours():
    with pytest.raises(CommonGroundError, match="9 red, 8 blue, 7 bystander and 1 assassin"):
        Board(tuple(small.WORDS[:25]), (Colour.RED,) * 25)
    with pytest.raises(CommonGroundError, match="needs 25 words to be dealt from, and there are 3"):
        Board.deal(small.WORDS[:3], 0)


def test_won_when_all_red_are_revealed(board):
    reds = cards(board, Colour.RED)
    record = play(board, Speaker([Clue("hint", 9)]), Picker(reds))
    assert record.won and len(record.turns) == 1 and record.revealed[Colour.RED] == 9
    assert record.ending == "all red cards found"


def test_lost_on_the_assassin(board):
    record = play(board, Speaker([Clue("hint", 1)]), Picker(cards(board, Colour.ASSASSIN)))
    assert not record.won and record.ending == "the assassin was picked"


def test_lost_when_all_blue_are_revealed(board):
    blues = cards(board, Colour.BLUE)
    record = play(board, Speaker([Clue("hint", 1)] * 8), Picker(blues))
    assert not record.won and len(record.turns) == 8 and record.ending == "all blue cards were picked"


def test_a_turn_ends_with_a_card_that_is_not_red_after_n_plus_one_or_by_choice(board):
    reds, bystander = cards(board, Colour.RED), cards(board, Colour.BYSTANDER)[0]
    picks = [reds[0], bystander, reds[1], reds[2], reds[3], reds[4], None, *reds[5:]]
    clues = [Clue("one", 3), Clue("two", 2), Clue("three", 2), Clue("four", 9)]
    record = play(board, Speaker(clues), Picker(picks))
    assert (
        [turn.guesses for turn in record.turns]
        == [
            (reds[0], bystander),  # ended by the bystander
            (reds[1], reds[2], reds[3]),  # one more than the number
            (reds[4],),  # by choice
            tuple(reds[5:]),  # the game is over
        ]
    )


@pytest.mark.parametrize(
    ("clue", "picks", "says"),
    [
        (lambda b: Clue(b.words[3], 1), [0], "speaker gave the clue '.*' in turn 1, which is a word on the board"),
        (lambda b: Clue("hint", 0), [0], "speaker gave the clue 'hint 0' in turn 1: the number must be 1 or more"),
        (lambda b: Clue("hint", 1), [None], "picker picked no card in turn 1"),
        (lambda b: Clue("hint", 1), [25], "picker picked card 25 in turn 1"),
        (lambda b: Clue("hint", 3), ["red", "red"], "picker picked '.*' in turn 1, which is revealed already"),
    ],
)
def test_an_illegal_move_names_the_agent_and_the_turn(board, clue, picks, says):
    red = cards(board, Colour.RED)[0]
    with pytest.raises(CommonGroundError, match=says):
        play(board, Speaker([clue(board)]), Picker([red if pick == "red" else pick for pick in picks]))


def test_the_same_seed_gives_the_same_game_and_an_address_will_do():
    rng = np.random.default_rng(1)
    embedding = small.embedding("a", rng)
    board = small.board(rng)
    spymaster, guesser = RandomSpymaster(embedding), RandomGuesser(embedding)
    assert play(board, spymaster, guesser, rng=5) == play(board, spymaster, guesser, rng=5)
    assert play(board, spymaster, guesser, rng=(5, "x")) == play(board, spymaster, guesser, rng=(5, "x"))
    assert play(board, spymaster, guesser, rng=5) != play(board, spymaster, guesser, rng=6)


def test_agents_that_share_an_embedding_win_far_more_often_than_strangers():
    rng = np.random.default_rng(2)
    a, b = small.embedding("a", rng), small.embedding("b", rng)
    boards = [small.board(rng) for _ in range(20)]
    own = [play(board, StaticSpymaster(a, neighbours=NEAR), StaticGuesser(a)).won for board in boards]
    other = [play(board, StaticSpymaster(a, neighbours=NEAR), StaticGuesser(b)).won for board in boards]
    assert sum(own) >= sum(other) + 8


def test_a_static_guesser_picks_the_nearest_cards(board):
    embedding = small.embedding("a", np.random.default_rng(3))
    vectors = embedding.vectors.astype(float)
    word = next(word for word in small.WORDS if word not in board.words)
    distances = np.linalg.norm(vectors[embedding.rows(board.words)] - vectors[embedding.index[word]], axis=1)
    guesser = StaticGuesser(embedding)
    record = play(board, Speaker([Clue(word, 25)] * 25), guesser)
    first = record.turns[0].guesses
    assert list(first) == np.argsort(distances, kind="stable")[: len(first)].tolist()


def test_noise_in_the_guesser_moves_its_ear_not_its_cards(board):
    """With noise a static guesser's picks vary between turns' draws, and with none they do not."""
    embedding = small.embedding("a", np.random.default_rng(3))
    word = next(word for word in small.WORDS if word not in board.words)
    picks = {
        noise: {
            play(board, Speaker([Clue(word, 1)] * 25), StaticGuesser(embedding, noise), rng=s).turns[0].guesses
            for s in range(30)
        }
        for noise in (0.0, 1.0)
    }
    assert len(picks[0.0]) == 1 < len(picks[1.0])


def test_a_noisy_channel_hears_the_nearest_legal_word(board):
    """The word heard is the argmin over the vocabulary of the distance to the perturbed vector, board words left out."""
    embedding = small.embedding("a", np.random.default_rng(4))
    word = next(word for word in small.WORDS if word not in board.words)
    legal = [w for w in small.WORDS if w not in board.words]
    for seed in range(50):
        heard = transmit(Clue(word, 3), Speaker([], embedding), board, Noise(0.8), np.random.default_rng(seed))
        perturbed = embedding.vectors[embedding.index[word]] + 0.8 * np.random.default_rng(seed).standard_normal(4)
        distances = {w: np.linalg.norm(embedding.vectors[embedding.index[w]] - perturbed) for w in legal}
        assert heard == Clue(min(distances, key=distances.__getitem__), 3)


def test_in_the_stochastic_environment_the_record_keeps_what_was_meant():
    rng = np.random.default_rng(5)
    embedding = small.embedding("a", rng)
    records = [
        play(small.board(rng), StaticSpymaster(embedding, neighbours=NEAR), StaticGuesser(embedding), STOCHASTIC, rng=s)
        for s in range(10)
    ]
    turns = [turn for record in records for turn in record.turns]
    assert any(turn.heard.word != turn.intended.word for turn in turns)
    assert all(turn.heard.number == turn.intended.number for turn in turns)
    assert all(record.environment == "stochastic" for record in records)


def test_a_record_shows_itself(board):
    reds = cards(board, Colour.RED)
    record = play(board, Speaker([Clue("hint", 8), Clue("next", 1)]), Picker([*reds[:8], None, reds[8]]))
    text, page = str(record), record._repr_html_()
    assert "speaker with picker (deterministic): won in 2 turns" in text
    for word in ("hint 8", board.words[reds[0]], "next 1"):
        assert word in text and word in page


def test_a_clue_unknown_to_an_embedding_gets_one_sentence(board):
    guesser = StaticGuesser(small.embedding("a", np.random.default_rng(0)))
    with pytest.raises(CommonGroundError, match="Embedding 'a' has no vector for 'qwerty'"):
        play(board, Speaker([Clue("qwerty", 1)]), guesser)


@pytest.mark.parametrize(
    ("beliefs", "said"),
    [
        ({"a": 0.25, "b": 0.75}, "spymaster: b .75"),
        ({"a": 0.5, "b": 0.5}, "spymaster: no opinion"),
        ({"a": 0.4, "b": 0.4, "c": 0.2}, "spymaster: several alike"),
        ({"a": 1.0}, "spymaster: a 1.00"),
        ({}, ""),
    ],
)
def test_who_is_believed_most_is_told_if_anybody_is(board, beliefs, said):
    clue = Clue("sea", 1)
    turn = TurnRecord(clue, clue, (0,), (Colour.RED,), beliefs, {})
    assert GameRecord(board, "S", "G", "deterministic", (turn,)).table()[0][3] == said
