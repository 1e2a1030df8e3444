"""Files that are whole or not there: write aside, flush to disk, then rename."""

import errno
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from commonground.errors import CommonGroundError


@contextmanager
def atomic(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces `path` when the block ends well, and vanishes when it does not."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    partial = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.chmod(0o644)
        os.replace(partial, path)
    except OSError as error:
        raise explained(error, path) from error
    finally:
        partial.unlink(missing_ok=True)


def explained(error: OSError, path: Path) -> Exception:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return CommonGroundError(
            f"The disk is full while writing {path}: nothing was changed; free some space and run the same command again."
        )
    return error


def write_bytes(path: Path, content: bytes) -> None:
    with atomic(path) as file:
        file.write(content)


def write_text(path: Path, content: str) -> None:
    write_bytes(path, content.encode())


def write_json(path: Path, content: Any) -> None:
    write_text(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def write_arrays(path: Path, **arrays: np.ndarray) -> None:
    """Save arrays as an uncompressed `.npz` (numpy stamps no time into it: the same arrays give the same bytes)."""
    with atomic(path) as file:
        np.savez(file, allow_pickle=False, **arrays)


def digest(path: Path, algorithm: str = "sha256") -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, algorithm).hexdigest()
