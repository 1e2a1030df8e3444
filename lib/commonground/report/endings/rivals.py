"""How the notebook on rivals ends."""

from collections.abc import Mapping, Sequence

import pandas as pd

from commonground.report import standings
from commonground.report.compare import SCORE, WON, Condition
from commonground.report.endings import words

BEST = "best"


def ending(
    apart: Mapping[str, pd.DataFrame], rivals: Mapping[str, Sequence[str]], ours: Mapping[str, str], added: pd.DataFrame
) -> list[str]:
    """How ours do beside the best rivals, who these are, what the blend adds as one more model, what would change it.

    `apart` holds ours against everybody, by side, `added` agents with the blend as one more model against those without it.
    """
    boards = int(min(table["boards"].min() for table in apart.values()))
    return words.told(
        boards,
        *(
            f"Beside the best rival of each condition, `{ours[side]}` is {words.tallied(_best(apart[side], rivals[side]))}. Of"
            f" {side}, that rival is {_who(apart[side], rivals[side], WON)} by wins, and"
            f" {_who(apart[side], rivals[side], SCORE)} by score."
            for side in apart
        ),
        f"Agents that have the blend as one more model are, beside those without it, {words.tallied(added, 'comparisons')}"
        f" ({int(added['boards'].min())} boards).",
        "What would change this: another reading of a rival, above all of `SM_RSA`, whose paper plays another game (Codenames Duet)"
        " with trained embeddings; and matches, for which the ensembles are made (notebook 64).",
    )


def finding(
    apart: Mapping[str, pd.DataFrame], rivals: Mapping[str, Sequence[str]], ours: Mapping[str, str]
) -> list[str]:
    """The same for the README."""
    return [
        f"Beside the best of the {side} that others made, our `{ours[side]}` is {_standing(apart[side], rivals[side])}."
        for side in apart
    ]


def message(apart: pd.DataFrame, rivals: Sequence[str], ours: str) -> str:
    """What a figure says: how ours does against the best rival of each condition."""
    return f"Beside the best rival, {ours} is {_standing(apart, rivals)}"


def _best(apart: pd.DataFrame, rivals: Sequence[str]) -> pd.DataFrame:
    return standings.hardest(apart, rivals).assign(label=BEST)


def _standing(apart: pd.DataFrame, rivals: Sequence[str]) -> str:
    """Ours beside the best rival, by wins and by score."""
    return words.by_both(_best(apart, rivals), BEST)


def _who(apart: pd.DataFrame, rivals: Sequence[str], measure: str) -> str:
    """The best rival by a measure, and where."""
    found: dict[str, list[Condition]] = {}
    best = standings.hardest(apart, rivals)
    for row in best[best["measure"] == measure].itertuples():
        found.setdefault(f"`{standings.rival(row.label)}`", []).append(words.CALLED[row.condition])
    return words.spread_over(found)
