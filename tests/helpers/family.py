"""Processes with children: what the children do, and whether they are gone."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil

from commonground.errors import CommonGroundError
from helpers.support import CHECKOUT


def sleep(folder: str, number: int) -> None:
    """Say that a task has begun, and take a minute for it."""
    (Path(folder) / str(number)).write_text(str(os.getpid()))
    time.sleep(60)


def slowly(number: int) -> int:
    """The same number, after more than a second."""
    time.sleep(1.5)
    return number


def refuse(number: int) -> None:
    raise CommonGroundError(f"The dog ate board {number}.")


def die(number: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def start(*arguments: str, **variables: str) -> subprocess.Popen[str]:
    """Start Python as from a terminal: a group of its own, and what all of it says in one stream."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    environment["PYTHONPATH"] = os.pathsep.join(str(CHECKOUT / name) for name in ("lib", "tests"))
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    return subprocess.Popen([sys.executable, *arguments], env=environment | variables, start_new_session=True, **pipes)


def children(process: subprocess.Popen[str]) -> list[psutil.Process]:
    return list(psutil.Process(process.pid).children(recursive=True))


def wait_until(condition: Callable[[], object], seconds: float = 180) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


def are_gone(processes: list[psutil.Process]) -> bool:
    return not any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in processes)


def interrupted(process: subprocess.Popen[str]) -> list[str]:
    """Press Ctrl-C in a process's terminal; the lines that were said. All that it started must be gone, without tracebacks."""
    started = children(process)
    os.killpg(process.pid, signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "Traceback" not in said and "WARNING" not in said
    wait_until(lambda: are_gone(started), 10)
    return said.splitlines()
