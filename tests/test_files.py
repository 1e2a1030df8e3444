"""Files are whole or not there."""

import errno
import os
import stat
import zipfile

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
