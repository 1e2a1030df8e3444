"""How the notebook on levels ends: whether a level is worth anything, why not, and whether distant pairs fail."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from commonground.report import numbers
from commonground.report.compare import AHEAD, BEHIND, CEILING, SCORE, UNSURE, WON
from commonground.report.endings import clear, words
from commonground.report.hierarchies import MANNERS, MEASURES, OWN, WITHOUT_STATIC, same
from commonground.report.statistics import Estimate
from commonground.study.plan import LEVELS

HIGHER = LEVELS[1:]
BETTER = {
    AHEAD: "Yes: pairs of a higher level do better than the static pair",
    BEHIND: "No: pairs of a higher level do worse than the static pair",
    CEILING: "No: the static pair wins all but everything, and so do pairs of a higher level",
    UNSURE: "That can't be told: pairs of a higher level do neither clearly better nor clearly worse than the static pair",
}
BOTH = MANNERS["+shared+forgetful"]
STATIC = "the static pair"


def gained(table: pd.DataFrame) -> list[int]:
    """How many red cards more than G0 does G1 pick in each world of a tiny board."""
    red, plain, thinking = (
        table[column].str.split(", ").map(set) for column in ("world: red are", "G0 picks", "G1 picks")
    )
    return [len(ours & own) - len(theirs & own) for own, theirs, ours in zip(red, plain, thinking, strict=True)]


def by_hand(table: pd.DataFrame) -> str:
    """What the table of a tiny board says: in how many worlds G1 picks more red cards than G0, and the first of them."""
    gains = gained(table)
    more, fewer = words.none_or(sum(gain > 0 for gain in gains)), words.none_or(sum(gain < 0 for gain in gains))
    told = f"Of {words.count(len(table))} worlds, G1 picks more red cards than G0 in {more}, and fewer in {fewer}."
    if max(gains) <= 0:
        return told
    row = table.iloc[int(np.argmax(gains))]
    cards = [card for card in row["G1 picks"].split(", ") if card not in row["G0 picks"].split(", ")]
    return (
        f"{told} “{row['S0 says']}” is what S0 says where {words.listed(row['world: red are'].split(', '))} are red: G0 stops"
        f" after {words.listed(row['G0 picks'].split(', '))}, and G1 takes {words.listed(cards)} as well."
    )


def message(apart: pd.DataFrame) -> str:
    """What the table of all pairs says."""
    return f"Beside the static pair, {_standing(apart, MANNERS[OWN])}"


def manners_message(apart: pd.DataFrame) -> str:
    """What the picture of the manners says."""
    behind = [title for title in MANNERS.values() if BEHIND in _told(apart, title)]
    if behind == [title for title in MANNERS.values() if title != BOTH]:
        return "Higher levels lose to the static pair unless both sides think about the same worlds and forget earlier clues"
    return f"Higher levels are clearly behind the static pair in {words.out_of(len(behind), len(MANNERS), 'manners')}"


def drawn(room: pd.DataFrame) -> pd.DataFrame:
    """What is worth drawing of few words: by wins nothing is, if all pairs win all but everything."""
    return room[room["measure"] == SCORE] if _at_the_ceiling(room) else room


def room_message(room: pd.DataFrame) -> str:
    """What the picture of few words says: with how many a level clearly changes something."""
    score, wins = (words.listed(_changes(room, measure)) or "nowhere" for measure in (SCORE, WON))
    won = "by wins it is a tie at the ceiling" if _at_the_ceiling(room) else f"games won {wins}"
    return f"Beside the static pair, a level clearly changes the score {score}; {won}"


def _at_the_ceiling(room: pd.DataFrame) -> bool:
    return bool((room[room["measure"] == WON]["told"] == CEILING).all())


def ending(
    apart: pd.DataFrame, room: pd.DataFrame, gap: pd.DataFrame, samples: int, left: float, boards: int
) -> list[str]:
    """Whether a level is worth anything, what stands in its way, what there is to gain, and who fails whom.

    `apart` and `room` hold pairs of one level against the static pair, `gap` neighbours on the hierarchy against the others;
    `left` of the worlds are expected to be left when half the red cards are picked.
    """
    return words.told(
        boards,
        _better(apart),
        _both(apart),
        _room(room, boards),
        _distant(gap),
        f"What would change this: more worlds than the {samples:,} drawn a turn, of which {round(left)} are expected to be left when"
        " half the red cards are picked, and sides that know which worlds the other thinks about.",
    )


def finding(apart: pd.DataFrame, room: pd.DataFrame, boards: int) -> list[str]:
    """The same for the README."""
    return [
        f"Against two static agents with one embedding, {_gains(apart)}.",
        _both(apart),
        _room(room, boards),
    ]


def _better(apart: pd.DataFrame) -> str:
    told = _told(apart, MANNERS[OWN])
    answer = BETTER[told[0]] if len(set(told)) == 1 else f"Not as such: {_standing(apart, MANNERS[OWN])}"
    return f"{answer}. {_gains(apart)}."


def _gains(apart: pd.DataFrame) -> str:
    """`S1 with G1 changes games won by −.179 [−.234, −.125] and the score by −4.57`."""
    wins, score = (_effect(_row(apart, MANNERS[OWN], 1, measure)) for measure in MEASURES)
    return f"{same(1)} changes games won by {numbers.difference(wins)} and the score by {numbers.change(score.value)}"


def _standing(apart: pd.DataFrame, label: str) -> str:
    """How pairs of each higher level compare with the static pair, by wins and by score; once if it is the same of all."""
    verdicts = {level: [_row(apart, label, level, measure).told for measure in MEASURES] for level in HIGHER}
    if len({tuple(told) for told in verdicts.values()}) == 1:
        return f"pairs of a higher level {_by(verdicts[HIGHER[0]], many=True)}"
    return words.listed([f"{same(level)} {_by(told)}" for level, told in verdicts.items()])


def _by(verdicts: Sequence[str], many: bool = False) -> str:
    """Two verdicts as verbs: `wins clearly fewer games and scores clearly less`."""
    wins, score = verdicts
    return f"{clear.verdict(WON, wins, many, STATIC)} and {clear.verdict(SCORE, score, many)}"


def _told(apart: pd.DataFrame, label: str) -> list[str]:
    """The verdicts of all higher levels by both measures; at the ceiling of wins it is the score that tells."""
    told = [_row(apart, label, level, measure).told for level in HIGHER for measure in MEASURES]
    return [CEILING if set(told) <= {CEILING, UNSURE} and CEILING in told else verdict for verdict in told]


def _both(apart: pd.DataFrame) -> str:
    """How pairs do that think about the same worlds and forget, and so what others lose by."""
    wins, score = (_row(apart, BOTH, 1, measure) for measure in MEASURES)
    return (
        f"If both sides think about the same worlds and forget earlier clues, {same(1)} {clear.verdict(WON, wins.told, other=STATIC)}, and"
        f" {clear.verdict(SCORE, score.told)} ({numbers.change(_effect(score))}). {_cause(apart)}"
    )


def _cause(apart: pd.DataFrame) -> str:
    if BEHIND not in _told(apart, MANNERS[OWN]):
        return "Where higher levels lose nothing, worlds and memory explain nothing."
    if BEHIND in _told(apart, BOTH):
        return "So worlds and memory are not all that higher levels lose by."
    if not _apart(apart, MANNERS[OWN], BOTH):
        return (
            "Whether worlds drawn apart and the memory of earlier clues are what higher levels lose by can't be told."
        )
    return "So worlds drawn apart and the memory of earlier clues are most of what higher levels lose by."


def _apart(apart: pd.DataFrame, own: str, other: str) -> bool:
    """Whether one manner does clearly better than another wherever the other is clearly behind: their intervals part."""
    rows = [[_row(apart, label, level, by) for label in (own, other)] for level in HIGHER for by in MEASURES]
    return all(better["low"] > worse["high"] for worse, better in rows if worse["told"] == BEHIND)


def _room(room: pd.DataFrame, boards: int) -> str:
    """With the fewest words, and whether anything is clear with more."""
    few, *more = dict.fromkeys(room["label"])
    others = room[room["label"].isin(more)]
    found = int(others["told"].isin([AHEAD, BEHIND]).sum())
    verb = "is" if found == 1 else "are"
    rest = (
        f"{words.count(found)} of {words.count(len(others))} comparisons {verb} clear" if found else "nothing is clear"
    )
    wins, score = (_row(room, few, 1, measure) for measure in MEASURES)
    return (
        f"With only {few} to choose from, on {boards} boards, it then {clear.verdict(WON, wins.told, other=STATIC)}, and"
        f" {clear.verdict(SCORE, score.told)} ({numbers.change(_effect(score))}); with more words {rest}."
    )


def _changes(room: pd.DataFrame, measure: str) -> list[str]:
    """Where a level clearly changes something, and by how much: `with 25 words a card (+.18)`."""
    found: dict[str, list[str]] = {}
    for row in room[(room["measure"] == measure) & room["told"].isin([AHEAD, BEHIND])].itertuples():
        found.setdefault(str(row.label), []).append(numbers.WRITERS[measure].difference(float(row.difference)))
    return [f"with {label} ({words.listed(dict.fromkeys(values))})" for label, values in found.items()]


def _distant(gap: pd.DataFrame) -> str:
    """Whether pairs that are not adjacent fail: with the static pair among the neighbours, and without it."""
    by = {(row.pairs, row.measure): row for row in gap.itertuples()}
    without = [by[WITHOUT_STATIC, measure] for measure in MEASURES]
    found = {row.told for row in without} & {AHEAD, BEHIND}
    answer = DISTANT[found.pop()] if len(found) == 1 else "That pairs which are not adjacent fail can't be seen here"
    return (
        f"{answer}. Neighbours on the hierarchy, the static pair aside, have {numbers.difference(without[0].difference)} of games won"
        f" and {numbers.change(without[1].difference)} of score beside the others."
    )


DISTANT = {
    AHEAD: "Pairs that are not adjacent do worse, as the paper says",
    BEHIND: "Pairs that are not adjacent do better, which the paper does not say",
}


def _row(apart: pd.DataFrame, label: str, level: int, measure: str = WON) -> pd.Series:
    rows = apart[(apart["label"] == label) & (apart["condition"] == same(level)) & (apart["measure"] == measure)]
    return rows.iloc[0]


def _effect(row: pd.Series) -> Estimate:
    return Estimate(row["difference"], row["low"], row["high"])
