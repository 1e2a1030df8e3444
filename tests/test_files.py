"""Files are whole or not there."""

import errno
import os
import signal
import stat
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import pytest

from commonground import files
from helpers.support import complaint, files_in


def test_a_file_is_replaced_when_the_block_ends_well(tmp_path):
    path = tmp_path / "new" / "folder" / "file"
    for content in (b"first", b"second"):
        with files.atomic(path) as file:
            file.write(content)
        assert path.read_bytes() == content and files_in(tmp_path) == ["new/folder/file"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o644, "others may read it, unlike a temporary file"


@pytest.mark.parametrize("failure", [ValueError("no"), KeyboardInterrupt(), OSError(errno.EACCES, "no")])
def test_the_old_file_stays_when_the_block_fails(tmp_path, failure):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(type(failure)) as caught, files.atomic(path) as file:
        file.write(b"half")
        raise failure
    assert caught.value is failure
    assert path.read_bytes() == b"old" and files_in(tmp_path) == ["file"]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_one_sentence_and_the_old_file_stays(tmp_path, monkeypatch, number):
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", full)
    with complaint("The disk is full", str(path)):
        files.write_text(path, "new")
    assert path.read_bytes() == b"old" and files_in(tmp_path) == ["file"]


def test_arrays_hold_no_time_of_writing_and_no_pickles(tmp_path):
    files.write_arrays(tmp_path / "a.npz", words=np.array(["a", "b"]), vectors=np.eye(2, dtype=np.float32))
    with zipfile.ZipFile(tmp_path / "a.npz") as zipped:
        assert {info.date_time for info in zipped.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    with np.load(tmp_path / "a.npz", allow_pickle=False) as arrays:
        assert arrays["words"].tolist() == ["a", "b"] and arrays["vectors"].tolist() == [[1, 0], [0, 1]]
    with pytest.raises(ValueError, match="allow_pickle"):
        files.write_arrays(tmp_path / "b.npz", words=np.array([object()]))
    assert files_in(tmp_path) == ["a.npz"]


def test_json_is_readable_by_people(tmp_path):
    files.write_json(tmp_path / "a.json", {"word": "café"})
    assert (tmp_path / "a.json").read_text() == '{\n  "word": "café"\n}\n'


@pytest.mark.parametrize(
    ("algorithm", "expected"),
    [
        ("md5", "900150983cd24fb0d6963f7d28e17f72"),
        ("sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ],
)
def test_a_digest_is_the_published_one_of_abc(tmp_path, algorithm, expected):
    (tmp_path / "abc").write_bytes(b"abc")
    assert files.digest(tmp_path / "abc", algorithm) == expected


# What stands in the way


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
@pytest.mark.parametrize("where", ["mkdir", "mkstemp"])
def test_a_folder_that_may_not_be_written_to_is_named(tmp_path, monkeypatch, number, where):
    def refuse(*args, dir=None, **options):
        raise OSError(number, os.strerror(number), str(dir or args[0]))

    monkeypatch.setattr(*((Path, "mkdir") if where == "mkdir" else (tempfile, "mkstemp")), refuse)
    with complaint(f"the folder {tmp_path} may not be written to", os.strerror(number), "COMMONGROUND_ROOT"):
        files.write_text(tmp_path / "new" / "file" if where == "mkdir" else tmp_path / "file", "new")
    assert files_in(tmp_path) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_named(tmp_path):
    tmp_path.chmod(0o500)
    with complaint(f"the folder {tmp_path} may not be written to"):
        files.write_text(tmp_path / "new" / "file", "new")
    tmp_path.chmod(0o700)


def test_a_file_where_a_folder_should_be_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("old")
    with complaint(str(tmp_path / "file"), "can't be written"):
        files.write_text(tmp_path / "file" / "new", "new")
    (tmp_path / "folder").mkdir()
    with complaint(str(tmp_path / "folder"), "can't be written", "Is a directory"):
        files.write_text(tmp_path / "folder", "new")
    with complaint("can't be written", "File name too long"):
        files.write_text(tmp_path / ("x" * 300), "new")
    assert files_in(tmp_path) == ["file"] and (tmp_path / "file").read_text() == "old"


def test_an_error_about_another_file_is_left_as_it_is(tmp_path):
    other = PermissionError(errno.EACCES, "no", "/somewhere/else")
    with pytest.raises(PermissionError) as caught, files.atomic(tmp_path / "file"):
        raise other
    assert caught.value is other


# What was killed


def test_what_a_killed_writer_left_is_cleared_and_what_is_being_written_is_not(tmp_path):
    (tmp_path / ".old.npz.abc.part").write_bytes(b"half")
    (tmp_path / "download.gz.part").write_bytes(b"to be resumed")
    with files.atomic(tmp_path / "first") as first:
        first.write(b"1")
        files.write_bytes(tmp_path / "second", b"2")
        assert len(files_in(tmp_path)) == 3, "the left-over one is gone, the one under way is there"
    assert files_in(tmp_path) == ["download.gz.part", "first", "second"] and (tmp_path / "first").read_bytes() == b"1"


def test_a_writer_that_is_killed_leaves_nothing_for_long(tmp_path):
    kill = f"""
import os, signal
from pathlib import Path
from commonground import files
with files.atomic(Path({str(tmp_path / "file")!r})) as file:
    file.write(b"half")
    os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", kill], check=False).returncode == -signal.SIGKILL
    assert len(files_in(tmp_path)) == 1
    files.write_text(tmp_path / "other", "new")
    assert files_in(tmp_path) == ["other"]


# What is damaged


ARRAYS = {"words": np.array(["a", "b"]), "vectors": np.arange(200.0).reshape(2, 100)}


def test_arrays_read_back_all_or_by_name(tmp_path):
    files.write_arrays(tmp_path / "a.npz", **ARRAYS)
    assert list(files.read_arrays(tmp_path / "a.npz")) == ["words", "vectors"]
    assert list(files.read_arrays(tmp_path / "a.npz", "vectors", "other")) == ["vectors"]


def harmed(content: bytes, harm: str) -> bytes:
    middle = len(content) // 2
    flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    return {"cut": content[:middle], "flipped": flipped, "empty": b"", "text": b"text"}[harm]


@pytest.mark.parametrize("harm", ["cut", "flipped", "empty", "text"])
def test_damaged_arrays_are_told_and_what_is_kept_is_thrown_away(tmp_path, harm, capsys):
    path = tmp_path / "a.npz"
    files.write_arrays(path, **ARRAYS)
    assert files.is_kept(path)
    path.write_bytes(harmed(path.read_bytes(), harm))
    with complaint(str(path), "is damaged"):
        files.read_arrays(path)
    assert not files.is_kept(path) and not path.exists()
    assert f"{path} is damaged" in capsys.readouterr().err
    with complaint(str(path), "can't be read: No such file"):
        files.read_arrays(path)
    assert not files.is_kept(path)


def test_a_digest_is_worked_out_again_when_a_file_was_written_to(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"first")
    first = files.digest_now(path)
    path.write_bytes(b"other")
    assert first != files.digest_now(path) == files.digest(path)
