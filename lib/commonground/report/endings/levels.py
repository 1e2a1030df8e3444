"""How the notebook on levels ends: whether a level is worth anything, why not, and whether distant pairs fail."""

import pandas as pd

from commonground.report import numbers
from commonground.report.compare import AHEAD, BEHIND, CEILING, SCORE, UNSURE, WON
from commonground.report.endings import words
from commonground.report.hierarchies import MANNERS, OWN, Compared, same
from commonground.report.statistics import Estimate

BETTER = {
    AHEAD: "Yes: a pair of the same level gets better with the level",
    BEHIND: "No: a pair of the same level gets worse with the level",
    CEILING: "No: a pair of the same level can't get better, for the static pair has nothing left to win",
    UNSURE: "That can't be told: a pair of the same level is not clearly better or worse than the static one",
}
BOTH = MANNERS["+shared+forgetful"]


def message(apart: pd.DataFrame) -> str:
    """What the table of all pairs says."""
    told = [_row(apart, MANNERS[OWN], level).told for level in (1, 2)]
    if told[0] == told[1]:
        return f"Of pairs of one level, both higher ones are {words.VERDICTS[told[0]]} by wins, against the static pair"
    return (
        f"By wins, level 1 is {words.VERDICTS[told[0]]} and level 2 {words.VERDICTS[told[1]]}, against the static pair"
    )


def manners_message(apart: pd.DataFrame) -> str:
    """What the picture of the manners says."""
    told = {title: [_row(apart, title, level).told for level in (1, 2)] for title in MANNERS.values()}
    behind = [title for title, verdicts in told.items() if BEHIND in verdicts]
    if BOTH in behind or not behind:
        return f"Against the static pair, higher levels are clearly behind in {words.out_of(len(behind), len(told), 'manners')}"
    return f"Higher levels are clearly behind the static pair ({'; '.join(behind)}), but not with {BOTH}"


def room_message(room: pd.DataFrame) -> str:
    """What the picture of few words says."""
    clear = room[(room["measure"] == SCORE) & (room["low"] > 0)]
    if clear.empty:
        return "However few words there are to choose from, a level is not clearly worth a point of score"
    return f"Where there is something left to win, a level is worth it: by score with {words.listed(dict.fromkeys(clear['label']))}"


def ending(
    apart: pd.DataFrame,
    room: pd.DataFrame,
    gap: Compared,
    sides: tuple[float, float],
    samples: int,
    left: float,
    boards: int,
) -> list[str]:
    """Whether a level is worth anything, what stands in its way, what there is to gain, and who fails whom.

    `apart` and `room` hold pairs of one level against the static pair, `gap` neighbours on the hierarchy against the others,
    who win as often as `sides` says; `left` of the worlds are expected to be left when half the red cards are picked.
    """
    return words.told(
        boards,
        _better(apart),
        _both(apart),
        _room(room),
        f"{DISTANT[gap.told]}: neighbours on the hierarchy win {numbers.rate(sides[0])} of their games and the others"
        f" {numbers.rate(sides[1])}, {numbers.difference(Estimate(*gap[1:4]))} apart on the same boards.",
        f"What would change this: more worlds than the {samples:,} drawn a turn (when half the red cards are picked, {round(left)} of them"
        " are expected to be left), fewer words to choose from, and"
        " sides that know which worlds the other thinks about.",
    )


DISTANT = {
    AHEAD: "Pairs that are not adjacent win less, as the paper says",
    BEHIND: "Pairs that are not adjacent win more, which the paper does not say",
    CEILING: "Pairs that are not adjacent do not fail",
    UNSURE: "That pairs which are not adjacent fail can't be seen here",
}


def finding(apart: pd.DataFrame, room: pd.DataFrame) -> list[str]:
    """The same for the README."""
    plain, both = (_row(apart, title, 1) for title in (MANNERS[OWN], BOTH))
    few = room[(room["condition"] == same(1)) & (room["measure"] == SCORE)].iloc[0]
    return [
        f"A pair of level 1 has {numbers.difference(_effect(plain))} in games won against two static agents with one embedding.",
        f"If both sides think about the same worlds and take each clue by itself, it is {words.VERDICTS[both.told]} by wins.",
        f"With only {few['label']} as clues, where more is left to win, its score changes by {numbers.change(_effect(few))}.",
    ]


def _better(apart: pd.DataFrame) -> str:
    first, second = (_row(apart, MANNERS[OWN], level) for level in (1, 2))
    verdict = first.told if first.told == second.told else UNSURE
    answer = BETTER[verdict] if first.told == second.told else "Not as such: the levels differ"
    scores = [_row(apart, MANNERS[OWN], level, SCORE) for level in (1, 2)]
    return (
        f"{answer}; against the static pair {same(1)} has {numbers.difference(_effect(first))} in games won and {same(2)}"
        f" {numbers.difference(second['difference'])}, in score {numbers.change(scores[0]['difference'])} and"
        f" {numbers.change(scores[1]['difference'])}."
    )


def _both(apart: pd.DataFrame) -> str:
    wins, score = (_row(apart, BOTH, 1, measure) for measure in (WON, SCORE))
    plain = _row(apart, MANNERS[OWN], 1)
    cause = "that is what stands in the way" if plain.told == BEHIND != wins.told else "so that is not all that matters"
    return (
        "If both sides think about the same worlds and take each clue by itself, level 1 is"
        f" {words.VERDICTS[wins.told]} by wins and {words.VERDICTS[score.told]} by score"
        f" ({numbers.change(_effect(score))}): {cause}."
    )


def _room(room: pd.DataFrame) -> str:
    few = room[(room["condition"] == same(1)) & (room["measure"] == SCORE)].iloc[0]
    return (
        f"With {few['label']} to choose from, where a static pair has more to lose, level 1 is then"
        f" {words.VERDICTS[few['told']]} by score ({numbers.change(_effect(few))})."
    )


def _row(apart: pd.DataFrame, label: str, level: int, measure: str = WON) -> pd.Series:
    rows = apart[(apart["label"] == label) & (apart["condition"] == same(level)) & (apart["measure"] == measure)]
    return rows.iloc[0]


def _effect(row: pd.Series) -> Estimate:
    return Estimate(row["difference"], row["low"], row["high"])
