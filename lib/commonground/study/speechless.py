"""How often a deductive spymaster finds no clue that its guesser would answer rightly: games played again, turn by turn."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from commonground.game import Clue, SpymasterView
from commonground.study import workers
from commonground.study.experiment import Experiment, Pairing, play_board, seat

COLUMNS = ["spymaster", "guesser", "board", "turn", "speechless"]


def speechless(experiment: Experiment, pairings: Iterable[Pairing], boards: int) -> pd.DataFrame:
    """One row a turn of the first boards: whether the spymaster had nothing viable to say."""
    known, rows = workers.known(experiment.embeddings), []
    for pairing in pairings:
        seated = seat(experiment, pairing, known)
        noted = Noted(seated.spymaster)
        for board in range(boards):
            noted.speechless.clear()
            play_board(experiment, pairing, board, seated._replace(spymaster=noted), known)
            rows += [(*pairing[1:], board, turn, int(nothing)) for turn, nothing in enumerate(noted.speechless, 1)]
    return pd.DataFrame(rows, columns=COLUMNS)


class Noted:
    """A deductive spymaster of which it is noted, for every turn, whether it had nothing viable to say."""

    def __init__(self, agent: Any) -> None:
        self.agent, self.name, self.embedding = agent, agent.name, agent.embedding
        self.start, self.observe, self.beliefs = agent.start, agent.observe, agent.beliefs
        self.speechless: list[bool] = []

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        clue: Clue = self.agent.give_clue(view, rng)
        self.speechless.append(not self.agent.explain()["viable"])
        return clue
