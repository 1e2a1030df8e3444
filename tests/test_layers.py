"""How the package is built: what import-linter does not look at. Every complaint names a file and a line."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from helpers.support import CHECKOUT

LIB = CHECKOUT / "lib" / "commonground"
BENCHMARKS = CHECKOUT / "benchmarks"
LONGEST = 250  # lines of a module
MOST_ARRAYS = 6  # in a function's parameters, unless they are named at the call
# what may be imported inside a function, and why
HEAVY = {
    "IPython": "is there only where a notebook is",
    "distributed": "takes a second to load, and few have a cluster",
    "wordfreq": "takes half a second to load, in every process, and few ask for it",
}

# the command's steps import what they need when they are asked for: it takes seconds, in which Ctrl-C must be answered
COMMANDS = {LIB / "pipeline" / "steps.py"}


def modules() -> list[Path]:
    return sorted(LIB.rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def at(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(CHECKOUT)}:{getattr(node, 'lineno', 1)}"


def none_of(found: list[str]) -> None:
    """Nothing was found, or all of it is told, one a line."""
    assert not found, "\n".join(["", *found])


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def test_no_module_is_longer_than_one_idea():
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    none_of([f"{at(path, tree(path))} has {n} lines" for path, n in lengths.items() if n > LONGEST])


# Private names


def imported_names(path: Path) -> Iterator[tuple[ast.ImportFrom | ast.Import, str]]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom | ast.Import):
            for alias in node.names:
                yield node, alias.name


def module_names(path: Path) -> set[str]:
    """The names by which a module knows other modules of the project, or classes and functions of theirs."""
    return {
        (alias.asname or alias.name).partition(".")[0]
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom | ast.Import)
        for alias in node.names
        if (node.module if isinstance(node, ast.ImportFrom) else alias.name or "").startswith("commonground")
    }


def private_uses(path: Path) -> Iterator[str]:
    for node, name in imported_names(path):
        if is_private(name.rpartition(".")[2]):
            yield f"{at(path, node)} imports {name}"
    known = module_names(path)
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and ast.unparse(node.value) in known:
            yield f"{at(path, node)} uses {ast.unparse(node)}"


def test_no_private_name_is_used_across_modules():
    none_of([use for path in [*modules(), *BENCHMARKS.glob("*.py")] for use in private_uses(path)])


# Imports inside functions


def inner_imports(path: Path) -> Iterator[tuple[ast.AST, str]]:
    for function in ast.walk(tree(path)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.ImportFrom):
                    yield node, node.module or "."
                elif isinstance(node, ast.Import):
                    yield from ((node, alias.name) for alias in node.names)


def test_imports_stand_at_the_top_but_for_the_heavy_ones():
    """An import inside a function hides a circle, or a cost that somebody must have had a reason to put off."""
    found = [(at(path, node), name) for path in modules() if path not in COMMANDS for node, name in inner_imports(path)]
    none_of([f"{place} imports {name}" for place, name in found if name.partition(".")[0] not in HEAVY])
    assert {name.partition(".")[0] for _, name in found} == HEAVY.keys(), (
        "the list of heavy ones is no longer than needed"
    )


# Arrays


def arrays(function: ast.FunctionDef) -> list[str]:
    """The parameters of a function that can be given by place and are arrays."""
    given = [*function.args.posonlyargs, *function.args.args]
    return [one.arg for one in given if one.annotation and "ndarray" in ast.unparse(one.annotation)]


def test_no_function_takes_more_arrays_by_place_than_one_can_keep_apart():
    functions = [
        (path, node) for path in modules() for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef)
    ]
    many = [(path, node, arrays(node)) for path, node in functions if len(arrays(node)) > MOST_ARRAYS]
    none_of([f"{at(path, node)} {node.name} takes {len(found)} arrays" for path, node, found in many])


# The tests of this test


@pytest.mark.parametrize(
    ("text", "uses"),
    [
        ("from commonground.agents.worlds import _all", ["imports _all"]),
        ("from commonground.agents import worlds\nworlds._all()", ["uses worlds._all"]),
        ("import commonground\ncommonground._all()", ["uses commonground._all"]),
        ("from commonground import _hidden", ["imports _hidden"]),
        ("from commonground.game import __version__\nself._all()\nos._exit(0)", []),
    ],
)
def test_private_names_are_found(tmp_path, monkeypatch, text, uses):
    path = tmp_path / "module.py"
    path.write_text(text)
    monkeypatch.setattr(f"{__name__}.CHECKOUT", tmp_path)
    assert [found.partition(" ")[2] for found in private_uses(path)] == uses
    assert all(found.startswith("module.py:") for found in private_uses(path))
