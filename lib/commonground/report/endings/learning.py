"""How the notebook on learning ends."""

from collections.abc import Mapping, Sequence

import pandas as pd

from commonground.report import numbers
from commonground.report.claims import FAILS, HOLDS, judged
from commonground.report.compare import AHEAD, BEHIND, Comparison
from commonground.report.endings import words
from commonground.report.learnt import EARLY
from commonground.report.lineup import CROSS_PLAY, SELF_PLAY, in_order
from commonground.study.plan import ENVIRONMENTS

PAIRS = (("SM_B", "DG_B"), ("SM_B_noise", "DG_B_noise"))  # spymaster and guesser that assume the same noise
FASTER = {AHEAD: "learns faster than", BEHIND: "learns more slowly than"}


def ending(
    compared: Sequence[Comparison],
    every: Sequence[Comparison],
    taken: Mapping[str, pd.DataFrame],
    speed: Mapping[str, pd.DataFrame],
    lost: Mapping[str, pd.DataFrame],
    boards: int,
) -> list[str]:
    """How fast both sides learn, whom strangers are taken for, how long won games are, what loses the others.

    `compared` holds spymasters' early beliefs minus those of `DG_B`, `every` minus those of all guessers; the others are as `summaries` gives them, by side.
    """
    return words.told(
        boards,
        f"{_beliefs(compared)} {_explanation(every)}",
        _strangers(pd.concat(taken.values())),
        f"{about_turns(speed['spymaster'], 'SM_B', 'SM_B_noise')}; {_guessers_turns(speed['guesser'])}.",
        " ".join(
            f"Of the games that Bayesian {side}s lose, {_to_assassin(_bayesian(table))}."
            for side, table in lost.items()
        ),
        "What would change this: partners that are met again and again, of whom there is more to learn (notebook 64). That a belief is"
        " right does not yet win games (notebooks 90 to 92).",
    )


def _beliefs(compared: Sequence[Comparison]) -> str:
    """Who learns faster, of those that assume the same noise, with the beliefs early in a game."""
    told = words.listed([_faster(one) for one in compared], "and")
    return f"Without noise {told}: this is the belief in the true partner before turn {EARLY}, where the games of both last to it."


def _faster(one: Comparison) -> str:
    ours, theirs = (numbers.rate(side, 2) for side in one.sides)
    how = FASTER.get(one.verdict, "learns neither clearly faster nor more slowly than")
    return f"`{one.ours}` {how} `{one.theirs}` ({ours} against {theirs})"


def _explanation(every: Sequence[Comparison]) -> str:
    """Whether guessers learn more slowly, which the paper explains its tables by: judged as the notebook on claims does."""
    said = {HOLDS: "holds", FAILS: "does not hold"}.get(judged(every), "can't be told to hold")
    slower, faster = (sum(one.verdict == verdict for one in every) for verdict in (AHEAD, BEHIND))
    return (
        f"So the paper's explanation, that guessers learn more slowly, {said} here: of {len(every)} pairs that assume the same"
        f" noise, the guesser clearly learns more slowly in {words.none_or(slower)} and faster in {words.none_or(faster)}."
    )


def _strangers(taken: pd.DataFrame) -> str:
    """How often a stranger is clearly taken for one of the models, over both environments."""
    rows = taken[taken["agent"].isin([name for pair in PAIRS for name in pair])]
    found = [_clear(part) for _, part in rows.groupby(["environment", "agent", "partner"])]
    calm = about_strangers(rows[rows["environment"] == ENVIRONMENTS[0]])
    return (
        f"{calm}. With both environments counted, a stranger is clearly taken for one of the models in {len([one for one in found if one])}"
        f" of {len(found)} cases."
    )


def _clear(part: pd.DataFrame) -> str:
    """The most believed model, if its interval lies above all others; else none."""
    first, *others = part.sort_values("mean", ascending=False).itertuples()
    return str(first.model) if all(first.low > other.high for other in others) else ""


def _bayesian(table: pd.DataFrame) -> pd.DataFrame:
    return table[~table["agent"].isin([SELF_PLAY, CROSS_PLAY])]


def _to_assassin(table: pd.DataFrame) -> str:
    assassin, blue = int(table["to_assassin"].sum()), int(table["to_blue"].sum())
    return (
        f"{numbers.percent(assassin / (assassin + blue))} end at the assassin" if assassin + blue else "there are none"
    )


# Figures


def about_beliefs(compared: Sequence[Comparison]) -> str:
    """What the curves of belief say."""
    return f"Without noise {words.listed([_faster(one).replace('`', '') for one in compared])}"


def about_turns(table: pd.DataFrame, plain: str, noisy: str) -> str:
    """What the turns to win say of two agents with known partners, without noise."""
    told = _turns(table, plain, noisy)
    return f"With known partners, without noise, {told}" if told else "Turns of the games that are won"


def _turns(table: pd.DataFrame, plain: str, noisy: str) -> str:
    calm = table[(table["environment"] == ENVIRONMENTS[0]) & (table["where"] == "in")].set_index("agent")["mean"]
    return words.listed(
        [f"{name} wins in {numbers.amount(calm[name])} turns" for name in (plain, noisy) if name in calm]
    )


def _guessers_turns(table: pd.DataFrame) -> str:
    return _turns(table, "DG_B", "DG_B_noise") or "no guesser wins there"


def about_losses(table: pd.DataFrame) -> str:
    """What the losses of Bayesian agents are made of."""
    return f"Of the games that Bayesian agents lose here, {_to_assassin(_bayesian(table))}"


def about_strangers(taken: pd.DataFrame) -> str:
    """Whom strangers are taken for: `SM_B and DG_B take g50 and wg for g1; SM_B_noise takes every stranger for g1`."""
    agents: dict[str, list[str]] = {}
    for agent in in_order(taken["agent"]):
        agents.setdefault(_taken(taken[taken["agent"] == agent]), []).append(agent)
    return "; ".join(f"{words.listed(names)} take{'s' * (len(names) < 2)} {whom}" for whom, names in agents.items())


def _taken(rows: pd.DataFrame) -> str:
    """Whom one agent takes for whom: `g50 and wg for g1`."""
    partners: dict[str, list[str]] = {}
    for partner, part in rows.groupby("partner", sort=False):
        if model := _clear(part):
            partners.setdefault(model, []).append(str(partner))
    every = rows["partner"].nunique()
    whom = [
        f"{'every stranger' if len(names) == every else words.listed(names)} for {model}"
        for model, names in partners.items()
    ]
    return words.listed(whom) or "no stranger clearly for one model"
