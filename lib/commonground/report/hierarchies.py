"""What the experiments on levels show: games and turns as tables by level, with intervals and differences by board.

A pairing is known by its names (`S1:g1`, `G2:g1`, `SM_H_both`, …): see `agents.registry`.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from commonground import agents
from commonground.embeddings import EmbeddingSet
from commonground.game import Clue, SpymasterView, play
from commonground.report import statistics, tables
from commonground.report.statistics import Estimate
from commonground.study.plan import LEVELS

OWN = ""  # the manner of pairs that draw their own worlds and remember every clue
MANNERS = {OWN: "as R21 has it", "+shared": "the same worlds", "+forgetful": "no memory", "+shared+forgetful": "both"}
KNOWS, WRONG_LEVEL, WRONG_EMBEDDING = "knows both", "sure of a wrong level", "sure of a wrong embedding"
UNSURE = {"level": "unsure of the level", "embedding": "unsure of the embedding", "both": "unsure of both"}
PEOPLE = (KNOWS, *UNSURE.values(), WRONG_LEVEL, WRONG_EMBEDDING)
OTHER = {"spymaster": "guesser", "guesser": "spymaster"}


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
    rows = []
    for key, part in labelled(games).groupby(["manner", "speaks", "hears"]):
        won = tables.rate(part.groupby("board")["won"].mean().to_numpy(), average=True)
        rows.append([*key, len(part), *won, *_turns(part)])
    columns = ["manner", "speaks", "hears", "games", "won", "won_low", "won_high", "turns", "turns_low", "turns_high"]
    return pd.DataFrame(rows, columns=columns)


def _turns(games: pd.DataFrame) -> Estimate:
    won = games[games["won"] == 1]
    if won.empty:
        return Estimate(np.nan, np.nan, np.nan)
    return statistics.mean(won.groupby("board")["turns"].mean().to_numpy())


def compared(ours: pd.DataFrame, theirs: pd.DataFrame) -> tuple[Estimate, Estimate]:
    """Ours minus theirs on the same boards and embeddings: in wins, and in turns where both won."""
    both = ours.merge(theirs, on=["embedding", "board"], suffixes=("", "_theirs"))
    by_board = both.groupby("board")
    wins = statistics.difference(by_board["won"].mean().to_numpy(), by_board["won_theirs"].mean().to_numpy())
    won = both[(both["won"] == 1) & (both["won_theirs"] == 1)].groupby("board")
    if not len(won):
        return wins, Estimate(np.nan, np.nan, np.nan)
    return wins, statistics.difference(won["turns"].mean().to_numpy(), won["turns_theirs"].mean().to_numpy())


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
            rates.append([neighbours, level, own["won"].mean(), *_turns(own)])
            if level:
                wins, turns = compared(own, pair(games, 0, 0, manner))
                gaps.append([neighbours, level, *wins, *turns])
    return (
        pd.DataFrame(rates, columns=["neighbours", "level", "won", "turns", "low", "high"]),
        pd.DataFrame(gaps, columns=["neighbours", "level", "wins", "low", "high", "turns", "fewer", "more"]),
    )


def speechless(
    words: EmbeddingSet, names: Iterable[tuple[str, str]], boards: Sequence[int], seed: int, samples: int
) -> pd.DataFrame:
    """How often a deductive spymaster finds no clue that its guesser would answer rightly: played again, turn by turn."""
    rows = []
    for speaking, hearing in names:
        options = {"samples": samples}
        spymaster = _Noted(agents.spymaster(speaking, words, **options))
        guesser = agents.guesser(hearing, words, **options)
        for board in boards:
            address = (seed, "deterministic", speaking, hearing, board)
            play(words.deal(board, seed), spymaster, guesser, rng=address)
        rows.append((speaking, hearing, *statistics.proportion(np.array(spymaster.speechless, dtype=int))))
    return pd.DataFrame(rows, columns=["spymaster", "guesser", "share", "low", "high"])


class _Noted:
    """A deductive spymaster of which it is noted, for every turn, whether it had nothing viable to say."""

    def __init__(self, agent: Any) -> None:
        self.agent, self.name, self.embedding = agent, agent.name, agent.embedding
        self.start, self.observe, self.beliefs = agent.start, agent.observe, agent.beliefs
        self.speechless: list[bool] = []

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        clue: Clue = self.agent.give_clue(view, rng)
        self.speechless.append(not self.agent.explain()["viable"])
        return clue


# Pragmatics


def found_out(turns: pd.DataFrame, models: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    """The belief in the partner's true level, embedding and both, before every turn of the agents that have such beliefs."""
    parts = []
    for side, other in OTHER.items():
        mine = turns[turns[side].isin(models) & (turns[side].map(unsure_of) != "")]
        rows = [
            _truths(models[name], json.loads(beliefs), partner)
            for name, beliefs, partner in zip(mine[side], mine[f"{side}_beliefs"], mine[other], strict=True)
        ]
        found = pd.DataFrame(rows, columns=["level", "embedding", "both"], index=mine.index)
        about = mine[["board", "turn"]].assign(
            side=side, of=mine[side].map(unsure_of), partner=mine[other].map(level_of)
        )
        parts.append(about.join(found))
    return pd.concat(parts, ignore_index=True)


def _truths(models: Sequence[str], beliefs: Sequence[float], partner: str) -> tuple[float, float, float]:
    embedding, number = embedding_of(partner), str(level_of(partner))
    split = [model.rsplit("/", 1) for model in models]
    level = sum(p for (_, k), p in zip(split, beliefs, strict=True) if k == number)
    semantics = sum(p for (e, _), p in zip(split, beliefs, strict=True) if e == embedding)
    return level, semantics, sum(p for name, p in zip(split, beliefs, strict=True) if name == [embedding, number])


def unsure_of(name: str) -> str:
    """What an agent of the cognitive hierarchy is unsure of: level, embedding, both; "" for others."""
    found = re.match(r"[SG]M_H_(level|embedding|both)", name)
    return found[1] if found else ""


def belief_by_turn(found: pd.DataFrame, what: str) -> pd.DataFrame:
    """The mean belief in what is true before each turn, by side, kind of agent and the partner's level."""
    rows = []
    for key, part in found.groupby(["side", "of", "partner", "turn"]):
        by_board = part.groupby("board")[what].mean().to_numpy()
        rows.append([*key, len(part), *statistics.mean(by_board)])
    return pd.DataFrame(rows, columns=["side", "of", "partner", "turn", "games", "mean", "low", "high"])


def cases(games: pd.DataFrame) -> pd.DataFrame:
    """Games by who plays with a partner of a level over an embedding: one that knows, one that is unsure, one that is wrong."""
    parts = []
    for side, other in OTHER.items():
        step = 1 if side == "guesser" else 0  # S_k is made for G_k, and G_{k+1} for S_k
        rows = games[games[other].map(level_of).isin(LEVELS)]
        kind, number = rows[side].map(unsure_of), rows[side].map(level_of)
        partner, same = rows[other].map(level_of), rows[side].map(embedding_of) == rows[other].map(embedding_of)
        who = kind.map(UNSURE)
        who = who.mask(same & (number >= 0), WRONG_LEVEL).mask(same & (number == partner + step), KNOWS)
        who = who.mask(~same & (number == 0) & (partner == 0), WRONG_EMBEDDING)
        parts.append(rows.assign(side=side, who=who, partner=partner, embedding=rows[other].map(embedding_of)))
    kept = pd.concat(parts, ignore_index=True)
    return kept[kept["who"].isin(PEOPLE)]


def rates(table: pd.DataFrame) -> pd.DataFrame:
    """Win rates and turns by side, the partner's level and who plays with it."""
    rows = []
    for key, part in table.groupby(["side", "partner", "who"]):
        won = tables.rate(part.groupby("board")["won"].mean().to_numpy(), average=True)
        rows.append([*key, len(part), *won, *_turns(part)])
    columns = ["side", "partner", "who", "games", "won", "won_low", "won_high", "turns", "turns_low", "turns_high"]
    return pd.DataFrame(rows, columns=columns)


def against(table: pd.DataFrame, rival: str) -> pd.DataFrame:
    """Everyone minus a rival on the same boards, averaged over embeddings: by side and the partner's level."""
    rows = []
    for (side, partner), part in table.groupby(["side", "partner"]):
        shares = part.groupby(["who", "board"])["won"].mean().unstack(0)
        for who in (name for name in PEOPLE if name in shares and rival in shares and name != rival):
            rows.append([side, partner, who, *statistics.difference(shares[who].to_numpy(), shares[rival].to_numpy())])
    return pd.DataFrame(rows, columns=["side", "partner", "who", "difference", "low", "high"])


# Beliefs about beliefs


def steps_of(name: str) -> str:
    """An agent that takes steps of thinking by its name; others are static."""
    return name if "M_CH" in name else "static"


def by_steps(games: pd.DataFrame) -> pd.DataFrame:
    """Games won and turns of agents that think of agents that think, with each other and with static ones."""
    rows = []
    for key, part in _stepping(games).groupby(["speaks", "hears"]):
        won = tables.rate(part.groupby("board")["won"].mean().to_numpy(), average=True)
        rows.append([*key, len(part), *won, *_turns(part)])
    columns = ["speaks", "hears", "games", "won", "won_low", "won_high", "turns", "turns_low", "turns_high"]
    return pd.DataFrame(rows, columns=columns)


def another_step(games: pd.DataFrame) -> pd.DataFrame:
    """What the second step changes, against the first with the same partners on the same boards: in wins and turns."""
    stepping, rows = _stepping(games), []
    for side, other, first, second in (
        ("speaks", "hears", "SM_CH1", "SM_CH2"),
        ("hears", "speaks", "GM_CH1", "GM_CH2"),
    ):
        for partner, part in stepping.groupby(other):
            one, two = part[part[side] == first], part[part[side] == second]
            if len(one) and len(two):
                wins, turns = compared(two, one)
                rows.append([second, partner, *wins, *turns])
    return pd.DataFrame(rows, columns=["who", "with", "wins", "low", "high", "turns", "fewer", "more"])


def believed_to_learn(turns: pd.DataFrame, models: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    """What the agents of two steps believe before each turn of a partner: that it learns; by whether it does."""
    parts = []
    for side, other in OTHER.items():
        mine = turns[turns[side].map(steps_of).isin(["SM_CH2", "GM_CH2"])]
        places = {name: [i for i, model in enumerate(models[name]) if "M_CH" in model] for name in mine[side].unique()}
        belief = [
            sum(json.loads(beliefs)[i] for i in places[name])
            for name, beliefs in zip(mine[side], mine[f"{side}_beliefs"], strict=True)
        ]
        parts.append(mine[["board", "turn"]].assign(who=mine[side], partner=mine[other].map(steps_of), belief=belief))
    rows = []
    for key, part in pd.concat(parts).groupby(["who", "partner", "turn"]):
        rows.append([*key, len(part), *statistics.mean(part.groupby("board")["belief"].mean().to_numpy())])
    return pd.DataFrame(rows, columns=["who", "partner", "turn", "games", "mean", "low", "high"])


def _stepping(games: pd.DataFrame) -> pd.DataFrame:
    kept = games.assign(speaks=games["spymaster"].map(steps_of), hears=games["guesser"].map(steps_of))
    kept = kept[(kept["speaks"] != "static") | (kept["hears"] != "static")]
    kept = kept[(kept[["spymaster", "guesser"]].map(level_of) <= 0).all(axis=1)]
    kept = kept[(kept[["spymaster", "guesser"]].map(unsure_of) == "").all(axis=1)]
    static = kept["spymaster"].where(kept["speaks"] == "static", kept["guesser"])
    return kept.assign(embedding=static.where(static.map(level_of) == 0, ""))
