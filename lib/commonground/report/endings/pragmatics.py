"""How the notebook on pragmatics ends: what is found out, what being unsure costs and gains, what further thought adds."""

from collections.abc import Sequence

import pandas as pd

from commonground.report import numbers
from commonground.report.compare import AHEAD, BEHIND, SCORE, WON
from commonground.report.endings import clear, words
from commonground.report.lineup import OTHER
from commonground.report.statistics import Estimate
from commonground.report.unsure import UNSURE as PEOPLE
from commonground.report.unsure import WRONG_EMBEDDING, WRONG_LEVEL

BOTH = PEOPLE["both"]
TURN = 3  # before which beliefs are told
FOUND = 0.5  # a belief in the truth from which it is found out
EMBEDDING, LEVEL = "its embedding", "its level, if it is {}"


# Pictures


def message(truth: pd.DataFrame) -> str:
    """What the picture of beliefs says."""
    told = {side: _believed(truth, side, EMBEDDING) for side in OTHER}
    known = [f"{side}s" for side, belief in told.items() if belief is not None and belief.low > FOUND]
    return f"{' and '.join(known).capitalize() or 'Neither side clearly'} believe{'' if known else 's'} mostly in the true embedding before turn {TURN}"


def costs_message(costs: pd.DataFrame) -> str:
    """What the picture of costs says, by wins and by score."""
    return f"Unsure of both, beside one that knows: {_sides(costs)}"


def steps_message(another: pd.DataFrame) -> str:
    """What the picture of a second step says."""
    return f"A second step of thinking {_all(another)}"


def adds_message(added: pd.DataFrame) -> str:
    """What the picture of noise and levels says."""
    told = {name: _all(added[added["condition"] == f"{name} added"]) for name in ("noise", "levels")}
    return f"Reckoning with noise, too, {told['noise']}; with levels, too, {told['levels']}"


# The ending


def ending(
    truth: pd.DataFrame,
    costs: pd.DataFrame,
    gains: pd.DataFrame,
    another: pd.DataFrame,
    adds: pd.DataFrame,
    boards: int,
    noisy: int,
) -> list[str]:
    """What agents unsure of both find out by a turn, what that costs and gains, and what more thought or noise adds."""
    noise, levels = (_all(adds[adds["condition"] == f"{name} added"]) for name in ("noise", "levels"))
    return words.told(
        boards,
        _find_out(truth),
        f"What does it cost not to know? Beside one that knows, {_sides(costs, ' that are unsure of both')}. {_most(costs)}".strip(),
        f"What does it gain? Beside one that is {WRONG_LEVEL}, {_sides(gains)}. {_wrong(costs)}".strip(),
        f"A second step of thinking {_all(another)}. To reckon with noise besides levels {noise}; with levels besides noise {levels}.",
        f"What would change this: other priors than even ones, models of level 2, and more boards than {boards} (and {noisy} with noise).",
    )


def finding(costs: pd.DataFrame) -> list[str]:
    """The same for the README."""
    told = _sides(costs, " that are unsure of their partner's level and embedding")
    said = f"Beside one that knows, {told}. {_most(costs)}".strip(), _wrong(costs)
    return [sentence for sentence in said if sentence]


def _find_out(truth: pd.DataFrame) -> str:
    """Which of the two each side finds out, and how far beliefs have got."""
    answers = ", ".join(f"{side}s {_finds(truth, side)}" for side in OTHER)
    return f"Of agents that are unsure of both, {answers}. {_values(truth)}".strip()


def _finds(truth: pd.DataFrame, side: str) -> str:
    if _believed(truth, side, EMBEDDING) is None:
        return "play no games that long"
    levels = [level for level in (0, 1) if _is_found(truth, side, LEVEL.format(level))]
    known = ["the embedding"] if _is_found(truth, side, EMBEDDING) else []
    known += [f"the level{f' if it is {levels[0]}' if len(levels) == 1 else ''}"] if levels else []
    return f"find out {words.listed(known) or 'neither embedding nor level'}"


def _is_found(truth: pd.DataFrame, side: str, what: str) -> bool:
    belief = _believed(truth, side, what)
    return belief is not None and belief.low > FOUND


def _values(truth: pd.DataFrame) -> str:
    """How far beliefs in the true embedding have got; nothing of who plays no game that long."""
    found = {side: _believed(truth, side, EMBEDDING) for side in OTHER}
    said = [f"{side}s' is {numbers.rate(belief.value, 2)}" for side, belief in found.items() if belief]
    return f"Of beliefs in the true embedding before turn {TURN}, {words.listed(said)} on average." if said else ""


def _believed(truth: pd.DataFrame, side: str, what: str) -> Estimate | None:
    rows = truth[(truth["side"] == side) & (truth["what"] == what) & (truth["turn"] == TURN)]
    return Estimate(*rows[["mean", "low", "high"]].to_numpy()[0]) if len(rows) else None


def _sides(table: pd.DataFrame, who: str = "") -> str:
    """What both sides, being unsure of both, clearly win and score more or less than the others."""
    told = {side: clear.changes(_partners(_rows(table, side, BOTH)), True, _with) for side in OTHER}
    return "; ".join(f"{side}s{who if side == 'spymaster' else ''} {changes}" for side, changes in told.items())


def _with(partners: Sequence[str]) -> str:
    return f"with {words.listed(partners)}"


def _most(costs: pd.DataFrame) -> str:
    """The most that not knowing costs by score, where it clearly costs something."""
    both = costs[(costs["condition"] == BOTH) & (costs["measure"] == SCORE) & (costs["told"] == BEHIND)]
    if both.empty:
        return ""
    row = both.loc[both["difference"].idxmin()]
    effect = numbers.change(Estimate(row["difference"], row["low"], row["high"]))
    return f"The most that it costs is {effect} of score, for a {row['label']}."


def _wrong(costs: pd.DataFrame) -> str:
    """What it costs to be sure of a wrong embedding, with static partners."""
    said = []
    for side in OTHER:
        found = {row.measure: float(row.difference) for row in _rows(costs, side, WRONG_EMBEDDING).itertuples()}
        said += [f"{numbers.difference(found[WON])} for {side}s"] if found else []
    return f"Being {WRONG_EMBEDDING} is another matter: it changes games won by {words.listed(said)}." if said else ""


def _rows(table: pd.DataFrame, side: str, who: str) -> pd.DataFrame:
    return table[table["label"].str.startswith(side) & (table["condition"] == who)]


def _partners(rows: pd.DataFrame) -> pd.DataFrame:
    """The same rows, with the partner as the condition."""
    return rows.assign(condition=[label.split(" with ")[1] for label in rows["label"]])


def _all(table: pd.DataFrame) -> str:
    """In how many cases something clearly wins and scores more, and in how many less."""
    if clear.alike(table):
        return "changes nothing that can be told, by wins or by score"
    return " and ".join(_often(table[table["measure"] == measure]["told"], measure) for measure in clear.VERBS)


def _often(told: pd.Series, measure: str) -> str:
    """`wins more in one and fewer in none of six cases`."""
    more, less = (words.none_or(int((told == verdict).sum())) for verdict in (AHEAD, BEHIND))
    if more == less == "none":
        return f"{clear.VERBS[measure]}s {clear.NEITHER[measure]}"
    return (
        f"{clear.VERBS[measure]}s more in {more} and {clear.LESS[measure]} in {less} of {words.count(len(told))} cases"
    )


# Learners


def learners(learning: pd.DataFrame) -> list[str]:
    """Whether agents of two steps find out that their partner learns: a sentence each."""
    rows, said = learning[learning["turn"] == TURN], []
    for who, part in rows.groupby("who", sort=False):
        static, others = part[part["partner"] == "static"], part[part["partner"] != "static"]
        if len(static) and len(others):
            kinds = _takes(static, "static partners"), _takes(others, "learners")
            said.append(f"`{who}` {kinds[0]} and {kinds[1]}; {_told_apart(others)}.")
    beliefs = f"In parentheses is the belief that the partner learns, before turn {TURN}:"
    none = "No game is long enough to tell whether agents of two steps find out that their partner learns."
    return [beliefs, *said] if said else [none]


def _takes(rows: pd.DataFrame, whom: str) -> str:
    """What partners of a kind are taken for, with the belief that they learn."""
    values = words.listed([numbers.rate(value, 2) for value in rows["mean"]])
    if (rows["low"] > FOUND).all():
        return f"takes {whom} for learners ({values})"
    return f"takes {whom} for static ({values})" if (rows["high"] < FOUND).all() else f"is unsure of {whom} ({values})"


def _told_apart(others: pd.DataFrame) -> str:
    """Of which learners it is clearly believed more than of static partners, board by board."""
    clear = [f"`{row.partner}`" for row in others.itertuples() if row.more_low > 0]
    more = f"of {words.listed(clear)}" if clear else "of no learner"
    return f"it believes so {more} clearly more than of static partners on the same boards"
