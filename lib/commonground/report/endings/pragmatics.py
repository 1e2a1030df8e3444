"""How the notebook on pragmatics ends: what is found out, what being unsure costs and gains, what further thought adds."""

from itertools import product

import pandas as pd

from commonground.report import numbers
from commonground.report.compare import AHEAD, BEHIND, CEILING, SCORE, UNSURE, WON
from commonground.report.endings import words
from commonground.report.lineup import OTHER
from commonground.report.statistics import Estimate
from commonground.report.unsure import UNSURE as PEOPLE
from commonground.report.unsure import WRONG_EMBEDDING, WRONG_LEVEL

BOTH = PEOPLE["both"]
TURN = 3  # before which beliefs are told
FOUND = 0.5  # a belief in the truth from which it is found out
EMBEDDING, LEVEL = "its embedding", "its level, if it is {}"
VERBS = {WON: "win", SCORE: "score"}


# Pictures


def message(truth: pd.DataFrame) -> str:
    """What the picture of beliefs says."""
    told = {side: _believed(truth, side, EMBEDDING) for side in OTHER}
    known = [f"{side}s" for side, belief in told.items() if belief is not None and belief.low > FOUND]
    return f"{' and '.join(known).capitalize() or 'Neither side clearly'} believe{'' if known else 's'} mostly in the true embedding before turn {TURN}"


def costs_message(costs: pd.DataFrame) -> str:
    """What the picture of costs says, by wins and by score."""
    return f"Against one that knows, agents that are unsure of both: {_sides(costs, values=False)}"


def steps_message(another: pd.DataFrame) -> str:
    """What the picture of a second step says."""
    return f"A second step of thinking is {_all(another)}"


def adds_message(added: pd.DataFrame) -> str:
    """What the picture of noise and levels says."""
    told = {name: _all(added[added["condition"] == f"{name} added"]) for name in ("noise", "levels")}
    return f"Reckoning with noise, too, is {told['noise']}; with levels, too, {told['levels']}"


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
        f"Against one that knows, {_sides(costs, ' that are unsure of both')}. {_rest(costs)}".strip(),
        f"{_wrong(costs)}Against one that is {WRONG_LEVEL}, {_sides(gains, ' that are unsure of both')}.",
        f"A second step of thinking is {_all(another)}. To reckon with noise besides levels is {noise}; with levels besides noise, {levels}.",
        f"What would change this: other priors than even ones, models of level 2, and more boards than {boards} (and {noisy} with noise).",
    )


def finding(costs: pd.DataFrame) -> list[str]:
    """The same for the README."""
    told = _sides(costs, " that are unsure of their partner's level and embedding")
    said = f"Against one that knows, {told}. {_rest(costs)}", _wrong(costs)
    return [sentence.strip() for sentence in said if sentence]


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
    """How far beliefs in the truth have got; nothing of who plays no game that long."""
    said = []
    for side in OTHER:
        found = [_believed(truth, side, what) for what in (EMBEDDING, LEVEL.format(0), LEVEL.format(1))]
        embedding, *levels = (numbers.rate(belief.value, 2) if belief else numbers.UNKNOWN for belief in found)
        told = words.listed([f"{belief} if it is {level}" for level, belief in enumerate(levels)])
        said += [f"{side}s' belief in the true embedding is {embedding}, in the true level {told}"] if found[0] else []
    return f"Before turn {TURN} {'; '.join(said)}." if said else ""


def _believed(truth: pd.DataFrame, side: str, what: str) -> Estimate | None:
    rows = truth[(truth["side"] == side) & (truth["what"] == what) & (truth["turn"] == TURN)]
    return Estimate(*rows[["mean", "low", "high"]].to_numpy()[0]) if len(rows) else None


def _sides(table: pd.DataFrame, who: str = "", values: bool = True) -> str:
    """What both sides, being unsure of both, clearly win and score more or less than the others."""
    said = [
        f"{side}s{who if side == 'spymaster' else ''} {_changes(_rows(table, side, BOTH), values)}" for side in OTHER
    ]
    return "; ".join(said)


def _changes(rows: pd.DataFrame, values: bool) -> str:
    """With whom a side clearly wins and scores more or less: `win more with G1 (+.142), score less with G0 (−.42)`."""
    said = []
    for (measure, verb), (verdict, more) in product(VERBS.items(), ((AHEAD, "more"), (BEHIND, "less"))):
        found = rows[(rows["measure"] == measure) & (rows["told"] == verdict)]
        effects = [numbers.WRITERS[measure].difference(float(value)) for value in found["difference"]]
        effect = f" ({', '.join(effects)})" if values else ""
        said += [f"{verb} {more} with {words.listed(_partners(found))}{effect}"] if len(found) else []
    return words.listed(said) or "neither win nor score clearly more or less"


def _rest(costs: pd.DataFrame) -> str:
    """What the comparisons are that are not clear."""
    told = set(costs[costs["condition"] == BOTH]["told"]) - {AHEAD, BEHIND}
    ceiling = f"{words.VERDICTS[CEILING]}, where both win all but everything"
    names = [UNSURE] * (UNSURE in told) + [ceiling] * (CEILING in told)
    return f"All else is {words.listed(names, 'or')}." if names else ""


def _wrong(costs: pd.DataFrame) -> str:
    """What it costs to be sure of a wrong embedding, with static partners."""
    said = []
    for side in OTHER:
        found = {row.measure: float(row.difference) for row in _rows(costs, side, WRONG_EMBEDDING).itertuples()}
        effects = [numbers.WRITERS[measure].difference(value) for measure, value in found.items()]
        said += [f"for {side}s by {words.listed(effects)}"] if found else []
    return f"Being {WRONG_EMBEDDING} changes games won and score {words.listed(said)}. " if said else ""


def _rows(table: pd.DataFrame, side: str, who: str) -> pd.DataFrame:
    return table[table["label"].str.startswith(side) & (table["condition"] == who)]


def _partners(rows: pd.DataFrame) -> list[str]:
    return [label.split(" with ")[1] for label in rows["label"]]


def _all(table: pd.DataFrame) -> str:
    """How often something is clearly better or worse, by wins and by score."""
    wins, score = (_often(table[table["measure"] == measure]["told"]) for measure in VERBS)
    return f"{wins} by wins and by score" if wins == score else f"{wins} by wins and {score} by score"


def _often(told: pd.Series) -> str:
    better, worse = int((told == AHEAD).sum()), int((told == BEHIND).sum())
    if better or worse:
        return f"clearly better in {words.none_or(better)} and worse in {words.none_or(worse)} of {words.count(len(told))} cases"
    names = [verdict for verdict in (UNSURE, CEILING) if (told == verdict).any()]
    return words.listed(names, "or")


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
