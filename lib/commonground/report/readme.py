"""Results in the README and in docs/: copied from what the run wrote, never typed.

A block stands between `<!-- from PATH -->` and `<!-- end -->`, on lines of its own (indented between two items of a list, so
that it stays one list). What it shows is the file itself, of a CSV file a table; for the times of a run (`times….csv`) one with
their sum, and with `#total` behind the path a line. The times of the quick look are copied by hand, and may be missing. Links in
such files are from the root; on a page of docs/ they lead up first.
`python -m commonground.report.readme` brings all of them up to date.
"""

import argparse
import csv
import re
import sys
from collections.abc import Callable
from pathlib import Path

from commonground import files, paths, progress
from commonground.errors import CommonGroundError
from commonground.report import times

LINK = re.compile(r"\]\((?!https?:)")
BLOCK = re.compile(r"( *<!-- from (\S+) -->\n)(.*?)( *<!-- end -->)", re.DOTALL)


def pages(root: Path) -> list[Path]:
    """The pages that show results: the README and those of docs/."""
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def way_up(page: Path, root: Path) -> str:
    """How links of a page lead to the root: `../` for one of docs/."""
    return "../" * (len(page.relative_to(root).parts) - 1)


def updated(text: str, root: Path, up: str = "") -> str:
    """A text with every block replaced by the file it is from."""
    return BLOCK.sub(lambda block: f"{block[1]}{_source(block[2], root, up)}{block[4]}", text)


def stale(text: str, root: Path, up: str = "") -> list[str]:
    """The files whose blocks in a text are not what they say."""
    return [block[2] for block in BLOCK.finditer(text) if block[3] != _source(block[2], root, up)]


def _source(named: str, root: Path, up: str) -> str:
    """What a block shows."""
    name, _, part = named.partition("#")
    source = root / name
    if not source.exists() and source.name != times.QUICK:
        raise CommonGroundError(f"A page shows {name}, which is not there: `dvc repro` makes it.")
    shown = _writer(source, part)(source).rstrip() + "\n"
    return LINK.sub(lambda link: f"]({up}", shown)


def _writer(source: Path, part: str) -> Callable[[Path], str]:
    """How a file is shown."""
    if source.name.startswith("times") and source.suffix == ".csv":
        return times.total if part == "total" else times.table
    return _table if source.suffix == ".csv" else lambda path: path.read_text(encoding="utf-8")


def _table(path: Path) -> str:
    """A CSV file as a table, as it stands."""
    head, *rows = csv.reader(path.read_text(encoding="utf-8").splitlines())
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))


def main(arguments: list[str] | None = None) -> None:
    """Bring the blocks of all pages up to date, and say which were not."""
    about = "Copies the results that the README and docs/ show from the files of the last run."
    argparse.ArgumentParser("python -m commonground.report.readme", description=about).parse_args(arguments)
    root = paths.root()
    for path in pages(root):
        text = path.read_text(encoding="utf-8")
        up = way_up(path, root)
        if changed := stale(text, root, up):
            files.write_text(path, updated(text, root, up))
            print(f"{path.relative_to(root)}: brought up to date from {', '.join(changed)}.")
        elif count := len(BLOCK.findall(text)):
            print(f"{path.relative_to(root)}: all {count} blocks are up to date.")


if __name__ == "__main__":
    sys.exit(progress.status("readme", main))
