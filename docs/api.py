"""The package's API as Markdown, read from its source: modules, classes and functions with what their docstrings say.

Nothing is imported, so that compiled functions are described like all others, and a book is made in seconds. Docstrings are
Markdown here, as they are written.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "lib" / "commonground"
LEAVES = "leaves"  # the modules that stand in no folder
Described = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def parts() -> list[str]:
    """The parts of the package that have a page: its folders, the lowest layer first as the pages of docs/api say."""
    return sorted(path.stem for path in (Path(__file__).parent / "api").glob("*.md") if path.stem != "index")


def page(part: str) -> str:
    """Everything public of a part of the package."""
    folder = PACKAGE if part == LEAVES else PACKAGE / part
    files = sorted(folder.glob("*.py") if part == LEAVES else folder.rglob("*.py"))
    return "\n\n".join(text for path in files if (text := "\n".join(_module(path)).strip()))


def _module(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = ".".join(["commonground", *path.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__")
    if not (said := ast.get_docstring(tree)):
        return
    known = dict(_named(tree, name))
    for node in _annotations(tree):
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in known:
                part.id = known[part.id]
    yield from (f"## `{name.removeprefix('commonground.')}`", "", f"```{{py:module}} {name}", "```", "", said, "")
    for node in tree.body:
        if isinstance(node, Described) and _is_public(node):
            yield from _described(node, 6)


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        found = node.returns if isinstance(node, ast.FunctionDef) else getattr(node, "annotation", None)
        if found is not None:
            yield found


def _named(tree: ast.Module, module: str) -> Iterator[tuple[str, str]]:
    """The full names of what a module makes or imports from the package: two classes may have one name."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name, f"{module}.{node.name}"
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("commonground"):
            yield from ((name.asname or name.name, _home(str(node.module), name.name)) for name in node.names)


@cache
def _home(module: str, name: str) -> str:
    """The full name of something where it is made: packages only hand it on."""
    handing = PACKAGE.parent.joinpath(*module.split("."), "__init__.py")
    for node in ast.parse(handing.read_text(encoding="utf-8")).body if handing.exists() else ():
        if isinstance(node, ast.ImportFrom) and name in [alias.name for alias in node.names]:
            return _home(str(node.module), name)
    return f"{module}.{name}"


def _is_public(node: Described) -> bool:
    return not node.name.startswith("_") and bool(ast.get_docstring(node) or isinstance(node, ast.ClassDef))


def _described(node: Described, fence: int, kind: str = "function") -> Iterator[str]:
    """A directive of Sphinx with the docstring; of a class also its public methods."""
    ticks = "`" * fence
    if isinstance(node, ast.ClassDef):
        yield f"{ticks}{{py:class}} {node.name}{_fields(node)}"
    else:
        yield f"{ticks}{{py:{kind}}} {node.name}{'' if kind == 'property' else _signature(node)}"
    yield from ("", ast.get_docstring(node) or "", "")
    if isinstance(node, ast.ClassDef):
        for inner in node.body:
            if isinstance(inner, ast.FunctionDef) and _is_public(inner):
                yield from _described(inner, fence - 1, _kind(inner))
    yield from (ticks, "")


def _kind(method: ast.FunctionDef) -> str:
    """Which of Sphinx's directives a method is."""
    marks = " ".join(ast.unparse(mark) for mark in method.decorator_list)
    kinds = {"property": "property", "classmethod": "classmethod", "staticmethod": "staticmethod"}
    return next((kind for word, kind in kinds.items() if word in marks), "method")


def _signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """What a function takes and gives; whose method it is goes without saying."""
    if node.args.args and node.args.args[0].arg in ("self", "cls"):
        node.args.args.pop(0)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"({ast.unparse(node.args)}){returns}".replace("\n", " ")


def _fields(node: ast.ClassDef) -> str:
    """What a class that is only its fields is made of."""
    about = " ".join(ast.unparse(part) for part in (*node.bases, *node.decorator_list))
    if "NamedTuple" not in about and "dataclass" not in about:
        return ""
    fields = [part for part in node.body if isinstance(part, ast.AnnAssign) and not part.target.id.startswith("_")]
    return f"({', '.join(f'{field.target.id}: {ast.unparse(field.annotation)}' for field in fields)})"
