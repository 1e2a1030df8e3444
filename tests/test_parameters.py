"""params.yaml: the real one loads, and whatever is wrong in one is told."""

from pathlib import Path

import pytest
import yaml

from commonground import parameters, paths
from commonground.embeddings import catalogue
from commonground.study import choosing
from helpers.support import CHECKOUT, complaint


def changed(project: Path, **changes: object) -> None:
    path = project / "params.yaml"
    content = yaml.safe_load(path.read_text())
    for name, value in changes.items():
        section = content["precompute"] if name in ("noise", "samples") else content
        section[name] = value
    path.write_text(yaml.safe_dump(content))


def test_the_real_parameters_load_and_name_a_set_of_the_catalogue(project):
    found = parameters.load()
    assert found.embeddings in catalogue.load().sets
    assert found.games >= 1 and found.precompute.samples >= 1


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"noise": [1.0, -0.5]}, "Expected `float` >= 0.0"),
        ({"noise": [float("nan")]}, "Expected `float` >= 0.0"),
        ({"noise": [float("inf")]}, "Expected `float` <= 1000.0"),
        ({"samples": 0}, "Expected `int` >= 1 - at `$.precompute.samples`"),
        ({"games": 0}, "Expected `int` >= 1 - at `$.games`"),
        ({"games": 1_000_001}, "Expected `int` <= 1000000"),
        ({"games": "many"}, "Expected `int`"),
        ({"seed": -1}, "Expected `int` >= 0"),
        ({"gmaes": 5}, "unknown field `gmaes`"),
        ({"experiments": {"mine": {"share": 0}}}, "Expected `float` > 0.0 - at `$.share` of the experiment 'mine'"),
        ({"experiments": {"fine": {}, "mine": {"share": 1.5}}}, "<= 1.0 - at `$.share` of the experiment 'mine'"),
        ({"experiments": {"mine": {"samples": 0}}}, "of the experiment 'mine'"),
        ({"experiments": {"mine": {"shrae": 1}}}, "unknown field `shrae` of the experiment 'mine'"),
    ],
)
def test_a_wrong_parameter_is_one_sentence(project, changes, said):
    changed(project, **changes)
    with complaint(str(project / "params.yaml"), said):
        parameters.load()


def test_a_new_experiment_needs_a_section_and_nothing_else(project):
    changed(project, experiments={"brand_new": {"share": 0.5, "samples": 7}})
    found = parameters.load().for_stage("brand-new")
    assert found["share"] == 0.5 and found["samples"] == 7 and found["guesser_samples"] == 10000


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("games: 500", "games: 010", "010 reads as an octal number"),
        ("games: 500", "games: 500\ngames: 5", "'games' is there twice"),
        ("    share: 0.03", "    share: 0.03\n    share: 0.3", "'share' is there twice"),
    ],
)
def test_the_traps_of_yaml_are_told(project, old, new, said):
    path = project / "params.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with complaint(str(path), said):
        parameters.load()


def test_agents_are_the_files_but_for_what_is_chosen(project):
    found = parameters.agents(noise=0.25)
    assert found.noise == 0.25 and found.guesser_samples == parameters.load().agents.guesser_samples
    with complaint("Expected `float` >= 0.0"):
        parameters.agents(noise=-1.0)
    with complaint("unknown field `nosie`"):
        parameters.agents(nosie=1.0)


def test_a_missing_parameter_is_told(project):
    (project / "params.yaml").write_text("embeddings: toy\n")
    with complaint("missing required field `games`"):
        parameters.load()


def test_a_missing_or_broken_file_is_told(project):
    (project / "params.yaml").write_text("games: [1\n")
    with complaint(str(project / "params.yaml"), "expected ',' or ']'"):
        parameters.load()
    with complaint(str(project / "none.yaml"), "No such file"):
        parameters.load(project / "none.yaml")
    (project / "params.yaml").unlink()
    assert parameters.load() == parameters.load(CHECKOUT / "params.yaml"), "the package's own"


def test_the_study_is_not_played_on_the_boards_that_settings_are_chosen_on(tmp_path):
    path = tmp_path / "params.yaml"
    path.write_text(paths.parameters().read_text().replace("seed: 0 #", f"seed: {parameters.CHOOSING_SEED} #", 1))
    with complaint(f"the seed {choosing.SEED} deals the boards that agents' settings were chosen on"):
        parameters.load(path)
