"""What is said of people, in tables and sentences made from numbers."""

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd

from commonground import files, paths, progress
from commonground.crowd.learners import WHO
from commonground.crowd.listeners import BOTH, CHANCE, CROWD, TOGETHER, WITH_BLEND
from commonground.report import numbers
from commonground.report.numbers import Number
from commonground.report.statistics import Estimate

PAYS, COSTS, SAME = "pays", "costs", "makes no difference that could be told"
TALKING = "codenames-people"  # the recording in which people hear people's clues


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


def closed(scores: pd.DataFrame, data: str, model: str, ceiling: str = CROWD) -> float:
    """How much of the way from chance to the crowd a model goes."""
    own, low, high = (row(scores, data=data, model=name).value for name in (model, CHANCE, ceiling))
    return (own - low) / (high - low)


def listed(found: Mapping[str, Number], titles: dict[str, str], write: Callable[[Number], str]) -> str:
    """A number for each recording: `+.30 [+.22, +.37] (Codenames), …`."""
    return ", ".join(f"{write(found[name])} ({title})" for name, title in titles.items())


def nearness(scores: pd.DataFrame, titles: dict[str, str]) -> str:
    """How likely people's guesses are by chance, to the best single embedding and to all together, in a sentence."""
    told = []
    for data, title in titles.items():
        single = best_single(scores, data)
        chance, one, several = (
            equally_likely(row(scores, data=data, model=model).value) for model in (CHANCE, single, WITH_BLEND)
        )
        told.append(f"{title}: one of {chance}, one of {one} ({single}) and one of {several}")
    return (
        "A person's guesses are like one of so many sets of cards by chance, to the best single embedding, and to all"
        f" together: {'; '.join(told)}"
    )


def ways(with_others: pd.DataFrame, titles: dict[str, str]) -> str:
    """How much of the way from chance to the crowd all embeddings together go, in each recording."""
    return ", ".join(numbers.percent(closed(with_others, data, WITH_BLEND)) for data in titles)


def best_noise(noised: pd.DataFrame, apart: pd.DataFrame) -> pd.DataFrame:
    """The noise at which each embedding explains people best, and what it gains over misjudging each card by itself."""
    noised = noised.reset_index(drop=True)
    found = noised.loc[noised.groupby(["data", "embedding"], sort=False)["score"].idxmax()]
    return found.merge(apart, on=["data", "embedding"]).assign(gain=lambda table: table["score"] - table["apart"])


def gain(table: pd.DataFrame, **where: object) -> Estimate:
    """What a learner gains over the mixture that learns nothing."""
    return row(table, "gain", **where)


def verdict(found: Estimate) -> str:
    """What an interval says about a gain."""
    if found.low > 0:
        return PAYS
    return COSTS if found.high < 0 else SAME


# The finding


PREDICTIONS = {PAYS: "helps", COSTS: "makes predictions worse", SAME: "neither helps nor harms"}


def write(set_name: str) -> None:
    """`figures/<set>/finding.md`: what people are like, in a sentence for the README."""
    folder = paths.results(set_name)
    with_others, learned = (
        pd.read_csv(folder / name) for name in ("people/scores-with-others.csv", "learning-people/learners.csv")
    )
    files.write_text(paths.figures(set_name) / "finding.md", f"- {finding(with_others, learned)}\n")


def finding(with_others: pd.DataFrame, learned: pd.DataFrame) -> str:
    """Which part of people the embeddings explain, and whether it pays to find out which one a person speaks."""
    part = numbers.percent(closed(with_others, TALKING, WITH_BLEND))
    plain = learned[(learned["about"] == WHO) & (learned["learner"] == "drift") & (learned["setting"] == 0)]
    verdicts = {verdict(gain(plain, data=name)) for name in plain["data"].unique()}
    told = PREDICTIONS[verdicts.pop()] if len(verdicts) == 1 else "helps to predict some people and not others"
    return (
        f"**People** speak no embedding: all of them mixed go {part} of the way from chance to what other people's guesses tell,"
        f" and to find out by Bayes' rule which one a person speaks {told}."
    )
