"""How the notebook on reading the paper ends: which decisions matter, and what is mixed in a comparison of the paper's."""

import pandas as pd

from commonground.report import numbers
from commonground.report.compare import CONDITIONS, SCORE, WON
from commonground.report.endings import places, words
from commonground.report.readings import clear
from commonground.report.statistics import LEVEL, Estimate
from commonground.study.readings import NO_FILTER, ONE_MORE, PLAIN_SUMS

PLACE = {str(condition): places.where([condition]) for condition in CONDITIONS}
WRITE = {WON: numbers.difference, SCORE: numbers.change}
IN = {WON: "in games won", SCORE: "in score"}
NOISE, WORLDS = "noise assumed", "more worlds"
NOTHING = "changes nothing that can be told by wins"


def message(apart: pd.DataFrame) -> str:
    """What the picture of the alternatives says."""
    told = clear(apart)["label"].nunique()
    return f"Of {apart['label'].nunique()} other readings, {words.none_or(told)} change{'s' if told == 1 else ''} something that can be told"


def drawn(apart: pd.DataFrame) -> pd.DataFrame:
    """The alternatives of which something can be told; all, if nothing can."""
    some = apart[apart["label"].isin(set(clear(apart)["label"]))]
    return some if len(some) else apart


def worlds_message(mixed: pd.DataFrame) -> str:
    """What the picture of noise and worlds says."""
    said = [_counted(mixed[mixed["change"] == what]) for what in (NOISE, WORLDS)]
    both = f"{NOISE} {said[0]}, {WORLDS} {said[1]}"
    told = f"neither {NOISE} nor {WORLDS} changes anything that can be told by wins" if set(said) == {NOTHING} else both
    return f"Against a noiseless guesser with few worlds: {told}"


def ending(apart: pd.DataFrame, mixed: pd.DataFrame, boards: int) -> list[str]:
    """Which readings matter, whether the paper's printed lines do, and what noise and the number of worlds do apart."""
    each = int((apart["measure"] == WON).sum())
    return words.told(
        boards,
        f"Of {each} comparisons of {apart['label'].nunique()} other readings with ours on {boards} boards,"
        f" {words.none_or(len(clear(apart, WON)))} can be told from nothing in games won and {words.none_or(len(clear(apart, SCORE)))}"
        f" in score, where chance alone would make about {round((1 - LEVEL) * each)} of each so.",
        _most(apart),
        f"What the paper prints otherwise than its text has it: {words.listed([_printed(apart, other) for other in (PLAIN_SUMS, ONE_MORE, NO_FILTER)])}.",
        f"Whoever compares `DG_B` with `DG_B_noise` compares two things at once: with known partners without noise, assuming noise with as many worlds"
        f" changes games won by {_mixed(mixed, NOISE)}, and more worlds without noise by {_mixed(mixed, WORLDS, True)}.",
        f"What would change this: more boards, for at {boards} a difference in games won below about {numbers.rate(_reach(apart), 2)} can't be told"
        " from nothing, and other embeddings.",
    )


def _most(apart: pd.DataFrame) -> str:
    """The readings that matter most by each measure."""
    said = []
    for measure in (WON, SCORE):
        found = clear(apart, measure)
        if len(found):
            top = found.iloc[0]
            effect = WRITE[measure](
                Estimate(top["difference"], top["low"], top["high"]) if measure == WON else top["difference"]
            )
            said.append(
                f"{IN[measure]} {top['reading']} (`{top['agent']}`, {top['other']}: {effect} {PLACE[top['condition']]})"
            )
    return (
        f"What matters most is {words.listed(said)}."
        if said
        else "None of the readings matters so much that it could be told."
    )


def _printed(apart: pd.DataFrame, other: str) -> str:
    """What one printed line changes, over the agents that it was tried with."""
    rows = apart[(apart["other"] == other) & (apart["measure"] == WON)]
    most = float(rows["difference"].abs().max())
    found = len(clear(rows))
    told = "nothing that can be told" if not found else f"something in {found} of {len(rows)} comparisons"
    return f"{other} changes {told} (at most {numbers.rate(most)} of games won)"


def _counted(rows: pd.DataFrame) -> str:
    won = rows[rows["measure"] == WON]
    better, worse = (won["low"] > 0).sum(), (won["high"] < 0).sum()
    if not better and not worse:
        return NOTHING
    return f"is clearly better in {words.none_or(better)} and worse in {words.none_or(worse)} of {len(won)} comparisons by wins"


def _mixed(mixed: pd.DataFrame, change: str, plain: bool = False) -> str:
    rows = mixed[(mixed["agent"] == "DG_B") & (mixed["change"] == change) & (mixed["measure"] == WON)]
    rows = rows[rows["condition"] == str(CONDITIONS[0])]
    effect = Estimate(*rows[["difference", "low", "high"]].to_numpy()[0])
    return numbers.difference(effect.value if plain else effect)


def _reach(apart: pd.DataFrame) -> float:
    """Half of what an interval in games won is wide, in the middle of all."""
    won = apart[apart["measure"] == WON]
    return float(((won["high"] - won["low"]) / 2).median())
