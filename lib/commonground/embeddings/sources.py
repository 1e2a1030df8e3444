"""Fetching: every file of a source, from a registry or an address, checked and whole in `data/raw/`.

Archives come into `.cache/downloads/<source>/` and are deleted once their files are taken out. An archive that a
person puts there is used like a downloaded one. A stamp beside the files says what they are, so that a second
fetch does nothing.
"""

import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from commonground import files, paths, progress
from commonground.embeddings import archives, downloads, registries
from commonground.embeddings.archives import DamagedError
from commonground.embeddings.catalogue import Catalogue, Source
from commonground.errors import CommonGroundError
from commonground.progress import say

STAMP = "fetched.json"


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
    stamp = _stamp(name, source)
    changed = [target for target in targets if stamp and not _is_as_stamped(stamp, target)]
    if stamp and not changed:
        say(f"{name}: already there")
        return targets
    if changed:
        say(f"{name}: {changed[0].name} is not as it was fetched; fetching it again")
    for last in (False, True):
        try:
            _bring(name, source, targets)
            break
        except DamagedError as problem:
            if last:
                raise CommonGroundError(
                    f"Source '{name}' ({_origin(source)}) was fetched twice and is not as expected: {problem}; try again "
                    f"later, and if its publisher has replaced it, correct the entry in {paths.catalogue()}."
                ) from problem
            say(f"{name}: {problem}; fetching it once more")
    return targets


def _targets(name: str, source: Source) -> list[Path]:
    """The paths a source's files come to; a name that would leave the source's folder is refused."""
    for part in (name, *source.brings):
        if part in ("", "..", STAMP) or Path(part).name != part:
            raise CommonGroundError(f"Source '{name}' in {paths.catalogue()} needs plain file names, not '{part}'.")
    return [paths.raw(name) / local for local in source.brings]


def _stamp(name: str, source: Source) -> Stamp | None:
    """What an earlier fetch of the same source brought; None if there was none, or if it can't be told."""
    try:
        stamp = msgspec.json.decode((paths.raw(name) / STAMP).read_bytes(), type=Stamp)
    except (OSError, ValueError, RecursionError, msgspec.DecodeError):
        return None
    same = (stamp.kind, stamp.package, stamp.version, stamp.url) == _identity(source) and stamp.members == source.files
    proven = source.digest == ("", "") or source.digest == stamp.archive
    return stamp if same and proven else None


def _is_as_stamped(stamp: Stamp, target: Path) -> bool:
    """Whether a file is the one that was fetched, to the last byte: a recipe would make other vectors of another."""
    if not target.is_file() or target.stat().st_size != stamp.sizes.get(target.name):
        return False
    return files.digest_now(target) == stamp.sha256.get(target.name)


def _identity(source: Source) -> tuple[str, str, str, str]:
    return source.kind, source.package, source.version, source.url


def _bring(name: str, source: Source, targets: list[Path]) -> None:
    """Find or download the archive, check it, take its files out, and stamp them."""
    stamp = paths.raw(name) / STAMP
    try:
        archive = _kept(name, source) or _elsewhere(name, source) or _download(name, source)
        digest = _checked(name, source, archive)
        with files.told(stamp):
            stamp.unlink(missing_ok=True)
        if source.files:
            archives.unpack(name, source, archive, targets)
        else:
            _keep_whole(name, archive, targets[0])
    except DamagedError:
        shutil.rmtree(_cached(name), ignore_errors=True)
        raise
    sizes = {target.name: target.stat().st_size for target in targets}
    sha256 = {target.name: files.digest_now(target) for target in targets}
    content = Stamp(*_identity(source), digest, source.files, sizes, sha256)
    files.write_json(stamp, msgspec.to_builtins(content))
    shutil.rmtree(_cached(name), ignore_errors=True)
    say(f"{name}: {len(targets)} file{'s' * (len(targets) > 1)}, {progress.megabytes(sum(sizes.values()))}")


# Archives: where one may be already, and whether it is the right one.


def _cached(name: str) -> Path:
    return paths.cache() / "downloads" / name


def _origin(source: Source) -> str:
    return source.url or f"{source.package} {source.version} from {'PyPI' if source.kind == 'pypi' else 'npm'}"


def _kept(name: str, source: Source) -> Path | None:
    """A whole archive in the cache, left by an earlier fetch or put there by a person."""
    for path in sorted(_cached(name).glob("[!.]*")):
        belongs = path.name == source.archive if source.kind == "http" else source.version in path.name
        if belongs and path.is_file():
            return path
    return None


def _elsewhere(name: str, source: Source) -> Path | None:
    """A copy of the archive outside the cache: only a published checksum can prove that it is the right one."""
    if source.kind != "http" or not source.digest[0]:
        return None
    gensim = Path(os.environ.get("GENSIM_DATA_DIR") or Path.home() / "gensim-data")
    copies = [folder / source.archive for folder in (paths.raw(name), gensim / name)]
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
        raise DamagedError(problem)
    if source.digest[0]:
        return source.digest
    say(f"{name}: no checksum is published for {archive.name}; its sha256 is recorded in {STAMP}")
    return "sha256", files.digest(archive)


def _keep_whole(name: str, archive: Path, target: Path) -> None:
    """Move the archive itself into place, or copy it if it is not ours or the cache is on another disk."""
    if archive == target:
        return
    if archive.parent == _cached(name):
        files.folder(target.parent)
        with suppress(OSError):
            archive.replace(target)
            return
    with archive.open("rb") as stream:
        archives.write(stream, target, archive.stat().st_size, f"{name}: copying {archive}")


def _download(name: str, source: Source) -> Path:
    folder = files.folder(_cached(name))
    size = f" {progress.megabytes(source.size)}" if source.size else ""
    if source.kind == "http":
        say(f"{name}: downloading{size} from {urlsplit(source.url).hostname}")
        return downloads.download(name, source, folder / source.archive)
    say(f"{name}: downloading{size} with {'pip' if source.kind == 'pypi' else 'npm'}")
    return registries.download(name, source, folder)
