"""The one command that runs a notebook: what it is run with, what is kept of it, and what a person is told."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import nbformat
import papermill
import pytest
import yaml
from nbformat.v4 import new_code_cell, new_notebook

from commonground import parameters
from commonground.pipeline import notebooks
from helpers.support import complaint


def write(project: Path, name: str, *cells: str) -> Path:
    """A stripped notebook whose first cell holds its parameters."""
    path = project / "build/notebooks" / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    (project / "notebooks").mkdir(exist_ok=True)
    first = new_code_cell(cells[0], metadata={"tags": ["parameters"]})
    nbformat.write(new_notebook(cells=[first, *map(new_code_cell, cells[1:])]), path)
    return path


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    run = [sys.executable, "-m", "commonground", "notebook", *arguments]
    return subprocess.run(run, capture_output=True, text=True, check=False, env=environment)


@pytest.mark.slow(4)
def test_a_notebook_is_run_with_the_names_of_its_cell_and_the_values_of_the_file(project):
    heard = 'from commonground import progress\nprogress.say("1 of 2 games")'
    first = 'embeddings = "toy"\nsweep = [0.0]\nnoise = 9.0'
    write(project, "10-spymasters", first, heard, "print(embeddings, sweep, noise)")
    ended = command("10-spymasters", "toy")
    assert ended.returncode == 0 and ended.stderr == "1 of 2 games\n", "for the terminal, not for the copy"
    (run,) = (project / "runs/toy").iterdir()
    assert run.name == "10-spymasters.ipynb"
    (printed,) = [out.text for cell in nbformat.read(run, 4).cells for out in cell.get("outputs", [])]
    assert printed == "toy [0.0, 0.25, 0.5, 0.75, 1.0] 1.0\n"


DRAW = """from commonground import files, paths
files.write_text(paths.figures(embeddings) / "STAGE" / "new.csv", "drawn")"""


@pytest.mark.slow(4)
def test_an_error_of_ours_is_one_sentence_and_the_run_from_before_stays(project):
    cells = "from commonground.errors import CommonGroundError", 'raise CommonGroundError("The dog ate the boards.")'
    write(project, "10-spymasters", 'embeddings = "toy"', DRAW.replace("STAGE", "spymasters"), *cells)
    figure = project / "figures/toy/spymasters/old.csv"
    figure.parent.mkdir(parents=True)
    figure.write_text("drawn before")
    before = project / "runs/toy/10-spymasters.ipynb"
    before.parent.mkdir(parents=True)
    before.write_text("the run from before")
    ended = command("10-spymasters", "toy")
    assert ended.returncode == 1 and "Traceback" not in ended.stderr
    assert ended.stderr.splitlines()[-1] == "10-spymasters: The dog ate the boards."
    assert [path.name for path in figure.parent.iterdir()] == ["old.csv"], "what it drew is nowhere"
    failed = before.with_suffix(".failed.ipynb")
    assert str(failed) in ended.stderr and before.read_text() == "the run from before"
    assert any(out.output_type == "error" for cell in nbformat.read(failed, 4).cells for out in cell.get("outputs", []))


def test_tables_are_drawn_again_in_place_and_runs_stay_as_they_are(project):
    source = write(project, "90-table-spymasters", 'embeddings = "toy"', DRAW.replace("STAGE", "table-spymasters"))
    source.rename(project / "notebooks/90-table-spymasters.ipynb")  # a clone has no stripped copies
    stale = project / "figures/toy/table-spymasters/old.csv"
    stale.parent.mkdir(parents=True)
    stale.write_text("drawn before, and not again")
    notebooks.redraw(msgspec.structs.replace(parameters.load(), embeddings="toy"))
    assert [path.name for path in stale.parent.iterdir()] == ["new.csv"] and not (project / "runs").exists()
    assert (project / ".scratch/tables/toy/90-table-spymasters.ipynb").exists()


@pytest.mark.slow(4)
def test_another_error_says_where_it_came_from(project):
    write(project, "10-spymasters", 'embeddings = "toy"', "1 / 0")
    ended = command("10-spymasters", "toy")
    assert ended.returncode == 1 and "ZeroDivisionError" in ended.stderr and "1 / 0" in ended.stderr
    assert ended.stderr.count("Traceback") <= 1


def test_a_name_that_is_found_nowhere_is_told(project):
    path = write(project, "10-spymasters", 'embeddings = "toy"\nkings = 3')
    with complaint("'10-spymasters'", "'kings'", "experiments: spymasters:"):
        notebooks.values("10-spymasters", notebooks.parameters_of(path), parameters.load())


def test_the_stages_own_section_comes_before_the_agents(project):
    content = yaml.safe_load((project / "params.yaml").read_text())
    content["experiments"]["one_game"]["noise"] = 0.25
    (project / "params.yaml").write_text(yaml.safe_dump(content))
    assert notebooks.values("02-one-game", {"noise": 0, "seed": 0}, parameters.load()) == {"noise": 0.25, "seed": 0}
    assert notebooks.values("10-spymasters", {"noise": 0}, parameters.load()) == {"noise": 1.0}


def test_a_missing_notebook_is_told(project):
    with complaint("99-nothing.ipynb", "`dvc repro clean`"):
        notebooks.stripped("99-nothing")


@pytest.mark.parametrize(
    ("cell", "said"), [("a, b = 1, 2", "line 1"), ("a = 1\nimport numpy", "line 2"), ("a += 1", "line 1")]
)
def test_parameters_are_names_and_values(project, cell, said):
    with complaint(said, "`name = value`"):
        notebooks.parameters_of(write(project, "10-spymasters", cell))


def test_a_notebook_has_one_cell_of_parameters(project):
    path = write(project, "10-spymasters", "a = 1")
    content = nbformat.read(path, 4)
    content.cells[0].metadata.tags = []
    nbformat.write(content, path)
    with complaint("has 0 cells tagged 'parameters'"):
        notebooks.parameters_of(path)


def test_a_clone_that_may_not_be_written_to_is_one_sentence(project, monkeypatch):
    def read_only(source, target, *rest, **options):
        raise OSError(errno.EROFS, "Read-only file system", str(target))

    write(project, "10-spymasters", 'embeddings = "toy"')
    monkeypatch.setattr(papermill, "execute_notebook", read_only)
    chosen = msgspec.structs.replace(parameters.load(), embeddings="toy")
    with complaint("10-spymasters.failed.ipynb can't be written", "may not be written to", "COMMONGROUND_ROOT"):
        notebooks.run("10-spymasters", chosen)


def test_a_partner_is_one_of_the_set(project):
    chosen = msgspec.structs.replace(parameters.load(), embeddings="toy")
    assert notebooks.values("02-one-game", {"partner": 1}, chosen) == {"partner": 1}
    section = msgspec.structs.replace(chosen.experiments["one_game"], partner=99)
    chosen = msgspec.structs.replace(chosen, experiments=chosen.experiments | {"one_game": section})
    with complaint("experiments.one_game.partner must be at most 7", "the set 'toy' has so many, from 0", "not 99."):
        notebooks.values("02-one-game", {"partner": 1}, chosen)
