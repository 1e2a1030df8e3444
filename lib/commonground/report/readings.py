"""What other readings of the paper change: each alternative against our reading, on the same boards with the same partners."""

from collections.abc import Mapping

import pandas as pd

from commonground.embeddings import catalogue
from commonground.report import variants
from commonground.study.readings import ALTERNATIVES, Alternative

COLUMNS = ["alternative", "reading", "agent", "ours", "other", "environment", "where"]
MEASURED = ["rate", "rate otherwise", "difference", "low", "high"]


def differences(games: Mapping[str, pd.DataFrame], chosen: catalogue.Set) -> pd.DataFrame:
    """Every alternative in both environments, with partners in and out of distribution: win rates and the difference.

    `games` are those of the spymasters and of the guessers, by role.
    """
    rows: list[tuple[object, ...]] = []
    for number, alternative in enumerate(ALTERNATIVES):
        role = "spymaster" if alternative.variant.is_spymaster else "guesser"
        rows += [(number, *row) for row in _of_one(alternative, games[role], role, chosen)]
    return pd.DataFrame(rows, columns=[*COLUMNS, *MEASURED])


def _of_one(
    alternative: Alternative, games: pd.DataFrame, role: str, chosen: catalogue.Set
) -> list[tuple[object, ...]]:
    """A row for each environment and kind of partner: both rates, and their difference paired by board."""
    labels = {alternative.agent: "ours", alternative.variant.name: "otherwise"}
    table = variants.compared(variants.labelled(games, role, chosen, labels), {"otherwise": "ours"})
    rates = table.set_index(["environment", "where", "variant"])
    about = (alternative.reading, alternative.agent, alternative.ours, alternative.other)
    conditions = table[["environment", "where"]].drop_duplicates().itertuples(index=False)
    return [
        (
            *(
                *about,
                *condition,
                rates.loc[(*condition, "ours"), "rate"],
                rates.loc[(*condition, "otherwise"), "rate"],
            ),
            *rates.loc[(*condition, "otherwise"), ["difference", "low", "high"]],
        )
        for condition in conditions
    ]
