"""params.yaml: the real one loads, and whatever is wrong in one is told."""

from pathlib import Path

import pytest
import yaml

from commonground import parameters
from commonground.embeddings import catalogue
from helpers.support import complaint


def changed(project: Path, **changes: object) -> None:
    path = project / "params.yaml"
    content = yaml.safe_load(path.read_text())
    for name, value in changes.items():
        section = content["precompute"] if name in content["precompute"] else content
        section[name] = value
    path.write_text(yaml.safe_dump(content))


def test_the_real_parameters_load_and_name_a_set_of_the_catalogue(project):
    found = parameters.load()
    assert found.embeddings in catalogue.load().sets
    assert found.games >= 1 and found.precompute.samples >= 1


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"noise": [1.0, -0.5]}, "noise must be 0 or more, not -0.5"),
        ({"noise": [float("nan")]}, "noise must be 0 or more, not nan"),
        ({"samples": 0}, "samples must be 1 or more, not 0"),
        ({"games": 0}, "games must be 1 or more, not 0"),
        ({"games": "many"}, "Expected `int`"),
        ({"gmaes": 5}, "unknown field `gmaes`"),
    ],
)
def test_a_wrong_parameter_is_one_sentence(project, changes, said):
    changed(project, **changes)
    with complaint(str(project / "params.yaml"), said):
        parameters.load()


def test_a_missing_parameter_is_told(project):
    (project / "params.yaml").write_text("embeddings: toy\n")
    with complaint("missing required field `games`"):
        parameters.load()


def test_a_missing_or_broken_file_is_told(project):
    (project / "params.yaml").write_text("games: [1\n")
    with complaint(str(project / "params.yaml"), "expected ',' or ']'"):
        parameters.load()
    (project / "params.yaml").unlink()
    with complaint(str(project / "params.yaml"), "No such file"):
        parameters.load()
