"""Matches by the number of the game: who learns fastest, who ends highest."""

from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np
import pandas as pd

from commonground.embeddings import catalogue
from commonground.report import compare, numbers, statistics
from commonground.report.lineup import OTHER, PLACES, SEATS, in_order
from commonground.study import scores
from commonground.study.experiment import base
from commonground.study.matches import AFRESH, CARRIED

ENDS = (1, 2, 3, 5, 10, 20, 50, 100)  # of stretches of a match: short ones first, where most is learned
KEYS = ["where", "agent", "how"]
COLUMNS = [*KEYS, "measure", "games", "value", "low", "high"]
GAINED = ["where", "agent", "games", "measure", "matches", "difference", "low", "high", "told"]
MEASURES = ("won", "score")
FIRST, ALL, LAST = "the first games", "all games", "the last games"  # of a match


def labelled(parts: Mapping[str, pd.DataFrame], side: str, chosen: catalogue.Set, in_a_row: int) -> pd.DataFrame:
    """The games of both ways of playing, one row a game: agent, how, where, match, game (from 1), won, score."""
    role = SEATS[side][0]
    rows = []
    for how, games in parts.items():
        where = games[OTHER[role]].isin(chosen.with_role("external")).map({True: "out", False: "in"})
        found = scores.scored(games).assign(
            how=how, where=where, agent=games[role].map(base), partner=games[OTHER[role]]
        )
        rows.append(found.assign(match=found["board"] // in_a_row, game=found["board"] % in_a_row + 1))
    return pd.concat(rows, ignore_index=True)


def by_stretch(games: pd.DataFrame) -> pd.DataFrame:
    """Wins and score over stretches of games, with intervals over matches; `games` is the last of each stretch.

    A match is one thing: what was learned in its first game is in its last, so matches are resampled, not games.
    """
    ends = np.array(stretches(int(games["game"].max())))
    stretched = games.assign(end=ends[np.searchsorted(ends, games["game"])])
    rows = []
    for (where, agent, how, end), part in stretched.groupby([*KEYS, "end"], sort=False):
        for measure in MEASURES:
            found = compare.average(_as_one(part), measure)
            rows.append((where, agent, how, measure, end, *found))
    return pd.DataFrame(rows, columns=COLUMNS)


def gained(games: pd.DataFrame) -> pd.DataFrame:
    """What carrying on is worth: the mean difference to the same games begun afresh, by agent and where, over matches.

    In the first quarter of a match (whoever gains there learns fast), in all of it, and in its last stretch.
    """
    rows = []
    for part, chosen in ((FIRST, _first_games(games)), (ALL, games), (LAST, _last_games(games))):
        found = dict(list(chosen.groupby(["where", "agent"])))
        for where, agent in product(PLACES, in_order(games["agent"])):
            if (where, agent) not in found:
                continue
            carried, afresh = (_as_one(_of(found[where, agent], how)) for how in (CARRIED, AFRESH))
            for measure in MEASURES:
                effect = compare.difference(carried, afresh, measure)
                sides = float(carried[measure].mean()), float(afresh[measure].mean())
                told = compare.told(effect, sides, measure)
                rows.append((where, agent, part, measure, carried["board"].nunique(), *effect, told))
    return pd.DataFrame(rows, columns=GAINED)


def _first_games(games: pd.DataFrame) -> pd.DataFrame:
    """The first quarter of a match."""
    return games[games["game"] <= max(int(games["game"].max()) // 4, 1)]


def _last_games(games: pd.DataFrame) -> pd.DataFrame:
    """The last stretch of a match."""
    ends = stretches(int(games["game"].max()))
    return games[games["game"] > (ends[-2] if len(ends) > 1 else 0)]


def _of(games: pd.DataFrame, how: str) -> pd.DataFrame:
    return games[games["how"] == how]


def apart(gains: pd.DataFrame) -> pd.DataFrame:
    """What carrying on is worth in all games of a match, as `figures.differences` draws it."""
    rows = gains[gains["games"] == ALL]
    return rows.assign(label=rows["agent"], condition=rows["where"].map(PLACES))


def shown(gains: pd.DataFrame) -> pd.DataFrame:
    """What carrying on is worth in the first games of a match and in its last, as people read it: `+.129 · +3.50`."""
    by = gains.set_index(["agent", "where", "games", "measure"])["difference"].unstack("measure")
    cells = by["won"].map(numbers.difference) + " · " + by["score"].map(numbers.change)
    wide = cells.unstack(["where", "games"]).reindex(in_order(gains["agent"]))
    places = [place for place in PLACES if place in set(gains["where"])]
    return wide[[(place, games) for place in places for games in (FIRST, LAST)]].rename(columns=PLACES)


def stretches(in_a_row: int) -> list[int]:
    """The last game of each stretch of a match."""
    return [*(end for end in ENDS if end < in_a_row), in_a_row]


def named(ends: Sequence[int]) -> list[str]:
    """Stretches as people read them: 1, 2, 3, 4–5, 6–10."""
    firsts = [before + 1 for before in (0, *ends[:-1])]
    return [f"{end}" if first == end else f"{first}–{end}" for first, end in zip(firsts, ends, strict=True)]


def pace(games: pd.DataFrame) -> pd.DataFrame:
    """How long games take and how often the assassin ends them, by agent and where, carried on and afresh.

    Without the first game of a match, before which there is nothing to carry on.
    """
    later = games[games["game"] > min(1, games["game"].max() - 1)]
    return later.groupby(["agent", "where", "how"], sort=False)[["won", "score", "turns", "assassin"]].mean()


def bolder(pace: pd.DataFrame, agent: str) -> str:
    """Whether an agent that carries on takes fewer turns and meets the assassin more often, with both kinds of partner."""
    told = []
    for place, partners in (("in", "with known partners"), ("out", "with strangers")):
        if (agent, place) not in pace.index.droplevel("how"):
            continue
        carried, afresh = (pace.loc[agent, place, how] for how in (CARRIED, AFRESH))
        if carried["turns"] < afresh["turns"] and carried["assassin"] > afresh["assassin"]:
            told.append(
                f"{partners} a game takes {numbers.amount(carried['turns'])} turns rather than {numbers.amount(afresh['turns'])},"
                f" and the assassin ends {numbers.percent(carried['assassin'])} of games rather than"
                f" {numbers.percent(afresh['assassin'])}"
            )
    if not told:
        return f"`{agent}` does not become bolder by carrying on."
    return f"`{agent}` becomes bolder as it becomes surer of its partner: {'; '.join(told)}."


def _as_one(games: pd.DataFrame) -> pd.DataFrame:
    """Games of which each match is what a board is elsewhere: one draw."""
    return games.assign(board=games["match"])


def ends_highest(games: pd.DataFrame, measure: str = "won") -> dict[str, list[str]]:
    """Who may have most in the last stretch of a match, by where the partner is from: one name only where that is clear.

    The highest, and all that it does not clearly beat over matches by a paired test, at a level shared by all.
    """
    return _leading(_by_match(_of(_last_games(games), CARRIED), measure))


def learns_fastest(games: pd.DataFrame, measure: str = "won") -> dict[str, list[str]]:
    """The same of whoever has gained most by carrying on in the first quarter of a match."""
    first = _first_games(games)
    return _leading(_by_match(_of(first, CARRIED), measure) - _by_match(_of(first, AFRESH), measure))


def _by_match(games: pd.DataFrame, measure: str) -> pd.DataFrame:
    return games.groupby(["where", "agent", "match"])[measure].mean().unstack("agent")


def _leading(by_match: pd.DataFrame) -> dict[str, list[str]]:
    places = by_match.index.get_level_values("where")
    return {place: _may_lead(by_match.loc[place]) for place in PLACES if place in places}


def _may_lead(by_match: pd.DataFrame) -> list[str]:
    """Of some agents (columns) the highest on average, and whoever it does not clearly beat on the same matches."""
    first = by_match[by_match.mean().idxmax()]
    level = (1 - statistics.LEVEL) / max(by_match.shape[1] - 1, 1)
    return in_order(
        name
        for name, own in by_match.items()
        if name == first.name or statistics.paired_p_value(first.to_numpy(), own.to_numpy()) >= level
    )
