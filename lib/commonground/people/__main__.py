"""Serve the play page on this machine: `python -m commonground.people` (what `make play` runs)."""

import argparse
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from commonground import parallel, paths, progress
from commonground.errors import CommonGroundError
from commonground.people.table import available_sets

HOST = "127.0.0.1"
PORT = 8866
TRIES = 20
# voila, in a process that does not outlive this one
VOILA = (
    "import os; from commonground import parallel; parallel.end_with(os.getppid()); from voila.app import main; main()"
)
KEPT = "Saved games are in {}; `make play` lays the table again."
WIDGETS = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget"]


def free_port(first: int) -> int:
    """The first port from `first` on that nobody listens on."""
    for port in range(first, first + TRIES):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise CommonGroundError(f"No port between {first} and {first + TRIES - 1} is free: name another with --port.")


def command(port: int) -> list[str]:
    """voila on the play notebook, on loopback only; kernels of closed pages are ended."""
    return [
        *(sys.executable, "-c", VOILA, str(paths.play_page())),
        *(
            "--no-browser",
            "--Voila.log_level=WARN",
            "--template=table",
            f"--port={port}",
            f"--Voila.ip={HOST}",
            "--Voila.port_retries=0",
        ),
        # the widgets it needs, in the versions that voila brings along
        *(f"--VoilaConfiguration.extension_allowlist={widget}" for widget in WIDGETS),
        "--KernelManager.transport_encryption=auto",  # or every kernel warns that others on this machine may listen
        *("--MappingKernelManager.cull_idle_timeout=7200", "--MappingKernelManager.cull_interval=300"),
    ]


def answers(port: int, server: subprocess.Popen[bytes]) -> bool:
    """Wait until the server listens; false if it ends before."""
    while server.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return True
        time.sleep(0.1)
    return False


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m commonground.people", description=__doc__)
    parser.add_argument("--port", type=int, default=PORT, help="the first port to try")
    parser.add_argument("--set", default="open", help="the embedding set that is offered first")
    chosen = parser.parse_args()
    kept = KEPT.format(paths.people())
    return progress.status("play", lambda: serve(chosen.port, chosen.set), kept)


def serve(first_port: int, wanted: str) -> int:
    """Serve the page until the server ends, or somebody ends it."""
    offered = wanted if wanted in available_sets() else "toy"
    if offered != wanted:
        progress.say(
            f"The {wanted} set is not built here (`dvc repro precompute` does it in some minutes), so you play on the "
            "toy set, whose meanings are made up: good for a look, no good for a person."
        )
    port = free_port(first_port)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with parallel.held_back():
        server = subprocess.Popen(command(port), env=environment())
    try:
        if answers(port, server):
            progress.say(f"The table is laid at   http://{HOST}:{port}/?set={offered}   (Ctrl-C ends it)")
        return server.wait()
    finally:
        server.terminate()
        server.wait()


def environment() -> dict[str, str]:
    """The server's: it finds the page's template in this package."""
    return os.environ | {
        "JUPYTER_PATH": os.pathsep.join([str(Path(__file__).parent), os.environ.get("JUPYTER_PATH", "")])
    }


if __name__ == "__main__":
    sys.exit(main())
