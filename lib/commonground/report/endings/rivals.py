"""How the notebook on rivals ends."""

from collections.abc import Mapping, Sequence

import pandas as pd

from commonground.report import numbers, standings
from commonground.report.compare import DETERMINISTIC_OUT, WON, Condition
from commonground.report.endings import words

BEST = "best"


def ending(
    apart: Mapping[str, pd.DataFrame], rivals: Mapping[str, Sequence[str]], ours: Mapping[str, str], added: pd.DataFrame
) -> list[str]:
    """How ours do beside the best rivals, what the blend adds as one more model, what would change it.

    `apart` holds ours against everybody, by side, `added` agents with the blend as one more model against those without it.
    """
    boards = int(min(table["boards"].min() for table in apart.values()))
    return words.told(
        boards,
        *(
            f"Of rivals that are {side}, the best by wins is {_who(apart[side], rivals[side])}. Against the best of each condition"
            f" `{ours[side]}` is {words.by_both(_best(apart[side], rivals[side]), BEST)}."
            for side in apart
        ),
        f"With the blend as one more model, {_more(added)} ({int(added['boards'].min())} boards).",
        "What would change this: another reading of a rival, above all of `SM_RSA`, whose paper plays another game (Codenames Duet)"
        " with trained embeddings; and matches, for which the ensembles are made (notebook 64).",
    )


def finding(
    apart: Mapping[str, pd.DataFrame], rivals: Mapping[str, Sequence[str]], ours: Mapping[str, str]
) -> list[str]:
    """The same for the README."""
    return [
        f"Against the best of the {side} that others made, our `{ours[side]}` is {words.standing(best, BEST)} by wins"
        f" ({numbers.difference(words.effect(best, BEST, DETERMINISTIC_OUT))} {words.place(DETERMINISTIC_OUT)})."
        for side in apart
        for best in [_best(apart[side], rivals[side])]
    ]


def message(apart: pd.DataFrame, rivals: Sequence[str], ours: str) -> str:
    """What a figure says: how ours does against the best rival of each condition."""
    return f"Against the best rival, {ours} is {words.standing(_best(apart, rivals), BEST)} by wins"


def _best(apart: pd.DataFrame, rivals: Sequence[str]) -> pd.DataFrame:
    return standings.hardest(apart, rivals).assign(label=BEST)


def _who(apart: pd.DataFrame, rivals: Sequence[str]) -> str:
    """The best rival by wins, and where."""
    found: dict[str, list[Condition]] = {}
    best = standings.hardest(apart, rivals)
    for row in best[best["measure"] == WON].itertuples():
        found.setdefault(f"`{standings.rival(row.label)}`", []).append(words.CALLED[row.condition])
    return words.spread_over(found)


def _more(added: pd.DataFrame) -> str:
    """What one more model makes of each agent."""
    return "; ".join(
        f"`{standings.rival(label)}` is {words.by_both(added, label)}" for label in added["label"].unique()
    )
