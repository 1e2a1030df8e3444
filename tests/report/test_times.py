"""Times in words."""

import pytest

from commonground.report import times
from helpers.support import complaint

NOTED = """step,seconds,made,games,cores
10-spymasters,3720.4,9,500,2
build,95.0,8,500,2
fetch,12.0,8,500,2
"""


@pytest.fixture
def noted(tmp_path):
    path = tmp_path / "times.csv"
    path.write_text(NOTED)
    return path


def test_the_table_begins_with_what_comes_before_the_notebooks_and_ends_with_the_sum(noted):
    assert times.table(noted).splitlines() == [
        "| 500 games a pairing, on 2 cores | time |",
        "|---|---:|",
        "| fetching the sources | 12 s |",
        "| building the embeddings | 2 min |",
        "| `10-spymasters` | 1 h 02 min |",
        "| **all together** | **1 h 04 min** |",
    ]


def test_all_of_it_in_a_line(noted):
    assert times.total(noted) == "- the full scale (`dvc repro`): **1 h 04 min** for 500 games a pairing, on 2 cores"


def test_the_quick_look_may_not_have_been_timed(noted):
    quick = noted.with_name(times.QUICK)
    assert times.total(quick) == "- the quick look (`make study`): not timed on this code yet"
    assert times.table(quick) == "It has not been timed on this code yet."
    quick.write_text(NOTED)
    assert times.total(quick).startswith("- the quick look (`make study`): **1 h 04 min** for")
    assert "| fetching the sources | 12 s |" in times.table(quick)


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.2, "1 s"), (59.4, "59 s"), (61, "1 min"), (3599, "1 h 00 min"), (7260, "2 h 01 min")]
)
def test_a_time_is_written_as_people_say_it(seconds, said):
    assert times.written(seconds) == said


def test_a_file_without_times_is_told(tmp_path):
    with complaint("times.csv", "dvc repro"):
        times.total(tmp_path / "times.csv")
