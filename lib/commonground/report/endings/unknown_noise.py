"""How the notebook on unknown noise ends."""

import numpy as np
import pandas as pd

from commonground.report import beliefs, numbers
from commonground.report.compare import AHEAD, BEHIND, SCORE, STOCHASTIC_OUT, WON
from commonground.report.endings import clear, words


def ending(
    papers: pd.DataFrame,
    told: pd.DataFrame,
    twin: str,
    looks: pd.DataFrame,
    by_turn: pd.DataFrame,
    calibrated: pd.DataFrame,
) -> list[str]:
    """Whether learning does as well as being told, what it adds, whether it finds the noise, what would change it.

    `papers` and `told` hold SM_N against the paper's spymasters and against those that are told the noise (as `variants.apart`
    has it), `twin` is the label of the one that is SM_N but for the learning, `looks` holds that one against SM_B_noise.
    """
    boards = int(told["boards"].min())
    return words.told(
        boards,
        "Does it do as well as the best choice of noise, looked up afterwards in each condition?"
        f" {_as_the_best(told, boards)}",
        _beside_the_papers(papers),
        f"What of that is learning? {_learning(told, twin)} Beside `SM_B_noise`, the twin itself {clear.changes(looks)}.",
        f"Does it find the noise? {_found(by_turn)} {_right(calibrated)}",
        "What would change this: another prior (notebook 66 tries some), and partners noisier than any level that it holds"
        " possible.",
    )


def finding(papers: pd.DataFrame, told: pd.DataFrame, twin: str) -> list[str]:
    """The same for the README."""
    noisy = list(dict.fromkeys(papers["label"]))[1]
    return [
        "`SM_N` need not be told how noisy its partner is: beside the paper's `SM_B_noise`, which is, it"
        f" {clear.changes(papers[papers['label'] == noisy])}.",
        _learning(told, twin),
    ]


def message(apart: pd.DataFrame, whom: str) -> str:
    """What a figure of differences says: in how many comparisons SM_N wins and scores more, and in how many less."""
    said = []
    for measure, verb in clear.VERBS.items():
        own = apart[apart["measure"] == measure]["told"]
        more, less = int((own == AHEAD).sum()), int((own == BEHIND).sum())
        said.append(f"{verb}s more in {words.none_or(more)} and {clear.LESS[measure]} in {words.none_or(less)}")
    each = int((apart["measure"] == WON).sum())
    return f"Of {words.count(each)} comparisons with {whom}, SM_N {' and '.join(said)}"


def _beside_the_papers(papers: pd.DataFrame) -> str:
    """SM_N beside each of the paper's spymasters, and by how much with strangers in noise."""
    calm, noisy = ((label, papers[papers["label"] == label]) for label in dict.fromkeys(papers["label"]))
    lead = numbers.difference(words.effect(papers, noisy[0], STOCHASTIC_OUT))
    return (
        f"Beside the paper's `SM_B` it {clear.changes(calm[1])}; beside its `SM_B_noise` it {clear.changes(noisy[1])}"
        f" ({lead} of games won {words.place(STOCHASTIC_OUT)})."
    )


def _learning(told: pd.DataFrame, twin: str) -> str:
    """What learning adds: SM_N beside the one that does all but that."""
    own = told[told["label"] == twin]
    return f"Beside its twin, which is told 1.0 and does not learn, it {clear.changes(own)} ({own['boards'].min()} boards)."


def _as_the_best(told: pd.DataFrame, boards: int) -> str:
    """SM_N against the best of those that are told, another one in each condition and by each measure."""
    hardest = told.sort_values(["theirs", "low"], ascending=[False, True], kind="stable")  # of several that tie
    best = hardest.drop_duplicates(["condition", "measure"])
    behind = best[best["told"] == BEHIND]
    if behind.empty:
        return f"It is nowhere clearly behind on {boards} boards, by wins or by score."
    places = [[words.CALLED[one] for one in behind[behind["measure"] == by]["condition"]] for by in (WON, SCORE)]
    wins, score = (words.where(some) if some else "nowhere" for some in places)
    return f"Not everywhere: it is clearly behind {words.both_ways(wins, score)} ({boards} boards)."


def _found(by_turn: pd.DataFrame) -> str:
    """What noise it believes in before a turn, with partners it knows, whether that is more with noisier ones, and in order."""
    turn = beliefs.most_reach(by_turn)
    found = by_turn[(by_turn["where"] == "in") & (by_turn["turn"] == turn)].set_index("true").sort_index()
    rows, quiet, loud = found["noise"], found.iloc[0], found.iloc[-1]
    reach = np.hypot(loud["noise"] - loud["low"], quiet["high"] - quiet["noise"])  # of the interval of the difference
    order = "it does, in order" if rows.is_monotonic_increasing else "it does, but not all in order"
    order = order if loud["noise"] - quiet["noise"] > reach else "it does not, as far as can be told"
    return (
        f"Of known partners {order}: before turn {turn} it believes in {numbers.amount(rows.iloc[0])} on average where there is"
        f" {rows.index[0]:g}, and in {numbers.amount(rows.iloc[-1])} where there is {rows.index[-1]:g}."
    )


def _right(calibrated: pd.DataFrame) -> str:
    """How often its firmest beliefs are right, with known partners and with strangers."""
    firmest = calibrated.sort_values("believed").groupby("where", sort=False).tail(1).set_index("where")
    parts = [
        f"{numbers.percent(row['right'])} of the time {words.WHOM[where]}, {_judged(row)} for beliefs of {numbers.rate(row['belief'], 2)}"
        for where, row in firmest.sort_index().iterrows()
    ]
    return f"Its firmest beliefs are right {'; '.join(parts)} ({int(calibrated['boards'].max())} boards)."


def _judged(row: pd.Series) -> str:
    if row["belief"] > row["high"]:
        return "too seldom"
    return "too often" if row["belief"] < row["low"] else "not clearly off"
