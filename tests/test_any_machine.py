"""The same bytes on any x86-64 with AVX2: processes that take the processor for another one give the same."""

import json
import os
import platform
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

from commonground.embeddings import pinned
from commonground.errors import CommonGroundError
from helpers.support import CHECKOUT, furnished

HASWELL = {**pinned.kernels(), "NUMBA_CPU_NAME": "haswell"}
OLDER = {  # where there is nothing beyond AVX2 to be hidden, AVX2 itself is
    "OPENBLAS_CORETYPE": "Sandybridge",
    "NPY_DISABLE_CPU_FEATURES": " ".join(__cpu_dispatch__),
    "NUMBA_CPU_NAME": "sandybridge",
}
BEYOND = any(__cpu_features__[name] for name in __cpu_dispatch__ if name == "X86_V4" or name.startswith("AVX512"))
MACHINES = {"Haswell": HASWELL, "another": {} if BEYOND else OLDER}


def digests(name: str, folder: Path) -> dict[str, str]:
    """What comes out on a machine, in a project folder of its own; what is compiled for it is kept for the next time."""
    disguise = dict(MACHINES[name])
    if "NUMBA_CPU_NAME" in disguise:
        disguise["NUMBA_CACHE_DIR"] = str(CHECKOUT / ".cache" / "numba" / disguise["NUMBA_CPU_NAME"])
    path = os.pathsep.join([str(CHECKOUT / "tests"), os.environ.get("PYTHONPATH", "")])
    ours = {"COMMONGROUND_ROOT": str(folder), "COMMONGROUND_WORKERS": "1", "PYTHONPATH": path}
    command = [sys.executable, "-W", "ignore", "-m", "helpers.machine", str(folder)]
    ended = subprocess.run(command, env=os.environ | disguise | ours, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


@pytest.mark.slow(60)
@pytest.mark.skipif(
    platform.machine().lower() not in ("x86_64", "amd64"), reason="the disguises are of x86-64 processors"
)
def test_vectors_tables_and_games_are_the_same_on_other_machines(tmp_path):
    folders = {name: furnished(tmp_path / name) for name in MACHINES}
    with ThreadPoolExecutor(len(MACHINES)) as pool:
        one, other = pool.map(digests, MACHINES, folders.values())
    arithmetic = {key for key in one if key.startswith("arithmetic")}
    assert {key for key in arithmetic if one[key] == other[key]} == set(), "the disguise deceives nobody"
    assert len(one) > 50
    assert {key for key in one if one[key] != other[key]} == arithmetic


def test_a_process_that_is_not_pinned_makes_no_vectors(monkeypatch):
    monkeypatch.setattr(pinned, "kernels", lambda: {"NPY_DISABLE_CPU_FEATURES": "BEYOND"})
    monkeypatch.setattr(pinned, "__cpu_features__", {"BEYOND": True})
    with pytest.raises(CommonGroundError, match="takes kernels \\(BEYOND\\)"):
        pinned.check()


def test_numpy_knows_the_names_of_the_kernels_that_it_is_told_to_leave():
    told = subprocess.run(
        [sys.executable, "-c", "import numpy; from commonground.embeddings import pinned; pinned.check()"],
        env=pinned.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
