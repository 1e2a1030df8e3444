"""How the notebook on pragmatics ends: what is found out, what being unsure costs and gains, what further thought adds."""

import pandas as pd

from commonground.report import numbers
from commonground.report.compare import AHEAD, BEHIND, SCORE, WON
from commonground.report.endings import words
from commonground.report.statistics import Estimate
from commonground.report.unsure import UNSURE, met

BOTH = UNSURE["both"]
TURN = 3  # before which beliefs are told
FOUND = 0.5  # a belief in the truth from which it is found out
EMBEDDING, LEVEL = "its embedding", "its level, if it is {}"


def message(truth: pd.DataFrame) -> str:
    """What the picture of beliefs says."""
    told = {side: _believed(truth, side, EMBEDDING) for side in ("spymaster", "guesser")}
    known = [f"{side}s" for side, belief in told.items() if belief is not None and belief.low > FOUND]
    return f"{' and '.join(known).capitalize() or 'Neither side clearly'} believe{'' if known else 's'} mostly in the true embedding before turn {TURN}"


def costs_message(costs: pd.DataFrame) -> str:
    """What the picture of costs says."""
    parts = []
    for side in ("spymaster", "guesser"):
        rows = costs[costs["label"].str.startswith(side) & (costs["condition"] == BOTH) & (costs["measure"] == WON)]
        better, worse = (rows["told"] == AHEAD).sum(), (rows["told"] == BEHIND).sum()
        parts.append(f"{_more_or_less(better, worse, len(rows))} {side}s")
    return f"To be unsure and not to know, by wins: {', '.join(parts)}"


def _more_or_less(better: int, worse: int, total: int) -> str:
    if not better and not worse:
        return "undecided for"
    said = [
        f"{word} with {words.none_or(count)} of {words.count(total)} partners"
        for word, count in (("a gain", better), ("a cost", worse))
        if count
    ]
    return f"{words.listed(said)} for"


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
    return words.told(
        boards,
        f"Of agents that are unsure of both, {words.listed([_finds_out(truth, side) for side in ('spymaster', 'guesser')])}.",
        f"Against one that knows, being unsure of both is {_counted(costs, BOTH)}.",
        f"Against one that is sure of a wrong level, it is {_counted(gains, BOTH)}.",
        f"A second step of thinking is {_all(another)}; to reckon with noise besides levels is {_all(adds[adds['condition'] == 'noise added'])}, and with levels"
        f" besides noise {_all(adds[adds['condition'] == 'levels added'])}.",
        f"What would change this: other priors than even ones, partners of a level that is held possible, and more boards than"
        f" {boards} (and {noisy} with noise).",
    )


def finding(costs: pd.DataFrame, gains: pd.DataFrame) -> list[str]:
    """The same for the README."""
    return [
        f"Against one that knows, a {side} that is unsure of its partner's level and embedding has {_effect(costs, side)} in games won with"
        f" partners of level 1; against one that is sure of a wrong level, {_effect(gains, side, False)}."
        for side in ("spymaster", "guesser")
    ]


def _finds_out(truth: pd.DataFrame, side: str) -> str:
    embedding = _believed(truth, side, EMBEDDING)
    levels = [_believed(truth, side, LEVEL.format(level)) for level in (0, 1)]
    if embedding is None or any(level is None for level in levels):
        return f"{side}s play no games that long"
    values = [numbers.rate(belief.value, 2) for belief in levels if belief is not None]
    which = [level for level, belief in enumerate(levels) if belief is not None and belief.low > FOUND]
    known = f"the embedding ({numbers.rate(embedding)} before turn {TURN})"
    level = f"the level{f' if it is {which[0]}' if len(which) == 1 else ''} ({' and '.join(values)})"
    if embedding.low > FOUND:
        return f"{side}s find out {known} {'and' if which else 'but not'} {level}"
    return f"{side}s find out {f'{level} but not {known}' if which else f'neither {known} nor {level}'}"


def _believed(truth: pd.DataFrame, side: str, what: str) -> Estimate | None:
    rows = truth[(truth["side"] == side) & (truth["what"] == what) & (truth["turn"] == TURN)]
    return Estimate(*rows[["mean", "low", "high"]].to_numpy()[0]) if len(rows) else None


def _counted(table: pd.DataFrame, who: str) -> str:
    """With how many partners it is clearly ahead, behind, or neither, for each side by wins; the largest effect."""
    said = []
    for side in ("spymaster", "guesser"):
        rows = table[table["label"].str.startswith(side) & (table["condition"] == who) & (table["measure"] == WON)]
        tally = words.tally(
            {label.split(" with ")[1]: told for label, told in zip(rows["label"], rows["told"], strict=True)}
        )
        said.append(f"{_with(tally)} for a {side}")
    return words.listed(said)


def _with(tally: str) -> str:
    """A tally over partners: `clearly ahead with G1 and G2 and undecided with G0`."""
    for verdict in words.VERDICTS.values():
        tally = tally.replace(f"{verdict} ", f"{verdict} with ").replace(f"{verdict} with in ", f"{verdict} in ")
    return tally.replace("conditions", "cases")


def _all(table: pd.DataFrame) -> str:
    """How often something is clearly better or worse, by wins and by score."""
    said = []
    for measure, by in ((WON, "wins"), (SCORE, "score")):
        rows = table[table["measure"] == measure]
        better, worse = (rows["low"] > 0).sum(), (rows["high"] < 0).sum()
        told = (
            "undecided"
            if not better and not worse
            else f"clearly better in {words.none_or(better)} and worse in {words.none_or(worse)} of {words.count(len(rows))} cases"
        )
        said.append((told, by))
    (wins, _), (score, _) = said
    return f"{wins} by wins and by score" if wins == score else f"{wins} by wins and {score} by score"


def _effect(table: pd.DataFrame, side: str, interval: bool = True) -> str:
    rows = table[(table["label"] == met(side, 1)) & (table["condition"] == BOTH) & (table["measure"] == WON)]
    effect = Estimate(*rows[["difference", "low", "high"]].to_numpy()[0])
    return numbers.difference(effect if interval else effect.value)


def steps_message(another: pd.DataFrame) -> str:
    """What the picture of a second step says."""
    return f"A second step of thinking is {_all(another)}"


def adds_message(added: pd.DataFrame) -> str:
    """What the picture of noise and levels says."""
    told = {name: _all(added[added["condition"] == f"{name} added"]) for name in ("noise", "levels")}
    return f"Reckoning with noise, too, is {told['noise']}; with levels, too, {told['levels']}"


def learners(learning: pd.DataFrame) -> list[str]:
    """Whether agents of two steps find out that their partner learns: a sentence each."""
    rows = learning[learning["turn"] == TURN]
    said = []
    for who, part in rows.groupby("who", sort=False):
        static, others = part[part["partner"] == "static"], part[part["partner"] != "static"]
        if len(static) and len(others):
            apart = float(others["low"].min()) > float(static["high"].max())
            told = (
                "tells learners from static partners"
                if apart
                else "does not clearly tell learners from static partners"
            )
            values = [f"{numbers.rate(row.mean, 2)} with {row.partner}" for row in part.itertuples()]
            said.append(
                f"`{who}` {told}: before turn {TURN} its belief that the partner learns is {words.listed(values)}."
            )
    return said or ["No game is long enough to tell whether agents of two steps find out that their partner learns."]
