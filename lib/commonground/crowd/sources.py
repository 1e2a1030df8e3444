"""`data/people.yaml` as checked objects, and the files that it names, fetched and held against their sha256."""

from collections.abc import Mapping
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
    """Bring every file to `data/raw/people/`; one that is there and is the right one is left alone.

    Each is asked for once, and all that could not be had are told together.
    """
    wanted = [(name, file, one.licence) for one in recordings().values() for name, file in one.files.items()]
    missing = {name: (file, why) for name, file, licence in wanted if (why := _bring(name, file, licence))}
    if missing:
        raise _unreachable(missing)


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


def _bring(name: str, file: File, licence: str) -> str:
    """Fetch one file beside, and put it in place when it is the right one; why it could not be had, or nothing."""
    target = paths.raw(STORE) / name
    if _is_right(target, file):
        say(f"{name}: already there")
        return ""
    source = Source(kind="http", url=file.url, size=file.size, sha256=file.sha256, licence=licence)
    begun = files.folder(paths.cache() / "downloads" / STORE) / name
    try:
        downloads.download(name, source, begun, pauses=())
    except CommonGroundError:
        return "can't be reached"
    if not _is_right(begun, file):
        begun.unlink()
        return "is not the file with that sha256 any more"
    files.write_bytes(target, begun.read_bytes())
    begun.unlink()
    say(f"{name}: fetched")
    return ""


def _unreachable(missing: Mapping[str, tuple[File, str]]) -> CommonGroundError:
    """All files that could not be had, with what each must be and where it was looked for, in one sentence."""
    listed = [f"{name} (sha256 {file.sha256}; {file.url} {why})" for name, (file, why) in missing.items()]
    return CommonGroundError(
        f"People's guesses can't be fetched: put {', '.join(listed)} into {paths.raw(STORE)} yourself, and run the same command"
        " again; the committed results are as they were."
    )
