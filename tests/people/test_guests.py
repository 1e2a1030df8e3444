"""Guests: our agents play the same game in the competition's framework as at our table, and its agents play at ours."""

import math

import numpy as np
import pytest

from commonground import agents, guests
from commonground.embeddings import load_set
from commonground.game import COMPETITION, STANDARD, STOCHASTIC, Board, Colour, play
from commonground.guests.standin import Game
from helpers import competition
from helpers.support import complaint

SEED = 4


@pytest.fixture(scope="module")
def words():
    return load_set("toy")


def key_of(board: Board) -> list[str]:
    return [guests.THEIRS[colour] for colour in board.key]


class First(competition.Codemaster, competition.Guesser):
    """A guest that says the first word of a list it has not said yet, and picks the first word of the board."""

    def __init__(self, clues=(), answers=None):
        self.clues, self.answers, self.told = list(clues), answers, []

    def set_game_state(self, words_on_board, key_grid):
        self.told.append((list(words_on_board), list(key_grid)))

    def get_clue(self):
        return [self.clues.pop(0).upper(), "2"]

    def set_board(self, words_on_board):
        self.board = list(words_on_board)
        self.told.append(self.board)

    def set_clue(self, clue, num_guesses):
        self.left = num_guesses
        self.told.append((clue, num_guesses))

    def keep_guessing(self):
        self.left -= 1
        return self.left > 0

    def get_answer(self):
        return self.answers.pop(0) if self.answers else next(word for word in self.board if not word.startswith("*"))


@pytest.mark.parametrize("rules", [STANDARD, COMPETITION], ids=["standard", "competition"])
@pytest.mark.parametrize("board_number", range(6))
@pytest.mark.parametrize(
    ("spymaster", "guesser"), [("ta", "ta"), ("tb", "te"), ("ta", "DG_B"), ("tf", "DG_B_noise"), ("SM_B_noise", "tg")]
)
def test_our_agents_play_the_same_game_in_their_framework(words, spymaster, guesser, board_number, rules):
    board = words.deal(board_number, rules=rules)
    options = {"samples": 300} if "G_B" in guesser else {}
    seats = agents.spymaster(spymaster, words), agents.guesser(guesser, words, **options)
    ours = play(board, *seats, rng=(SEED, *board.words))
    theirs = Game(guests.Codemaster(seats[0], SEED), guests.Guesser(seats[1], SEED, rules), board)
    assert theirs.run() == ours.won or spymaster == "SM_B_noise"
    told = [(*turn.heard, [board.words[card] for card in turn.guesses]) for turn in ours.turns]
    if spymaster == "SM_B_noise":  # it learns from the order of guesses, which the framework keeps to itself
        assert theirs.turns[0] == told[0]
    else:
        assert theirs.turns == told


def test_a_guesser_reckons_with_the_competitions_cards(words):
    """In every world there are eight red cards, seven blue, nine bystanders and one assassin, so the chances sum to them."""
    board = words.deal(2, rules=COMPETITION)
    agent = agents.guesser("DG_B", words, samples=300)
    guesser = guests.Guesser(agent, SEED)
    codemaster = guests.Codemaster(agents.spymaster("ta", words), SEED)
    codemaster.set_game_state([word.upper() for word in board.words], key_of(board))
    guesser.set_clue(*codemaster.get_clue())
    guesser.set_board([word.upper() for word in board.words])
    assert guesser.get_answer()
    chances = agent.explain()["before_boosting"].values()
    expected = {"red": 8, "blue": 7, "bystander": 9, "assassin": 1}
    assert {colour: sum(card[colour] for card in chances) for colour in expected} == pytest.approx(expected)


def test_a_board_of_other_rules_is_told(words):
    with complaint("A board has 25 words, not 24"):
        guests.Guesser(agents.guesser("ta", words)).set_board([word.upper() for word in words.board_words[:24]])


def test_our_spymaster_learns_in_their_framework(words):
    spymaster = agents.spymaster("SM_B", words)
    guesser = guests.Guesser(agents.guesser("tb", words), rules=STANDARD)
    for number in range(3):  # one seat, several games
        board = words.deal(number)
        Game(guests.Codemaster(spymaster), guesser, board).run()
        assert max(spymaster.beliefs(), key=spymaster.beliefs().__getitem__) == "tb"


def test_the_same_board_again_is_a_new_game(words):
    board = words.deal(0)
    codemaster, guesser = (
        guests.Codemaster(agents.spymaster("ta", words)),
        guests.Guesser(agents.guesser("DG_B", words, samples=300), rules=STANDARD),
    )
    games = [Game(codemaster, guesser, board) for _ in range(2)]
    assert games[0].run() == games[1].run() and games[0].turns[0] == games[1].turns[0]


@pytest.mark.parametrize(("name", "partner"), [("SM_B_noise", "tb"), ("tb", "BG_B_noise")])
def test_the_chance_of_a_game_is_its_own_whatever_was_played_before(words, name, partner):
    def seats():
        options = {"samples": 100} if "G_B" in partner else {}
        ours = agents.spymaster(name, words), agents.guesser(partner, words, **options)
        return guests.Codemaster(ours[0], SEED), guests.Guesser(ours[1], SEED, STANDARD)

    def turns(pair, number):
        played = Game(*pair, words.deal(number))
        played.run()
        return played.turns

    in_a_row = seats()
    assert [turns(in_a_row, number) for number in range(4)] == [turns(seats(), number) for number in range(4)]


def test_a_clue_our_guesser_does_not_know_is_guessed_at_all_the_same(words):
    board = words.deal(0)
    guest = First(["qwertz", *(str(word) for word in words.words if word not in board.words)])
    game = Game(guest, guests.Guesser(agents.guesser("ta", words), rules=STANDARD), board)
    game.run()
    assert game.turns[0][0] == "QWERTZ" and game.turns[0][2] == [board.words[0]] and game.turns[1][2]


def test_their_agents_play_at_our_table(words):
    board = words.deal(1)
    free = [str(word) for word in words.words if word not in board.words]
    codemaster, guesser = First(free), First()
    record = play(board, guests.VisitingSpymaster(codemaster), guests.VisitingGuesser(guesser, "first"))
    assert (record.spymaster, record.guesser) == ("guest", "first")
    assert [turn.heard for turn in record.turns] == [(word, 2) for word in free[: len(record.turns)]]
    picked = [card for turn in record.turns for card in turn.guesses]
    assert picked == list(range(len(picked))), "the first word left, one after the other"
    assert all(len(turn.guesses) <= 2 for turn in record.turns), "it stops when it has guessed as many as it was told"
    board_told, key_told = codemaster.told[1]
    assert key_told == key_of(board)
    shown = [f"*{guests.THEIRS[board.key[card]]}*" for card in record.turns[0].guesses]
    assert board_told == [*shown, *(word.upper() for word in board.words[len(shown) :])]
    assert guesser.told[0] == (free[0], 2)


def test_a_guest_without_an_answer_ends_its_turn_and_a_wrong_one_is_named(words):
    board = words.deal(1)
    red = [word for word, colour in zip(board.words, board.key, strict=True) if colour is Colour.RED]
    quiet = First(answers=[red[0], "no comparisons", *red[1:]])
    record = play(board, agents.spymaster("ta", words), guests.VisitingGuesser(quiet))
    assert [board.words[card] for card in record.turns[0].guesses] == red[:1]
    with complaint("guest answered 'nonsense', which is not on the board"):
        play(board, agents.spymaster("ta", words), guests.VisitingGuesser(First(answers=["nonsense"])))


def test_a_guest_has_no_embedding_for_a_noisy_channel(words):
    with complaint("guest is a guest", "without a noisy channel"):
        play(words.deal(0), guests.VisitingSpymaster(First(["ability"])), agents.guesser("ta", words), STOCHASTIC)


# What may go wrong


def shown(board: Board) -> list[str]:
    return [word.upper() for word in board.words]


class Odd(First):
    """A guest that answers whatever it is told to, or raises it."""

    def __init__(self, answer):
        super().__init__()
        self.answer = answer

    def get_clue(self):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    get_answer = get_clue


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        *((("animal", odd), f"odd said the clue 'animal', whose number must be a whole one of 1 to 28, not {odd!r}.")
          for odd in (None, "", "x", math.nan, 2.5, True, 0, "0", -1, 29, "9" * 30)),
        *(((odd, 2), f"odd said the clue {odd!r}, which is no word.") for odd in (None, 5, "", "  ", "\n")),
        (("two\nlines", 2), "odd said the clue 'two\\nlines', which must be one line of at most 100 letters."),
        (("a" * 5000, 2), "which must be one line of at most 100 letters."),
        *((odd, f"odd said {odd!r}, which is not a word and a number.") for odd in (None, "animal", ("animal",), 3)),
        (ValueError("no\nidea."), "The guest 'odd' failed in get_clue: ValueError no idea."),
        (KeyError("word"), "The guest 'odd' failed in get_clue: KeyError 'word'."),
    ],
)  # fmt: skip
def test_an_odd_codemaster_is_named(words, answer, said):
    with complaint(said):
        play(words.deal(0), guests.VisitingSpymaster(Odd(answer), "odd"), agents.guesser("ta", words))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (5, "odd answered 5, which is not on the board"),
        (["a"], "odd answered ['a'], which is not on the board"),
        ("", "odd answered '', which is not on the board"),
        (RuntimeError("lost"), "The guest 'odd' failed in get_answer: RuntimeError lost."),
    ],
)
def test_an_odd_guesser_is_named(words, answer, said):
    with complaint(said):
        play(words.deal(0), agents.spymaster("ta", words), guests.VisitingGuesser(Odd(answer), "odd"))


def test_what_is_no_guest_is_told(words):
    with complaint("The guest 'guest' failed in set_game_state: AttributeError"):
        play(words.deal(0), guests.VisitingSpymaster(None), agents.guesser("ta", words))
    with complaint("name must be a string, not 5."):
        guests.VisitingGuesser(First(), 5)
    with complaint("The spymaster must be an agent", "not 'ta'."):
        guests.Codemaster("ta")
    with complaint("rules must be rules, e.g. COMPETITION, not 8."):
        guests.Guesser(agents.guesser("ta", words), rules=8)


@pytest.mark.parametrize("number", [2, "2", " 2 ", 2.0, np.int64(2), np.float32(2.0)])
def test_a_number_in_any_dress(words, number):
    board = words.deal(0)
    word = next(str(word) for word in words.words if word not in board.words)
    record = play(board, guests.VisitingSpymaster(Odd((word.upper(), number))), agents.guesser("ta", words))
    assert record.turns[0].heard == (word, 2)


@pytest.mark.parametrize(
    ("number", "taken"),
    [
        (0, 1),
        ("0", 1),
        (-1, 1),
        (40, 25),
        (10**30, 25),
        ("9" * 30, 1),
        (math.inf, 25),
        (math.nan, 1),
        (2.5, 2),
        ("3", 3),
    ]
    + [(odd, 1) for odd in (None, "", "x", True, -math.inf)],
)
def test_our_guesser_makes_something_of_every_number(words, number, taken):
    """The stand-in itself allows a guess for 0."""
    board = words.deal(0)
    word = next(str(word) for word in words.words if word not in board.words)
    picks = []
    for said in (number, taken):
        seat = guests.Guesser(agents.guesser("ta", words), rules=STANDARD)
        seat.set_clue(word, said)
        seat.set_board(shown(board))
        picks.append([seat.get_answer()])
        while seat.keep_guessing():
            picks[-1].append(seat.get_answer())
    assert picks[0] == picks[1] and len(picks[0]) == taken


@pytest.mark.parametrize("clue", [5, None, "", "  ", "two\nlines", "a" * 5000, "\x00"])
def test_our_guesser_makes_something_of_every_clue(words, clue):
    seat = guests.Guesser(agents.guesser("ta", words), rules=STANDARD)
    seat.set_clue(clue, 2)
    seat.set_board(shown(words.deal(0)))
    assert seat.get_answer() in shown(words.deal(0))


def test_a_board_without_a_card_revealed_after_a_pick_is_a_new_game(words):
    """The game before ended with the first pick, and nobody was shown how."""
    board = words.deal(0)
    word = next(str(word) for word in words.words if word not in board.words)
    agent = agents.guesser("DG_B", words, samples=300)
    seat, answers = guests.Guesser(agent, SEED, STANDARD), []
    for _ in range(2):
        seat.set_clue(word, 2)
        seat.set_board(shown(board))
        answers.append((seat.get_answer(), agent.explain()["before_boosting"]))
    assert answers[0] == answers[1] and seat._seat.history == ()


def test_a_codemaster_is_told_that_a_game_begins_by_another_key_or_by_reset(words):
    board = words.deal(0)
    seat = guests.Codemaster(agents.spymaster("SM_B_noise", words), SEED)
    seat.set_game_state(shown(board), key_of(board))
    first = seat.get_clue()
    seat.set_game_state(shown(board), key_of(board))
    assert len(seat._seat.history) == 1, "a turn that was passed"
    seat.reset()
    seat.set_game_state(shown(board), key_of(board))
    assert seat.get_clue() == first and seat._seat.history == ()
    seat.set_game_state(shown(board), key_of(board)[::-1])
    assert seat._seat.history == ()
    guesser = guests.Guesser(agents.guesser("ta", words), rules=STANDARD)
    guesser.set_clue(first[0], 1)
    guesser.set_board(shown(board))
    guesser.reset()
    with complaint("ta was asked before it saw a board"):
        guesser.get_answer()


def test_our_codemaster_is_asked_in_order_and_shown_one_game(words):
    board = words.deal(0)
    seat = guests.Codemaster(agents.spymaster("ta", words))
    with complaint("ta was asked before it saw a board: call set_game_state first."):
        seat.get_clue()
    with complaint("The first board that ta is shown must have no card revealed."):
        seat.set_game_state(["*Red*", *shown(board)[1:]], key_of(board))
    with complaint("ta is shown the colour 'Green'; the framework has Red, Blue, Civilian, Assassin"):
        seat.set_game_state(shown(board), ["Green", *key_of(board)[1:]])
    with complaint("A board has 24 words, not 25."):
        seat.set_game_state(shown(board), key_of(board)[1:])
    with complaint("The key shown to ta must be a list of colours' names, not None."):
        seat.set_game_state(shown(board), None)
    with complaint("A board's words must all differ"):
        seat.set_game_state([shown(board)[1], *shown(board)[1:]], key_of(board))
    with complaint("ta was asked before"):
        seat.get_clue()
    seat.set_game_state(shown(board), key_of(board))
    assert seat.get_clue()
    with complaint("ta is shown another key in the middle of a game."):
        seat.set_game_state([f"*{key_of(board)[0]}*", *shown(board)[1:]], key_of(board)[::-1])


def test_our_guesser_is_asked_in_order_and_shown_one_game(words):
    board = words.deal(0)
    word = next(str(word) for word in words.words if word not in board.words)
    seat = guests.Guesser(agents.guesser("ta", words), rules=STANDARD)
    with complaint("ta was asked before it saw a board: call set_board first."):
        seat.get_answer()
    with complaint("ta was asked to go on before it picked a card: call get_answer first."):
        seat.keep_guessing()
    with complaint("The board shown to ta must be a list of words, not 'board'."):
        seat.set_board("board")
    seat.set_board(shown(board))
    with complaint("ta was asked before it heard a clue: call set_clue first."):
        seat.get_answer()
    seat.set_clue(word, 1)
    with complaint("ta is shown the colour '*Green*'"):
        seat.set_board(["*Green*", *shown(board)[1:]])
    with complaint("ta is shown a board of 24 words in a game that began with 25."):
        seat.set_board(["*Red*", *shown(board)[2:]])
    with complaint("ta is shown another board in a game, with 'other' for"):
        seat.set_board(["*Red*", "OTHER", *shown(board)[2:]])
    assert seat.get_answer() in shown(board), "nothing of that was taken over"
