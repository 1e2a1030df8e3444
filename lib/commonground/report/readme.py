"""The README's results: copied from what the notebooks wrote, never typed. `python -m commonground.readme` brings them up to date.

A block stands between `<!-- from PATH -->` and `<!-- end -->`.
"""

import re
from pathlib import Path

from commonground import files, paths
from commonground.errors import CommonGroundError

BLOCK = re.compile(r"(<!-- from (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def updated(text: str, root: Path) -> str:
    """A text with every block replaced by the file it is from."""

    def fresh(block: re.Match[str]) -> str:
        source = root / block[2]
        if not source.exists():
            raise CommonGroundError(f"The README shows {block[2]}, which is not there: `dvc repro` makes it.")
        return f"{block[1]}{source.read_text(encoding='utf-8').rstrip()}\n{block[3]}"

    return BLOCK.sub(fresh, text)


def main() -> None:
    path = paths.root() / "README.md"
    files.write_text(path, updated(path.read_text(encoding="utf-8"), paths.root()))


if __name__ == "__main__":
    main()
