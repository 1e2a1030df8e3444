"""How the notebook on unknown noise ends."""

from collections.abc import Mapping

import pandas as pd

from commonground.report import numbers
from commonground.report.compare import DETERMINISTIC_OUT, WON
from commonground.report.endings import words
from commonground.report.statistics import Estimate

TURN = 5  # before which beliefs about the noise are told


def ending(
    papers: pd.DataFrame,
    told: pd.DataFrame,
    twin: str,
    prior: Mapping[float, float],
    by_turn: pd.DataFrame,
    calibrated: pd.DataFrame,
) -> list[str]:
    """Whether learning does as well as being told, what it adds, whether it finds the noise, what would change it.

    `papers` and `told` hold SM_N against the paper's spymasters and against those that are told the noise (as `variants.apart`
    has it), `twin` is the label of the one that is SM_N but for the learning, `prior` what SM_N believes at first.
    """
    plain, noisy = dict.fromkeys(papers["label"])
    boards = int(told["boards"].min())
    return words.told(
        boards,
        f"Against `SM_B`, `SM_N` is {words.by_both(papers, plain)}; against `SM_B_noise`, {words.by_both(papers, noisy)}.",
        f"Beside whichever choice of noise is best in a condition, looked up after the fact, it is {_beside_the_best(told)}"
        f" ({boards} boards).",
        f"What learning itself adds shows beside its twin, which draws and looks as `SM_N` does and is told 1.0: with"
        f" {_prior(prior)}, it is {words.by_both(told, twin)}.",
        f"{_found(by_turn)} {_right(calibrated)}",
        "What would change this: another prior (notebook 66 tries some), and partners noisier than any level that it holds"
        " possible.",
    )


def finding(papers: pd.DataFrame, told: pd.DataFrame, twin: str) -> list[str]:
    """The same for the README."""
    noisy = list(dict.fromkeys(papers["label"]))[1]
    effect = words.effect(papers, noisy, DETERMINISTIC_OUT)
    return [
        f"`SM_N` need not be told how noisy its partner is: against the paper's `SM_B_noise` it is"
        f" {words.standing(papers, noisy)} by wins ({numbers.difference(effect)} {words.place(DETERMINISTIC_OUT)}).",
        f"Little of that is learning: beside its twin that is told 1.0, it is {words.standing(told, twin)} by wins."
        if _adds_little(told, twin)
        else f"Learning has its part in that: beside its twin that is told 1.0, it is {words.standing(told, twin)} by wins.",
    ]


def message(apart: pd.DataFrame, whom: str) -> str:
    """What a figure of differences says: in how many SM_N is ahead, and in how many behind, by wins."""
    wins = apart[apart["measure"] == WON]
    ahead, behind = (wins["low"] > 0).sum(), (wins["high"] < 0).sum()
    return (
        f"By wins, SM_N is clearly ahead of {whom} in {words.out_of(ahead, len(wins), 'comparisons')},"
        f" clearly behind in {words.none_or(behind)}"
    )


def _adds_little(told: pd.DataFrame, twin: str) -> bool:
    """Whether the twin is clearly beaten by wins in fewer than half of the conditions."""
    wins = told[(told["label"] == twin) & (told["measure"] == WON)]
    return bool((wins["low"] > 0).mean() < 1 / 2)


def _beside_the_best(told: pd.DataFrame) -> str:
    """SM_N against the best of those that are told, another one in each condition and by each measure."""
    hardest = told.sort_values(["theirs", "low"], ascending=[False, True], kind="stable")  # of several that tie
    best = hardest.drop_duplicates(["condition", "measure"]).sort_index().assign(label="best")
    return words.by_both(best, "best")


def _prior(prior: Mapping[float, float]) -> str:
    """What is believed of the noise before anything is seen."""
    levels = words.listed([f"{level:g}" for level in prior])
    even = max(prior.values()) - min(prior.values()) < 1e-9
    uneven = words.listed([f"{numbers.rate(belief, 2)} on {level:g}" for level, belief in prior.items()])
    return f"an even prior over {levels}" if even else f"a prior of {uneven}"


def _found(by_turn: pd.DataFrame) -> str:
    """What noise it believes in before a turn, with partners it knows, and whether that is in order."""
    turn = min(TURN, int(by_turn["turn"].max()))
    rows = by_turn[(by_turn["where"] == "in") & (by_turn["turn"] == turn)].set_index("true")["noise"].sort_index()
    order = "in the right order" if rows.is_monotonic_increasing else "not all in the right order"
    believed, true = (
        words.listed([numbers.amount(noise) for noise in rows]),
        words.listed([f"{n:g}" for n in rows.index]),
    )
    return f"Of known partners whose noise is {true} it believes in {believed} on average before turn {turn}: {order}."


def _right(calibrated: pd.DataFrame) -> str:
    """How often its firmest beliefs are right, with known partners and with strangers."""
    firmest = calibrated.sort_values("believed").groupby("where", sort=False).tail(1).set_index("where")
    parts = [
        f"{words.WHOM[where]} it is right {numbers.rate(Estimate(row['right'], row['low'], row['high']))} of the time when it"
        f" believes in a level with {numbers.rate(row['belief'])}, which is {_judged(row)}"
        for where, row in firmest.sort_index().iterrows()
    ]
    return f"Its firmest beliefs are to be taken so: {'; '.join(parts)}."


def _judged(row: pd.Series) -> str:
    return (
        "too bold" if row["belief"] > row["high"] else "too cautious" if row["belief"] < row["low"] else "about right"
    )
