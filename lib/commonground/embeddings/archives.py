"""Archives: named members only are taken out, each read as a stream into a file of our own naming."""

import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import IO, Any

from commonground import files, paths
from commonground.embeddings.catalogue import Source
from commonground.embeddings.downloads import CHUNK
from commonground.errors import CommonGroundError
from commonground.progress import reported


class DamagedError(Exception):
    """An archive is not what it should be; fetching it again may help."""


def unpack(name: str, source: Source, archive: Path, targets: list[Path]) -> None:
    """Take a source's files out of its archive: all of them, or none is left behind."""
    try:
        _take_out(name, source, archive)
    except BaseException as error:
        for target in targets:
            target.unlink(missing_ok=True)
        if _is_damage(error):
            reason = str(error).partition("\n")[0].rstrip(":")
            raise DamagedError(f"{archive.name} is damaged ({reason})") from error
        raise


def _is_damage(error: BaseException) -> bool:
    # gzip and bz2 report damage as an OSError without a number; one with a number is about our own files
    unnumbered = isinstance(error, OSError) and error.errno is None
    return unnumbered or isinstance(error, EOFError | zlib.error | tarfile.TarError | zipfile.BadZipFile)


def _take_out(name: str, source: Source, archive: Path) -> None:
    missing = dict(source.files)
    with closing(_members(archive)) as members:
        for path, size, opened in members:
            for local in [local for local, member in missing.items() if member == path]:
                if opened is None:
                    raise CommonGroundError(
                        f"Source '{name}': {path} in {archive.name} is a link or folder, not a file."
                    )
                with opened() as stream:
                    write(stream, paths.raw(name) / local, size, f"{name}: unpacking {local}")
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
            while tarred.fileobj and tarred.fileobj.read(CHUNK):
                pass  # gzip's checksum stands at the very end


def write(stream: IO[bytes], target: Path, size: int, label: str) -> None:
    """Copy a stream into a file, telling how far it is."""
    with files.atomic(target) as file:
        for chunk in reported(iter(partial(stream.read, CHUNK), b""), label, 0, size):
            file.write(chunk)
