"""What the experiments on levels show: games and turns as tables by level, with intervals and differences by board.

A pairing is known by its names (`S1:g1`, `G2:g1`, `SM_H_both`, …): see `agents.making`.
"""

import json
import re
from collections.abc import Mapping

import pandas as pd

from commonground.report import compare, statistics
from commonground.report.compare import TURNS, WON
from commonground.report.statistics import Estimate

OWN = ""  # the manner of pairs that draw their own worlds and remember every clue
MANNERS = {OWN: "as R21 has it", "+shared": "the same worlds", "+forgetful": "no memory", "+shared+forgetful": "both"}


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
    """For every two levels and manner: the win rate, and the turns of games that were won, with intervals over boards."""
    return wins_and_turns(labelled(games), ["manner", "speaks", "hears"])


def wins_and_turns(games: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Games won, and turns of those that were won, of every group of games, with intervals over boards."""
    rows = [[*key, len(part), *compare.average(part), *compare.average(part, TURNS)] for key, part in games.groupby(by)]
    names = [f"{measure}{end}" for measure in (WON, TURNS) for end in ("", "_low", "_high")]
    return pd.DataFrame(rows, columns=[*by, "games", *names])


def compared(ours: pd.DataFrame, theirs: pd.DataFrame) -> tuple[Estimate, Estimate]:
    """Ours minus theirs on the same boards and embeddings: in wins, and in turns where both won."""
    wins, turns = (compare.difference(ours, theirs, measure, partner="embedding") for measure in (WON, TURNS))
    return wins, turns


def pair(games: pd.DataFrame, speaks: int, hears: int, manner: str = OWN) -> pd.DataFrame:
    """The games of one pair of levels."""
    rows = labelled(games)
    return rows[(rows["speaks"] == speaks) & (rows["hears"] == hears) & (rows["manner"] == manner)]


def found_by_turn(turns: pd.DataFrame, last: int = 6) -> pd.DataFrame:
    """How many red cards pairs of one level have found after each turn; a game that has ended stays as it is."""
    rows = labelled(turns)
    rows = rows[rows["speaks"] == rows["hears"]]
    rows = rows.assign(red=rows["colours"].map(lambda colours: json.loads(colours).count("R")))
    keys = ["manner", "speaks", "embedding", "board"]
    wide = rows[rows["turn"] <= last].pivot_table(index=keys, columns="turn", values="red", fill_value=0)
    found = wide.reindex(columns=range(1, last + 1), fill_value=0).cumsum(axis=1).groupby(["manner", "speaks", "board"])
    table = found.mean().stack().rename("found").reset_index()
    lines = [
        [*key, *statistics.mean(part["found"].to_numpy())] for key, part in table.groupby(["manner", "speaks", "turn"])
    ]
    return pd.DataFrame(lines, columns=["manner", "level", "turn", "found", "low", "high"])


def by_room(played: Mapping[int, pd.DataFrame], manner: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Pairs of one level by how many neighbours of a card may be clues: turns of games won; differences to level 0."""
    rates, gaps = [], []
    for neighbours, games in played.items():
        for level in sorted(set(labelled(games)["speaks"])):
            own = pair(games, level, level, manner)
            rates.append([neighbours, level, own["won"].mean(), *compare.average(own, TURNS)])
            if level:
                wins, turns = compared(own, pair(games, 0, 0, manner))
                gaps.append([neighbours, level, *wins, *turns])
    return (
        pd.DataFrame(rates, columns=["neighbours", "level", "won", "turns", "low", "high"]),
        pd.DataFrame(gaps, columns=["neighbours", "level", "wins", "low", "high", "turns", "fewer", "more"]),
    )
