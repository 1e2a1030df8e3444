"""People's guesses are fetched from their authors, once, and whatever stands in the way is one sentence."""

import hashlib
import subprocess
import sys

import pytest

from commonground import paths
from commonground.crowd import sources
from helpers import recorded
from helpers.support import CHECKOUT, complaint, files_in

FILES = recorded.contents()


def test_the_catalogue_names_a_commit_a_digest_and_who_is_to_be_cited():
    for recording in sources.recordings().values():
        assert recording.citation and recording.licence == "none stated"
        for file in recording.files.values():
            repository = file.url.removeprefix("https://raw.githubusercontent.com/").split("/")
            assert len(repository[2]) == 40 and len(file.sha256) == 64 and file.size > 0


def test_nothing_of_the_recordings_is_in_git():
    listed = subprocess.run(["git", "ls-files", "data"], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    assert [line for line in listed.stdout.splitlines() if "/raw/" in line] == []
    ignored = subprocess.run(["git", "check-ignore", "-q", "data/raw/people/x.json"], cwd=CHECKOUT, check=False)
    assert ignored.returncode == 0


def test_files_are_fetched_once(project, server):
    for name, content in FILES.items():
        server.publish(f"/{name}", content)
    recorded.catalogued(project, FILES, server.url)
    sources.fetch()
    assert {name: (paths.raw("people") / name).read_bytes() for name in FILES} == FILES
    asked = len(server.asked)
    sources.fetch()
    assert len(server.asked) == asked == len(FILES)
    assert files_in(project / ".cache") == []


def test_a_file_that_is_there_and_right_counts_as_fetched(project, loopback):
    recorded.stored(project, FILES)
    sources.fetch()  # nobody is at home where the catalogue points


def test_a_source_that_cannot_be_reached_is_one_sentence_and_nothing_is_overwritten(project, loopback):
    recorded.stored(project, FILES)
    changed = project / "data/raw/people/codenames-trials.json"
    changed.write_text("a person's own copy")
    with complaint("put codenames-trials.json (sha256", "can't be reached", f"into {changed.parent} yourself"):
        sources.fetch()
    assert changed.read_text() == "a person's own copy"


def test_a_file_that_is_not_there_any_more_is_told_the_same_way(project, server):
    recorded.catalogued(project, FILES, server.url)
    with complaint(*(f"{name} can't be reached" for name in FILES)):
        sources.fetch()


def test_all_that_is_missing_is_told_at_once_after_one_try(project, server, capsys):
    name, *missing = FILES
    server.publish(f"/{name}", FILES[name])
    recorded.catalogued(project, FILES, server.url)
    with complaint(*(f"{one} (sha256 {hashlib.sha256(FILES[one]).hexdigest()}; {server.url}/{one}" for one in missing)):
        sources.fetch()
    assert len(server.asked) == len(FILES) and "trying again" not in capsys.readouterr().err
    assert (paths.raw("people") / name).read_bytes() == FILES[name], "what could be had is kept"


def test_a_wrong_checksum_is_told_and_nothing_is_kept(project, server):
    for name in FILES:
        server.publish(f"/{name}", b"something else")
    recorded.catalogued(project, FILES, server.url)
    with complaint("is not the file with that sha256", "codenames-combined.json"):
        sources.fetch()
    assert files_in(project / ".cache") == [] and not (project / "data/raw/people").exists()


def test_a_file_that_is_read_must_be_the_published_one(project):
    recorded.stored(project, FILES)
    (project / "data/raw/people/connector-boards.json").write_text("{}")
    with complaint("connector-boards.json", "`make people` fetches it"):
        sources.located("connector-boards.json")


def test_a_catalogue_that_is_none_is_told(project):
    (project / "data/people.yaml").write_text("recordings: {x: {title: 3}}\n")
    with complaint("people.yaml is not a valid catalogue of recordings"):
        sources.recordings()


@pytest.mark.slow(12)
def test_people_without_their_sources_is_one_sentence_and_leaves_results_alone(project, monkeypatch):
    """The whole command, as `make people` runs it."""
    recorded.catalogued(project, FILES)
    kept = project / "data/results/people/people/scores.csv"
    kept.parent.mkdir(parents=True)
    kept.write_text("committed")
    before = files_in(project)
    code = "import sys\nfrom commonground.__main__ import main\nsys.argv = ['commonground', 'people']\nsys.exit(main())"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = ended.stderr.splitlines()[-1]
    assert ended.returncode == 1 and last.startswith("people: People's guesses can't be fetched")
    assert all(name in last for name in FILES)
    assert "Traceback" not in ended.stderr and kept.read_text() == "committed"
    assert [name for name in files_in(project) if name not in before] == []
