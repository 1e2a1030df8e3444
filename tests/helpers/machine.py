"""What comes out on this machine, as digests: `python -m helpers.machine PROJECT`, in whatever disguise the environment is.

Vectors of every recipe, the toy set and its tables, and games of every agent, with their beliefs to the last digit.
"""

import hashlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import yaml

from commonground import agents, files, paths
from commonground.embeddings import EmbeddingSet, build, load_set
from commonground.game import STOCHASTIC, GameRecord, Guesser, Spymaster, play
from helpers import dictionary

BOARDS = {"ta": range(10), "te": range(10, 20)}  # with a partner that the agents know, and with a stranger
FEW = {"samples": 40}
RECIPES = {"dict": "internal", "retro": "internal", "ftxt": "external", "mlm": "external"}


def digests(project: Path) -> dict[str, str]:
    """Everything that has to come out the same."""
    return vectors(project) | tables() | games(load_set("toy")) | arithmetic()


def arithmetic() -> dict[str, str]:
    """What may differ, and shows that the disguise works: last digits of a library's exponentials and matrix products."""
    some = np.random.default_rng(0).normal(size=(300, 300))
    found = {"arithmetic of numpy": np.exp(some), "arithmetic of BLAS": some @ some}
    return {name: hashlib.sha256(values.tobytes()).hexdigest() for name, values in found.items()}


def vectors(project: Path) -> dict[str, str]:
    """A small set with one embedding by each recipe."""
    dictionary.write(project / "data" / "raw")
    catalogue = yaml.safe_load(paths.catalogue().read_text())
    entries = {name: {"title": name, "role": role, "recipe": name} for name, role in RECIPES.items()}
    catalogue["sets"]["small"] = {"about": "one by each recipe", "vocabulary": 1, "embeddings": entries}
    paths.catalogue().write_text(yaml.safe_dump(catalogue))
    build.build_set("small")
    return {f"small {name}": files.digest(paths.embeddings("small") / f"{name}.npz") for name in RECIPES}


def tables() -> dict[str, str]:
    """The toy set: vectors, neighbours, Voronoi tables."""
    known = load_set("toy")
    return {
        f"toy {name} {folder.parent.name}": files.digest(folder / f"{name}.npz")
        for name in known
        for folder in (paths.embeddings("toy"), paths.precomputed("toy"))
    }


def games(known: EmbeddingSet) -> dict[str, str]:
    """Twenty games of every agent, half of them with a partner it knows and half with a stranger, in noise."""
    found = {}
    for partner, boards in BOARDS.items():
        for spymaster in speaking(known):
            hears = agents.guesser(partner, known, ear=1.0)
            found[f"{spymaster.name} with {partner}"] = played(known, boards, spymaster, hears)
        for guesser in hearing(known):
            found[f"{partner} with {guesser.name}"] = played(known, boards, agents.spymaster(partner, known), guesser)
    return found


def speaking(known: EmbeddingSet) -> list[Spymaster]:
    few = ("S1:ta", "SM_H_both", "SM_CH2")
    plain = [agents.spymaster(name, known) for name in ("random", *known, *agents.ALL_SPYMASTERS, "SM_B_noise+blend")]
    return [*plain, *(agents.spymaster(name, known, **FEW) for name in few)]


def hearing(known: EmbeddingSet) -> list[Guesser]:
    sampling = [name for name, named in agents.ALL_GUESSERS.items() if issubclass(named.agent, agents.BayesianGuesser)]
    few = (*sampling, "DG_B+blend", "G1:ta", "GM_H_both", "GM_CH2")
    others = [name for name in agents.ALL_GUESSERS if name not in sampling]
    plain = [agents.guesser(name, known) for name in ("random", *known, *others)]
    return [*plain, *(agents.guesser(name, known, **FEW) for name in few)]


def played(known: EmbeddingSet, boards: Iterable[int], spymaster: Spymaster, guesser: Guesser) -> str:
    records = [play(known.deal(board), spymaster, guesser, STOCHASTIC, board) for board in boards]
    return hashlib.sha256(json.dumps([told(record) for record in records]).encode()).hexdigest()


def told(record: GameRecord) -> list[object]:
    """A game with nothing rounded."""
    return [
        [turn.intended, turn.heard, turn.guesses, turn.spymaster_beliefs, turn.guesser_beliefs] for turn in record.turns
    ]


if __name__ == "__main__":
    print(json.dumps(digests(Path(sys.argv[1])), indent=1))
