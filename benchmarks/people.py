"""What it is like to play with the agents that sit down by default: a hundred boards each, somebody else in the person's chair.

`python benchmarks/people.py [set] [games] [agent …]`. The person is the crowd, a partner that speaks another language each turn,
as people do. Told are wins, turns, the paper's score, the share of clues that are function words, clues for more than four
cards, picks beyond the number and how many of those were red, and how long a person waits: the first game of an agent, which
compiles, is played by `warm_up` before, as the page does; sitting down (a new board) is counted as an answer. Without names of
agents it writes `benchmarks/people.csv`, which docs/play.md shows.
"""

import itertools
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from commonground import agents
from commonground.embeddings import load_set
from commonground.embeddings.sayable import FUNCTION_WORDS
from commonground.game import Colour
from commonground.people import GUESSER, SPYMASTER, Match, Setup
from commonground.people.setup import warm_up, welcoming
from commonground.people.stakes import score
from commonground.people.standins import played_with
from commonground.report import numbers, statistics

MANY = 4  # cards that a clue for people is for, at most
CROWD = "crowd"
NOT_ITS = "–"  # what is the other's to do
TABLE = Path(__file__).with_suffix(".csv")  # that docs/play.md shows


class Game(NamedTuple):
    """A game, and the seconds from each move of the person to the agent's answer, the first being the start."""

    match: Match
    waits: list[float]


def person(role: str, known: Any) -> Any:
    """Who sits in the person's chair."""
    if role == GUESSER:
        return agents.guesser(CROWD, known)
    return agents.spymaster(CROWD, known)


def timed(setup: Setup, known: Any) -> Game:
    """A game played again move by move, with a watch."""
    moves = played_with(setup, known, person(setup.role, known)).moves
    times = [time.perf_counter()]
    match = Match(setup, known)
    times.append(time.perf_counter())
    for move in moves:
        match.again(move)
        times.append(time.perf_counter())
    return Game(match, [after - before for before, after in itertools.pairwise(times)])


def told(name: str, games: list[Game]) -> dict[str, str]:
    """What the games were like."""
    records = [game.match.record for game in games]
    turns = [turn for record in records for turn in record.turns]
    waits = sorted(wait for game in games for wait in game.waits)
    beyond = [turn.colours[-1] for turn in turns if len(turn.guesses) > turn.heard.number]
    speaks = games[0].match.setup.role == GUESSER  # the agent gives clues
    empty = numbers.percent(np.mean([turn.heard.word in FUNCTION_WORDS for turn in turns]), 1)
    return {
        "agent": name,
        "boards": str(len(records)),
        "won": numbers.rate(statistics.proportion([int(record.won) for record in records])),
        "score": numbers.amount(statistics.mean(np.array([score(record) for record in records]))),
        "turns": numbers.amount(statistics.mean(np.array([len(record.turns) for record in records]))),
        "function words": empty if speaks else NOT_ITS,
        f"clues for more than {MANY}": str(sum(turn.heard.number > MANY for turn in turns)) if speaks else NOT_ITS,
        "picks beyond the number, red of them": NOT_ITS if speaks else f"{len(beyond)}, {beyond.count(Colour.RED)}",
        "half of the answers within": f"{waits[len(waits) // 2]:.2f} s",
        "slowest answer": f"{waits[-1]:.2f} s",
    }


def main(set_name: str = "people", games: str = "100", *names: str) -> None:
    known = load_set(set_name)
    rows = []
    for role, partner in ((GUESSER, SPYMASTER), (SPYMASTER, GUESSER)):
        for name in [name for name in names if name in seats(partner)] if names else [welcoming(partner)]:
            setups = [Setup(embeddings=set_name, role=role, agent=name, seed=n) for n in range(int(games))]
            warm_up(setups[0], known)
            rows.append({"set": set_name} | told(name, [timed(setup, known) for setup in setups]))
            print("\n".join(f"{what}: {found}" for what, found in rows[-1].items()), end="\n\n", flush=True)
    if not names:
        pd.DataFrame(rows).to_csv(TABLE, index=False, lineterminator="\n")
        print(f"{TABLE} is written; `python -m commonground.report.readme` brings docs/play.md up to date.")


def seats(role: str) -> Any:
    return agents.ALL_SPYMASTERS if role == SPYMASTER else agents.ALL_GUESSERS


if __name__ == "__main__":
    main(*sys.argv[1:])
