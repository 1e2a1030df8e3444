"""How the notebook on cross-play ends."""

from collections.abc import Mapping

import pandas as pd

from commonground.embeddings import catalogue
from commonground.report import compare, numbers, statistics, summaries
from commonground.report.endings import words
from commonground.report.lineup import OTHER, in_and_out

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
    gap = _gap(static[CALM], chosen)
    return words.told(
        boards,
        f"Two static agents that share an embedding win {numbers.rate(gap[0])} of their games without noise, two that do not"
        f" {numbers.rate(gap[1])}: {_half(gap)} of what self-play shows is not there with others.",
        f"Where words are changed the two are {_noisy(static, chosen)}.",
        f"What learning makes of the gap: with strangers, without noise, {_learners(learning, chosen)}.",
        _pairs(together),
        "What would change this: embeddings that are more alike, of which cross-play would lose less; and partners that both learn"
        " from many games with each other, which here begin each game as strangers.",
    )


def finding(games: pd.DataFrame, chosen: catalogue.Set) -> str:
    """The two numbers that the README opens with."""
    own, others = (numbers.percent(one.value) for one in _gap(games, chosen))
    return f"Two static agents that share an embedding win {own} of their games, two that do not {others}.\n"


def message(games: pd.DataFrame, chosen: catalogue.Set, where: str) -> str:
    """What a matrix says of static agents."""
    own, others = (numbers.percent(one.value) for one in _gap(games, chosen))
    return f"Static agents {where} win {own} with themselves and {others} with others"


def _gap(games: pd.DataFrame, chosen: catalogue.Set) -> tuple[statistics.Estimate, statistics.Estimate]:
    return summaries.self_and_cross(games, chosen)


def _half(gap: tuple[statistics.Estimate, statistics.Estimate]) -> str:
    """How much is lost, as a share of what there was."""
    own, others = (one.value for one in gap)
    return numbers.percent((own - others) / own) if own else "nothing"


def _noisy(static: Mapping[str, pd.DataFrame], chosen: catalogue.Set) -> str:
    parts = []
    for where in (EAR, CHANNEL):
        own, others = (numbers.rate(one.value) for one in _gap(static[where], chosen))
        parts.append(f"{own} and {others} {where}")
    return words.listed(parts)


def _learners(learning: Mapping[str, pd.DataFrame], chosen: catalogue.Set) -> str:
    """What learners win with strangers, beside what static agents win with them that have another embedding."""
    groups, parts = in_and_out(chosen), []
    for side, name in LEARNERS.items():
        strangers = learning[side][learning[side][OTHER[side]].isin(groups["out"])]
        own, static = strangers[strangers[side] == name], strangers[strangers[side].isin(groups["in"])]
        rates = [compare.average(games).value for games in (own, static)]
        told = MORE[compare.told(compare.difference(own, static, partner=OTHER[side]), (rates[0], rates[1]))]
        parts.append(
            f"the {side} `{name}` wins {numbers.rate(rates[0])}, {told} static ones ({numbers.rate(rates[1])})"
        )
    return words.listed(parts)


MORE = {
    compare.AHEAD: "clearly more than",
    compare.BEHIND: "clearly less than",
    compare.UNSURE: "not clearly more or less than",
    compare.CEILING: "all there is to win, like",
}


def _pairs(together: pd.DataFrame) -> str:
    """The best and the worst pair of learners, without noise; pairs that tie are all named."""
    rates = summaries.win_rates(together)
    rates = rates[rates["environment"] == "deterministic"]
    shares = {f"{row.spymaster} with {row.guesser}": row.rate for row in rates.itertuples()}
    best, worst = (statistics.leaders({pair: sign * rate for pair, rate in shares.items()}) for sign in (1, -1))
    return (
        f"Of pairs in which both learn, {words.listed(best)} {'does' if len(best) == 1 else 'do'} best ({numbers.rate(shares[best[0]])})"
        f" and {words.listed(worst)} worst ({numbers.rate(shares[worst[0]])}); they are picked on these very games, which flatters the"
        " first and wrongs the second."
    )
