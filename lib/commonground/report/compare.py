"""The one comparison: agents on the same boards with the same partners, the difference with its interval and a verdict.

Games go in, one row each; a measure is a column of theirs: `won`, the paper's `score`, the public `competition`'s figure
(the fewer the better), or `turns`, which counts only where both won. It is averaged over the partners of a board first,
because boards are what was drawn, and then compared board by board.

Where a side is "the best of" several agents, the best is chosen on the odd boards for the even ones and the other way
round, so that nobody profits from being chosen on the games it is scored on (R20): the best by the measure it is shown
for, and for turns, which say nothing of games lost, by wins. Several that tie share the place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd

from commonground.embeddings import catalogue
from commonground.errors import CommonGroundError
from commonground.report import lineup, statistics
from commonground.report.lineup import BEST_MODEL, PLACES
from commonground.report.statistics import Estimate, Tested
from commonground.study.plan import ENVIRONMENTS

WON, SCORE, COMPETITION, TURNS = MEASURES = ("won", "score", "competition", "turns")
LESS_IS_BETTER = (COMPETITION, TURNS)
AHEAD, BEHIND, UNSURE, CEILING = "clearly ahead", "clearly behind", "too close to call", "tied at the ceiling"
AT_THE_CEILING = 0.99  # of the games won: from there on nothing is left to be better by
Who = str | tuple[str, ...]  # an agent, Best Model, or the best of several agents


# Games against games


def average(games: pd.DataFrame, measure: str = WON) -> Estimate:
    """What a measure is on average, with its interval over boards."""
    return _over_boards(measured(games, measure).groupby(games["board"]).agg(["mean", "count"]), measure)


def difference(ours: pd.DataFrame, theirs: pd.DataFrame, measure: str = WON, partner: str = "partner") -> Estimate:
    """Ours minus theirs on the same boards with the same partners, which the column `partner` names."""
    met = float(ours.groupby(["board", partner]).size().mean())
    return tested(by_partner(ours, measure, partner), by_partner(theirs, measure, partner), measure, met).effect


def measured(games: pd.DataFrame, measure: str) -> pd.Series:
    """A measure of every game; a game that was lost has no number of turns to win."""
    if measure not in MEASURES:
        raise CommonGroundError(f"Games can't be compared by '{measure}', but by {', '.join(MEASURES)}.")
    if measure not in games:
        raise CommonGroundError(f"These games have no column '{measure}': `study.scores.scored` works it out.")
    return games[measure].where(games[WON] == 1) if measure == TURNS else games[measure]


def by_partner(games: pd.DataFrame, measure: str = WON, partner: str = "partner") -> pd.DataFrame:
    """A measure by board and partner, averaged where the two met more than once."""
    return measured(games, measure).groupby([games["board"], games[partner]]).mean().unstack()


def tested(ours: pd.DataFrame, theirs: pd.DataFrame, measure: str = WON, met: float = 1.0) -> Tested:
    """The mean difference of two tables (board, partner), over the cells that both have; each is of `met` games."""
    mine, yours = on_both(ours, theirs)
    if mine.empty:
        return Tested(statistics.NOTHING, float("nan"))
    largest, games = 1.0 if measure == WON else np.inf, met * float(mine.count(axis=1).mean())
    return statistics.tested(mine.mean(axis=1).to_numpy(), yours.mean(axis=1).to_numpy(), largest, games)


def on_both(ours: pd.DataFrame, theirs: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Two tables (board, partner), with what both have and nothing else."""
    ours, theirs = ours.align(theirs, join="inner")
    both = ours.notna() & theirs.notna()
    return ours.where(both)[both.any(axis=1)], theirs.where(both)[both.any(axis=1)]


def better(value: float, measure: str = WON) -> float:
    """A value, or a difference, turned so that more of it is better."""
    return -value if measure in LESS_IS_BETTER else value


def told(effect: Estimate, sides: tuple[float, float], measure: str = WON) -> str:
    """What a difference says: clearly ahead, clearly behind, tied at the ceiling (both win all but everything), or nothing.

    `sides` are the averages of the two. A difference that nobody measured tells nothing.
    """
    ends = sorted(better(end, measure) for end in effect[1:])
    if ends[0] > 0:
        return AHEAD
    if ends[1] < 0:
        return BEHIND
    return CEILING if measure == WON and min(sides) >= AT_THE_CEILING else UNSURE


def _over_boards(by_board: pd.DataFrame, measure: str) -> Estimate:
    """An average of the boards' `mean`, each of which is over so many games as `count` says."""
    counted = by_board[by_board["count"] > 0]
    if counted.empty:
        return statistics.NOTHING
    values, games = counted["mean"].to_numpy(dtype=np.float64), float(counted["count"].mean())
    return statistics.share(values, games=games) if measure == WON else statistics.mean(values, games)


# Agents against agents


class Condition(NamedTuple):
    """An environment and the partners averaged over: "in" or "out" of distribution, or one embedding."""

    environment: str
    where: str

    def __str__(self) -> str:
        return f"{self.environment}, {PLACES.get(self.where, f'with {self.where}')}"


DETERMINISTIC_IN, DETERMINISTIC_OUT, STOCHASTIC_IN, STOCHASTIC_OUT = CONDITIONS = tuple(
    Condition(*pair) for pair in product(ENVIRONMENTS, PLACES)
)


@dataclass(frozen=True)
class Comparison:
    """Ours minus theirs in one condition: the difference with its interval, and the same for each partner."""

    ours: str
    theirs: str
    condition: str
    effect: Estimate
    partners: pd.DataFrame = field(repr=False, compare=False)  # ours, theirs, difference, low, high
    published: float = float("nan")  # the difference in the paper's own table
    measure: str = WON
    p_value: float = float("nan")  # of the paired test behind it, where there is one
    boards: int = 0  # that it is measured on

    @property
    def sides(self) -> tuple[float, float]:
        """What both sides come to on average over the partners."""
        return float(self.partners["ours"].mean()), float(self.partners["theirs"].mean())

    @property
    def verdict(self) -> str:
        """Clearly ahead, clearly behind, too close to call, or tied at the ceiling."""
        return told(self.effect, self.sides, self.measure)

    def __str__(self) -> str:
        return f"{self.ours} − {self.theirs} ({self.condition})"


@dataclass(frozen=True)
class Contest:
    """An experiment's games, seen from the role whose agents are compared; the other role's static agents are the partners."""

    pairings: Mapping[tuple[str, str, str], pd.DataFrame] = field(repr=False)  # environment, agent, partner -> by board
    role: str
    chosen: catalogue.Set = field(repr=False)

    @classmethod
    def of(cls, games: pd.DataFrame, role: str, chosen: catalogue.Set) -> "Contest":
        """The games of every spymaster, or of every guesser, all of which must have played the same boards."""
        boards, pairings = games["board"].nunique(), {}
        for key, part in games.groupby(["environment", role, lineup.OTHER[role]]):
            if len(part) != boards:
                raise CommonGroundError(
                    f"'{key[1]}' has not played every board once with {key[2]}: a comparison by board needs that."
                )
            pairings[key] = part.set_index("board").sort_index()
        return cls(pairings, role, chosen)

    @property
    def agents(self) -> list[str]:
        return lineup.in_order((agent for _, agent, _ in self.pairings), self.chosen)

    @property
    def boards(self) -> int:
        return len(next(iter(self.pairings.values())))

    @property
    def games(self) -> int:
        return self.boards * len(self.pairings)

    def take(self, who: Who, condition: Condition, measure: str = WON) -> pd.DataFrame:
        """A measure of an agent's games (or of the best of several) by board and partner."""
        if isinstance(who, tuple):
            return self._best_elsewhere(who, condition, measure)
        groups = lineup.in_and_out(self.chosen)
        partners = groups.get(condition.where, (condition.where,))
        if who != BEST_MODEL:
            return pd.DataFrame(
                {partner: self._pairing(condition.environment, who, partner, measure) for partner in partners}
            )
        alone = [Condition(condition.environment, partner) for partner in partners]
        return pd.concat([self._best_elsewhere(groups["in"], place, measure) for place in alone], axis=1)

    def _best_elsewhere(self, names: Sequence[str], condition: Condition, measure: str) -> pd.DataFrame:
        """The best agent by a measure, chosen for each half of the boards on the other half; those that tie share it."""
        by = WON if measure == TURNS else measure
        judged = {name: self.take(name, condition, by) for name in names}
        values = {name: self.take(name, condition, measure) for name in names}
        odd = np.arange(self.boards) % 2 == 1
        halves = []
        for half in (odd, ~odd):
            others = ~half if (~half).any() else half  # a single board has no other half
            found = {name: better(float(judged[name][others].to_numpy().mean()), by) for name in names}
            halves.append(shared([values[name][half] for name in statistics.leaders(found)]))
        return pd.concat(halves).sort_index()

    def _pairing(self, environment: str, agent: str, partner: str, measure: str) -> pd.Series:
        if (environment, agent, partner) not in self.pairings:
            raise CommonGroundError(
                f"The results hold no {environment} games of the {self.role} {agent} with {partner}."
            )
        return measured(self.pairings[environment, agent, partner], measure)

    def average(self, who: Who, condition: Condition, measure: str = WON) -> Estimate:
        """What a measure is on average over the partners of a condition, with its interval over boards."""
        values = self.take(who, condition, measure)
        return _over_boards(pd.DataFrame({"mean": values.mean(axis=1), "count": values.count(axis=1)}), measure)

    def compare(self, ours: Who, theirs: Who, condition: Condition, measure: str = WON) -> Comparison:
        """One agent against another in one condition."""
        mine, yours = (self.take(who, condition, measure) for who in (ours, theirs))
        effect, p_value = tested(mine, yours, measure)
        one, other = (who if isinstance(who, str) else "best Bayesian" for who in (ours, theirs))
        each = _each(mine, yours, measure)
        return Comparison(
            one, other, str(condition), effect, each, measure=measure, p_value=p_value, boards=self.boards
        )


def shared(tied: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """The games of several that tie, as those of one: the mean of what is known of each."""
    return pd.concat(tied).groupby(level=0).mean()


def _each(mine: pd.DataFrame, yours: pd.DataFrame, measure: str) -> pd.DataFrame:
    """The comparison with each partner alone, a row each."""
    rows = {}
    for partner in mine:
        effect = tested(mine[[partner]], yours[[partner]], measure).effect
        rows[partner] = {"ours": mine[partner].mean(), "theirs": yours[partner].mean(), **effect_columns(effect)}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("partner")


def effect_columns(effect: Estimate) -> dict[str, float]:
    """A difference and its interval, as columns of a table."""
    return dict(zip(("difference", "low", "high"), effect, strict=True))
