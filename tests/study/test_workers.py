"""What processes play with: embeddings as they are on disk, and the code that the study has."""

import os

import pytest

from commonground.guests import tournament
from commonground.study import calibration, curse, workers
from helpers.support import complaint


def double(number: int) -> int:
    return 2 * number


def test_a_set_is_loaded_once_and_again_when_its_files_were_written_anew(own_toy):
    first = workers.known("toy")
    assert workers.known("toy") is first
    os.utime(own_toy / "data/precomputed/toy/ta.npz", ns=(0, 1))
    assert workers.known("toy") is not first


def test_a_process_that_has_older_code_is_told(project, monkeypatch):
    assert list(workers.each(double, [(1,), (2,)], "numbers")) == [2, 4]
    monkeypatch.setattr(workers.code, "digest", lambda files: "changed since")
    with complaint("other code", "start the workers anew, or the notebook's kernel"):
        list(workers.each(double, [(3,)], "numbers"))


@pytest.mark.slow(5)
@pytest.mark.parametrize(
    "playing",
    [
        lambda: curse.first_clues("toy", 1, (1,), 1.0, 0),
        lambda: calibration.believed("SM_N", "toy", (0.0,), 1, 0),
        lambda: tournament.play_all("toy", 1, 0),
    ],
    ids=["curse", "calibration", "tournament"],
)
def test_what_is_played_aside_is_held_to_the_code_too(own_toy, monkeypatch, playing):
    monkeypatch.setattr(tournament, "OURS", {"spymaster": ("blend",)})
    monkeypatch.setattr(workers, "_code_had", lambda module: "older")
    with complaint("other code"):
        playing()
