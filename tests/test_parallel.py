"""Work spread over processes: all of it is done once, and whatever goes wrong is one sentence, in time."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator

import distributed
import pytest

from commonground import parallel, progress
from helpers import family
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
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 2, 5}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    assert parallel.workers() <= 3, "of a machine's cores, those that this process may use"
    monkeypatch.setenv("COMMONGROUND_WORKERS", "3")
    assert parallel.workers() == 3


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5", "²", "1000000000", "9" * 5000], ids=lambda text: text[:10])
def test_a_number_of_workers_that_is_none_is_told(monkeypatch, text):
    monkeypatch.setenv("COMMONGROUND_WORKERS", text)
    with complaint("COMMONGROUND_WORKERS", f"'{text[:20]}'"):
        parallel.workers()


# Processes of our own


@pytest.fixture
def two(monkeypatch):
    monkeypatch.setenv("COMMONGROUND_WORKERS", "2")


@pytest.mark.slow(3)
def test_what_a_process_refuses_is_refused_in_its_words(two):
    with complaint("The dog ate board 1."):
        list(parallel.spread(family.refuse, [(1,), (1,)]))


@pytest.mark.slow(3)
def test_a_process_that_is_killed_is_one_sentence(two):
    with complaint("A process was killed", "COMMONGROUND_WORKERS=1", "run the same command again"):
        list(parallel.spread(family.die, [(1,), (2,)]))


@pytest.mark.slow(3)
def test_work_that_is_no_longer_wanted_ends_without_a_word(two, recwarn, capfd):
    results = parallel.spread(pow, [(2, power) for power in range(200)])
    next(results)
    results.close()
    assert len(recwarn) == 0 and capfd.readouterr() == ("", "")


@pytest.mark.slow(4)
def test_processes_end_when_their_parent_is_killed(tmp_path):
    tasks = [(str(tmp_path), number) for number in range(2)]
    work = (
        f"from commonground import parallel; from helpers import family; list(parallel.spread(family.sleep, {tasks}))"
    )
    parent = family.start("-c", work, COMMONGROUND_WORKERS="2")
    family.wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
    started = family.children(parent)
    assert len(started) >= 2
    parent.kill()
    parent.communicate()
    family.wait_until(lambda: family.are_gone(started), 10)


# A cluster of others


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(parallel, "PATIENCE", 0.5)
    monkeypatch.setattr(parallel, "LOOK", 0.05)


@pytest.fixture
def cluster(monkeypatch) -> Iterator[distributed.LocalCluster]:
    """A scheduler without workers."""
    options = {"n_workers": 0, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options, processes=False, protocol="tcp", host="127.0.0.1") as made:
        monkeypatch.setenv("COMMONGROUND_SCHEDULER", made.scheduler_address)
        yield made


def test_a_scheduler_without_workers_is_told_when_the_patience_ends(cluster, hasty, capfd):
    with complaint("Nobody has worked for the Dask scheduler", cluster.scheduler_address, "dask worker"):
        list(parallel.spread(pow, [(2, 3)]))
    assert capfd.readouterr() == ("", "")


def test_work_goes_on_when_a_worker_comes(cluster):
    threading.Timer(0.3, cluster.scale, (1,)).start()
    assert sorted(parallel.spread(pow, [(2, 3), (3, 2)])) == [8, 9]


@pytest.mark.slow(5)
def test_a_result_that_is_lost_with_its_worker_is_waited_for_while_another_makes_it_again(cluster, hasty, monkeypatch):
    """However much longer than the patience that takes."""
    monkeypatch.setattr(parallel, "PATIENCE", 1.0)
    cluster.scale(1)
    results = parallel.spread(family.slowly, [(1,), (2,)])
    first = next(results)
    family.wait_until(lambda: sum(len(worker.data) for worker in cluster.workers.values()) == 2)
    cluster.scale(0)
    family.wait_until(lambda: not cluster.workers)
    threading.Timer(0.1, cluster.scale, (1,)).start()
    assert {first, *results} == {1, 2}


def test_what_a_worker_refuses_is_refused_in_its_words_and_at_once(cluster):
    cluster.scale(1)
    with complaint("The dog ate board 1."):
        list(parallel.spread(family.refuse, [(1,), (1,)]))


def test_a_port_that_takes_calls_and_never_answers_is_told_when_the_patience_ends(monkeypatch, hasty):
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        monkeypatch.setenv("COMMONGROUND_SCHEDULER", f"tcp://127.0.0.1:{deaf.getsockname()[1]}")
        with complaint("No Dask scheduler answers", "COMMONGROUND_SCHEDULER"):
            list(parallel.spread(pow, [(2, 3)]))


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "/etc/passwd", "http://x", "127.0.0.1:x", " "])
def test_an_address_that_is_none_is_told(monkeypatch, address):
    monkeypatch.setenv("COMMONGROUND_SCHEDULER", address)
    with complaint("No Dask scheduler answers", f"'{address}'", "tcp://host:8786"):
        list(parallel.spread(pow, [(2, 3)]))


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.slow(5)
@pytest.mark.parametrize(("number", "said"), [(signal.SIGKILL, "is gone"), (signal.SIGSTOP, "Nobody has worked")])
def test_a_scheduler_that_is_lost_in_the_middle_is_one_sentence(monkeypatch, capfd, number, said):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    options = ["--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    scheduler = subprocess.Popen([sys.executable, "-m", "dask", "scheduler", *options], stderr=subprocess.DEVNULL)
    try:
        family.wait_until(lambda: listens(port))
        monkeypatch.setenv("COMMONGROUND_SCHEDULER", f"tcp://127.0.0.1:{port}")
        monkeypatch.setattr(parallel, "PATIENCE", 3.0)
        threading.Timer(1, scheduler.send_signal, (number,)).start()
        with complaint(f"tcp://127.0.0.1:{port}", said, "what is done is kept"):
            list(parallel.spread(pow, [(2, 3)]))
        assert capfd.readouterr() == ("", "")
    finally:
        scheduler.kill()
        scheduler.wait()
