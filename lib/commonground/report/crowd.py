"""What is said of people, in tables and sentences made from numbers."""

from collections.abc import Callable, Iterable, Mapping

import numpy as np
import pandas as pd

from commonground import files, paths, progress
from commonground.crowd.asking import AGENT, EVEN, THEMSELVES
from commonground.crowd.learners import WHO
from commonground.crowd.listeners import BOTH, CHANCE, CROWD, TOGETHER, WITH_BLEND
from commonground.crowd.listening import NO_CLUE, NO_GUESS, Heard
from commonground.crowd.recordings import EMPTY, OFF_BOARD
from commonground.report import numbers
from commonground.report.statistics import Estimate

WHY = (NO_CLUE, NO_GUESS, OFF_BOARD, EMPTY)  # a trial is left out
PAYS, COSTS, SAME = "pays", "costs", "makes no difference that could be told"
TALKING = "codenames-people"  # the recording in which people hear people's clues
OTHERS = 4  # who must have heard the same clue on the same board, for a crowd to be a yardstick
PAIRS = "connector"  # the recording whose persons are pairs
KNOWN = 0.97  # the share of people's clues that a set for people has to know


def likelihoods(scores: pd.DataFrame, titles: dict[str, str]) -> pd.DataFrame:
    """Every model's mean log-likelihood with its interval, a column for each recording."""
    cells = scores.assign(cell=numbers.column(scores, "score", write=numbers.amount))
    table = cells.pivot(index="model", columns="data", values="cell")
    return table.loc[list(dict.fromkeys(scores["model"])), list(titles)].rename(columns=titles)


def row(table: pd.DataFrame, value: str = "score", **where: object) -> Estimate:
    """The one row of a table that has these values, as an estimate."""
    (found,) = table[np.logical_and.reduce([table[name] == wanted for name, wanted in where.items()])].itertuples()
    return Estimate(getattr(found, value), found.low, found.high)


def equally_likely(score: float) -> str:
    """A mean log-likelihood as that of a choice among so many that are equally likely."""
    return progress.plain(float(np.exp(-score)))


def best_single(scores: pd.DataFrame, data: str) -> str:
    """The embedding that alone explains people best."""
    single = scores[(scores["data"] == data) & ~scores["model"].isin([CHANCE, *TOGETHER, CROWD, BOTH])]
    return str(single["model"].iloc[int(single["score"].argmax())])


def closed(scores: pd.DataFrame, data: str, model: str) -> float:
    """How much of the way from chance to the crowd a model goes; of none, if a crowd is no better than chance."""
    own, low, high = (row(scores, data=data, model=name).value for name in (model, CHANCE, CROWD))
    return (own - low) / (high - low) if high > low else float("nan")


def span(values: Iterable[float], write: Callable[[float], str]) -> str:
    """Some numbers from the least to the most: `62 to 82 %`; one that all have alike is written once."""
    known = [value for value in values if not np.isnan(value)]
    low, high = (write(end(known, default=float("nan"))) for end in (min, max))
    return high if low == high else f"{low.removesuffix(' %')} to {high}"


def likely_sets(scores: pd.DataFrame, models: Mapping[str, str]) -> str:
    """How many sets of cards a person's guesses are like one of, over the recordings, to a model of each: `24 to 37`."""
    found = (np.exp(-row(scores, data=data, model=model).value) for data, model in models.items())
    return span(found, progress.plain)


def ways(with_others: pd.DataFrame) -> list[float]:
    """How much of the way from chance to the crowd all embeddings together go, in each recording."""
    return [closed(with_others, data, WITH_BLEND) for data in with_others["data"].unique()]


def whom(data: str) -> str:
    """What the persons of a recording are: people, or pairs of them."""
    return "pairs" if data == PAIRS else "people"


def described(found: Heard, order: float) -> dict[str, str]:
    """What is said of a recording: how much there is of it, what is known of it, and what was left out for which reason."""
    names, trials = np.unique(found.person, return_counts=True)
    several = f", {progress.plain(int((trials > 1).sum()))} with more than one trial" if (trials == 1).any() else ""
    people = f"{progress.plain(len(names))} {whom(found.name)}{several}" if found.knows_people else "not recorded"
    clues, unheard = found.clues, found.left_out.get(NO_CLUE, 0)
    heard = len(found.turn) + found.left_out.get(NO_GUESS, 0)
    return {
        "trials": progress.plain(len(found.turn)),
        "people": people,
        "boards": progress.plain(len(np.unique(found.board))),
        "different clues": progress.plain(len(np.unique(found.clue))),
        "clues on boards known": f"{progress.plain(clues.known)} of {progress.plain(clues.all)} ({numbers.percent(clues.share, 1)})",
        "trials whose clue is known": numbers.percent(heard / (heard + unheard), 1),
        **{f"left out: {why}": progress.plain(found.left_out.get(why, 0)) for why in WHY},
        "in the listener's order": numbers.change(order),
    }


def gain(table: pd.DataFrame, **where: object) -> Estimate:
    """What a learner gains over the mixture that learns nothing."""
    return row(table, "gain", **where)


def verdict(found: Estimate) -> str:
    """What an interval says about a gain."""
    if found.low > 0:
        return PAYS
    return COSTS if found.high < 0 else SAME


# The finding


PREDICTIONS = {
    PAYS: "makes predictions better",
    COSTS: "makes predictions worse",
    SAME: "makes predictions neither better nor worse",
}
MIXED = "makes predictions better or worse, or neither, by recording"


def said_of(verdicts: Iterable[str]) -> str:
    """What learning does to predictions, from its verdict in each recording."""
    different = set(verdicts)
    return PREDICTIONS[different.pop()] if len(different) == 1 else MIXED


def write(set_name: str) -> None:
    """`figures/<set>/finding.md`, what people are like in a sentence, and `summary.md`, three of them: for the README."""
    folder = paths.results(set_name)
    with_others, learned, found = (
        pd.read_csv(folder / name)
        for name in (
            *("people/scores-with-others.csv", "learning-people/learners.csv"),
            "for-people/meant-cards-found.csv",
        )
    )
    files.write_text(paths.figures(set_name) / "finding.md", f"- {finding(with_others)}\n")
    files.write_text(paths.figures(set_name) / "summary.md", f"{summary(with_others, learned, found)}\n")


def finding(with_others: pd.DataFrame) -> str:
    """Which part of people the embeddings explain."""
    parts = ways(with_others)
    lead = "**People** are no embeddings" if np.nanmax([*parts, 0.0]) < 1 else "**People** and embeddings"
    return (
        f"{lead}: all embeddings mixed get {span(parts, numbers.percent)} of the way from chance to what other people's guesses"
        " predict, by recording."
    )


def summary(with_others: pd.DataFrame, learned: pd.DataFrame, found: pd.DataFrame) -> str:
    """The same, whether it pays to find out which embedding a person speaks, and how many of people's cards are found."""
    plain = learned[(learned["about"] == WHO) & (learned["learner"] == "drift") & (learned["setting"] == 0)]
    said = said_of(verdict(gain(plain, data=name)) for name in plain["data"].unique())
    agent, people, even = (
        numbers.rate(row(found, "share", data=TALKING, guesser=who).value, 2) for who in (AGENT, THEMSELVES, EVEN)
    )
    return (
        f"{finding(with_others).replace('**', '')} Working out by Bayes' rule which embedding a person speaks {said}. On boards that nothing was"
        f" fitted on, an agent that knows people in general finds {agent} of the cards that a person means; people find {people},"
        f" and all embeddings evenly mixed {even}."
    )
