"""How a notebook ends: its answers as a reader sees them, and the same in short, noted for the README and docs/."""

from collections.abc import Iterable
from pathlib import Path

from IPython.display import Markdown

from commonground import files, paths
from commonground.report import rendered
from commonground.report.endings import words


def shown(notebook: str, set_name: str, answers: Iterable[str], title: str, in_short: Iterable[str]) -> Markdown:
    """The answers below each other; in short, under a title if there is one, they stand beside the notebook's figures."""
    said = words.finding(title, notebook, set_name, *in_short) if title else "".join(in_short)
    files.write_text(paths.figures(set_name) / notebook.partition("-")[2] / "finding.md", said)
    return rendered.points(*answers)


def noted(path: Path, text: str, set_name: str) -> Markdown:
    """A text that the README shows as well, whose links lead there from the root and here from beside this notebook."""
    files.write_text(path, text)
    return rendered.markdown(text.replace(f"runs/{set_name}/", ""))
