"""The book: every notebook and page is in it, every link leads somewhere, and it needs no network."""

import subprocess
import sys
from pathlib import Path

import pytest

from helpers import site
from helpers.support import CHECKOUT

NOTEBOOKS = sorted(path for path in CHECKOUT.glob("runs/*/*.ipynb") if path.parent.name in ("open", "people"))
pytestmark = pytest.mark.slow(8)  # each; it is made once


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """The book as `make book` makes it, in a folder of its own, with what was complained of."""
    folder = tmp_path_factory.mktemp("book")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-j",
        "2",
        "-c",
        "docs",
        "-d",
        folder / "doctrees",
        ".",
        folder / "html",
    ]
    ended = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return folder / "html", ended.stderr


@pytest.fixture(scope="module")
def pages(book):
    return site.pages(book[0])


def test_nothing_is_complained_of(book):
    assert [line for line in book[1].splitlines() if "WARNING" in line or "ERROR" in line] == []


def test_every_executed_notebook_has_a_page_that_the_first_page_leads_to(book, pages):
    folder = book[0]
    first = {(folder / link.split("#")[0]).resolve() for link in pages[folder / "index.html"].links}
    wanted = {folder / path.relative_to(CHECKOUT).with_suffix(".html") for path in NOTEBOOKS}
    assert wanted and wanted <= set(pages) and wanted <= first


def test_every_link_and_picture_is_there(pages):
    assert list(site.broken(pages)) == []


def test_nothing_is_loaded_from_elsewhere(book, pages):
    assert list(site.from_elsewhere(book[0], pages)) == []


def test_formulas_are_set_without_a_script(book, pages):
    page = book[0] / "runs/open/10-spymasters.html"
    assert "<math" in page.read_text() and not any("math" in address for address in pages[page].loads)


def test_a_notebook_that_is_named_is_linked_and_so_is_a_class(book, pages):
    assert any(link.startswith("../runs/") for link in pages[book[0] / "docs/agents.html"].links)
    assert (
        "api/agents.html#commonground.agents.deductive.DeductiveSpymaster" in pages[book[0] / "docs/agents.html"].links
    )


def test_the_api_has_every_module_with_a_docstring_and_search_knows_it(book):
    api = "".join(path.read_text() for path in (book[0] / "docs/api").glob("*.html"))
    modules = {path for path in (CHECKOUT / "lib/commonground").rglob("*.py") if path.read_text().startswith('"""')}
    names = {_named(path) for path in modules}
    assert [name for name in sorted(names) if f'id="module-{name}"' not in api] == []
    index = (book[0] / "searchindex.js").read_text()
    assert "BayesianSpymaster" in index and "winner" in index


def _named(path: Path) -> str:
    parts = path.relative_to(CHECKOUT / "lib").with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def test_broken_links_and_strangers_are_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<p id="here"></p><a href="b.html#there"></a><a href="#here"></a><a href="c.html"></a>'
    )
    (tmp_path / "b.html").write_text(
        '<script src="https://cdn.example/x.js"></script><img src="none.png"><a href="https://x.y"></a>'
    )
    found = site.pages(tmp_path)
    assert list(site.broken(found)) == ["a.html: b.html#there", "a.html: c.html", "b.html: none.png"]
    assert list(site.from_elsewhere(tmp_path, found)) == ["b.html: https://cdn.example/x.js"]
