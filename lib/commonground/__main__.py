"""The steps of the study, one command each: `python -m commonground <step>`.

What they work with stands in params.yaml: the embedding set (or another, named last), how many games, which samples.
"""

import argparse
import sys

from commonground import progress
from commonground.pipeline import steps


def main() -> int:
    """Take the step that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m commonground", description=__doc__)
    commands = parser.add_subparsers(dest="step", required=True, metavar="step")
    for step, function in [*steps.STEPS.items(), ("notebook", steps.notebook)]:
        one = commands.add_parser(step, help=function.__doc__)
        if step == "notebook":
            one.add_argument("name", help="e.g. 10-spymasters")
        one.add_argument(
            "set", nargs="?", help="toy, open, people, paper, or a set of your own in data/embeddings.yaml"
        )
    asked = parser.parse_args()
    name = asked.name if asked.step == "notebook" else ""
    return progress.status(name or asked.step, lambda: steps.take(asked.step, asked.set, name))


if __name__ == "__main__":
    sys.exit(main())
