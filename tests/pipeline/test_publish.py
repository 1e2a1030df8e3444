"""What the pipeline makes is put in place whole, or not at all."""

import errno
import os

import pytest

from commonground import paths
from commonground.pipeline import publish
from commonground.study import results
from helpers.committed import results_of, write
from helpers.support import complaint, files_in


def test_a_run_that_fails_changes_nothing(project):
    write(project, figures__toy__static__a_csv="before", data__results__toy__static__games_csv="before")
    with pytest.raises(ZeroDivisionError), publish.aside("toy", "static"):
        write(paths.figures("toy") / "static", a_csv="after")
        write(paths.results("toy") / "static", games_csv="after")
        1 / 0  # noqa: B018
    assert (project / "figures/toy/static/a.csv").read_text() == "before"
    assert (project / "data/results/toy/static/games.csv").read_text() == "before"
    assert not paths.in_pipeline()


def test_a_run_that_ends_well_replaces_all_that_was_its_own(project):
    write(project, figures__toy__static__old_csv="before", figures__toy__static__a_csv="before")
    write(project, figures__toy__static__deep__old_csv="before", figures__toy__other__a_csv="another's")
    write(project, data__results__toy__static__games_csv="before, and nothing is played now")
    left_over = project / ".scratch/pipeline/toy/static"
    write(left_over, figures__toy__static__left_over="of a run that was killed")
    with publish.aside("toy", "static"):
        write(paths.figures("toy") / "static", a_csv="after", new_csv="after")
    assert files_in(project / "figures") == ["toy/other/a.csv", "toy/static/a.csv", "toy/static/new.csv"]
    assert {(project / f"figures/toy/static/{name}.csv").read_text() for name in ("a", "new")} == {"after"}
    assert files_in(project / "data/results") == ["toy/static/games.csv"]
    assert not left_over.exists() and not (project / "figures/toy/static/deep").exists()


def test_results_that_were_just_written_are_read_before_they_are_in_place(project):
    results_of(4, project / "data/results/toy/static")
    with publish.aside("toy", "static"):
        results_of(2, paths.results("toy") / "static")
        assert len(results.games("toy", "static")) == 2
    assert len(results.games("toy", "static")) == 2


def test_a_place_that_may_not_be_written_to_is_one_sentence(project, monkeypatch):
    def read_only(source, target):
        raise OSError(errno.EROFS, "Read-only file system", str(source), None, str(target))

    with (
        complaint(str(project / "figures/toy/static/a.csv"), "can't be written", "COMMONGROUND_ROOT"),
        publish.aside("toy", "static"),
    ):
        write(paths.figures("toy") / "static", a_csv="after")
        monkeypatch.setattr(os, "replace", read_only)
