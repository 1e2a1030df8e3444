"""How the notebook on cross-play ends."""

from collections.abc import Mapping

import pandas as pd

from commonground.embeddings import catalogue
from commonground.report import compare, numbers, statistics, summaries
from commonground.report.endings import words
from commonground.report.endings.together import clear_pair
from commonground.report.lineup import OTHER, in_and_out
from commonground.study.plan import ENVIRONMENTS

CALM, EAR, CHANNEL = "without noise", "with noise in the guesser's ear", "with noise in the channel"
LEARNERS = {"spymaster": "SM_B_noise", "guesser": "DG_B"}  # of the paper's, beside static agents


def ending(
    static: Mapping[str, pd.DataFrame],
    learning: Mapping[str, pd.DataFrame],
    together: pd.DataFrame,
    chosen: catalogue.Set,
) -> list[str]:
    """How much of a good average is self-play, how far learning closes the gap, which pairs of learners do best.

    `static` holds the games of each environment, `learning` the deterministic ones of each side's experiment.
    """
    boards = int(min(games["board"].nunique() for games in (*static.values(), together)))
    own, others = _gap(static[CALM], chosen)
    points = [numbers.amount(one.value) for one in _gap(static[CALM], chosen, compare.SCORE)]
    return words.told(
        boards,
        f"Two static agents that share an embedding win {numbers.rate(own.value)} of their games without noise, two that do not"
        f" {numbers.rate(others)}. By score it is {points[0]} and {points[1]}.",
        f"{_noisy(static, chosen)}.",
        _only_self_play(learning, chosen),
        *(_learner(side, learning[side], chosen) for side in LEARNERS),
        _pairs(together),
        "What would change this: embeddings that are more alike, and partners that learn from many games with each other.",
    )


def finding(games: pd.DataFrame, chosen: catalogue.Set) -> str:
    """The two numbers that the README opens with."""
    own, others = (numbers.percent(one.value) for one in _gap(games, chosen))
    return f"Two static agents that share an embedding win {own} of their games, two that do not {others}.\n"


def message(games: pd.DataFrame, chosen: catalogue.Set, where: str) -> str:
    """What a matrix says of static agents, by wins and by score."""
    own, others = (numbers.percent(one.value) for one in _gap(games, chosen))
    points = " and ".join(numbers.amount(one.value) for one in _gap(games, chosen, compare.SCORE))
    return f"Static agents {where} win {own} with themselves and {others} with others (score: {points})"


def _gap(
    games: pd.DataFrame, chosen: catalogue.Set, measure: str = compare.WON
) -> tuple[statistics.Estimate, statistics.Estimate]:
    return summaries.self_and_cross(games, chosen, measure)


def _noisy(static: Mapping[str, pd.DataFrame], chosen: catalogue.Set) -> str:
    parts = []
    for where in (EAR, CHANNEL):
        own, others = (numbers.rate(one.value) for one in _gap(static[where], chosen))
        parts.append(f"{where} they win {own} and {others}")
    told = words.listed(parts)
    return f"{told[0].upper()}{told[1:]}"


def _learner(side: str, games: pd.DataFrame, chosen: catalogue.Set) -> str:
    """What a learner wins with strangers, beside the average static agent that has another embedding, and the best one."""
    groups, name = in_and_out(chosen), LEARNERS[side]
    strangers = games[games[OTHER[side]].isin(groups["out"])]
    own, static = strangers[strangers[side] == name], strangers[strangers[side].isin(groups["in"])]
    parts = []
    for measure in (compare.WON, compare.SCORE):
        means = static.groupby(side)[measure].mean()
        best = static[static[side].isin(statistics.leaders(means.to_dict()))]
        parts.append([_beside(own, rows, side, measure) for rows in (static, best)])
    (average, first), (average_score, first_score) = parts
    rates = [numbers.rate(compare.average(own).value), *(numbers.rate(rate) for _, rate in (average, first))]
    return (
        f"With strangers, without noise, `{name}` wins {rates[0]}, {MORE[average[0]]} the average static {side} ({rates[1]})"
        f"{_and(average[0], first[0])} {MORE[first[0]]} the best one ({rates[2]}). By score it is {AGAINST[average_score[0]]}"
        f" the average one{_and(average_score[0], first_score[0])} {AGAINST[first_score[0]]} the best one."
    )


def _beside(own: pd.DataFrame, static: pd.DataFrame, side: str, measure: str) -> tuple[str, float]:
    """The verdict on a learner against static agents, and what those come to."""
    sides = [compare.average(games, measure).value for games in (own, static)]
    effect = compare.difference(own, static, measure, partner=OTHER[side])
    return compare.told(effect, (sides[0], sides[1]), measure), sides[1]


def _and(one: str, other: str) -> str:
    return " and" if one == other else ", but"


MORE = {
    compare.AHEAD: "clearly more than",
    compare.BEHIND: "clearly less than",
    compare.UNSURE: "not clearly more or less than",
    compare.CEILING: "all there is to win, like",
}


AGAINST = {
    compare.AHEAD: "clearly ahead of",
    compare.BEHIND: "clearly behind",
    compare.UNSURE: "neither clearly ahead of nor behind",
}


def _pairs(together: pd.DataFrame) -> str:
    """The pair of learners that wins most without noise, if it clearly wins more than every other one."""
    calm = together[together["environment"] == ENVIRONMENTS[0]]
    boards, pairs = calm["board"].nunique(), calm.groupby(["spymaster", "guesser"]).ngroups
    best = clear_pair(together, ENVIRONMENTS[0])
    if best is None:
        return f"Of the {pairs} pairs in which both learn, none is clearly best on {boards:,} boards."
    own = calm[calm["spymaster"] + " with " + calm["guesser"] == best]
    rate = numbers.rate(statistics.proportion(own[compare.WON].to_numpy()))
    return f"Of the {pairs} pairs in which both learn, {best} is clearly best: {rate} on {boards:,} boards."


def _only_self_play(learning: Mapping[str, pd.DataFrame], chosen: catalogue.Set) -> str:
    """How much of the average of the best static agent of each side, with partners known to it, is its games with itself."""
    said = []
    for side, games in learning.items():
        known = in_and_out(chosen)["in"]
        own = games[games[side].isin(known) & games[OTHER[side]].isin(known)]
        means = own.groupby(side)[compare.WON].mean()
        best = statistics.leaders(means.to_dict())[0]
        rest = own[(own[side] == best) & (own[OTHER[side]] != best)]
        said.append(f"the best static {side}, `{best}`, wins {numbers.rate(means[best])}, without itself {_rate(rest)}")
    told = words.listed(said)
    return f"How much of a good average is only self-play? With the known partners {told}."


def _rate(games: pd.DataFrame) -> str:
    return numbers.rate(float(games[compare.WON].mean()))
