"""What the experiments on levels show: games and turns as tables by level, with intervals and differences by board.

A pairing is known by its names (`S1:g1`, `G2:g1`, `SM_H_both`, …): see `agents.making`.
"""

import re
from collections.abc import Mapping
from itertools import product
from math import comb
from typing import NamedTuple

import pandas as pd

from commonground.game import Rules
from commonground.report import compare, statistics
from commonground.report.compare import SCORE, WON
from commonground.report.statistics import Estimate
from commonground.study.plan import LEVELS

MEASURES = (WON, SCORE)
ALL_PAIRS, WITHOUT_STATIC = "all pairs", "without the static pair"
APART = ["label", "condition", "measure", "difference", "low", "high", "told"]
OWN = ""  # the manner of pairs that draw their own worlds and remember every clue
MANNERS = {
    OWN: "own worlds, memory",
    "+shared": "the same worlds",
    "+forgetful": "no memory",
    "+shared+forgetful": "the same worlds, no memory",
}


class Compared(NamedTuple):
    """A difference by one measure, with its interval, and what it says."""

    measure: str
    difference: float
    low: float
    high: float
    told: str


# Who is who


def level_of(name: str) -> int:
    """The level in an agent's name: 0 if it is an embedding's, −1 if it has beliefs about levels."""
    found = re.match(r"[SG](\d+):", name)
    return int(found[1]) if found else -1 if name.startswith(("SM_", "GM_")) else 0


def embedding_of(name: str) -> str:
    """The embedding in the name of a static or deductive agent."""
    return re.sub(r"^[SG]\d+:|\+.*$", "", name)


def manner_of(name: str) -> str:
    """How a deductive agent thinks and remembers, e.g. "+shared"."""
    found = re.search(r"\+.*$", name)
    return found[0] if found else OWN


def unsure_of(name: str) -> str:
    """What an agent of the cognitive hierarchy is unsure of: level, embedding, both; "" for others."""
    found = re.match(r"[SG]M_H_(level|embedding|both)", name)
    return found[1] if found else ""


# Levels


def labelled(rows: pd.DataFrame) -> pd.DataFrame:
    """Games (or turns) of pairs over one embedding: it, the level that speaks, the level that hears, and the manner."""
    kept = rows[(rows["spymaster"].map(level_of) >= 0) & (rows["guesser"].map(level_of) >= 0)]
    kept = kept[kept["spymaster"].map(embedding_of) == kept["guesser"].map(embedding_of)]
    return kept.assign(
        embedding=kept["spymaster"].map(embedding_of),
        speaks=kept["spymaster"].map(level_of),
        hears=kept["guesser"].map(level_of),
        manner=kept["spymaster"].map(manner_of),
    )


def by_pair(games: pd.DataFrame) -> pd.DataFrame:
    """For every two levels and manner: the share of games won and the score, with intervals over boards."""
    return averages(labelled(games), ["manner", "speaks", "hears"])


def averages(games: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Games won and score of every group of games, with intervals over boards."""
    rows = [
        [*key, len(part), *(end for measure in MEASURES for end in compare.average(part, measure))]
        for key, part in games.groupby(by, sort=False)
    ]
    names = [f"{measure}{end}" for measure in MEASURES for end in ("", "_low", "_high")]
    return pd.DataFrame(rows, columns=[*by, "games", *names]).sort_values(by, ignore_index=True)


def compared(ours: pd.DataFrame, theirs: pd.DataFrame) -> list[Compared]:
    """Ours minus theirs on the same boards and embeddings: in wins, and in score."""
    return [_compared(ours, theirs, measure) for measure in MEASURES]


def _compared(ours: pd.DataFrame, theirs: pd.DataFrame, measure: str) -> Compared:
    effect = compare.difference(ours, theirs, measure, partner="embedding")
    sides = float(ours[measure].mean()), float(theirs[measure].mean())
    return Compared(measure, *effect, compare.told(effect, sides, measure))


def pair(games: pd.DataFrame, speaks: int, hears: int, manner: str = OWN) -> pd.DataFrame:
    """The games of one pair of levels."""
    rows = labelled(games)
    return rows[(rows["speaks"] == speaks) & (rows["hears"] == hears) & (rows["manner"] == manner)]


def against_static(games: pd.DataFrame) -> pd.DataFrame:
    """Pairs of one level, in each manner, minus the static pair: as `figures.differences` draws it."""
    rows = []
    for (manner, title), level in product(MANNERS.items(), LEVELS[1:]):
        found = compared(pair(games, level, level, manner), pair(games, 0, 0))
        rows += [(title, same(level), *one) for one in found]
    return pd.DataFrame(rows, columns=APART)


def by_room(played: Mapping[int, pd.DataFrame], manner: str) -> pd.DataFrame:
    """The same by how many neighbours of a card may be clues, in one manner, with as many for the static pair."""
    rows = []
    for neighbours, games in sorted(played.items()):
        for level in sorted(set(labelled(games)["speaks"]) - {0}):
            found = compared(pair(games, level, level, manner), pair(games, 0, 0, manner))
            rows += [(f"{neighbours} words a card", same(level), *one) for one in found]
    return pd.DataFrame(rows, columns=APART)


def neighbours(games: pd.DataFrame) -> pd.DataFrame:
    """Pairs that are neighbours on the hierarchy (S_k with G_k or G_{k+1}) minus all others, by wins and by score.

    With the static pair, which is one of the neighbours, and without it. `near` and `far` are what both come to.
    """
    own = labelled(games)
    own = own[own["manner"] == OWN]
    near, static = (own["hears"] - own["speaks"]).isin([0, 1]), (own["hears"] == 0) & (own["speaks"] == 0)
    rows = []
    for pairs, kept in ((ALL_PAIRS, near), (WITHOUT_STATIC, near & ~static)):
        sides = [
            part.groupby(["embedding", "board"])[list(MEASURES)].mean().reset_index()
            for part in (own[kept], own[~near])
        ]
        for found in compared(*sides):
            rows.append((pairs, *(float(side[found.measure].mean()) for side in sides), *found))
    return pd.DataFrame(rows, columns=["pairs", "near", "far", *Compared._fields])


def nothing_to_say(by_turn: pd.DataFrame, spymaster: str) -> Estimate:
    """The share of a spymaster's turns in which it had nothing viable to say, with its interval over boards."""
    boards = by_turn[by_turn["spymaster"] == spymaster].groupby("board")["speechless"].agg(["mean", "size"])
    return statistics.share(boards["mean"].to_numpy(), boards["size"].to_numpy())


def same(level: int) -> str:
    """A pair of one level."""
    return f"S{level} with G{level}"


def worlds_left(rules: Rules, samples: int, red: int) -> float:
    """How many of the worlds drawn before the first turn are expected to have so many given cards all red."""
    return samples * comb(rules.cards - red, rules.red - red) / comb(rules.cards, rules.red)
