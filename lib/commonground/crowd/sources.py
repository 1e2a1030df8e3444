"""`data/people.yaml` as checked objects, and the files that it names, fetched and held against their sha256."""

from pathlib import Path

import msgspec

from commonground import documents, files, paths
from commonground.embeddings import downloads
from commonground.embeddings.catalogue import Source
from commonground.errors import CommonGroundError
from commonground.progress import say

STORE = "people"  # the folder under data/raw


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One file of a recording: where it is, at one commit, and what it must be."""

    url: str
    size: int
    sha256: str


class Recording(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What one group of authors recorded, by the names that its files have here."""

    title: str
    citation: str
    licence: str
    files: dict[str, File]


class _Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    recordings: dict[str, Recording]


def recordings() -> dict[str, Recording]:
    """The recordings that the catalogue names."""
    path = paths.recordings()
    try:
        return msgspec.convert(documents.read(path), _Catalogue).recordings
    except msgspec.ValidationError as error:
        raise CommonGroundError(f"{path} is not a valid catalogue of recordings: {error}.") from error


def fetch() -> None:
    """Bring every file to `data/raw/people/`; one that is there and is the right one is left alone."""
    for recording in recordings().values():
        for name, file in recording.files.items():
            _bring(name, file, recording.licence)


def located(name: str) -> Path:
    """The path of a fetched file; one that is not there, or is not the published one, is told."""
    path = paths.raw(STORE) / name
    if not _is_right(path, _known(name)):
        raise CommonGroundError(f"{path} is not there as its authors published it: `make people` fetches it.")
    return path


def _known(name: str) -> File:
    return next(recording.files[name] for recording in recordings().values() if name in recording.files)


def _is_right(path: Path, file: File) -> bool:
    return path.is_file() and files.digest_now(path) == file.sha256


def _bring(name: str, file: File, licence: str) -> None:
    """Fetch one file beside, and put it in place when it is the right one."""
    target = paths.raw(STORE) / name
    if _is_right(target, file):
        say(f"{name}: already there")
        return
    source = Source(kind="http", url=file.url, size=file.size, sha256=file.sha256, licence=licence)
    begun = files.folder(paths.cache() / "downloads" / STORE) / name
    try:
        downloads.download(name, source, begun)
    except CommonGroundError as error:
        raise _unreachable(target, file, "can't be reached") from error
    if not _is_right(begun, file):
        begun.unlink()
        raise _unreachable(target, file, f"is not the file with the sha256 {file.sha256[:12]}… any more")
    files.write_bytes(target, begun.read_bytes())
    begun.unlink()
    say(f"{name}: fetched")


def _unreachable(target: Path, file: File, why: str) -> CommonGroundError:
    return CommonGroundError(
        f"People's guesses can't be fetched, as {file.url} {why}: put a copy of that file, whose sha256 is {file.sha256}, "
        f"at {target}, and run the same command again; the committed results are as they were."
    )
