"""The graph of dvc.yaml, stage by stage, and what each stage imports and reads, found in notebooks and code."""

import ast
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
import yaml

from commonground import code, parameters
from commonground.pipeline import notebooks, steps
from commonground.study import plan
from helpers.support import CHECKOUT

SET = "open"
FILES = {
    r"paths\.board_words\(": "data/board_words.txt",
    r"paths\.blocked_words\(": "data/blocked_words.txt",
    r"paper_tables": "data/paper_tables.csv",
}
CATALOGUE = "data/embeddings.yaml"


def stages(graph: dict[str, Any] | None = None) -> dict[str, dict[str, Any]]:
    """The stages by name, with every dictionary and matrix written out for one embedding set."""
    found = {}
    for name, stage in (graph or read())["stages"].items():
        if "foreach" in stage:
            cells = {
                f"{name}@{key}": (stage["do"], {"key": key, "item": item}) for key, item in stage["foreach"].items()
            }
        elif "matrix" in stage:
            ((axis, values),) = stage["matrix"].items()
            cells = {f"{name}@{value}": (stage, {"item": {axis: value}}) for value in values}
        else:
            cells = {name: (stage, {})}
        found |= {cell: _filled(deepcopy(content), values) for cell, (content, values) in cells.items()}
    return found


def read() -> dict[str, Any]:
    return dict(yaml.safe_load((CHECKOUT / "dvc.yaml").read_text()))


def _filled(content: Any, values: dict[str, Any]) -> Any:
    """Some content with its `${…}` filled in."""
    if isinstance(content, dict):
        return {_filled(key, values): _filled(value, values) for key, value in content.items()}
    if isinstance(content, list):
        return [_filled(value, values) for value in content]
    if not isinstance(content, str):
        return content
    known = {"embeddings": SET, "key": values.get("key", "")}
    known |= {f"item.{name}": value for name, value in values.get("item", {}).items()}
    return re.sub(r"\$\{([\w.]+)\}", lambda found: known[found[1]], content)


def made(stage: dict[str, Any]) -> list[str]:
    """The paths of a stage's outs and metrics."""
    outs = [*stage.get("outs", []), *stage.get("metrics", [])]
    return [out if isinstance(out, str) else next(iter(out)) for out in outs]


def notebook_of(stage: dict[str, Any]) -> str | None:
    """The notebook that a stage runs."""
    found = re.fullmatch(r"python -m commonground notebook (\S+)", stage["cmd"])
    return found[1] if found else None


def missing(stage: dict[str, Any]) -> list[str]:
    """What a stage imports or reads and does not depend on."""
    step = re.match(r"python -m commonground (\S+)", stage["cmd"])
    if not step:
        return []  # it strips a notebook
    name = notebook_of(stage)
    sources = _code_of(name) if name else _body(steps.STEPS[step[1]].__name__)
    files = imported([*code.imported(sources), *([notebooks.__name__] if name else [])])
    needed = {str(path.relative_to(CHECKOUT)) for path in files}
    needed |= {f"data/results/{SET}/{result.split('/')[0]}" for result in results_of(sources, stage)}
    texts = [sources, *(path.read_text() for path in files)]
    needed |= {file for pattern, file in FILES.items() if any(re.search(pattern, text) for text in texts)}
    lost = [path for path in sorted(needed) if not _covered(path, stage["deps"])]
    return lost + [name for name in _parameters(stage, name) if not _tracked(name, stage["params"])]


def _covered(path: str, deps: list[str]) -> bool:
    return any(path == dep or path.startswith(f"{dep}/") for dep in deps)


def _tracked(name: str, params: list[Any]) -> bool:
    own = [param for param in params if isinstance(param, str)]
    others = [
        f"{file}:{key}" for param in params if isinstance(param, dict) for file, keys in param.items() for key in keys
    ]
    return any(name == param or name.startswith(f"{param}.") for param in own) or name in others


def _parameters(stage: dict[str, Any], name: str | None) -> list[str]:
    """The parameters that a stage is run with, as DVC knows them."""
    whole = [f"{CATALOGUE}:sources", f"{CATALOGUE}:sets.{SET}", "embeddings"]
    if not name:
        return whole
    section = notebooks.stage_of(name).replace("-", "_")
    chosen = parameters.load(CHECKOUT / "params.yaml")
    own = parameters.msgspec.to_builtins(chosen.experiments.get(section, parameters.Section()))
    in_agents = parameters.msgspec.to_builtins(chosen.agents)
    wanted = notebooks.parameters_of(CHECKOUT / f"notebooks/{name}.ipynb")
    places = (
        f"experiments.{section}.{key}" if key in own else f"agents.{key}" if key in in_agents else key for key in wanted
    )
    return [*whole, *places]


def _code_of(name: str) -> str:
    cells = nbformat.read(CHECKOUT / f"notebooks/{name}.ipynb", as_version=4).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "code")


def _body(step: str) -> str:
    """The function of a step, and the imports of the modules that it names: what the command as a whole imports is more."""
    tree = ast.parse(Path(steps.__file__).read_text())
    (function,) = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == step]
    named = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    lines = ["from commonground import parameters"]
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            lines += [f"from {node.module} import {alias.name}" for alias in node.names if alias.name in named]
    return "\n".join([*lines, ast.unparse(function)])


def imported(modules: list[str]) -> list[Path]:
    """The files of all modules that are loaded with some modules: theirs, their packages', and whatever these import."""
    found: set[str] = set()
    files: set[Path] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module in found:
            continue
        found.add(module)
        path = code.file_of(module)
        assert path, f"there is no module {module}"
        files.add(path)
        waiting += [*code.imported(path.read_text()), *([module.rpartition(".")[0]] if "." in module else [])]
    return sorted(files)


def results_of(source: str, stage: dict[str, Any]) -> set[str]:
    """The experiments whose results a source text reads, apart from the stage's own."""
    names: set[str] = set()
    tree = ast.parse(source)
    bound = {
        ast.unparse(node.targets[0]): node.value.elts
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and re.fullmatch(r"(results|smoke)\.\w+|metrics\.write", ast.unparse(node.func)):
            names |= _literal(node, bound)
    own = [path.removeprefix(f"data/results/{SET}/") for path in made(stage) if path.startswith("data/results/")]
    return {name for name in names if name.split("/")[0] not in own}


def _literal(call: ast.Call, bound: dict[str, list[ast.expr]]) -> set[str]:
    """The names of experiments in a call, some perhaps from a tuple of the notebook's; `metrics.write` and `*plan.TABLES[…]`
    read those of the tables.
    """
    if ast.unparse(call.func) == "metrics.write" or "plan.TABLES" in ast.unparse(call):
        return {name for names in plan.TABLES.values() for name in names}
    given: list[ast.expr] = []
    for argument in call.args[1:]:
        given += bound.get(ast.unparse(argument).removeprefix("*"), [argument])
    odd = [ast.unparse(argument) for argument in given if not isinstance(argument, ast.Constant)]
    assert not odd, f"{ast.unparse(call)}: the names of experiments are to be read in the notebook"
    return {argument.value for argument in given if isinstance(argument, ast.Constant)}
