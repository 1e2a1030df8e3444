"""The page: a widget between a table and a browser."""

import os
from pathlib import Path

import anywidget
import traitlets

from commonground.people.table import Table

HERE = Path(__file__).parent


class Page(anywidget.AnyWidget):
    """Draws a table's state in a browser, and passes on what the person does there. One page, one table."""

    _esm = HERE / "page.js"
    _css = HERE / "page.css"
    state = traitlets.Dict().tag(sync=True)

    def __init__(self, set_name: str = "toy") -> None:
        super().__init__()
        self.table = Table(lambda state: self.set_trait("state", state), set_name, os.environ)
        self.on_msg(lambda _, content, __: self.table.handle(content))
