"""Downloading over HTTP: resumed where it stopped, tried again when a connection breaks, with progress in plain lines."""

import http.client
import os
import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from commonground import files, paths
from commonground.embeddings.catalogue import Source
from commonground.errors import CommonGroundError
from commonground.progress import reported, say

CHUNK = 1 << 20  # bytes read at a time
PAUSES = (0.5, 1.0, 2.0, 4.0)  # seconds before each new attempt that follows one which brought nothing
TIMEOUT = 60.0  # seconds of silence after which a connection counts as broken


class _InterruptedError(Exception):
    """A connection failed or ended early; another attempt may help."""


def download(name: str, source: Source, target: Path, pauses: Sequence[float] | None = None) -> Path:
    """Download to `<target>.part`, going on where an earlier attempt or run stopped, and rename when whole."""
    part = target.with_name(target.name + ".part")
    waits = PAUSES if pauses is None else pauses
    furthest, left = _size(part), iter(waits)
    while True:
        try:
            _continue(name, source, part)
            return part.replace(target)
        except _InterruptedError as problem:
            if _size(part) > furthest:
                furthest, left = _size(part), iter(waits)
            pause = next(left, None)
            if pause is None:
                raise CommonGroundError(
                    f"Source '{name}': {source.url} could not be downloaded ({problem}); check the network connection "
                    "and run the same command again: it goes on where it stopped."
                ) from problem
            say(f"{name}: {problem}; trying again")
            time.sleep(pause)


def _continue(name: str, source: Source, part: Path) -> None:
    """Ask for the bytes that `part` lacks and append them; a server that sends the whole file starts it anew."""
    have = _size(part)
    with _opened(name, source, part, have) as response:
        if response.status == 416:  # nothing after what we have: it is whole, or not a beginning of this file
            if have == source.size or response.headers.get("Content-Range") == f"bytes */{have}":
                return
            part.unlink()
            raise _InterruptedError("the server has another file than the one begun")
        start, total = _span(response)
        if start not in (0, have):
            raise _InterruptedError(f"the server sent bytes from {start:,} on instead of {have:,}")
        _append(reported(_received(response), name, start, total or source.size), part, start)
    if _size(part) < total:
        raise _InterruptedError(f"the connection ended after {_size(part):,} of {total:,} bytes")


def _opened(name: str, source: Source, part: Path, have: int) -> Any:
    headers = {"User-Agent": "commonground"} | ({"Range": f"bytes={have}-"} if have else {})
    try:
        return urllib.request.urlopen(urllib.request.Request(source.url, headers=headers), timeout=TIMEOUT)
    except urllib.error.HTTPError as error:
        if error.code == 416 and have:
            return error
        error.close()
        if error.code in (408, 429) or error.code >= 500:
            raise _InterruptedError(f"the server answers {error.code} {error.reason}") from error
        raise CommonGroundError(
            f"Source '{name}': {source.url} answers {error.code} {error.reason}; correct its address in "
            f"{paths.catalogue()}, or put the file into {part.parent} yourself."
        ) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _InterruptedError(str(getattr(error, "reason", error))) from error


def _span(response: Any) -> tuple[int, int]:
    """The first byte that a response holds, and the bytes of the whole file (0 if the server does not say)."""
    if response.status != 206:
        return 0, int(response.headers.get("Content-Length") or 0)
    said = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", response.headers.get("Content-Range", ""))
    if not said:
        raise _InterruptedError("the server does not say which part of the file it sent")
    return int(said[1]), 0 if said[2] == "*" else int(said[2])


def _received(response: Any) -> Iterator[bytes]:
    try:
        while chunk := response.read(CHUNK):
            yield chunk
    except (OSError, http.client.HTTPException) as error:
        raise _InterruptedError(f"the connection broke: {error}") from error


def _append(chunks: Iterable[bytes], part: Path, start: int) -> None:
    with files.told(part), part.open("ab" if start else "wb") as file:
        for chunk in chunks:
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
