"""Serve the play page on this machine: `python -m commonground.people` (what `make play` runs)."""

import argparse
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from commonground import paths, progress
from commonground.people.table import available_sets

HOST = "127.0.0.1"
PORT = 8866
TRIES = 20
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
    raise SystemExit(f"No port between {first} and {first + TRIES - 1} is free: name another with --port.")


def command(port: int) -> list[str]:
    """voila on the play notebook, on loopback only; kernels of closed pages are ended."""
    return [
        *(sys.executable, "-m", "voila", str(paths.play_page())),
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
    port = free_port(chosen.port)
    offered = chosen.set if chosen.set in available_sets() else "toy"
    if offered != chosen.set:
        progress.say(
            f"The {chosen.set} set is not built here (`dvc repro precompute` does it in some minutes), so you play on the "
            "toy set, whose meanings are made up: good for a look, no good for a person."
        )
    own = Path(__file__).parent
    environment = os.environ | {"JUPYTER_PATH": os.pathsep.join([str(own), os.environ.get("JUPYTER_PATH", "")])}
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with subprocess.Popen(command(port), env=environment) as server:
        try:
            if answers(port, server):
                progress.say(f"The table is laid at   http://{HOST}:{port}/?set={offered}   (Ctrl-C ends it)")
            return server.wait()
        except KeyboardInterrupt:
            return 0
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main())
