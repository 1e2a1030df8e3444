"""What a game is worth: won or lost, the paper's score, the public competition's figure.

Wins alone flatter caution, because no turn counts. The score of the paper's appendix counts them: the number of red cards,
minus the blue ones guessed, minus as many as there are red ones for the assassin, minus the turns. It has a weakness of its
own: a lost game that ends early costs less than a won one that lasts. So the two always stand side by side.
"""

import pandas as pd

from commonground.game import STANDARD, Rules

LOST = 25  # turns that the competition counts for a game lost


def scored(games: pd.DataFrame, rules: Rules = STANDARD) -> pd.DataFrame:
    """Games with their `score` and with `competition`, the turns that the competition would count: the fewer the better."""
    assassins = (games["assassin"] > 0).astype(int)
    score = rules.red - games["blue"] - rules.red * assassins - games["turns"]
    return games.assign(score=score, competition=games["turns"].where(games["won"] == 1, LOST))
