"""The winner's curse: what a spymaster expects of the clue it chose, and what that clue is really worth."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from commonground import parallel, seeds
from commonground.agents import BayesianSpymaster
from commonground.agents.kernels import spymaster
from commonground.embeddings import EmbeddingSet, load_set
from commonground.errors import CommonGroundError
from commonground.game import STANDARD, SpymasterView
from commonground.report import statistics

JUDGES = 20_000  # new draws for what a clue is really worth


class Judged(BayesianSpymaster):
    """The Bayesian spymaster, and an unhurried second opinion on the clue it has given."""

    def worth(self, rng: np.random.Generator, samples: int = JUDGES) -> float:
        """The expected utility of the clue just given, under the same beliefs, on many new draws."""
        clue, number = self._given
        normal = rng.standard_normal((self._roots[0].shape[1], samples), dtype=np.float32)
        pools = np.array([spymaster.project(root, self._cards, normal) for root in self._roots])[:, None]
        for everything in (False, True):
            expected, _ = spymaster.expected_utilities(
                self._table.squared[:, [clue]],
                self._table.near[[clue]],
                self._red,
                self._cards,
                self._ends,
                self._beliefs,
                pools,
                0,
                self.utility.of_card(STANDARD),
                self.utility.turn,
                everything,
            )
            if np.isfinite(expected[0, number - 1]):
                break
        return float(expected[0, number - 1])


class First(NamedTuple):
    """A first clue: how it was chosen, what was expected of it, what it is worth."""

    board: int
    draws: str
    samples: int
    expected: float
    worth: float


def first_clues(set_name: str, boards: int, samples: tuple[int, ...], noise: float, seed: int) -> pd.DataFrame:
    """The first clue on each board with as many samples as said, under independent and under common draws."""
    if boards < 1 or not samples:
        raise CommonGroundError(
            "The winner's curse is measured on one board or more, with one number of samples or more."
        )
    tasks = [(set_name, board, samples, noise, seed) for board in range(boards)]
    rows = [row for found in parallel.each(on_board, tasks, "first clues") for row in found]
    return pd.DataFrame(sorted(rows), columns=First._fields)


def on_board(set_name: str, board: int, samples: tuple[int, ...], noise: float, seed: int) -> list[First]:
    words = _words(set_name)
    dealt = words.deal(board, seed)
    view = SpymasterView(dealt.words, dealt.key, (None,) * len(dealt.words), ())
    rows = []
    for draws in ("independent", "common"):
        for count in samples:
            agent = Judged.over(words.internal, noise=noise, samples=count, draws=draws)
            agent.start(view)
            agent.give_clue(view, seeds.generator(seed, "curse", draws, count, board))
            expected = agent.explain(0)["expected_utility"]
            rows.append(First(board, draws, count, expected, agent.worth(seeds.generator(seed, "worth", board))))
    return rows


@lru_cache(maxsize=1)
def _words(set_name: str) -> EmbeddingSet:
    return load_set(set_name)


def summary(clues: pd.DataFrame) -> pd.DataFrame:
    """What was expected, what it was worth and by how much the one exceeds the other, with intervals over boards."""
    rows = []
    for (draws, samples), part in clues.groupby(["draws", "samples"], sort=False):
        expected, worth = part["expected"].to_numpy(), part["worth"].to_numpy()
        curse = statistics.difference(expected, worth)
        rows.append((draws, samples, *statistics.mean(expected), *statistics.mean(worth), *curse))
    names = [f"{what}{end}" for what in ("expected", "worth", "curse") for end in ("", "_low", "_high")]
    return pd.DataFrame(rows, columns=["draws", "samples", *names])


def as_good_as(clues: pd.DataFrame, samples: int) -> pd.DataFrame:
    """How much more a clue chosen on so many common draws is worth than one chosen on each number of independent ones."""
    worth = clues.pivot(index="board", columns=["draws", "samples"], values="worth")
    common = worth["common", samples].to_numpy()
    rows = [
        (count, *statistics.difference(common, worth["independent", count].to_numpy()))
        for count in worth["independent"].columns
    ]
    return pd.DataFrame(rows, columns=["samples", "difference", "low", "high"])
