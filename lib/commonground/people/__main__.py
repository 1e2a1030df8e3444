"""Serve the play page on this machine: `python -m commonground.people` (what `make play` runs)."""

import argparse
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from commonground import parallel, paths, progress
from commonground.errors import CommonGroundError
from commonground.people import sets
from commonground.people.setup import BEST

HOST = "127.0.0.1"
PORT = 8866
TRIES = 20
IDLE = 480  # seconds after which a table that nobody touches is cleared; a look at all of them takes an eighth of it
TOKEN = "COMMONGROUND_TOKEN"  # the environment variable that brings the server its token: command lines can be read by others
# the server, in a process that does not outlive this one
SERVER = (
    "import os; from commonground import parallel; parallel.end_with(os.getppid()); "
    f"from commonground.people import door; door.serve(os.environ.pop('{TOKEN}'))"
)
# what agents compile at their first moves, compiled meanwhile: a minute of work, once, behind everything else
WARM = (
    "import os; os.nice(19); from commonground import parallel; parallel.end_with(os.getppid()); "
    "from commonground.people import setup; setup.warm_up_all('toy')"
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


def command(port: int, idle: int = IDLE) -> list[str]:
    """voila on the play notebook, on loopback only, behind a door; kernels of closed or forgotten pages are ended."""
    return [
        *(sys.executable, "-c", SERVER, str(paths.play_page())),
        *(
            "--no-browser",
            "--Voila.log_level=ERROR",
            "--template=table",
            f"--port={port}",
            f"--Voila.ip={HOST}",
            "--Voila.port_retries=0",
        ),
        # the widgets it needs, in the versions that voila brings along
        *(f"--VoilaConfiguration.extension_allowlist={widget}" for widget in WIDGETS),
        "--KernelManager.transport_encryption=auto",  # or every kernel warns that others on this machine may listen
        "--VoilaConfiguration.multi_kernel_manager_class=commonground.people.door.Tables",
        f"--MappingKernelManager.cull_idle_timeout={idle}",
        f"--MappingKernelManager.cull_interval={max(1, idle // 8)}",
        "--MappingKernelManager.cull_connected=True",  # a page whose table was cleared says so, and can go on
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
    """Serve the page, as the command line asks."""
    parser = argparse.ArgumentParser(prog="python -m commonground.people", description=__doc__)
    parser.add_argument("--port", type=int, default=PORT, help="the first port to try")
    parser.add_argument("--set", default="", help="the embedding set that is offered first (the best that is built)")
    parser.add_argument("--bring", action="store_true", help="fetch and build a set first, if it is missing")
    parser.add_argument("--idle", type=int, default=IDLE, help="seconds until a table that nobody touches is cleared")
    chosen = parser.parse_args()
    kept = KEPT.format(paths.people())
    return progress.status("play", lambda: play(chosen), kept)


def play(chosen: argparse.Namespace) -> int:
    """Bring a set, if that is asked for, and serve the page."""
    if chosen.bring:
        bring((chosen.set,) if chosen.set else BEST)
    return serve(chosen.port, chosen.set or sets.best(), chosen.idle)


def bring(wanted: Sequence[str]) -> None:
    """Fetch and build the first of some sets that can be had; the others only if that fails."""
    for name in wanted:
        if name in sets.available():
            return
        others = [other for other in sets.available() if other != sets.TOY]
        meanwhile = (
            f" The {others[0]} set is here already: `make play SET={others[0]}` plays on it at once." if others else ""
        )
        progress.say(f"Fetching and building the {name} set: some minutes, once.{meanwhile}")
        if subprocess.run([sys.executable, "-m", "commonground", "vectors", name], check=False).returncode == 0:
            return
        progress.say(f"The {name} set could not be fetched or built just now.")


def serve(first_port: int, wanted: str, idle: int = IDLE) -> int:
    """Serve the page until the server ends, or somebody ends it."""
    offered = wanted if wanted in sets.available() else sets.best()
    if offered != wanted:
        progress.say(f"The {wanted} set is not built here (`make play SET={wanted}` does it, if it can).")
    if offered == sets.TOY:
        progress.say(
            "You play on the toy set, whose meanings are made up: good for a look, no good for a person "
            "(`make play` fetches and builds a better one, if it can)."
        )
    port, token = free_port(first_port), secrets.token_urlsafe(16)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with parallel.held_back():
        server = subprocess.Popen(command(port, idle), env=environment(token))
        warming = subprocess.Popen([sys.executable, "-c", WARM], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        if answers(port, server):
            address = f"http://{HOST}:{port}/?set={offered}&token={token}"
            progress.say(f"The table is laid at   {address}   (Ctrl-C ends it)")
        return server.wait()
    finally:
        for process in (server, warming):
            process.terminate()
            process.wait()


def environment(token: str) -> dict[str, str]:
    """The server's: it finds the page's template in this package, and is told whom to let in."""
    jupyter = os.pathsep.join([str(Path(__file__).parent), os.environ.get("JUPYTER_PATH", "")])
    return os.environ | {"JUPYTER_PATH": jupyter, TOKEN: token}


if __name__ == "__main__":
    sys.exit(main())
