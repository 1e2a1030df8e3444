"""How long steps took: what is noted, what stands, and what is not counted."""

import time

import pytest

from commonground import paths
from commonground.pipeline import times
from commonground.report.times import read


def noted(project, step="10-spymasters", games=500):
    with times.noted("toy", step, games):
        pass
    return rows(project)


def rows(project):
    found = read(project / "data/results/toy/times.csv")
    return {row.step: row for row in found.itertuples()}


def keep(count):
    folder = paths.cache() / "experiments"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        (folder / str(number)).write_text("kept")


def test_a_step_that_ends_well_is_noted_with_what_it_made(project, monkeypatch):
    monkeypatch.setenv("LOKY_MAX_CPU_COUNT", "1")
    with times.noted("toy", "10-spymasters", 500):
        time.sleep(0.2)
        keep(3)
    row = rows(project)["10-spymasters"]
    assert row.seconds >= 0.2 and (row.made, row.games) == (3, 500) and row.cores == 1


def test_one_that_fails_is_not(project):
    with pytest.raises(ZeroDivisionError), times.noted("toy", "build", 500):
        raise ZeroDivisionError
    assert rows(project) == {}


def test_a_step_that_finds_its_work_done_leaves_the_row_of_the_run_that_did_it(project):
    known = times.together(read(project / "none.csv"), ("10-spymasters", 300.0, 40, 500, 2))
    assert times.together(known, ("10-spymasters", 9.0, 0, 500, 2))["seconds"].item() == 300
    assert times.together(known, ("10-spymasters", 350.0, 40, 500, 2))["seconds"].item() == 350
    assert times.together(known, ("10-spymasters", 30.0, 4, 50, 2))["seconds"].item() == 30, "of other games"


def test_a_fetch_that_brings_something_is_noted_and_one_that_finds_everything_there_is_not(project):
    def fetch(*brought, games=500):
        with times.noted("toy", "fetch", games):
            for name in brought:
                paths.raw(name).mkdir(parents=True)
                (paths.raw(name) / "fetched.json").write_text("stamp")
            paths.fetched("toy").parent.mkdir(parents=True, exist_ok=True)
            paths.fetched("toy").write_text("a record, made each time")
        return rows(project)

    assert fetch() == {}, "nothing is known of how long it takes"
    first = fetch("glove", "wordnet")["fetch"]
    assert first.made == 2
    assert fetch()["fetch"] == first and fetch(games=50)["fetch"] == first


def test_a_step_that_finds_its_work_done_for_fewer_games_leaves_the_row(project):
    known = times.together(read(project / "none.csv"), ("10-spymasters", 300.0, 40, 500, 2))
    assert times.together(known, ("10-spymasters", 9.0, 0, 50, 2)).equals(known)


def test_steps_that_keep_nothing_are_noted_each_time_and_sorted(project):
    assert list(noted(project, "92-claims")) == ["92-claims"]
    first = noted(project, "90-table-spymasters")["92-claims"]
    again = noted(project, "92-claims")
    assert list(again) == ["90-table-spymasters", "92-claims"] and again["92-claims"].made == first.made == 0


def test_what_was_kept_before_is_not_made_by_the_step(project):
    keep(2)
    assert times.made_since(time.time() + 60) == 0 and times.made_since(0) == 2


def test_a_file_that_is_damaged_is_begun_anew(project):
    path = project / "data/results/toy/times.csv"
    path.parent.mkdir(parents=True)
    path.write_text("nonsense\n1\n")
    assert list(noted(project)) == ["10-spymasters"]
