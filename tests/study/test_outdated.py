"""Results that were made by other code are told, and no test fails for it: who edits an agent has not played yet."""

import json

from commonground import paths
from commonground.study import outdated, provenance, results, run
from helpers.committed import results_of
from helpers.experiments import STATIC

MODULES = ["commonground.agents.static", "commonground.study.experiment"]


def keep(name, **said):
    results_of(1, paths.root() / "data" / "results" / name, content=json.dumps(said))


def test_results_of_this_code_and_of_another(project):
    keep("open/spymasters", modules=MODULES, code=provenance.deciding(*MODULES))
    assert outdated.told() == "All 1 experiments under data/results were played by this code."
    keep("open/guessers", modules=MODULES, code="0" * 64)
    keep("open/guessers/old", code=provenance.deciding(*MODULES))  # does not say of which modules
    keep("people/gone", modules=["commonground.agents.nobody"], code="0" * 64)
    told = outdated.told()
    assert told.startswith("3 of 4 experiments under data/results were played by other code than this:")
    assert "than this: open/guessers, people/gone. `dvc repro` plays them again" in told


def test_what_is_played_now_is_of_this_code(own_toy):
    run.run(STATIC)
    assert outdated.by_name(STATIC.folder.parent) == {STATIC.name: True}
    assert results.manifest(STATIC.folder)["modules"] == MODULES
