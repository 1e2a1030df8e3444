"""The steps of the study, one function each: `python -m commonground <step>` takes them.

A step imports what it needs when it is asked for: it takes seconds, in which Ctrl-C must be answered like later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from commonground import paths

if TYPE_CHECKING:
    from commonground.parameters import Parameters


def fetch(chosen: Parameters) -> None:
    """Bring what the set is made from."""
    from commonground.embeddings import build

    build.fetch_set(chosen.embeddings)


def make(chosen: Parameters) -> None:
    """Make the set's embeddings."""
    from commonground.embeddings import build

    build.build_set(chosen.embeddings)


def precompute(chosen: Parameters) -> None:
    """Work out a set's neighbours and Voronoi tables."""
    from commonground.embeddings import build

    build.precompute_set(chosen.embeddings, chosen.precompute)


def boards(chosen: Parameters) -> None:
    """Write down the boards that the study is played on."""
    from commonground.study import records

    with paths.writing(paths.root()):
        records.write_boards(chosen.embeddings, chosen.games, chosen.seed)


def numbers(chosen: Parameters) -> None:
    """Write the study's metrics and findings, from the games of both tables."""
    from commonground.report import findings
    from commonground.study import metrics

    with paths.writing(paths.root()):
        metrics.write(chosen.embeddings)
        findings.write(chosen.embeddings)


def vectors(chosen: Parameters) -> None:
    """See that a set is fetched, built and precomputed; what is there already is left alone."""
    from commonground.embeddings import build

    build.bring(chosen.embeddings, chosen.precompute)


def status(chosen: Parameters) -> None:
    """Tell which results, of any set, were made by other code than this."""
    from commonground.study import outdated

    print(outdated.told())


def tables(chosen: Parameters) -> None:
    """Draw all tables and figures that need no vectors again, from the results that are there."""
    from commonground.pipeline import notebooks

    notebooks.redraw(chosen)
    numbers(chosen)


def people(chosen: Parameters) -> None:
    """Fetch people's guesses and the set for them, and run the notebooks about them: a pipeline of its own."""
    from commonground.crowd import sources
    from commonground.embeddings import build
    from commonground.pipeline import notebooks
    from commonground.report import crowd

    sources.fetch()
    of_people = msgspec.structs.replace(chosen, embeddings=notebooks.PEOPLE_SET)
    build.bring(of_people.embeddings, of_people.precompute)
    for name in notebooks.OF_PEOPLE:
        notebooks.run_as_it_stands(name, of_people)
    with paths.writing(paths.root()):
        crowd.write(of_people.embeddings)


def notebook(chosen: Parameters, name: str) -> None:
    """Run a notebook, by its name without the ending."""
    from commonground.pipeline import notebooks

    notebooks.run(name, chosen)


STEPS = {
    "fetch": fetch,
    "build": make,
    "precompute": precompute,
    "vectors": vectors,
    "boards": boards,
    "metrics": numbers,
    "tables": tables,
    "people": people,
    "status": status,
}
TIMED = ("fetch", "build", "precompute", "boards", "metrics")  # stages of the pipeline besides the notebooks


def take(step: str, set_name: str | None, name: str = "") -> None:
    """Take a step, with the parameters of the file and the set that was named; a notebook has a name, too."""
    from commonground import parameters

    chosen = parameters.load()
    chosen = msgspec.structs.replace(chosen, embeddings=set_name or chosen.embeddings)
    if step not in (*TIMED, "notebook"):
        return STEPS[step](chosen)
    from commonground.pipeline import times

    with times.noted(chosen.embeddings, name or step, chosen.games):
        return notebook(chosen, name) if step == "notebook" else STEPS[step](chosen)
