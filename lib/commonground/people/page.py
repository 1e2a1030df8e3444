"""The page: a widget between a table and a browser."""

import os
from pathlib import Path

import anywidget
import traitlets

from commonground.people.table import Table

BROWSER = Path(__file__).parent / "browser"
PARTS = ("elements", "memory", "faces", "start", "board", "panel", "ending", "page")


def script() -> str:
    """What runs in the browser: one module, of a few small files."""
    return "\n".join((BROWSER / f"{part}.js").read_text(encoding="utf-8") for part in PARTS)


class Page(anywidget.AnyWidget):
    """Draws a table's state in a browser, and passes on what the person does there. One page, one table."""

    _esm = script()
    _css = (BROWSER / "page.css").read_text(encoding="utf-8")
    state = traitlets.Dict().tag(sync=True)

    def __init__(self, set_name: str = "") -> None:
        super().__init__()
        self.table = Table(lambda state: self.set_trait("state", state), set_name, os.environ)
        self.on_msg(lambda _, content, __: self.table.handle(content))
