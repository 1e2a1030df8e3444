"""A few games of an experiment on the toy set, for notebooks that show results where there are none yet."""

from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd

from commonground import paths, progress
from commonground.errors import CommonGroundError
from commonground.parameters import Agents
from commonground.study import plan, readings, results, run
from commonground.study.experiment import Experiment

GAMES = 2  # a pairing, as in the notebooks that play: enough to see a notebook work, too few to conclude anything
AGENTS = Agents(spymaster_samples=10, guesser_samples=300, noisy_guesser_samples=100, noise=1.0)
ASSUMED = (0.0, 0.5, 1.0)  # noise, in the sweep
MADE: dict[str, Callable[[str, int, int, Agents], Experiment]] = {
    "spymasters": plan.spymasters,
    "rivals/spymasters": plan.rival_spymasters,
    "unknown-noise": plan.unknown_noise,
    "guessers": plan.guessers,
    "rivals/guessers": plan.rival_guessers,
    "better-guessers": plan.better_guessers,
    "together": plan.together,
    "spymasters/sweep": partial(plan.sweep, noise=ASSUMED),
    "reading-the-paper/spymasters": lambda *about: readings.experiments(*about)[0],
    "reading-the-paper/guessers": lambda *about: readings.experiments(*about)[1],
}


def ensure(set_name: str, *names: str, games: int = GAMES) -> None:
    """See that a notebook has something to show: on the toy set, play a little of what was never played.

    On as many boards as the others were played on, so that all can be compared; if there are no others, on `games`.
    """
    by_hand = set_name == "toy" and not paths.in_pipeline()  # which has played what it depends on
    missing = [name for name in names if by_hand and not results.are_there(set_name, name)]
    games = _as_the_others(set_name, names, games) if missing else games
    for name in missing:
        progress.say(f"There are no results of '{name}' for the toy set yet: playing {games} games a pairing first.")
        run.run(small(set_name, name, games))


def small(set_name: str, name: str, games: int = GAMES) -> Experiment:
    """The study's experiment of that name, with few games and few samples."""
    if name not in MADE:
        raise CommonGroundError(f"There is no small version of the experiment '{name}'; there are {', '.join(MADE)}.")
    return MADE[name](set_name, games, 0, AGENTS)


def _as_the_others(set_name: str, names: Sequence[str], default: int) -> int:
    """How many boards were played by those that are there."""
    folders = [paths.results_of(set_name, name) for name in names if results.are_there(set_name, name)]
    return max((pd.read_csv(folder / "games.csv.gz")["board"].nunique() for folder in folders), default=default)
