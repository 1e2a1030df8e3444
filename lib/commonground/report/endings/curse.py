"""How the notebook on the winner's curse ends."""

import pandas as pd

from commonground.report import numbers
from commonground.report.endings import clear, words
from commonground.report.statistics import Estimate

INDEPENDENT, COMMON = "independent", "common"


def message(summary: pd.DataFrame) -> str:
    """What the figure of promises says."""
    always = "always" if (summary["curse_low"] > 0).all() else "mostly" if (summary["curse"] > 0).all() else "sometimes"
    return f"The clue that is chosen {always} promises more than it is worth"


def games_message(apart: pd.DataFrame) -> str:
    """What the figure of games says of sharing draws, which is the first row."""
    own = apart[apart["label"] == apart["label"].iloc[0]]
    if clear.alike(own):
        return f"Sharing draws makes no difference in games, by wins or by score, that {int(own['boards'].min())} boards can show"
    return f"In games, a spymaster that shares draws {clear.changes(own)}"


def _three_times(own: pd.DataFrame) -> str:
    """What three times as many shared draws do."""
    if clear.alike(own):
        return "Three times as many draws change nothing more that can be told."
    return f"With three times as many draws, it {clear.changes(own)}."


def ending(summary: pd.DataFrame, equal: pd.DataFrame, apart: pd.DataFrame, samples: int, boards: int) -> list[str]:
    """How much clues are overestimated, what common draws are worth to the choice and in games, what would change it.

    `summary` and `equal` are as `report.curse` gives them; `apart` holds common draws against independent ones, then three
    times as many of them against those.
    """
    most = int(summary["samples"].max())
    left = [numbers.amount(_curse(summary, draws, most).value) for draws in (INDEPENDENT, COMMON)]
    _, more = dict.fromkeys(apart["label"])
    return words.told(
        boards,
        f"On {samples} draws of its own, the clue that `SM_B_noise` chooses promises"
        f" {numbers.amount(_curse(summary, INDEPENDENT, samples))} more than it is worth; on {samples} draws that all clues"
        f" share, {numbers.amount(_curse(summary, COMMON, samples).value)} more.",
        f"More draws lift the curse: with {most} of them, {left[0]} of it is left if they are independent and {left[1]} if they"
        f" are common. By what their choice is worth, {samples} common draws are {_as_good(equal)}.",
        f"{games_message(apart)}. {_three_times(apart[apart['label'] == more])}",
        f"What would change this: more than {boards} boards, on which smaller differences would show; less noise, under which"
        " draws differ less; and time for hundreds of draws, with which it hardly matters how they are drawn.",
    )


def finding(summary: pd.DataFrame, apart: pd.DataFrame, samples: int) -> list[str]:
    """The same for the README."""
    own, shared = (numbers.amount(_curse(summary, draws, samples).value) for draws in (INDEPENDENT, COMMON))
    return [
        f"The best of many clues, judged on {samples} noisy draws each, promises {own} more than it is worth; if all clues are"
        f" judged on the same draws, {shared}.",
        f"{games_message(apart)}.",
    ]


def _curse(summary: pd.DataFrame, draws: str, samples: int) -> Estimate:
    (row,) = summary[(summary["draws"] == draws) & (summary["samples"] == samples)].itertuples()
    return Estimate(row.curse, row.curse_low, row.curse_high)


def _as_good(equal: pd.DataFrame) -> str:
    """Better than how many independent draws, and worse than how many."""
    better, worse = equal[equal["low"] > 0]["samples"], equal[equal["high"] < 0]["samples"]
    ahead = f"clearly better than {better.max()} independent ones" if len(better) else ""
    behind = f"clearly worse than {worse.min()}{'' if ahead else ' independent ones'}" if len(worse) else ""
    return (
        words.listed([told for told in (ahead, behind) if told])
        or "neither clearly better nor worse than any number of independent ones"
    )
