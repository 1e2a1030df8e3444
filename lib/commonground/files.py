"""Files that are whole or not there: write aside, flush to disk, then rename; whatever stands in the way is one sentence."""

import errno
import fcntl
import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import BadZipFile

import numpy as np

from commonground.errors import CommonGroundError
from commonground.progress import say

_FULL = (errno.ENOSPC, errno.EDQUOT)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)
_MISPLACED = (errno.ENOTDIR, errno.EEXIST, errno.EISDIR, errno.ENAMETOOLONG)
# what is raised on a file of arrays that is not whole
DAMAGE = (EOFError, KeyError, MemoryError, RuntimeError, SyntaxError, TypeError, ValueError, BadZipFile, zlib.error)


@contextmanager
def atomic(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces `path` when the block ends well, and vanishes when it does not."""
    folder(path.parent)
    with told(path):
        _clear(path.parent)
        handle, partial = _aside(path)
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
                partial.chmod(0o644)
                os.replace(partial, path)  # while it is open, and so locked
        finally:
            partial.unlink(missing_ok=True)


def _aside(path: Path) -> tuple[int, Path]:
    """A new file beside `path`, locked for as long as it is open."""
    while True:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        try:
            ours = _lock(handle) and os.fstat(handle).st_nlink > 0
        except OSError:  # a file system without locks: nothing is ever cleared there
            ours = True
        if ours:
            return handle, Path(name)
        os.close(handle)  # somebody who clears took it for a left-over one, in the moment before it was locked


def _clear(folder: Path) -> None:
    """Remove what writers who were killed have left in a folder: files aside that nobody holds a lock on."""
    for left in folder.glob(".*.part"):
        with suppress(OSError):
            handle = os.open(left, os.O_RDONLY)
            try:
                if _lock(handle):
                    left.unlink(missing_ok=True)
            finally:
                os.close(handle)


def _lock(handle: int) -> bool:
    """Lock an open file, unless somebody else has."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def folder(path: Path) -> Path:
    """A folder, made if it is missing."""
    with told(path):
        path.mkdir(parents=True, exist_ok=True)
    return path


def move(path: Path, target: Path) -> None:
    """Put a file in another's place, whole."""
    folder(target.parent)
    with told(target):
        os.replace(path, target)


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Whatever keeps the block from writing `path` is told in one sentence."""
    try:
        yield
    except OSError as error:
        raise explained(error, path) from error


def explained(error: OSError, path: Path) -> Exception:
    """The sentence for what keeps a file from being written; the error itself if it is about something else."""
    reason = os.strerror(error.errno) if error.errno else ""
    if error.errno in _FULL:
        return CommonGroundError(
            f"The disk is full while writing {path}: free some space and run the same command again."
        )
    if not _is_about(error, path):
        return error
    if error.errno in _FORBIDDEN:
        return CommonGroundError(
            f"{path} can't be written, as the folder {_standing(path)} may not be written to ({reason}): see to its "
            "permissions, or set COMMONGROUND_ROOT to a folder of your own."
        )
    return CommonGroundError(f"{path} can't be written: {reason}.") if error.errno in _MISPLACED else error


def _is_about(error: OSError, path: Path) -> bool:
    """Whether an error names a path, one beside it, or a folder above it; and not, say, a file that is read meanwhile."""
    given = (error.filename, error.filename2)  # the second is where something was to be moved
    named = [Path(os.fsdecode(name)) for name in given if isinstance(name, str | bytes | os.PathLike)]
    return any(path.is_relative_to(one) or one.parent == path.parent for one in named)


def _standing(path: Path) -> Path:
    """The nearest folder above a path that is there."""
    return next((above for above in path.parents if above.is_dir()), path.parent)


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file at once, or not at all."""
    with atomic(path) as file:
        file.write(content)


def write_text(path: Path, content: str) -> None:
    """The same for text, as UTF-8."""
    write_bytes(path, content.encode())


def write_json(path: Path, content: Any) -> None:
    """The same for what JSON can hold, indented for people."""
    write_text(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def write_arrays(path: Path, **arrays: np.ndarray) -> None:
    """Save arrays as an uncompressed `.npz` (numpy stamps no time into it: the same arrays give the same bytes)."""
    with atomic(path) as file:
        np.savez(file, allow_pickle=False, **arrays)


def read_arrays(path: Path, *names: str) -> dict[str, np.ndarray]:
    """Those of an `.npz`'s arrays that are named (all, if none is), each held against its checksum; nothing is unpickled."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return {name: np.asarray(arrays[name]) for name in arrays.files if not names or name in names}
    except DAMAGE as error:
        reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        raise CommonGroundError(f"{path} is damaged ({reason}): delete it, and have it made again.") from error
    except OSError as error:
        raise CommonGroundError(f"{path} can't be read: {error.strerror or error}.") from error


def is_kept(path: Path) -> bool:
    """Whether a file of arrays was made before and is whole; a damaged one is named and thrown away."""
    if not path.exists():
        return False
    try:
        read_arrays(path)
    except CommonGroundError as problem:
        say(f"{str(problem).partition(': delete')[0]}; making it again")
        with told(path):
            path.unlink(missing_ok=True)
        return False
    return True


def digest(path: Path, algorithm: str = "sha256") -> str:
    """A digest of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, algorithm).hexdigest()


def digest_now(path: Path) -> str:
    """The sha256 of a file, worked out once a run as long as the file is not written to."""
    state = path.stat()
    return _digest_of(path, state.st_size, state.st_mtime_ns, state.st_ino)


@lru_cache(maxsize=1024)
def _digest_of(path: Path, *state: int) -> str:
    return digest(path)
