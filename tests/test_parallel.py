"""Work spread over processes."""

import os

import pytest

from commonground import parallel, progress
from helpers.support import complaint


def test_every_task_is_done_once_and_told(monkeypatch, capsys):
    monkeypatch.setenv("COMMONGROUND_WORKERS", "1")
    monkeypatch.setattr(progress, "EVERY", 0.0)
    assert sorted(parallel.each(pow, [(2, 3), (3, 2), (5, 1)], "powers")) == [5, 8, 9]
    said = capsys.readouterr()
    assert said.out == "" and [line.partition(",")[0] for line in said.err.splitlines()] == [
        f"powers: {done} of 3 done" for done in (1, 2, 3)
    ]


def test_nothing_to_do_is_nothing(monkeypatch):
    monkeypatch.setenv("COMMONGROUND_WORKERS", "2")
    assert list(parallel.each(pow, [], "powers")) == []


def test_the_number_of_workers_is_one_a_core_unless_it_is_given(monkeypatch):
    monkeypatch.delenv("COMMONGROUND_WORKERS", raising=False)
    assert parallel.workers() == os.cpu_count()
    monkeypatch.setenv("COMMONGROUND_WORKERS", "3")
    assert parallel.workers() == 3


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5"])
def test_a_number_of_workers_that_is_none_is_told(monkeypatch, text):
    monkeypatch.setenv("COMMONGROUND_WORKERS", text)
    with complaint("COMMONGROUND_WORKERS", f"'{text}'"):
        parallel.workers()
