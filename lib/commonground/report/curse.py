"""The winner's curse in numbers: what was expected of chosen clues, what they were worth, and what common draws are worth."""

import pandas as pd

from commonground.report import statistics
from commonground.study.curse import JUDGES

DRAWS = ("independent", "common")  # the paper's way first


def summary(clues: pd.DataFrame) -> pd.DataFrame:
    """What was expected, what it was worth and by how much the one exceeds the other, with intervals over boards.

    A board's value is the mean of draws, as elsewhere of games.
    """
    rows = []
    parts = dict(list(clues.groupby(["draws", "samples"])))
    for draws, samples in sorted(parts, key=lambda one: (DRAWS.index(one[0]), one[1])):
        part = parts[draws, samples]
        expected, worth = part["expected"].to_numpy(), part["worth"].to_numpy()
        curse = statistics.difference(expected, worth, games=samples)
        rows.append((draws, samples, *statistics.mean(expected, samples), *statistics.mean(worth, JUDGES), *curse))
    names = [f"{what}{end}" for what in ("expected", "worth", "curse") for end in ("", "_low", "_high")]
    return pd.DataFrame(rows, columns=["draws", "samples", *names])


def as_good_as(clues: pd.DataFrame, samples: int) -> pd.DataFrame:
    """How much more a clue chosen on so many common draws is worth than one chosen on each number of independent ones."""
    worth = clues.pivot(index="board", columns=["draws", "samples"], values="worth")
    common = worth["common", samples].to_numpy()
    rows = [
        (count, *statistics.difference(common, worth["independent", count].to_numpy(), games=JUDGES))
        for count in worth["independent"].columns
    ]
    return pd.DataFrame(rows, columns=["samples", "difference", "low", "high"])
