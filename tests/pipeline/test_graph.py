"""dvc.yaml is true: a stage depends on every module it imports, every result it reads, every parameter it is run with."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from commonground import parameters
from commonground.pipeline import notebooks
from commonground.study import plan
from helpers import graph
from helpers.support import CHECKOUT, files_in

STAGES = graph.stages()
BUILT = "data/results/open"


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_depends_on_all_that_it_imports_and_reads(name):
    assert graph.missing(STAGES[name]) == []


@pytest.mark.parametrize(
    ("name", "dep"),
    [
        ("fetch", "lib/commonground/paths.py"),
        ("build", "lib/commonground/embeddings"),
        ("precompute", "lib/commonground/seeds.py"),
        ("look@one-game", "data/blocked_words.txt"),
        ("boards", "lib/commonground/agents"),
        ("play@spymasters", "lib/commonground/report"),
        ("play@unknown-noise", f"{BUILT}/spymasters"),
        ("play@better-guessers", f"{BUILT}/guessers"),
        ("show@table-guessers", "data/paper_tables.csv"),
        ("show@cross-play", f"{BUILT}/together"),
        ("metrics", f"{BUILT}/unknown-noise"),
    ],
)
def test_a_dependency_that_is_taken_out_is_missed(name, dep):
    stage = graph.stages()[name]
    assert dep in stage["deps"]
    stage["deps"] = [other for other in stage["deps"] if other != dep]
    assert any(path == dep or path.startswith(f"{dep}/") for path in graph.missing(stage))


@pytest.mark.parametrize(
    ("name", "param", "lost"),
    [
        ("play@levels", "experiments.levels", "experiments.levels.samples"),
        ("play@together", "agents", "agents.noisy_guesser_samples"),
        ("play@together", "games", "games"),
        ("show@learning", "experiments.learning", "experiments.learning.turn"),
    ],
)
def test_a_parameter_that_is_taken_out_is_missed(name, param, lost):
    stage = graph.stages()[name]
    stage["params"] = [other for other in stage["params"] if other != param]
    assert lost in graph.missing(stage)


def said_to_be_read(stage):
    """The results that a stage's notebook names."""
    content = nbformat.read(CHECKOUT / f"notebooks/{graph.notebook_of(stage)}.ipynb", 4)
    source = "\n".join(cell.source for cell in content.cells if cell.cell_type == "code")
    return {result.split("/")[0] for result in graph.results_of(source, stage)}


def test_an_experiment_depends_on_the_results_that_it_reads_and_on_no_others():
    for name, stage in STAGES.items():
        if name.startswith("play@"):
            assert results_among(stage["deps"]) - {"boards.csv"} == said_to_be_read(stage), name


def test_what_shows_depends_on_all_that_any_of_its_kind_reads_and_on_nothing_else():
    showing = [stage for name, stage in STAGES.items() if name.startswith("show@")]
    read = set().union(*map(said_to_be_read, showing))
    assert all(results_among(stage["deps"]) == read for stage in showing)


def results_among(deps):
    return {dep.removeprefix(f"{BUILT}/") for dep in deps if dep.startswith(BUILT)}


def test_every_file_that_a_stage_depends_on_is_there_or_made_by_a_stage():
    made = {path for stage in STAGES.values() for path in graph.made(stage)}
    needed = {path for stage in STAGES.values() for path in stage["deps"]}
    lost = [path for path in sorted(needed - made) if not (CHECKOUT / path).exists()]
    assert [path for path in lost if str(Path(path).parent) not in made] == []


def test_stage_notebook_results_figures_and_section_share_one_name():
    for name, stage in STAGES.items():
        if notebook := graph.notebook_of(stage):
            own = notebooks.stage_of(notebook)
            assert name.split("@")[1] == own
            assert f"runs/open/{notebook}.ipynb" in graph.made(stage) and f"figures/open/{own}" in graph.made(stage)
            assert (f"{BUILT}/{own}" in graph.made(stage)) == name.startswith("play@")


def test_every_notebook_is_run_by_one_stage_but_those_that_need_people():
    run = sorted(notebook for stage in STAGES.values() if (notebook := graph.notebook_of(stage)))
    written = sorted(path.stem for path in (CHECKOUT / "notebooks").glob("*.ipynb"))
    assert run == [name for name in written if name not in ("50-play", "51-human-games", *notebooks.OF_PEOPLE)]
    assert graph.made(STAGES["clean"]) == ["build/notebooks"] and STAGES["clean"]["deps"] == ["notebooks"]


def test_a_section_of_the_parameters_has_the_names_of_its_notebook_and_no_others():
    chosen = parameters.load(CHECKOUT / "params.yaml")
    run = [name for stage in STAGES.values() if (name := graph.notebook_of(stage))]
    by_section = {notebooks.stage_of(name).replace("-", "_"): name for name in (*run, *notebooks.OF_PEOPLE)}
    for section, content in chosen.experiments.items():
        names = notebooks.parameters_of(CHECKOUT / f"notebooks/{by_section[section]}.ipynb")
        assert set(parameters.msgspec.to_builtins(content)) <= set(names), section


@pytest.mark.parametrize(
    "notebook", sorted({*notebooks.OF_PEOPLE, *(n for stage in STAGES.values() if (n := graph.notebook_of(stage)))})
)
def test_every_parameter_of_a_notebook_is_found_in_the_parameters(notebook):
    wanted = notebooks.parameters_of(CHECKOUT / f"notebooks/{notebook}.ipynb")
    given = notebooks.values(notebook, wanted, parameters.load(CHECKOUT / "params.yaml"))
    for name, default in wanted.items():
        kinds = {type(default), type(given[name])}
        assert kinds <= {int, float} or kinds <= {list, tuple} or len(kinds) == 1, name


def test_the_tables_are_made_of_experiments_that_are_played():
    assert {f"play@{name.split('/')[0]}" for names in plan.TABLES.values() for name in names} <= set(STAGES)


def test_dvc_reads_the_graph_as_we_do():
    command = [sys.executable, "-m", "dvc", "stage", "list", "--name-only"]
    listed = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout.split()
    assert listed == list(STAGES)


def test_it_is_short():
    assert len((CHECKOUT / "dvc.yaml").read_text().splitlines()) <= 220
    assert json.dumps(graph.read())


def test_what_is_committed_outlives_a_stage_that_fails():
    """DVC deletes a stage's outs before it runs, unless they persist."""
    for name, stage in STAGES.items():
        for out in [*stage.get("outs", []), *stage.get("metrics", [])]:
            if isinstance(out, dict):
                (options,) = out.values()
                assert options == {"cache": False, "persist": True}, name


def test_own_vectors_are_dependencies():
    assert "data/own" in STAGES["build"]["deps"] and (CHECKOUT / "data/own").is_dir()


def test_the_notebooks_that_only_show_are_those_from_90_on():
    shown = [graph.notebook_of(stage) for name, stage in STAGES.items() if name.startswith("show@")]
    assert notebooks.showing() == shown
    for name in shown:
        source = (CHECKOUT / f"notebooks/{name}.ipynb").read_text()
        assert "load_set" not in source and "study import run" not in source, "it needs no vectors"


@pytest.mark.slow(20)
def test_a_stage_without_what_it_needs_leaves_every_file_as_it_was(tmp_path):
    """As in a fresh clone, where there are no vectors and no stripped notebooks, and results of which one is gone."""
    folder = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", CHECKOUT, folder], check=True)
    shutil.copy(CHECKOUT / "dvc.yaml", folder)
    shutil.rmtree(folder / "data/results/open/unknown-noise")
    before = files_in(folder)
    own = {"COMMONGROUND_ROOT": str(folder), "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for target in ("show@table-spymasters", "play@levels", "look@one-game"):
        command = [sys.executable, "-m", "dvc", "repro", "--single-item", target]
        ended = subprocess.run(command, cwd=folder, env=os.environ | own, capture_output=True, text=True, check=False)
        assert ended.returncode, ended.stdout
    lost = set(before) - set(files_in(folder))
    assert lost == set()
    status = subprocess.run(["git", "status", "--short"], cwd=folder, capture_output=True, text=True, check=True).stdout
    changed = [line for line in status.splitlines() if "unknown-noise" not in line and "dvc.yaml" not in line]
    assert changed == []
