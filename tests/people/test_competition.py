"""The competition's table: every card there is, clues that nobody knows, guests that repeat themselves."""

import numpy as np
import pytest

from commonground import agents, guests
from commonground.embeddings import load_set
from commonground.game import COMPETITION, Board, Clue, GuesserView, Turn, play
from commonground.guests import standin, tournament
from commonground.guests.hearing import Attentive, meant_by, nearest_word
from commonground.guests.standin import Game, PlainCodemaster, PlainGuesser
from helpers.support import complaint

TOY = load_set("toy")
CARDS = standin.all_cards()
HIERARCHY = ["S1:ta", "SM_H_level:ta", "SM_H_embedding:1", "SM_H_both", "SM_H_noise_both", "SM_CH3"]
STRANGE = [f"strange{letter}" for letter in "abcdefgh"]


class Repeating:
    """A guest that says one word for ever, and has no answer to anything."""

    def __init__(self, word="qwertz", number=2):
        self.clue = word, number

    def set_game_state(self, words_on_board, key_grid): ...
    def set_board(self, words_on_board): ...
    def set_clue(self, clue, num_guesses): ...

    def get_clue(self):
        return self.clue

    def keep_guessing(self):
        return True

    def get_answer(self):
        return None


def boards(count):
    """Boards on which some cards are of two words and some of none that anybody knows."""
    pool = [*CARDS[:60], *standin.TWO_WORDS, *STRANGE]
    return [Board.deal(pool, number, 3, COMPETITION) for number in range(count)]


def test_all_cards_of_the_game_are_dealt():
    assert len(CARDS) == 400 and {"alps", "ice cream"} <= set(CARDS)
    assert standin.deal(0).rules == COMPETITION


@pytest.mark.parametrize("name", ["ta", "SM_B", *agents.RIVAL_SPYMASTERS, "SM_N"])
def test_our_spymasters_play_on_any_board(name):
    codemaster = guests.Codemaster.of(name, TOY)
    for board in boards(4):
        game = Game(codemaster, PlainGuesser(TOY["tb"]), board, cap=25)
        game.run()
        assert game.turns and not {clue.lower() for clue, *_ in game.turns} & {*STRANGE, *standin.TWO_WORDS}


@pytest.mark.parametrize("name", ["ta", "DG_B", "MG_B_noise", *agents.RIVAL_GUESSERS, "G_J"])
@pytest.mark.parametrize("slips", [0.0, 1.0])
def test_our_guessers_end_every_game_whatever_is_said(name, slips):
    options = {"samples": 100} if "_B" in name or name == "G_J" else {}
    guesser = guests.Guesser.of(name, TOY, **options)
    for number, board in enumerate(boards(4)):
        game = Game(PlainCodemaster(TOY["tb"], number, slips), guesser, board)  # without a cap
        game.run()
        assert game.over and all(guessed for *_, guessed in game.turns)


@pytest.mark.parametrize("name", ["ta", "DG_B", *agents.RIVAL_GUESSERS, "G_J"])
@pytest.mark.parametrize("word", ["qwertz", "known"])
def test_a_guest_that_repeats_itself_does_not_make_a_game_endless(name, word):
    """Neither in its framework nor at our table."""
    board = TOY.deal(1, rules=COMPETITION)
    said = word if word == "qwertz" else next(str(w) for w in TOY.words if w not in board.words)
    game = Game(Repeating(said), guests.Guesser.of(name, TOY), board)
    game.run()
    assert game.over and len(game.turns) <= 25
    ours = Attentive(agents.guesser(name, TOY))
    record = play(board, guests.VisitingSpymaster(Repeating(said)), ours, cap=25)
    assert record.ending in ("all red cards found", "the assassin was picked", "all blue cards were picked")


def test_a_cap_stops_a_game_that_nobody_ends_and_the_record_says_so():
    board = TOY.deal(1)
    speaker = agents.spymaster("ta", TOY)
    record = play(board, speaker, guests.VisitingGuesser(Repeating()), cap=7)
    assert len(record.turns) == 7 and not record.won and "stopped after 7 turns" in record.ending
    assert all(turn.guesses == () for turn in record.turns)
    game = Game(guests.Codemaster.of("SM_N", TOY), Repeating(), board, cap=5)
    assert not game.run() and not game.over and len(game.turns) == 5
    with complaint("picked no card in turn 1"):
        play(board, speaker, guests.VisitingGuesser(Repeating()))
    with complaint("cap must be a whole number of 1 or more, not 0."):
        play(board, speaker, guests.VisitingGuesser(Repeating()), cap=0)


@pytest.mark.slow(10)
@pytest.mark.parametrize("name", ["ta", *agents.ALL_SPYMASTERS, *HIERARCHY])
def test_a_turn_that_was_passed_says_nothing_of_the_partner(name):
    agent = agents.spymaster(name, TOY)
    record = play(TOY.deal(0), agent, guests.VisitingGuesser(Repeating()), cap=3)
    assert agent.beliefs() == pytest.approx(record.turns[0].spymaster_beliefs)
    game = Game(guests.Codemaster.of(name, TOY), Repeating(), TOY.deal(0), cap=2)
    game.run()
    assert len(game.turns) == 2


def test_the_nearest_word_is_of_the_same_stem_else_spelled_alike_else_none():
    known = ("dog", "dogged", "running", "house", "hotel")
    assert nearest_word("dogs", known) == "dog" and nearest_word("runs", known) == "running"
    assert nearest_word("hotell", known) == "hotel" and nearest_word("xylophone", known) is None
    family = ("accommodate", "accommodating", "accommodation")
    assert nearest_word("accommodations", family) == "accommodation", "of one stem, the nearest spelling"
    assert nearest_word("accommodated", family) == "accommodate"


def test_a_clue_of_several_words_is_taken_apart_as_a_card_is():
    """It stands where the card would, and is taken for the word that is nearest to that."""
    one, two = (str(word) for word in TOY.words[[3, 40]])
    known = TOY.with_cards([f"{one} {two}", "nobody's", one + "zzz"])["ta"]
    card = known.vectors[known.index[f"{one} {two}"]]
    apart = ((TOY["ta"].vectors - card) ** 2).sum(axis=1)
    expected = str(TOY.words[int(apart.argmin())])
    assert meant_by(f"{one} {two}", known) == meant_by(f"{one}-{two} nobody's", TOY["ta"]) == expected
    assert meant_by(f"{one} {one}zzz", known) == one, "a card that nobody has a vector for says nothing"
    assert meant_by("qwertz zyzzyva", known) is None
    board = TOY.deal(1)
    picks = []
    for said in (f"{one} {two}", expected):
        attentive = Attentive(agents.guesser("ta", TOY))
        attentive.start(view_of(board))
        picks.append(attentive.next_guess(view_of(board), Clue(said, 1), np.random.default_rng(0)))
    assert picks[0] == picks[1]


def view_of(board, revealed=()):
    shown = [board.key[card] if card in revealed else None for card in range(len(board.words))]
    return GuesserView(board.words, tuple(shown), (), board.rules)


def test_where_nothing_is_understood_the_likeliest_card_is_picked_and_no_other():
    board = TOY.deal(2)
    known = next(str(word) for word in TOY.words if word not in board.words)
    ours = agents.guesser("DG_B", TOY, samples=200)
    attentive = Attentive(ours)
    attentive.start(view_of(board))
    rng = np.random.default_rng(0)
    assert attentive.next_guess(view_of(board), Clue("qwertzuiop", 2), rng) == 0, "nothing is known: the first card"
    assert attentive.next_guess(view_of(board), Clue("qwertzuiop", 2), rng) is None
    attentive.start(view_of(board))
    attentive.next_guess(view_of(board), Clue(known, 2), rng)
    later = view_of(board)._replace(history=(Turn(Clue(known, 2), (0,), (board.key[0],)),))
    chances = ours.explain()["before_boosting"]
    picked = attentive.next_guess(later, Clue("qwertzuiop", 2), rng)
    assert chances[board.words[picked]]["red"] == max(card["red"] for card in chances.values())


@pytest.mark.parametrize(("role", "agent"), [("spymaster", "SM_B_noise"), ("guesser", "blend")])
def test_a_board_of_the_tournament_is_played_as_it_is_alone(monkeypatch, role, agent):
    """Guests slip as often as not, and still a game depends on nothing that was played before it."""
    monkeypatch.setattr(tournament, "SLIPS", 0.5)
    in_a_row = tournament.with_guest("toy", role, agent, "tb", 5, 0)
    monkeypatch.setattr(tournament, "range", lambda boards: [boards - 1], raising=False)
    assert [tournament.with_guest("toy", role, agent, "tb", count, 0)[0] for count in range(1, 6)] == in_a_row


@pytest.mark.slow(10)
def test_the_tournament_keeps_one_row_a_game(monkeypatch):
    monkeypatch.setattr(tournament, "OURS", {"spymaster": ("SM_B",), "guesser": ("blend",)})
    games = tournament.play_all("toy", 2, 0)
    assert len(games) == 2 * len(TOY) * 2 and set(games["role"]) == {"spymaster", "guesser"}
    assert (games["competition"] == games["turns"].where(games["won"] == 1, 25)).all()
    assert not games[games["role"] == "guesser"]["stopped"].any(), "our guessers end every game"
    assert (games["without_vector"] > 0).any()
