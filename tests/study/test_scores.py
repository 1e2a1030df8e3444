"""What a game is worth, by the paper's appendix and by the competition."""

import pandas as pd

from commonground.game import COMPETITION
from commonground.study import results, scores

GAMES = pd.DataFrame({"won": [1, 0, 0, 1], "turns": [3, 2, 9, 10], "blue": [1, 0, 8, 0], "assassin": [0, 1, 0, 0]})


def test_the_score_is_red_minus_blue_minus_the_assassin_minus_turns():
    assert scores.scored(GAMES)["score"].tolist() == [9 - 1 - 3, 9 - 9 - 2, 9 - 8 - 9, 9 - 10]
    assert scores.scored(GAMES, COMPETITION)["score"].tolist() == [8 - 1 - 3, -2, 8 - 8 - 9, -2]


def test_the_competition_counts_twenty_five_turns_for_a_loss():
    assert scores.scored(GAMES)["competition"].tolist() == [3, 25, 25, 10]


def test_committed_games_come_with_their_scores():
    games = results.games("open", "spymasters")
    won = games[games["won"] == 1]
    assert (won["score"] == won["red"] - won["blue"] - won["turns"]).all()
