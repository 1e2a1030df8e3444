"""Work spread over processes, which say so when they fail, and end when nobody waits for them any more."""

import asyncio
import logging
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import resource_tracker
from queue import Empty, SimpleQueue
from typing import Any

import joblib
from joblib.externals.loky.process_executor import TerminatedWorkerError
from threadpoolctl import threadpool_limits

from commonground.errors import CommonGroundError
from commonground.progress import Counter

PATIENCE = 30.0  # seconds for a scheduler to answer, and for a worker to come
LOOK = 1.0  # seconds between two looks whether the others are still there
MOST = 16  # processes a core: more only fight for memory
AGAIN = "run the same command again; what is done is kept."


def workers() -> int:
    """How many processes to use: `COMMONGROUND_WORKERS`, else one a core. Results never depend on it."""
    cores = joblib.cpu_count()  # that this process may use, which can be fewer than the machine has
    text = os.environ.get("COMMONGROUND_WORKERS") or str(cores)
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    if not 1 <= number <= MOST * cores:
        raise CommonGroundError(
            f"COMMONGROUND_WORKERS must be a whole number from 1 to {MOST * cores} ({MOST} a core), not '{text[:20]}'."
        )
    return number


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


def each(function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]], label: str) -> Iterator[Any]:
    """Call `function` for every task on this machine's cores, telling how far it is."""
    counter = Counter(label, len(tasks), "done")
    for result in _on_cores(function, tasks):
        counter.advance()
        yield result


# Processes of our own


def end_with(parent: int) -> None:
    """End this process when its parent is gone, however that one ended: or it would work on for nobody, and fill memory."""
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(1)  # no cleaning up: what it would clean was the parent's


@contextmanager
def held_back() -> Iterator[None]:
    """Let Ctrl-C wait until the block is over; processes that are started in it never hear of it, and so have nothing to say.

    A terminal tells the whole family. The parent alone answers, and ends its children.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _on_cores(function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
    calls = (joblib.delayed(single_threaded)(function, *task) for task in tasks)
    family = {"initializer": end_with, "initargs": (os.getpid(),)}
    processes = min(workers(), len(tasks)) or 1
    pool = joblib.Parallel(processes, "loky", return_as="generator_unordered", **family)
    if processes > 1:
        resource_tracker.ensure_running()  # joblib would start it in the middle, and it lets Ctrl-C through when it starts
    with ExitStack() as stack, _told_of_killing():
        with held_back():
            results = stack.enter_context(_closed(pool(calls)))
        for result in results:  # noqa: UP028 `yield from` would close the results itself, and they warn
            yield result


@contextmanager
def _told_of_killing() -> Iterator[None]:
    try:
        yield
    except TerminatedWorkerError:
        raise CommonGroundError(
            "A process was killed in the middle of its work, perhaps for want of memory: with fewer at a time "
            f"(COMMONGROUND_WORKERS=1), {AGAIN}"
        ) from None


@contextmanager
def _closed(results: Any) -> Iterator[Any]:
    """Close joblib's results at the end without its warning: that not all was done is known."""
    try:
        yield results
    finally:
        with warnings.catch_warnings(action="ignore"):
            results.close()


# A cluster of others


def _on_cluster(address: str, function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
    """A task whose worker dies goes to another; one that is refused is refused at once, as it would be again."""
    with _client(address) as client:
        futures = [client.submit(single_threaded, function, *task, pure=False) for task in tasks]
        done: SimpleQueue[Any] = SimpleQueue()
        for future in futures:
            future.add_done_callback(done.put)
        for _ in futures:
            future, result = _next(client, done, address)
            yield result
            future.release()  # or it would be done again if the worker that holds the result dies later


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A connection to a scheduler that never speaks for itself: what there is to say is said here."""
    from distributed import Client  # heavy, and only here

    with ExitStack() as stack:
        for name in ("distributed", "distributed.client", "tornado.application"):
            stack.enter_context(_hushed(logging.getLogger(name)))
        try:
            with ThreadPoolExecutor(1) as apart:  # a notebook has a loop of its own
                apart.submit(asyncio.run, _answer(address)).result()
            client = Client(address, timeout=PATIENCE)  # type: ignore[no-untyped-call]
        except Exception as error:  # whatever else listens there can answer anything
            raise CommonGroundError(
                f"No Dask scheduler answers at '{address}' (COMMONGROUND_SCHEDULER): it takes the address of one that "
                "runs, as tcp://host:8786, or nothing to work on this machine."
            ) from error
        yield stack.enter_context(client)


async def _answer(address: str) -> None:
    """Shake hands with a scheduler; the client itself would wait for ever for a port that takes calls and never answers."""
    from distributed import Security
    from distributed.comm.core import connect

    keys = Security().get_connection_args("client")  # type: ignore[no-untyped-call]
    line = await asyncio.wait_for(connect(address, timeout=PATIENCE, **keys), PATIENCE)  # type: ignore[no-untyped-call]
    await line.close()


@contextmanager
def _hushed(logger: logging.Logger) -> Iterator[None]:
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)


def _next(client: Any, done: SimpleQueue[Any], address: str) -> tuple[Any, Any]:
    """The next task that is done, and its result; an end to the patience if nobody has been at work for so long."""
    from distributed import KilledWorker

    seen = time.monotonic()
    while time.monotonic() - seen < PATIENCE:
        try:
            future = done.get(timeout=LOOK)
            return future, future.result(timeout=PATIENCE)
        except Empty:
            pass
        except TimeoutError:  # its worker died with the result: another one makes it again
            future.add_done_callback(done.put)
        except KilledWorker as error:
            raise CommonGroundError(f"Workers of {address} die of the same task ({error}): {AGAIN}") from None
        except CancelledError:
            raise CommonGroundError(
                f"The Dask scheduler at {address} is gone: start it and its workers, and {AGAIN}"
            ) from None
        seen = time.monotonic() if _works(client) else seen
    raise CommonGroundError(
        f"Nobody has worked for the Dask scheduler at {address} for {PATIENCE:.0f} s: start a worker "
        f"(`dask worker {address}`), and {AGAIN}"
    )


def _works(client: Any) -> bool:
    """Whether the scheduler answers, and has a worker."""
    try:
        return bool(client.nthreads(callback_timeout=LOOK))
    except (OSError, AttributeError):  # the client has lost its scheduler
        return False
