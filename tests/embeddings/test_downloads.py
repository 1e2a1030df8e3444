"""Downloads over HTTP, against a real server on loopback. Nothing here needs the internet."""

import re
from pathlib import Path

import pytest

from commonground import progress
from commonground.embeddings import downloads
from commonground.embeddings.catalogue import Source
from helpers.loopback import CONTENT, NAME, Server, cached, http_source
from helpers.support import complaint


@pytest.fixture
def target(project: Path) -> Path:
    """Where the file is to come to; `target.part` beside it holds what has come so far."""
    path = cached(NAME, f"{NAME}.gz", b"")
    path.unlink()
    return path


def part(target: Path, content: bytes) -> None:
    target.with_name(target.name + ".part").write_bytes(content)


def download(source: Source, target: Path) -> bytes:
    assert downloads.download(NAME, source, target) == target
    assert list(target.parent.iterdir()) == [target], "nothing else is left beside it"
    return target.read_bytes()


def fails(source: Source, target: Path, *said: str) -> None:
    with complaint(NAME, *said):
        downloads.download(NAME, source, target)
    assert not target.exists(), "what is not whole is never called by the file's name"


def test_a_download_asks_once_for_the_whole_file(server, target):
    assert download(http_source(server), target) == CONTENT
    assert server.asked == [(f"/{NAME}/{NAME}.gz", None)]


def test_a_redirect_is_followed_and_resumed(server, target):
    moved = f"/release/{NAME}.gz"
    server.moved[moved] = http_source(server).url
    part(target, CONTENT[:1000])
    assert download(http_source(server, url=server.url + moved), target) == CONTENT
    assert server.asked == [(moved, "bytes=1000-"), (f"/{NAME}/{NAME}.gz", "bytes=1000-")]


def test_a_connection_that_ends_early_is_resumed_with_the_rest_only(server, target):
    server.cut = lambda request: 70_000 if request == 1 else None
    assert download(http_source(server), target) == CONTENT
    assert server.ranges == [None, "bytes=70000-"]


def test_a_slow_line_gets_there_as_long_as_bytes_arrive(server, target):
    server.cut = lambda request: 20_000
    assert download(http_source(server), target) == CONTENT
    assert len(server.asked) > 1 + len(downloads.PAUSES)


def test_a_connection_that_falls_silent_is_broken_off_and_resumed(server, target, monkeypatch):
    monkeypatch.setattr(downloads, "TIMEOUT", 0.1)
    monkeypatch.setattr(downloads, "CHUNK", 500)
    server.stalls = [0.5]
    assert download(http_source(server), target) == CONTENT
    assert server.ranges == [None, "bytes=1000-"]


def test_a_server_that_always_ends_early_is_given_up_and_the_next_run_goes_on(server, target):
    server.cut = lambda request: 70_000 if request == 1 else 0
    source = http_source(server)
    fails(source, target, server.url, f"70,000 of {len(CONTENT):,} bytes", "run the same command again")
    assert len(server.asked) == 1 + len(downloads.PAUSES), "the first brought bytes, the others none"
    server.cut = lambda request: None
    server.asked.clear()
    assert download(source, target) == CONTENT and server.ranges == ["bytes=70000-"]


@pytest.mark.parametrize("size", [0, len(CONTENT)])
def test_a_whole_part_is_not_downloaded_again(server, target, size):
    part(target, CONTENT)
    assert download(http_source(server, size=size), target) == CONTENT
    assert server.ranges == [f"bytes={len(CONTENT)}-"]


def test_a_part_longer_than_the_file_is_thrown_away(server, target):
    part(target, CONTENT + b"more")
    assert download(http_source(server), target) == CONTENT
    assert server.ranges == [f"bytes={len(CONTENT) + 4}-", None]


def test_a_server_without_ranges_starts_over(server, target):
    server.resumable = False
    server.cut = lambda request: 70_000 if request == 1 else None
    assert download(http_source(server), target) == CONTENT
    assert server.ranges == [None, "bytes=70000-"]


@pytest.mark.parametrize("span", ["bytes 5-9/10", "somewhere", ""])
def test_an_answer_that_holds_another_part_is_not_appended(server, target, span):
    part(target, CONTENT[:1000])
    server.spans = [span]
    assert download(http_source(server), target) == CONTENT
    assert server.ranges == ["bytes=1000-", "bytes=1000-"]


def test_a_server_that_does_not_say_how_long_the_file_is_will_do(server, target):
    server.says_length = False
    assert download(http_source(server), target) == CONTENT


def test_a_refused_connection_is_one_sentence(server, target):
    source = http_source(server)
    server.server_close()
    fails(source, target, server.url, "Connection refused", "check the network")


def test_a_missing_address_is_not_tried_again(server, target):
    source = http_source(server, url=server.url + "/gone/file.gz")
    fails(source, target, "/gone/file.gz answers 404", "embeddings.yaml")
    assert len(server.asked) == 1


def test_a_busy_server_is_asked_again(server, target):
    server.statuses = [503, 429]
    assert download(http_source(server), target) == CONTENT and len(server.asked) == 3


def told(server: Server, target: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> list[str]:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.setattr(downloads, "CHUNK", 50_000)
    download(http_source(server, size=0), target)
    said = capsys.readouterr()
    assert said.out == ""
    return said.err.splitlines()


def test_progress_comes_in_plain_lines(server, target, monkeypatch, capsys):
    lines = told(server, target, monkeypatch, capsys)
    assert any(re.fullmatch(rf"{NAME}: 0\.1 MB of 0\.2 MB, [\d.,]+ MB a second, 0 s left", line) for line in lines)


def test_progress_without_a_known_length_tells_what_has_come(server, target, monkeypatch, capsys):
    server.says_length = False
    lines = told(server, target, monkeypatch, capsys)
    assert lines and all(re.fullmatch(rf"{NAME}: 0\.\d MB, [\d.,]+ MB a second", line) for line in lines)


def test_progress_is_silent_for_what_is_quick(server, target, capsys):
    download(http_source(server), target)
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_sentence(server, target):
    target.with_name(target.name + ".part").symlink_to("/dev/full")
    with complaint("The disk is full", f"{NAME}.gz.part"):
        downloads.download(NAME, http_source(server), target)
    assert not target.exists()
