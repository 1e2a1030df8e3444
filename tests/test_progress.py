"""Lines about long work: how far it is, how fast, how long it will take, and not too many of them."""

import pytest

from commonground import progress
from commonground.progress import Counter


@pytest.fixture
def clock(monkeypatch):
    """The times at which the counter looks at its watch."""

    def run(*times):
        ticks = iter(times)
        monkeypatch.setattr("time.monotonic", lambda: next(ticks))

    return run


def told(capsys):
    said = capsys.readouterr()
    assert said.out == ""
    return said.err.splitlines()


def test_a_counter_says_what_is_left_but_not_too_often_and_tells_the_end(clock, capsys):
    clock(0.0, 1.0, 6.0, 7.0, 80.0, 81.0)
    counter = Counter("mlm", 4000, "contexts")
    for steps, note in ((1000, ""), (1000, "half"), (1000, ""), (500, ""), (500, "last")):
        counter.advance(steps, note)
    assert told(capsys) == [
        "mlm: 2,000 of 4,000 contexts, 333 a second, 6 s left (half)",
        "mlm: 3,500 of 4,000 contexts, 44 a second, 11 s left",
        "mlm: 4,000 of 4,000 contexts, 49 a second, 0 s left (last)",
    ]


def test_what_is_slow_is_counted_by_the_minute(clock, capsys):
    clock(0.0, 30.0)
    Counter("games", 10, "games").advance(2)
    assert told(capsys) == ["games: 2 of 10 games, 4 a minute, 2 min left"]


def test_what_was_done_before_is_no_part_of_the_pace(clock, capsys):
    clock(0.0, 10.0)
    passed = list(progress.reported([b"x" * 20_000_000], "glove", 60_000_000, 100_000_000))
    assert len(passed[0]) == 20_000_000
    assert told(capsys) == ["glove: 80 MB of 100 MB, 2.0 MB a second, 10 s left"]


def test_bytes_that_are_quick_are_not_told(clock, capsys):
    clock(0.0, 1.0)
    assert list(progress.reported([b"abc"], "glove", 0, 3)) == [b"abc"]
    assert told(capsys) == []


def test_an_unknown_total_is_left_out(clock, capsys):
    clock(0.0, 10.0)
    list(progress.reported([b"x" * 5_000_000], "glove", 0, 0))
    assert told(capsys) == ["glove: 5.0 MB, 0.5 MB a second"]


def test_times_are_written_in_the_unit_one_waits_in():
    assert [progress.duration(seconds) for seconds in (0.2, 59, 200)] == ["0 s", "59 s", "3 min"]
