"""Work spread over processes."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import joblib
from threadpoolctl import threadpool_limits

from commonground.errors import CommonGroundError
from commonground.progress import Counter

PATIENCE = 30.0  # seconds for a scheduler to answer


def workers() -> int:
    """How many processes to use: `COMMONGROUND_WORKERS`, else one a core. Results never depend on it."""
    text = os.environ.get("COMMONGROUND_WORKERS") or str(os.cpu_count() or 1)
    if not text.isdigit() or int(text) < 1:
        raise CommonGroundError(f"COMMONGROUND_WORKERS must be a whole number above 0, not '{text}'.")
    return int(text)


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
    """Call `function` for every task on this machine's cores, telling how far it is."""
    counter = Counter(label, len(tasks), "done")
    for result in _on_cores(function, tasks):
        counter.advance()
        yield result
