"""Processes whose arithmetic is the same on every x86-64 with AVX2.

numpy and OpenBLAS choose their kernels by the processor, and kernels differ in the order in which they add. Training
follows such last digits far. Here both are told which kernels to take, before they are loaded; one thread, for its order.
"""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence

from commonground.errors import CommonGroundError
from commonground.parallel import held_back, workers

LOOK = 0.05  # seconds between two looks at what is done
REFUSED = 3  # the status of a process that ends with a sentence, on its standard output
_BEYOND_AVX2 = "AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX512_SPR"
_KERNELS = {"OPENBLAS_CORETYPE": "Haswell", "NPY_DISABLE_CPU_FEATURES": _BEYOND_AVX2}
_ORDER = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}


def environment() -> dict[str, str]:
    """The environment of such a process."""
    x86 = platform.machine().lower() in ("x86_64", "amd64")
    return {**os.environ, **_ORDER, **(_KERNELS if x86 else {})}


def each(module: str, tasks: Sequence[tuple[str, ...]]) -> None:
    """Run a module of the package for every task, one process a core; what one refuses with a sentence is refused here."""
    waiting, running = list(tasks), set[subprocess.Popen[str]]()
    try:
        while waiting or running:
            if waiting and len(running) < workers():
                running.add(_started(module, *waiting.pop(0)))
                continue
            ended = {process for process in running if process.poll() is not None}
            running -= ended
            for process in ended:
                _check(process)
            time.sleep(LOOK)
    finally:
        for process in running:
            process.kill()


def _started(module: str, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "ignore::RuntimeWarning:runpy", "-m", module, *arguments]
    with held_back():  # Ctrl-C is answered by the parent alone
        return subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True)


def _check(process: subprocess.Popen[str]) -> None:
    """See that a process that has ended did so well."""
    said, _ = process.communicate()
    if process.returncode == REFUSED:
        raise CommonGroundError(said.strip())
    if process.returncode:
        raise CommonGroundError(f"Making vectors ended with status {process.returncode}: see above why.")
