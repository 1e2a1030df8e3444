"""The files that say the same thing twice say the same: pyproject.toml, environment.yml, requirements.lock; notebooks are as they should be."""

import ast
import importlib.metadata
import re
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
FOLDERS = ("lib", "tests", "docs", "benchmarks")
REQUIRED = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]


def bounds(lines: list[str]) -> dict[str, SpecifierSet]:
    parsed = [Requirement(line) for line in lines]
    return {canonicalize_name(requirement.name): requirement.specifier for requirement in parsed}


def environment() -> tuple[list[str], list[str]]:
    """What environment.yml asks conda for, and what it asks pip for."""
    asked = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    (pip,) = [entry["pip"] for entry in asked if isinstance(entry, dict)]
    return [entry for entry in asked if isinstance(entry, str)], pip


def test_the_environment_asks_for_what_the_package_does_with_the_same_bounds():
    conda, pip = environment()
    assert "-e ." in pip and "pip" in conda
    asked = bounds([line for line in conda + pip if line not in ("-e .", "pip")])
    assert asked.pop("python") == SpecifierSet(f"{PROJECT['requires-python']},<3.12"), "the one that the study had"
    assert asked == bounds(PROJECT["dependencies"])


@pytest.mark.parametrize("line", REQUIRED, ids=lambda line: Requirement(line).name)
def test_every_requirement_is_locked_within_its_bounds(line):
    wanted = Requirement(line)
    locked = [Requirement(pin) for pin in (ROOT / "requirements.lock").read_text().splitlines() if pin]
    pins = [pin for pin in locked if canonicalize_name(pin.name) == canonicalize_name(wanted.name)]
    assert pins, "it is in the lock"
    for pin in pins:
        (exact,) = pin.specifier
        assert exact.operator == "==" and exact.version in wanted.specifier


def imported(folder: str) -> set[str]:
    """The packages of others that the Python files of a folder import, as the index of packages calls them."""
    names: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module.partition(".")[0])
    known = importlib.metadata.packages_distributions()
    own = {path.stem for place in FOLDERS for path in (ROOT / place).iterdir()}
    return {canonicalize_name(known[name][0]) for name in names - own - sys.stdlib_module_names}


def test_whatever_the_package_imports_is_declared():
    assert imported("lib") - bounds(PROJECT["dependencies"]).keys() == set()


@pytest.mark.parametrize("folder", FOLDERS[1:])
def test_whatever_is_imported_beside_it_is_declared_too(folder):
    assert imported(folder) - bounds(REQUIRED).keys() == set()


def test_the_version_is_the_same_wherever_it_stands():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    latest = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[0]
    assert PROJECT["version"] == cited["version"] == latest


def test_the_paper_is_cited_by_the_address_that_the_readme_links():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())["preferred-citation"]
    assert f"[{cited['year']}]({cited['url']})" in (ROOT / "README.md").read_text()


def notebooks() -> list[Path]:
    return sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", notebooks(), ids=lambda path: path.stem)
def test_notebooks_are_stripped_and_run_on_the_toy_set_by_default(notebook):
    content = nbformat.read(notebook, as_version=4)
    assert content.metadata.kernelspec.name == "python3"
    for cell in content.cells:
        assert cell.cell_type == "markdown" or (cell.outputs == [] and cell.execution_count is None)
    source = next(cell.source for cell in content.cells if "parameters" in cell.metadata.get("tags", []))
    offered = "" if notebook.stem == "50-play" else "toy"  # a person is offered the best set that is built
    assert f'embeddings = "{offered}"' in source


def test_the_readme_lists_every_notebook():
    listed = re.findall(r"`(\d\d-[a-z-]+)`", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert sorted(set(listed)) == [path.stem for path in notebooks()]


def test_make_leaves_the_lock_of_the_pipeline_alone():
    recipes = [line for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith("\t")]
    assert [line for line in recipes if "dvc repro" in line and "@echo" not in line] == []
