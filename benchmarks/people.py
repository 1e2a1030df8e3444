"""How long a person waits: the slowest answer of each agent over some games on the open set.

`python benchmarks/people.py [set] [games]`. A static agent sits in the person's chair. The first game of an agent, which
compiles, is played by `warm_up` before, as the page does; sitting down (a new board) is counted as an answer.
"""

import itertools
import sys
import time

from commonground.embeddings import load_set
from commonground.people import GUESSER, SPYMASTER, Match, Setup
from commonground.people.setup import NOISE, warm_up
from commonground.people.standins import played

AGENTS = {GUESSER: ("SM_B",), SPYMASTER: ("DG_B", "MG_B", "BG_B")}  # by the person's role


def answers(setup: Setup, known) -> list[float]:
    """Seconds from each move of the person to the agent's answer, the first being the start of the game."""
    moves = played(setup, known, known.external[setup.seed % len(known.external)]).moves
    times = [time.perf_counter()]
    match = Match(setup, known)
    times.append(time.perf_counter())
    for move in moves:
        match.again(move)
        times.append(time.perf_counter())
    return [after - before for before, after in itertools.pairwise(times)]


def main(set_name: str = "open", games: str = "10") -> None:
    known = load_set(set_name)
    for role, names in AGENTS.items():
        for name in names:
            for noise in NOISE[SPYMASTER if role == GUESSER else GUESSER]:
                setups = [
                    Setup(embeddings=set_name, role=role, agent=name, noise=noise, seed=n) for n in range(int(games))
                ]
                warm_up(setups[0], known)
                waits = sorted(wait for setup in setups for wait in answers(setup, known))
                middle = waits[len(waits) // 2]
                print(
                    f"{name}, noise {noise:g}: {len(waits)} answers, half within {middle:.3f} s, slowest {waits[-1]:.3f} s",
                    flush=True,
                )


if __name__ == "__main__":
    main(*sys.argv[1:])
