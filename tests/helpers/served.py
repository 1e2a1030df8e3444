"""The play page as `make play` serves it, in a project folder of its own, with the checkout's toy set."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from commonground.embeddings import load_set
from helpers.support import CHECKOUT

ADDRESS = r"http://127\.0\.0\.1:(\d+)/\?set=toy&token=([\w-]+)"


def furnish(folder: Path) -> Path:
    """A project folder of the server's own: what is kept and saved goes there."""
    (folder / "data").mkdir()
    for name in ("data/board_words.txt", "data/blocked_words.txt", "data/embeddings.yaml", "params.yaml"):
        shutil.copy(CHECKOUT / name, folder / name)
    load_set("toy")
    for name in ("data/embeddings", "data/precomputed"):
        (folder / name).mkdir()
        (folder / name / "toy").symlink_to(CHECKOUT / name / "toy")
    (folder / "notebooks").symlink_to(CHECKOUT / "notebooks")
    return folder


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """The page's address, as it is printed, while the server runs."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = (folder / "server.log").open("w+")
    command = [sys.executable, "-m", "commonground.people", "--port", str(port), "--set", "toy", *options]
    environment = os.environ | {"COMMONGROUND_ROOT": str(folder)}
    server = subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True)
    try:
        yield said(folder / "server.log", ADDRESS)
    finally:
        os.killpg(server.pid, signal.SIGTERM)  # the group that was started here: the server and its kernels
        server.wait(30)
        log.close()


def said(log: Path, pattern: str) -> str:
    """What the server says, once it does."""
    for _ in range(1200):
        if found := re.search(pattern, log.read_text()):
            return found[0]
        time.sleep(0.1)
    raise AssertionError(log.read_text())
