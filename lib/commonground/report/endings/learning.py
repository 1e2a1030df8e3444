"""How the notebook on learning ends."""

from collections.abc import Mapping, Sequence

import pandas as pd

from commonground.report import numbers
from commonground.report.compare import AHEAD, BEHIND, Comparison
from commonground.report.endings import words
from commonground.report.learnt import EARLY
from commonground.report.lineup import CROSS_PLAY, SELF_PLAY

PAIRS = (("SM_B", "DG_B"), ("SM_B_noise", "DG_B_noise"))  # spymaster and guesser that assume the same noise


def ending(
    compared: Sequence[Comparison], taken: Mapping[str, pd.DataFrame], lost: Mapping[str, pd.DataFrame], boards: int
) -> list[str]:
    """How fast both sides learn, whether the paper's explanation holds, whom strangers are taken for, what losses are made of.

    `compared` holds spymasters' early beliefs minus guessers', `taken` and `lost` are as `summaries` gives them, by side.
    """
    return words.told(
        boards,
        f"Before turn {EARLY} the belief in the true partner is {_beliefs(compared)}.",
        _explanation(compared),
        _strangers(taken),
        _losses(lost),
        "What would change this: partners that are met again and again, of whom there is more to learn (notebook 64), and another"
        " measure of learning than the belief early in a game; that a belief is right does not yet win games (notebooks 90 to 92).",
    )


def _beliefs(compared: Sequence[Comparison]) -> str:
    parts = []
    for one in compared:
        ours, theirs = (numbers.rate(side, 2) for side in one.sides)
        parts.append(f"{ours} for `{one.ours}` and {theirs} for `{one.theirs}` ({one.condition.split(', ')[0]})")
    return words.listed(parts)


def _explanation(compared: Sequence[Comparison]) -> str:
    """Whether guessers learn more slowly, which the paper explains its tables by."""
    holds, fails = ([one for one in compared if one.verdict == verdict] for verdict in (AHEAD, BEHIND))
    total = words.count(len(compared))
    if len(holds) == len(compared):
        return f"So the paper's explanation, that guessers learn more slowly, holds in all {total} comparisons."
    against = (
        f"the guesser is ahead in {words.listed([_pair(one) for one in fails])}"
        if fails
        else "none is clearly against it"
    )
    verdict = "fails" if len(fails) > len(holds) else "holds in part"
    told = f"of {total} comparisons {words.none_or(len(holds))} {'bears' if len(holds) < 2 else 'bear'} it out, and {against}"
    return f"So the paper's explanation, that guessers learn more slowly, {verdict} here: {told}."


def _pair(one: Comparison) -> str:
    return f"`{one.theirs}` against `{one.ours}` ({one.condition.split(', ')[0]})"


def _strangers(taken: Mapping[str, pd.DataFrame]) -> str:
    """How often a stranger is clearly taken for one of the models."""
    rows = pd.concat(taken.values())
    rows = rows[rows["agent"].isin([name for pair in PAIRS for name in pair])]
    found = [_clear(part) for _, part in rows.groupby(["environment", "agent", "partner"])]
    return f"A stranger is clearly taken for one of the models in {sum(found)} of {len(found)} cases; in the others beliefs stay divided."


def _clear(part: pd.DataFrame) -> bool:
    """Whether the interval of the most believed model lies above all others."""
    first, *others = part.sort_values("mean", ascending=False).itertuples()
    return all(first.low > other.high for other in others)


def _losses(lost: Mapping[str, pd.DataFrame]) -> str:
    """What loses the games of Bayesian agents."""
    parts = []
    for side, table in lost.items():
        own = table[~table["agent"].isin([SELF_PLAY, CROSS_PLAY])]
        assassin, blue, games = (int(own[name].sum()) for name in ("to_assassin", "to_blue", "games"))
        rate = numbers.percent((assassin + blue) / games)
        share = numbers.percent(assassin / (assassin + blue)) if assassin + blue else "none"
        parts.append(f"Bayesian {side}s lose {rate} of their games, {share} of these to the assassin")
    return f"{words.listed(parts)}."


# Figures


def about_beliefs(compared: Sequence[Comparison]) -> str:
    """What the curves of belief say."""
    fails = sum(one.verdict == BEHIND for one in compared)
    return f"Guessers learn more slowly than spymasters? Not in {words.count(fails)} of {words.count(len(compared))} comparisons"


def about_turns(table: pd.DataFrame, plain: str, noisy: str) -> str:
    """What the turns to win say of two agents with known partners, without noise."""
    calm = table[(table["environment"] == "deterministic") & (table["where"] == "in")].set_index("agent")["mean"]
    told = [f"{name} wins in {numbers.amount(calm[name])} turns" for name in (plain, noisy) if name in calm]
    return f"With known partners, without noise, {words.listed(told)}" if told else "Turns of the games that are won"


def about_losses(table: pd.DataFrame) -> str:
    """What the losses are made of."""
    assassin, blue = int(table["to_assassin"].sum()), int(table["to_blue"].sum())
    return f"{numbers.percent(assassin / max(assassin + blue, 1))} of lost games are lost to the assassin"


def about_strangers(taken: pd.DataFrame) -> str:
    """Whom strangers are taken for."""
    found = [_clear(part) for _, part in taken.groupby(["agent", "partner"])]
    return f"a stranger is clearly taken for one of the models in {sum(found)} of {len(found)} cases"
