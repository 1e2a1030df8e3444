"""Lines that tell how far long work is: lines and not a bar, which stalls under papermill and DVC."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from types import FrameType

from commonground.errors import CommonGroundError

EVERY = 5.0  # seconds between two lines
STOPPED = 130  # the exit status of what was stopped with Ctrl-C, as shells have it
KEPT = "What was finished is kept; the same command goes on from there."


def say(message: str) -> None:
    """Tell the person at the terminal: standard error, one line, at once.

    In a notebook standard error is the notebook, and its file descriptor still the terminal that the kernel was started
    from. Both are told: the terminal, so that `dvc repro` is never silent, and the notebook, which keeps the last line.
    """
    if type(sys.stderr).__module__ == "ipykernel.iostream":
        from IPython.display import clear_output  # only there

        with suppress(OSError):  # a kernel may have no terminal
            os.write(sys.stderr.fileno(), f"{message}\n".encode())
        clear_output(wait=True)  # type: ignore[no-untyped-call]
    print(message, file=sys.stderr, flush=True)


def status(label: str, work: Callable[[], int | None], kept: str = KEPT) -> int:
    """Do a command's work and return its exit status; a refusal is told in its sentence, Ctrl-C with what is kept."""
    signal.signal(signal.SIGINT, partial(_interrupt, label, kept))
    try:
        return work() or 0
    except CommonGroundError as error:
        say(f"{label}: {error}")
        return 1
    except KeyboardInterrupt:
        return stopped(label, kept)


def stopped(label: str, kept: str = KEPT) -> int:
    """Say that something was stopped with Ctrl-C, and return the exit status for it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # who presses it again will not wait for the cleaning up
    say(f"{label}: stopped. {kept}")
    return STOPPED


def _interrupt(label: str, kept: str, _: int, frame: FrameType | None) -> None:
    """What Ctrl-C does: an exception, but not within an import, which may swallow it, and where nothing is under way."""
    while frame:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            os._exit(stopped(label, kept))
        frame = frame.f_back
    raise KeyboardInterrupt


def plain(number: float) -> str:
    """A number of things, for people to read."""
    return f"{number:,.0f}"


def megabytes(size: float) -> str:
    """A number of bytes, for people to read."""
    return f"{size / 1e6:,.0f} MB" if size >= 1e7 else f"{size / 1e6:.1f} MB"


def duration(seconds: float) -> str:
    """A time in the unit that a person waits in: "40 s", "3 min"."""
    return f"{seconds:.0f} s" if seconds < 60 else f"{seconds / 60:.0f} min"


class Counter:
    """Counts what is done of some long work, and every few seconds says how far it is and how long the rest will take.

    "spymasters: 1,200 of 3,000 games, 35 a second, 51 s left (SM_B with ta)". The end is told too, unless the counter is
    `quiet`, which suits what mostly is quick. A `total` of 0 is not known; `done` was done before.
    """

    def __init__(
        self,
        label: str,
        total: int,
        unit: str = "",
        *,
        done: int = 0,
        written: Callable[[float], str] = plain,
        quiet: bool = False,
    ) -> None:
        self.label, self.total, self.unit, self.written, self.quiet = label, total, unit, written, quiet
        self.first = self.done = done
        self.started = self.told = time.monotonic()

    def advance(self, steps: int = 1, note: str = "") -> None:
        """Count some steps; `note` ends the line, if one is due."""
        self.done += steps
        now = time.monotonic()
        ended = self.done == self.total and not self.quiet
        if now - self.told >= EVERY or ended:
            self.told = now
            say(f"{self.label}: {self._line(now - self.started)}{f' ({note})' if note else ''}")

    def _line(self, elapsed: float) -> str:
        speed = max(self.done - self.first, 1e-9) / max(elapsed, 1e-9)  # a second
        of_all = f" of {self.written(self.total)}" if self.total else ""
        amount = f"{self.written(self.done)}{of_all} {self.unit}".rstrip()
        left = f", {duration(max(0, self.total - self.done) / speed)} left" if self.total else ""
        return f"{amount}, {self._pace(speed)}{left}"

    def _pace(self, speed: float) -> str:
        return f"{self.written(speed)} a second" if speed >= 1 else f"{self.written(60 * speed)} a minute"


def reported(chunks: Iterable[bytes], label: str, done: int, total: int) -> Iterator[bytes]:
    """Pass bytes on, telling now and then how many have come."""
    counter = Counter(label, total, done=done, written=megabytes, quiet=True)
    for chunk in chunks:
        yield chunk
        counter.advance(len(chunk))
