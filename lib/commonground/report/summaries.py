"""What figures draw, computed from committed results alone: games.csv.gz and learning.csv of an experiment."""

from itertools import product

import numpy as np
import pandas as pd
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from commonground.agents import SPYMASTERS
from commonground.embeddings import catalogue
from commonground.errors import CommonGroundError
from commonground.report import compare, numbers, statistics
from commonground.report.compare import BEHIND, CONDITIONS, MEASURES, SCORE, WON, Condition, Contest
from commonground.report.lineup import CROSS_PLAY, OTHER, RANDOM, SELF_PLAY, in_and_out

# Beliefs


def pooled(rows: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Several pairings as one: games, mean, and a t interval of the mean that holds whatever boards have to do with it.

    The pairings met the same boards, and what a board is like may show in all of them. How much it does is not in their means
    and spreads, so their errors are added up as if it were everything: an interval is as wide as one from resampling boards
    can get. A single pairing has each board once, and there it is the ordinary one.
    """
    total = rows.assign(sum=rows["games"] * rows["mean"])
    sums = total.groupby(by, sort=False)[["games", "sum"]].transform("sum")
    apart = rows["mean"] - sums["sum"] / sums["games"]
    squares = (rows["games"] - 1) * rows["sd"].fillna(0) ** 2 + rows[
        "games"
    ] * apart**2  # of a pairing's games, from all
    total = total.assign(error=np.sqrt(squares), boards=rows["games"])
    grouped = total.groupby(by, sort=False)
    result = grouped.agg(games=("games", "sum"), sum=("sum", "sum"), error=("error", "sum"), boards=("boards", "max"))
    free = (result["boards"] - 1).where(result["boards"] > 1)  # one board has no spread: no interval
    mean = result["sum"] / result["games"]
    half = stats.t.ppf((1 + statistics.LEVEL) / 2, free) * result["error"] / result["games"]
    half *= np.sqrt(result["boards"] / free)  # the spread of a sample is a little less than that of what it is from
    bounds = {"low": (mean - half).clip(lower=0), "high": (mean + half).clip(upper=1)}
    return result.assign(mean=mean, **bounds).reset_index()[[*by, "games", "mean", "low", "high"]]


def taken_for(learning: pd.DataFrame, side: str, partners: list[str], turn: int) -> pd.DataFrame:
    """What each partner is taken for before a turn (or the last one reached): belief in each model, how often it leads."""
    mine = learning[(learning["side"] == side) & learning[OTHER[side]].isin(partners) & (learning["turn"] <= turn)]
    mine = mine.rename(columns={side: "agent", OTHER[side]: "partner"})
    keys = ["environment", "agent", "partner"]
    last = mine[mine["turn"] == mine.groupby(keys)["turn"].transform("max")]
    leads = last[[*keys, "model", "turn", "leads"]]
    return pooled(last, [*keys, "model"]).merge(leads, on=[*keys, "model"])


# Games


def labelled(games: pd.DataFrame, role: str, chosen: catalogue.Set) -> pd.DataFrame:
    """Games with whose they are (`agent`) and whether the partner is known (`where`); internal static agents are pooled."""
    places = {name: group for group, names in in_and_out(chosen).items() for name in names}
    bayesian = ~games[role].isin([*places, RANDOM])
    internal = games[role].map(places) == "in"
    kept = games[(bayesian | internal) & games[OTHER[role]].isin(places)]
    static = np.where(kept[role] == kept[OTHER[role]], SELF_PLAY, CROSS_PLAY)
    agent = kept[role].where(bayesian[kept.index], static)
    return kept.assign(agent=agent, where=kept[OTHER[role]].map(places))


def turns_to_win(games: pd.DataFrame, role: str, chosen: catalogue.Set) -> pd.DataFrame:
    """The mean number of turns of the games that are won, with its bootstrap interval over boards."""
    won = labelled(games[games["won"] == 1], role, chosen)
    groups = won.groupby(["environment", "agent", "where"])
    rows = [[*key, len(part), *compare.average(part, compare.TURNS)] for key, part in groups]
    return pd.DataFrame(rows, columns=["environment", "agent", "where", "games", "mean", "low", "high"])


def losses(games: pd.DataFrame, role: str, chosen: catalogue.Set) -> pd.DataFrame:
    """How many games are lost, to the assassin and to the last blue card, and the loss rate with its interval over boards."""
    mine = labelled(games, role, chosen)
    rows = []
    for key, part in mine.groupby(["environment", "agent", "where"]):
        lost = part["won"] == 0
        counts = (int((lost & (part["assassin"] == 1)).sum()), int((lost & (part["assassin"] == 0)).sum()))
        by_board = lost.groupby(part["board"]).mean().to_numpy()
        rows.append([*key, *counts, len(part), *statistics.share(by_board, games=len(part) / len(by_board))])
    names = ["environment", "agent", "where", "to_assassin", "to_blue", "games", "rate", "low", "high"]
    return pd.DataFrame(rows, columns=names)


def win_rates(games: pd.DataFrame) -> pd.DataFrame:
    """The win rate of every pairing, with its Wilson interval, and its mean score."""
    grouped = games.groupby(["environment", "spymaster", "guesser"])
    table = grouped.agg(games=("won", "size"), won=("won", "sum"), score=("score", "mean")).reset_index()
    low, high = proportion_confint(table["won"], table["games"], alpha=1 - statistics.LEVEL, method="wilson")
    return table.assign(rate=table["won"] / table["games"], low=low, high=high)


def self_and_cross(
    games: pd.DataFrame, chosen: catalogue.Set, measure: str = WON
) -> tuple[statistics.Estimate, statistics.Estimate]:
    """What static pairs come to that share an embedding and those that do not, with intervals over boards."""
    statics = [name for names in in_and_out(chosen).values() for name in names]
    pairs = games[games["spymaster"].isin(statics) & games["guesser"].isin(statics)]
    same = pairs["spymaster"] == pairs["guesser"]
    return compare.average(pairs[same], measure), compare.average(pairs[~same], measure)


def trade(contest: Contest) -> pd.DataFrame:
    """What agents pay for their wins: by condition the share won, the score, the competition's figure, the turns to win.

    Random agents are left out, and external static ones, who are the strangers of the others.
    """
    left_out = (RANDOM, *contest.chosen.with_role("external"))
    played = dict.fromkeys((environment, agent) for environment, agent, _ in contest.pairings)
    rows = [
        (*condition, agent, *(_mean(contest.take(agent, condition, measure)) for measure in MEASURES))
        for condition in CONDITIONS
        for agent in contest.agents
        if agent not in left_out and (condition.environment, agent) in played
    ]
    return pd.DataFrame(rows, columns=["environment", "where", "agent", *MEASURES])


def parted(contest: Contest, points: pd.DataFrame) -> list[Condition]:
    """The conditions in which whoever wins most is clearly behind, by score, of whoever scores best."""
    return [condition for condition in CONDITIONS if _is_parted(contest, condition, points)]


def _is_parted(contest: Contest, condition: Condition, points: pd.DataFrame) -> bool:
    rows = points[(points["environment"] == condition.environment) & (points["where"] == condition.where)]
    wins, scores = (
        statistics.leaders(dict(zip(rows["agent"], rows[measure], strict=True))) for measure in (WON, SCORE)
    )
    told = [contest.compare(one, other, condition, SCORE).verdict == BEHIND for one, other in product(wins, scores)]
    return bool(told) and all(told)


def _mean(values: pd.DataFrame) -> float:
    """The mean over all games that have a value."""
    return float(values.stack().mean())


def merged(first: pd.DataFrame, second: pd.DataFrame) -> pd.DataFrame:
    """Games of two experiments as one table; pairings that both played must have ended the same on the same boards."""
    key = ["environment", "spymaster", "guesser", "board"]
    both = first.merge(second, on=key, suffixes=("", "_again"))
    if (both["won"] != both["won_again"]).any() or (both["turns"] != both["turns_again"]).any():
        raise CommonGroundError("Two experiments disagree about the same game: they were not run by the same code.")
    return pd.concat([first, second], ignore_index=True).drop_duplicates(key)


# Assumed noise


def by_assumed_noise(sweep: Contest) -> pd.DataFrame:
    """The average win rate and score with intervals for each level of assumed noise in each condition, a row each."""
    rows = [
        (measure, assumed(name), str(condition), *sweep.average(name, condition, measure))
        for measure in (WON, SCORE)
        for condition in CONDITIONS
        for name in sorted(sweep.agents, key=assumed)
    ]
    return pd.DataFrame(rows, columns=["measure", "assumed", "condition", "mean", "low", "high"])


def best_noise(levels: pd.DataFrame) -> list[tuple[str, ...]]:
    """In each condition the levels with the highest mean, and that mean with its interval, by wins and by score."""
    rows = []
    for condition in levels["condition"].unique():
        cells: list[str] = []
        for measure in (WON, SCORE):
            part = levels[(levels["condition"] == condition) & (levels["measure"] == measure)]
            best = part[part["mean"] >= part["mean"].max() - statistics.ALIKE]
            cells += [" or ".join(best["assumed"].map("{:g}".format)), _written(best, measure)]
        rows.append((str(condition), *cells))
    return rows


def _written(rows: pd.DataFrame, measure: str) -> str:
    return numbers.column(rows, "mean", write=numbers.WRITERS[measure].value)[0]


def assumed(name: str) -> float:
    """The noise that the Bayesian spymaster of this name assumes."""
    known = SPYMASTERS.get(name)
    return known.options["noise"] if known else float(name.removeprefix("SM_B_"))
