"""Fixtures: a project folder of a test's own, and a server on loopback."""

import functools
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from commonground.embeddings import downloads, load_set
from helpers.loopback import Server
from helpers.support import furnished

CELL = 2.0  # seconds that a notebook takes, by the cell
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")


def pytest_configure(config: pytest.Config) -> None:
    """Make the toy set once, before the tests are spread over processes that would all make it at the same time."""
    if not hasattr(config, "workerinput"):
        load_set("toy")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, by what their slow tests are said to take: so no core is left alone with one at the end."""
    seconds: Counter[Path] = Counter()
    for item in items:
        if item.path.suffix == ".ipynb":
            item.add_marker(pytest.mark.slow(CELL))
        seconds[item.path] += sum(mark.args[0] for mark in item.iter_markers("slow"))
    items.sort(key=lambda item: -seconds[item.path])


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project folder with the real board words, catalogue and parameters, and nothing fetched or built."""
    folder = furnished(tmp_path / "project")
    monkeypatch.setenv("COMMONGROUND_ROOT", str(folder))
    monkeypatch.setenv("COMMONGROUND_WORKERS", "1")
    return folder


@pytest.fixture
def loopback(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No way out of this machine but loopback, no copies from elsewhere, and no waiting."""
    monkeypatch.setenv("GENSIM_DATA_DIR", str(tmp_path / "gensim-data"))
    for variable in PROXIES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(downloads, "PAUSES", (0.0, 0.0))


@pytest.fixture
def server(loopback: None) -> Iterator[Server]:
    with Server() as running:
        thread = threading.Thread(target=functools.partial(running.serve_forever, poll_interval=0.01))
        thread.start()
        yield running
        running.shutdown()
        thread.join()
