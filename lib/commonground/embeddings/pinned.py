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

from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

from commonground.errors import CommonGroundError
from commonground.parallel import held_back, workers

LOOK = 0.05  # seconds between two looks at what is done
REFUSED = 3  # the status of a process that ends with a sentence, on its standard output
_ORDER = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}


def environment() -> dict[str, str]:
    """The environment of such a process."""
    return {**os.environ, **_ORDER, **kernels()}


def kernels() -> dict[str, str]:
    """What tells OpenBLAS and numpy to take their kernels for AVX2; nothing where there are none."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return {}
    return {"OPENBLAS_CORETYPE": "Haswell", "NPY_DISABLE_CPU_FEATURES": " ".join(_beyond_avx2())}


def _beyond_avx2() -> list[str]:
    """The kernels beyond AVX2 that this numpy can choose, by the names it has for them: they change with its version."""
    return [name for name in __cpu_dispatch__ if name == "X86_V4" or name.startswith("AVX512")]


def check() -> None:
    """See that numpy took the kernels it was told to take: it ignores names that it does not know."""
    taken = [name for name in kernels().get("NPY_DISABLE_CPU_FEATURES", "").split() if __cpu_features__[name]]
    if taken:
        raise CommonGroundError(
            f"numpy takes kernels ({', '.join(taken)}) with which vectors come out otherwise on other machines: this process"
            " was not started with the environment of commonground.embeddings.pinned."
        )


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
