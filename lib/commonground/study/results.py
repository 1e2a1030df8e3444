"""The results of experiments, read from disk; on the toy set a small version is played first where there is none."""

from pathlib import Path

import msgspec
import pandas as pd

from commonground import parameters, paths, progress
from commonground.errors import CommonGroundError
from commonground.study import plan, run
from commonground.study.experiment import Experiment

SMOKE_GAMES = 4  # a pairing: enough to see a notebook work, too few to conclude anything
SMOKE_SAMPLES = {"guesser_samples": 300, "noisy_guesser_samples": 100}
SMOKE_WORLDS = 60  # a turn, of agents of the hierarchy
EXPERIMENTS = (
    *("spymasters", "sweep", "guessers", "together"),
    *("levels", "pragmatics"),
    *("our-spymasters", "our-guessers"),
)
# where the stage has another name than the experiment
STAGES = {"sweep": "spymasters", "our-spymasters": "unknown-noise", "our-guessers": "better-guessers"}


def games(set_name: str, name: str) -> pd.DataFrame:
    """One row a game of the experiment of that name."""
    return _read(set_name, name, "games.csv.gz")


def beside(set_name: str, name: str) -> pd.DataFrame:
    """The games of an experiment, with those of our own agents where these have been played on the same boards."""
    played = games(set_name, name)
    path = paths.results(set_name) / known(f"our-{name}") / "games.csv.gz"
    if not path.exists():
        return played
    ours = pd.read_csv(path)
    return pd.concat([played, ours], ignore_index=True) if set(ours["board"]) == set(played["board"]) else played


def learning(set_name: str, name: str) -> pd.DataFrame:
    """Beliefs by turn, summarised over the games of each pairing."""
    return _read(set_name, name, "learning.csv")


def turns_table(set_name: str, name: str) -> pd.DataFrame:
    """One row a turn; too big for git, so a clone of the study has none before it is run."""
    return _read(set_name, name, "turns.csv.gz")


def ensure(set_name: str, name: str, games: int = SMOKE_GAMES) -> Path:
    """The folder of an experiment's results; for the toy set a small version is played if there is none."""
    folder = paths.results(set_name) / known(name)
    if set_name == "toy" and not (folder / "games.csv.gz").exists():
        progress.say(f"There are no results of '{name}' for the toy set yet: playing {games} games a pairing first.")
        run.run(smoke(set_name, name, games))
    return folder


def smoke(set_name: str, name: str, games: int = SMOKE_GAMES) -> Experiment:
    """The study's experiment of that name, with few games and few samples."""
    chosen = parameters.load()
    agents = msgspec.structs.replace(chosen.agents, **SMOKE_SAMPLES)
    if known(name) == "sweep":
        return plan.sweep(set_name, games, chosen.seed, agents, chosen.spymasters.sweep)
    if name in ("levels", "pragmatics"):
        hierarchy = {"levels": plan.levels, "pragmatics": plan.pragmatics}[name]
        return hierarchy(set_name, games, chosen.seed, SMOKE_WORLDS)
    make = {
        "spymasters": plan.spymasters,
        "guessers": plan.guessers,
        "together": plan.together,
        "our-spymasters": plan.our_spymasters,
        "our-guessers": plan.our_guessers,
    }[name]
    return make(set_name, games, chosen.seed, agents)


def known(name: str) -> str:
    """The name, if there is an experiment called so."""
    if name not in EXPERIMENTS:
        raise CommonGroundError(f"There is no experiment '{name}'; there are {', '.join(EXPERIMENTS)}.")
    return name


def _read(set_name: str, name: str, file: str) -> pd.DataFrame:
    path = ensure(set_name, name) / file
    if not path.exists():
        raise CommonGroundError(
            f"There are no results at {path}: `dvc repro {STAGES.get(name, name)}` makes them,"
            f" with 'embeddings: {set_name}' in params.yaml."
        )
    return pd.read_csv(path)
