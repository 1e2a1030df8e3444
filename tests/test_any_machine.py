"""The same bytes on any x86-64 with AVX2: processes that take the processor for another one give the same."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from helpers.support import CHECKOUT, furnished

NO_AVX512 = "AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX512_SPR"
MACHINES = {
    "Haswell": {"OPENBLAS_CORETYPE": "Haswell", "NPY_DISABLE_CPU_FEATURES": NO_AVX512, "NUMBA_CPU_NAME": "haswell"},
    "Zen": {"OPENBLAS_CORETYPE": "Zen"},  # numpy and compiled code as they are here
}


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
def test_vectors_tables_and_games_are_the_same_on_other_machines(tmp_path):
    folders = {name: furnished(tmp_path / name) for name in MACHINES}
    with ThreadPoolExecutor(len(MACHINES)) as pool:
        found = dict(zip(MACHINES, pool.map(digests, MACHINES, folders.values()), strict=True))
    haswell, zen = found.values()
    assert len(haswell) > 50
    assert {key for key in haswell if haswell[key] != zen[key]} == set()
