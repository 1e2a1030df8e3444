"""Processes whose arithmetic is the same on every x86-64 with AVX2.

numpy and OpenBLAS choose their kernels by the processor, and kernels differ in the order in which they add. Training
follows such last digits far. Here both are told which kernels to take, before they are loaded; one thread, for its order.
"""

import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from commonground.errors import CommonGroundError
from commonground.parallel import workers

REFUSED = 3  # the status of a process that ends with a sentence, on its standard output
_BEYOND_AVX2 = "AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX512_SPR"
_KERNELS = {"OPENBLAS_CORETYPE": "Haswell", "NPY_DISABLE_CPU_FEATURES": _BEYOND_AVX2}
_ORDER = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}


def environment() -> dict[str, str]:
    """The environment of such a process."""
    x86 = platform.machine().lower() in ("x86_64", "amd64")
    return {**os.environ, **_ORDER, **(_KERNELS if x86 else {})}


def call(module: str, *arguments: str) -> None:
    """Run a module of the package in such a process; what it refuses with a sentence is refused here."""
    command = [sys.executable, "-W", "ignore::ImportWarning", "-m", module, *arguments]
    with parallel.held_back():  # Ctrl-C is answered here alone
        process = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True)
    try:
        said, _ = process.communicate()
    finally:
        process.kill()
    if process.returncode == REFUSED:
        raise CommonGroundError(said.strip())
    if process.returncode:
        raise CommonGroundError(f"`{' '.join(command[3:])}` ended with status {process.returncode}: see above why.")


def each(module: str, tasks: Sequence[tuple[str, ...]]) -> None:
    """Run a module for every task, one process a core."""
    with ThreadPoolExecutor(workers()) as pool:
        running = [pool.submit(call, module, *task) for task in tasks]
        try:
            for done in as_completed(running):
                done.result()
        finally:
            pool.shutdown(cancel_futures=True)
