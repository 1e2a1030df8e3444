"""Kill -9 at random moments: experiments on the toy set that are killed and gone on with end in the same bytes.

python benchmarks/kills.py        twenty kills, by turns with one process and with two; and a Dask cluster that loses a worker
python benchmarks/kills.py 3      three kills
"""

import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import distributed

from commonground import paths
from commonground.embeddings import load_set

EXPERIMENTS = ("unknown-noise", "together")
RUN = f"from commonground.study import run, smoke\nfor name in {EXPERIMENTS}: run.run(smoke.small('toy', name))"


def furnish(folder: Path) -> None:
    """A project folder with the toy set, and no results yet."""
    shutil.copytree(
        paths.data(), folder / "data", ignore=lambda top, names: {n for n in names if Path(top, n).is_dir()}
    )
    shutil.copy(paths.parameters(), folder)
    for kind in (paths.embeddings("toy"), paths.precomputed("toy")):
        shutil.copytree(kind, folder / kind.relative_to(paths.root()))


def clear(folder: Path) -> None:
    for name in (".cache", ".scratch/by-hand/data/results"):
        shutil.rmtree(folder / name, ignore_errors=True)


def start(folder: Path, **variables: str) -> subprocess.Popen[bytes]:
    environment = os.environ | {"COMMONGROUND_ROOT": str(folder), "COMMONGROUND_WORKERS": "1"} | variables
    quiet = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-c", RUN], env=environment, stdout=quiet, stderr=quiet)


def digests(folder: Path) -> dict[str, str]:
    results = folder / ".scratch" / "by-hand" / "data" / "results"
    files = sorted(path for path in results.rglob("*") if path.is_file())
    return {str(path.relative_to(results)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def run(folder: Path, **variables: str) -> dict[str, str]:
    """Run all to the end."""
    assert start(folder, **variables).wait() == 0
    return digests(folder)


def killed(folder: Path, after: float, **variables: str) -> dict[str, str]:
    """Run, kill after some seconds, and run to the end."""
    clear(folder)
    process = start(folder, **variables)
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return run(folder, **variables)


def on_a_cluster(folder: Path, after: float) -> dict[str, str]:
    """Run on a Dask cluster that loses one of its two workers."""
    clear(folder)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        process = start(folder, COMMONGROUND_SCHEDULER=cluster.scheduler_address)
        time.sleep(after)
        os.kill(cluster.workers[0].process.pid, signal.SIGKILL)
        assert process.wait() == 0
    return digests(folder)


def main() -> int:
    load_set("toy")
    times, moments = int((*sys.argv[1:], "20")[0]), random.Random(0)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        furnish(folder)
        begun = time.monotonic()
        whole, takes = run(folder), time.monotonic() - begun
        assert whole, "there is something to compare"
        print(f"uninterrupted: {len(whole)} files in {takes:.0f} s", flush=True)
        clear(folder)
        same = [run(folder, COMMONGROUND_WORKERS="2") == whole]
        print(f"two processes: {'the same bytes' if same[-1] else 'OTHER BYTES'}", flush=True)
        same.append(on_a_cluster(folder, takes / 2) == whole)
        print(f"a Dask cluster that loses a worker: {'the same bytes' if same[-1] else 'OTHER BYTES'}", flush=True)
        for number in range(times):
            after = moments.uniform(0.1, 0.95) * takes
            same.append(killed(folder, after, COMMONGROUND_WORKERS=str(number % 2 + 1)) == whole)
            print(f"killed after {after:.1f} s: {'the same bytes' if same[-1] else 'OTHER BYTES'}", flush=True)
    return not all(same)


if __name__ == "__main__":
    sys.exit(main())
