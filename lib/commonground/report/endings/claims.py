"""How the notebook on claims ends."""

from collections.abc import Sequence

import pandas as pd

from commonground.report import numbers, statistics
from commonground.report.claims import FAILS, GROUPS, HOLDS, Claim
from commonground.report.compare import CEILING, UNSURE
from commonground.report.endings import words

SAID = {HOLDS: "hold", FAILS: "do not", UNSURE: "can't be told", CEILING: "are ties at the ceiling"}


def message(claims: Sequence[Claim]) -> str:
    """What the forest says: how many claims hold."""
    return f"Of {len(claims)} claims {_counts(claims)}"


def ending(claims: Sequence[Claim], boards: int) -> list[str]:
    """How many claims hold, which do, where score says otherwise, what would change it."""
    return words.told(
        boards,
        f"Of {len(claims)} claims, measured by games won or by belief on up to {boards} boards, {_counts(claims)}.",
        f"{_by_group(claims)}",
        _by_score(claims),
        f"{_read_into(claims)} A claim fails if one of its comparisons does, and where it makes a dozen, one may by chance: the"
        " interval's distance from zero says more than the verdict.",
        "What would change this: the paper's own embeddings, which notebook 00 says how to bring, and more boards for what can't be"
        " told; a tie at the ceiling would stay one.",
    )


def _counts(claims: Sequence[Claim]) -> str:
    found = {verdict: sum(claim.verdict == verdict for claim in claims) for verdict in SAID}
    return words.listed([f"{count} {SAID[verdict]}" for verdict, count in found.items() if count])


def _by_group(claims: Sequence[Claim]) -> str:
    """Of which claims most hold, and of which none."""
    parts = []
    for group in (name for name in GROUPS if any(claim.group == name for claim in claims)):
        own = [claim for claim in claims if claim.group == group]
        holds = sum(claim.verdict == HOLDS for claim in own)
        parts.append(f"{words.none_or(holds)} of {words.count(len(own))} about {ABOUT[group]}")
    return f"Of those, hold: {words.listed(parts)}."


ABOUT = {
    "Spymasters": "spymasters",
    "Guessers": "guessers",
    "Learning": "how fast agents learn",
    "Assumed noise": "how much noise to assume",
}


def _by_score(claims: Sequence[Claim]) -> str:
    """Which verdicts are others by score."""
    others = [f"*{claim.name}* ({claim.by_score})" for claim in claims if claim.by_score not in ("", claim.verdict)]
    return (
        f"By score the verdict is another for {words.listed(others)}." if others else "By score no verdict is another."
    )


def _read_into(claims: Sequence[Claim]) -> str:
    ours = [f"*{claim.name}*" for claim in claims if claim.ours]
    return f"The paper does not say, but suggests: {words.listed(ours)}." if ours else ""


# Figures


def about_noise(sweep: pd.DataFrame) -> str:
    """What the curve of assumed noise says: whether one of the levels is the best in all conditions."""
    wide = sweep.pivot(index="condition", columns="assumed", values="mean").reindex(sweep["condition"].unique())
    best = {str(condition): statistics.leaders(row.to_dict()) for condition, row in wide.iterrows()}
    everywhere = [level for level in wide.columns if all(level in levels for levels in best.values())]
    if everywhere:
        return f"The best noise to assume is {words.listed([f'{level:g}' for level in everywhere], 'or')} in every condition"
    low, high = (pick(best, key=lambda name: pick(best[name])) for pick in (min, max))
    told = [f"{pick(best[name]):g} {words.place(words.CALLED[name])}" for pick, name in ((min, low), (max, high))]
    return f"No one noise is the best to assume in every condition: it goes from {told[0]} to {told[1]}"


def about_beliefs(early: pd.DataFrame, turn: int, agents: Sequence[str]) -> str:
    """What the curves of belief say: how sure of their partner agents are early, without noise."""
    calm = early[early["environment"] == "deterministic"].set_index("agent")["mean"]
    told = ", ".join(f"{agent} {numbers.rate(calm[agent], 2)}" for agent in agents if agent in calm)
    return f"Belief in the true partner before turn {turn}, without noise: {told}"
