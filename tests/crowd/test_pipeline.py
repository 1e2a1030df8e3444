"""`make people`: its steps in order, what the study does not need of it, and that nobody can be told from what is committed."""

import re

from commonground import parameters
from commonground.crowd import sources
from commonground.embeddings import build
from commonground.pipeline import notebooks, steps
from commonground.report import crowd
from helpers import graph
from helpers.support import CHECKOUT

COMMITTED = [CHECKOUT / folder / "people" for folder in ("data/results", "figures", "runs")]


def test_guesses_come_first_then_vectors_then_the_notebooks(monkeypatch):
    done = []
    monkeypatch.setattr(sources, "fetch", lambda: done.append("guesses"))
    monkeypatch.setattr(build, "bring", lambda set_name, _: done.append(set_name))
    monkeypatch.setattr(notebooks, "run_as_it_stands", lambda name, chosen: done.append((name, chosen.embeddings)))
    monkeypatch.setattr(crowd, "write", lambda set_name: done.append(f"the finding of {set_name}"))
    steps.people(parameters.load(CHECKOUT / "params.yaml"))
    ran = [(name, "people") for name in notebooks.OF_PEOPLE]
    assert done == ["guesses", "people", *ran, "the finding of people"]


def test_no_stage_of_the_study_needs_people():
    for stage in graph.stages().values():
        assert not [dep for dep in stage["deps"] if "crowd" in dep or dep.startswith("data/raw/people/")]
        assert "people" not in stage["cmd"]


def test_nobody_can_be_told_from_what_is_committed():
    """Crowd-workers' ids are 24 hexadecimal digits, and lists of guesses are in capitals in one recording."""
    files = [
        path for folder in COMMITTED for path in folder.rglob("*") if path.suffix in (".csv", ".json", ".md", ".ipynb")
    ]
    assert files, "its results are committed, as others can't fetch the guesses"
    for path in files:
        text = re.sub(r'"image/png": "[^"]*"', "", path.read_text(encoding="utf-8"))
        assert not re.search(r"(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])", text), path
        assert '_path": "/' not in text, "and no folder of a machine"
        assert "subject_id" not in text and not re.search(r"\['[A-Z]+', '[A-Z]+'", text), path
