"""The winner's curse: what a spymaster expects of the clue it chose, and what that clue is really worth."""

from typing import NamedTuple

import pandas as pd

from commonground import seeds
from commonground.agents import BayesianSpymaster
from commonground.agents.clues import ClueTable, mask
from commonground.errors import CommonGroundError
from commonground.game import Colour, SpymasterView
from commonground.parameters import check
from commonground.study import workers

JUDGES = 20_000  # new draws for what a clue is really worth


class First(NamedTuple):
    """A first clue: how it was chosen, what was expected of it, what it is worth."""

    board: int
    draws: str
    samples: int
    expected: float
    worth: float


def first_clues(set_name: str, boards: int, samples: tuple[int, ...], noise: float, seed: int) -> pd.DataFrame:
    """The first clue on each board with as many samples as said, under independent and under common draws."""
    if not samples:
        raise CommonGroundError("The winner's curse is measured with one number of samples or more.")
    for count in samples:
        check("The winner's curse", boards=boards, samples=count, noise=noise, seed=seed)
    tasks = [(set_name, board, samples, noise, seed) for board in range(boards)]
    rows = [row for found in workers.each(on_board, tasks, "first clues") for row in found]
    return pd.DataFrame(sorted(rows), columns=First._fields)


def on_board(set_name: str, board: int, samples: tuple[int, ...], noise: float, seed: int) -> list[First]:
    """The first clues on one board, each judged on the same new draws."""
    known = workers.known(set_name)
    dealt = known.deal(board, seed)
    view = SpymasterView(dealt.words, dealt.key, (None,) * len(dealt.words), ())
    rows = []
    for draws in ("independent", "common"):
        for count in samples:
            agent = BayesianSpymaster.over(known.internal, noise=noise, samples=count, draws=draws)
            agent.start(view)
            agent.give_clue(view, seeds.generator(seed, "curse", draws, count, board))
            expected = agent.explain(0)["expected_utility"]
            rows.append(
                First(board, draws, count, expected, agent.worth(seeds.generator(seed, "worth", board), JUDGES))
            )
    return rows


def to_choose_from(set_name: str, boards: int, seed: int) -> list[int]:
    """How many clues a spymaster over all internal embeddings has to choose from on the first turn of each board."""
    known = workers.known(set_name)
    dealt = [known.deal(board, seed) for board in range(boards)]
    red = [mask([colour is Colour.RED for colour in board.key]) for board in dealt]
    return [len(ClueTable.of(known.internal, board.words, cards).rows) for board, cards in zip(dealt, red, strict=True)]
