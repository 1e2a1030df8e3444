"""How often a spymaster has nothing viable to say: noted turn by turn, in games that are the experiment's own."""

from commonground.embeddings import load_set
from commonground.study import plan, run
from commonground.study.experiment import Pairing, play_board, seat
from commonground.study.speechless import COLUMNS, speechless


def test_every_turn_of_the_experiments_first_games_is_noted():
    levels = plan.levels("toy", 3, 0, 40)
    pairings = [Pairing("deterministic", "S1:ta", "G1:ta"), Pairing("deterministic", "S1:tb+shared", "G1:tb+shared")]
    table, known = speechless(levels, pairings, 2), load_set("toy")
    assert list(table) == COLUMNS and set(table["speechless"]) <= {0, 1}
    for pairing in pairings:
        for number in range(2):
            record = play_board(levels, pairing, number, seat(levels, pairing, known), known)
            turns = table[(table["spymaster"] == pairing.spymaster) & (table["board"] == number)]["turn"]
            assert list(turns) == list(range(1, len(record.turns) + 1))
    assert run.first_game(levels, pairings[0]).record.won in (True, False)
