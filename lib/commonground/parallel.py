"""Work spread over processes, with progress on the terminal."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import joblib
from threadpoolctl import threadpool_limits

from commonground.errors import CommonGroundError


def workers() -> int:
    """How many processes to use: `COMMONGROUND_WORKERS`, else one a core. Results never depend on it."""
    text = os.environ.get("COMMONGROUND_WORKERS") or str(os.cpu_count() or 1)
    if not text.isdigit() or int(text) < 1:
        raise CommonGroundError(f"COMMONGROUND_WORKERS must be a whole number above 0, not '{text}'.")
    return int(text)


def say(message: str) -> None:
    """Tell the person at the terminal: standard error, one line, at once."""
    print(message, file=sys.stderr, flush=True)


def single_threaded(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function with one BLAS thread: more would fight for the cores, and change the last digits."""
    with threadpool_limits(1):
        return function(*arguments)


def each(function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]], label: str) -> Iterator[Any]:
    """Call `function` for every task, in parallel, and yield the results as they come, telling how far it is."""
    started = time.monotonic()
    calls = (joblib.delayed(single_threaded)(function, *task) for task in tasks)
    processes = min(workers(), len(tasks)) or 1
    results = joblib.Parallel(n_jobs=processes, return_as="generator_unordered")(calls)
    for done, result in enumerate(results, start=1):
        say(f"{label}: {done} of {len(tasks)} done, {time.monotonic() - started:.0f} s")
        yield result
