"""Work spread over processes, with progress on the terminal."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import joblib
from threadpoolctl import threadpool_limits

from commonground.errors import CommonGroundError

EVERY = 5.0  # seconds between two lines of progress
PATIENCE = 30.0  # seconds for a scheduler to answer


def workers() -> int:
    """How many processes to use: `COMMONGROUND_WORKERS`, else one a core. Results never depend on it."""
    text = os.environ.get("COMMONGROUND_WORKERS") or str(os.cpu_count() or 1)
    if not text.isdigit() or int(text) < 1:
        raise CommonGroundError(f"COMMONGROUND_WORKERS must be a whole number above 0, not '{text}'.")
    return int(text)


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


def single_threaded(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function with one BLAS thread: more would fight for the cores, and change the last digits."""
    with threadpool_limits(1):
        return function(*arguments)


def spread(function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
    """Call `function` for every task and yield the results as they come.

    On a Dask cluster if `COMMONGROUND_SCHEDULER` holds a scheduler's address, else on this machine's cores.
    """
    address = os.environ.get("COMMONGROUND_SCHEDULER")
    yield from _on_cluster(address, function, tasks) if address else _on_cores(function, tasks)


def _on_cores(function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
    calls = (joblib.delayed(single_threaded)(function, *task) for task in tasks)
    processes = min(workers(), len(tasks)) or 1
    yield from joblib.Parallel(n_jobs=processes, return_as="generator_unordered")(calls)


def _on_cluster(address: str, function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
    from distributed import Client, as_completed  # heavy, and only here

    try:
        client = Client(address, timeout=PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise CommonGroundError(f"No Dask scheduler answers at {address} (COMMONGROUND_SCHEDULER): {error}.") from error
    with client:
        # a task whose worker dies goes to another one
        futures = [client.submit(single_threaded, function, *task, pure=False, retries=5) for task in tasks]
        for future in as_completed(futures):  # type: ignore[no-untyped-call]
            yield future.result()
            future.release()  # or it would be done again if the worker that holds the result dies later


def each(function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]], label: str) -> Iterator[Any]:
    """Call `function` for every task on this machine's cores, telling how far it is after each."""
    started = time.monotonic()
    for done, result in enumerate(_on_cores(function, tasks), start=1):
        say(f"{label}: {done} of {len(tasks)} done, {time.monotonic() - started:.0f} s")
        yield result
