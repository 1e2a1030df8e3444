"""What code means: its syntax tree without comments, docstrings and annotations, for modules and all that they import.

What is kept (games, vectors, tables) is addressed by it, so that a better word makes nothing stale and a changed number does.
"""

import ast
import hashlib
import importlib.util
from collections.abc import Collection, Iterable
from functools import lru_cache
from pathlib import Path

PACKAGE = "commonground"


def digest(files: Iterable[Path]) -> str:
    """A digest of what some files of Python mean, in the order given."""
    meanings = (_meaning_of(path, path.stat().st_mtime_ns) for path in files)
    return hashlib.sha256("\0".join(meanings).encode()).hexdigest()


@lru_cache(maxsize=256)
def _meaning_of(path: Path, stamp: int) -> str:
    return meaning(path.read_text(encoding="utf-8"))


def meaning(source: str) -> str:
    """A source text as its syntax tree has it, without what is only read by people and type checkers."""
    tree = _Bare().visit(ast.parse(source))
    return ast.unparse(ast.fix_missing_locations(tree))


class _Bare(ast.NodeTransformer):
    """Takes docstrings and annotations away; that a name in a class *is* annotated stays, as it may make it a field."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [part for part in node.body if not _is_text(part)] or [ast.Pass()]
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(node.arg)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        node.annotation = ast.Constant(...)
        return node


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


@lru_cache(maxsize=256)
def sources(*modules: str, without: Collection[str] = frozenset()) -> tuple[Path, ...]:
    """The files of some modules of the package and of all they import from it, but for some; sorted by module.

    A name that a package only hands on counts as imported from the module where it is made.
    """
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        path = None if name in found or name in without else file_of(name)
        if path is not None:
            found[name] = path
            waiting += imported(path.read_text(encoding="utf-8"))
    return tuple(found[name] for name in sorted(found))


def imported(source: str) -> list[str]:
    """The modules of the package that a source text imports."""
    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and _is_own(node.module):
            names += [_made_in(node.module, alias.name) for alias in node.names]
    return [name for name in names if _is_own(name)]


def _is_own(name: str) -> bool:
    return name.split(".")[0] == PACKAGE


@lru_cache(maxsize=1024)
def _made_in(module: str, name: str) -> str:
    """The module that `from module import name` is really about."""
    if not _is_package(module):
        return module
    if file_of(f"{module}.{name}"):
        return f"{module}.{name}"
    for node in ast.walk(ast.parse(_text_of(module))):
        if isinstance(node, ast.ImportFrom) and node.module and name in {alias.name for alias in node.names}:
            return _made_in(node.module, name)
    return module


def _is_package(name: str) -> bool:
    path = file_of(name)
    return path is not None and path.name == "__init__.py"


def _text_of(module: str) -> str:
    path = file_of(module)
    return path.read_text(encoding="utf-8") if path else ""


@lru_cache(maxsize=1024)
def file_of(module: str) -> Path | None:
    """The file of a module; None if there is no such module."""
    spec = importlib.util.find_spec(module)
    return Path(spec.origin) if spec and spec.origin else None
