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
        (
            {"noise": [1.0, -0.5]},
            "precompute.noise must be a list of numbers from 0 to 1,000, at least one, each once, not [1.0, -0.5].",
        ),
        ({"noise": [float("nan")]}, "precompute.noise must be a list of numbers from 0"),
        ({"noise": [float("inf")]}, "to 1,000, at least one, each once, not [inf]."),
        ({"noise": []}, "precompute.noise must be a list of numbers from 0"),
        ({"noise": [0.5, 0.5]}, "each once, not [0.5, 0.5]."),
        ({"noise": 1.0}, "precompute.noise must be a list of numbers"),
        ({"samples": 0}, "precompute.samples must be a whole number from 1 to 10,000,000, not 0."),
        ({"games": 0}, "games must be a whole number from 1 to 1,000,000, not 0."),
        ({"games": 1_000_001}, "games must be a whole number from 1 to 1,000,000, not 1000001."),
        ({"games": "many"}, "games must be a whole number from 1 to 1,000,000, not 'many'."),
        ({"seed": -1}, "seed must be a whole number of 0 or more, not -1."),
        ({"gmaes": 5}, "there is no parameter 'gmaes'; there are embeddings, games"),
        ({"experiments": {"mine": {"share": 0}}}, "experiments.mine.share must be above 0 and at most 1, not 0."),
        (
            {"experiments": {"fine": {}, "mine": {"share": 1.5}}},
            "experiments.mine.share must be above 0 and at most 1, not 1.5.",
        ),
        ({"experiments": {"mine": {"samples": 0}}}, "experiments.mine.samples must be a whole number from 1"),
        ({"experiments": {"mine": {"shrae": 1}}}, "there is no parameter 'shrae' in experiments.mine; there are share"),
        ({"experiments": {"mine": {"sweep": [0.5, 0.5]}}}, "experiments.mine.sweep must be a list of numbers from 0"),
        ({"experiments": {"mine": {"sweep": []}}}, "at least one, each once, not []."),
        (
            {"experiments": {"mine": {"turn": 10**7}}},
            "experiments.mine.turn must be a whole number from 1 to 25, not 10000000.",
        ),
        ({"experiments": {"mine": 5}}, "experiments.mine must be a section, with names and values, not 5."),
        ({"experiments": 5}, "experiments must be a section"),
        ({"agents": [1]}, "agents must be a section, with names and values, not [1]."),
        ({"embeddings": 5}, "embeddings must be a name, not 5."),
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
        ("games: 500", "games: 0x10", "0x10 reads as the number 16: write that"),
        ("games: 500", "games: 1:30", "1:30 reads as the number 90: write that"),
        ("    share: 0.03", "    share: 0:30.5", "0:30.5 reads as the number 30.5"),
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


def test_a_section_of_no_notebook_is_told_where_the_study_stands(project):
    """A folder with dvc.yaml and notebooks has the study's stages; elsewhere nobody knows what a notebook is called."""
    changed(project, experiments={"spymasters": {}, "bogus": {"share": 0.5}})
    assert "bogus" in parameters.load().experiments
    (project / "notebooks").mkdir()
    (project / "notebooks/10-spymasters.ipynb").touch()
    (project / "dvc.yaml").touch()
    with complaint("experiments.bogus is the section of no notebook; those there are: spymasters."):
        parameters.load()


def test_agents_are_the_files_but_for_what_is_chosen(project):
    found = parameters.agents(noise=0.25)
    assert found.noise == 0.25 and found.guesser_samples == parameters.load().agents.guesser_samples
    with complaint("noise must be a number from 0 to 1,000, not -1.0."):
        parameters.agents(noise=-1.0)
    with complaint("there is no parameter 'nosie'"):
        parameters.agents(nosie=1.0)


def test_a_missing_parameter_is_told(project):
    (project / "params.yaml").write_text("embeddings: toy\n")
    with complaint("the parameter 'games' is missing."):
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
    with complaint(f"seed {choosing.SEED} deals the boards that agents' settings were chosen on"):
        parameters.load(path)
