"""The steps of the study that are not notebooks: `python -m commonground <step> <embedding set>`."""

import argparse
import sys

from commonground import parameters, progress
from commonground.embeddings import build
from commonground.errors import CommonGroundError
from commonground.study import records


def precompute(set_name: str) -> None:
    """Work out a set's neighbours and Voronoi tables."""
    build.precompute_set(set_name, parameters.load().precompute)


def boards(set_name: str) -> None:
    """Write down the boards that the study is played on."""
    chosen = parameters.load()
    records.write_boards(set_name, chosen.games, chosen.seed)


STEPS = {"fetch": build.fetch_set, "build": build.build_set, "precompute": precompute, "boards": boards}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m commonground", description=__doc__)
    parser.add_argument("step", choices=STEPS)
    parser.add_argument("set", help="toy, open, paper, or a set of your own in data/embeddings.yaml")
    chosen = parser.parse_args()
    try:
        STEPS[chosen.step](chosen.set)
    except CommonGroundError as error:
        progress.say(f"{chosen.step}: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
