"""How Sphinx makes the book (`make book`): the README as its first page, docs/, the executed notebooks, and the package's API.

The sources are the files where they stand, from the root of the checkout; nothing is executed and nothing is fetched, and the
pages load nothing from elsewhere: formulas are MathML, made when the book is built.
"""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.utils.math import MathError, latex2mathml
from sphinx.application import Sphinx

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))
import api  # noqa: E402

project = "Common ground"
author = "The commonground authors"
project_copyright = "The commonground authors. MIT licence"
root_doc = "README"
extensions = ["myst_nb"]
include_patterns = ["README.md", "CHANGELOG.md", "docs/**.md", "runs/open/*.ipynb", "runs/people/*.ipynb"]
exclude_patterns = [".*", "build", "data", "lib", "notebooks", "tests", "benchmarks", "figures", "**.failed.ipynb"]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
nb_code_prompt_show = "Show the code"
nb_code_prompt_hide = "Hide the code"
nb_execution_mode = "off"
nb_output_stderr = "remove"  # how far the work was
nb_render_markdown_format = "myst"
nb_ipywidgets_js: dict[str, Any] = {}
suppress_warnings = ["myst.header", "mystnb.unknown_mime_type", "mystnb.mime_priority"]

add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 90

html_theme = "furo"
html_title = "Common ground"
html_static_path = ["_static"]
html_css_files = ["book.css"]
html_copy_source = False
html_show_search_summary = False  # it is fetched, which browsers forbid between files
html_show_sphinx = False
html_math_renderer = "mathml"
pygments_style = "friendly"

GROUPS = {  # by the first digits of notebooks
    "Foundations": ("00", "01", "02"),
    "The paper": ("1", "2", "3"),
    "Thinking further": ("4",),
    "Past the paper": ("60", "61", "62"),
    "Rivals": ("63", "64", "65", "66"),
    "People": ("5", "7"),
    "Tables and claims": ("9",),
}
PAGES = ("findings", "running", "agents", "embeddings", "play", "people", "house")


def contents() -> Iterator[str]:
    """The book's table of contents, which the README itself does not show."""
    yield _toctree("The study", [f"docs/{name}" for name in PAGES if (HERE / f"{name}.md").exists()])
    for caption, starts in GROUPS.items():
        found = [path.relative_to(ROOT) for path in executed() if path.name.startswith(starts)]
        yield _toctree(caption, [str(path.with_suffix("")) for path in found])
    yield _toctree("Reference", ["docs/api/index", "CHANGELOG"])


def executed() -> list[Path]:
    """The executed notebooks, in the order of their numbers."""
    found = [path for path in ROOT.glob("runs/*/*.ipynb") if path.parent.name in ("open", "people")]
    return sorted((path for path in found if ".failed" not in path.name), key=lambda path: path.name)


def _toctree(caption: str, pages: list[str]) -> str:
    return "\n".join(
        ["", "```{toctree}", ":hidden:", f":caption: {caption}", "", *(f"/{page}" for page in pages), "```"]
    )


def complete(_: Sphinx, docname: str, source: list[str]) -> None:
    """Add to a page what is made from other files: the table of contents, the API of a part of the package."""
    if docname == root_doc:
        source[0] += "\n".join(contents()) + "\n"
    elif docname == "docs/api/index":
        source[0] += _toctree("API", [f"docs/api/{part}" for part in api.parts()]) + "\n"
    elif docname.startswith("docs/api/"):
        source[0] += "\n" + api.page(docname.rpartition("/")[2]) + "\n"
    elif docname.startswith("runs/"):
        source[0] = essay(source[0])


def essay(notebook: str) -> str:
    """An executed notebook for reading: without the defaults of its parameters, imports folded away."""
    content = json.loads(notebook)
    for cell in content["cells"]:
        tags, source = cell["metadata"].setdefault("tags", []), "".join(cell["source"])
        if "parameters" in tags:
            tags.append("remove-cell")  # the cell below it says what it was run with
        elif cell["cell_type"] == "code" and re.match(r"(import|from) ", source):
            tags.append("hide-input")
    return json.dumps(content)


# References that the sources only name: `10-spymasters`, `BayesianSpymaster`


def refer(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Make a link of every notebook, class or module that is named in `code`."""
    if app.builder.format != "html":
        return
    targets = _targets(app)
    for literal in list(doctree.findall(nodes.literal)):
        where = targets.get(re.sub(r"\(.*\)$", "", literal.astext()))
        if where and where[0] != docname and not isinstance(literal.parent, nodes.reference | nodes.title):
            address = app.builder.get_relative_uri(docname, where[0]) + where[1]
            link = nodes.reference("", "", internal=True, refuri=address)
            literal.replace_self(link)
            link += literal


def _targets(app: Sphinx) -> dict[str, tuple[str, str]]:
    """The page and the anchor of everything that can be named; what two things are called is nobody's name."""
    found = {Path(name).name: (name, "") for name in app.env.found_docs if name.startswith("runs/")}
    many: dict[str, set[tuple[str, str]]] = {}
    for full, entry in app.env.domains["py"].data["objects"].items():
        *before, last = full.split(".")
        short = [last] if last[:1].isupper() else []
        for name in (full, full.removeprefix("commonground."), ".".join([*before[-1:], last]), *short):
            many.setdefault(name, set()).add((entry.docname, f"#{entry.node_id}"))
    return {name: next(iter(places)) for name, places in many.items() if len(places) == 1} | found


# Formulas without a script


def visit_math(translator: Any, node: nodes.math | nodes.math_block) -> None:
    """Write a formula as MathML, which browsers set; one that can't be made is shown as it is written."""
    block = isinstance(node, nodes.math_block)
    try:
        made = latex2mathml.tex2mathml(node.astext().strip(), as_block=block)
    except MathError:
        made = f"<code>{translator.encode(node.astext())}</code>"
    translator.body.append(f'<div class="math">{made}</div>\n' if block else f'<span class="math">{made}</span>')
    raise nodes.SkipNode


def front_page(app: Sphinx, error: Exception | None) -> None:
    """The README is the page that a browser opens."""
    page = Path(app.outdir) / f"{root_doc}.html"
    if error is None and page.exists():
        shutil.copyfile(page, page.with_name("index.html"))


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", complete)
    app.connect("doctree-resolved", refer)
    app.connect("build-finished", front_page)
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
