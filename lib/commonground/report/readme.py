"""The README's results: copied from what the notebooks wrote, never typed.

A block stands between `<!-- from PATH -->` and `<!-- end -->`. `python -m commonground.report.readme` brings all of them up
to date.
"""

import argparse
import re
from pathlib import Path

from commonground import files, paths
from commonground.errors import CommonGroundError

BLOCK = re.compile(r"(<!-- from (\S+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def updated(text: str, root: Path) -> str:
    """A text with every block replaced by the file it is from."""
    return BLOCK.sub(lambda block: f"{block[1]}{_source(block, root)}{block[4]}", text)


def stale(text: str, root: Path) -> list[str]:
    """The files whose blocks in a text are not what they say."""
    return [block[2] for block in BLOCK.finditer(text) if block[3] != _source(block, root)]


def _source(block: re.Match[str], root: Path) -> str:
    source = root / block[2]
    if not source.exists():
        raise CommonGroundError(f"The README shows {block[2]}, which is not there: `dvc repro` makes it.")
    return source.read_text(encoding="utf-8").rstrip() + "\n"


def main(arguments: list[str] | None = None) -> None:
    """Bring the README's blocks up to date, and say which were not."""
    about = "Copies the results that the README shows from the files of the last run."
    argparse.ArgumentParser("python -m commonground.report.readme", description=about).parse_args(arguments)
    path, root = paths.root() / "README.md", paths.root()
    text = path.read_text(encoding="utf-8")
    if changed := stale(text, root):
        files.write_text(path, updated(text, root))
        print(f"README.md: brought up to date from {', '.join(changed)}.")
    else:
        print(f"README.md: all {len(BLOCK.findall(text))} blocks are up to date.")


if __name__ == "__main__":
    main()
