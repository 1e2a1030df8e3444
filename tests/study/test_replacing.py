"""What is committed: written by the pipeline alone, never by fewer games unless that is meant; what is damaged is told."""

import json

import pandas as pd
import pytest

from commonground import paths
from commonground.study import records, replacing, results, run
from commonground.study.experiment import Experiment
from helpers.committed import results_of, write
from helpers.experiments import STATIC
from helpers.support import complaint, files_in

# By hand, and by the pipeline


def test_what_is_made_by_hand_leaves_the_studys_results_alone(own_toy, capsys):
    write(own_toy, data__results__toy__static__games_csv="the study's", figures__toy__static__rates_csv="the study's")
    run.run(STATIC)
    records.write_table(paths.figures("toy") / "static" / "rates.csv", pd.DataFrame([1]))
    assert files_in(own_toy / "data/results") == ["toy/static/games.csv"]
    assert (own_toy / "figures/toy/static/rates.csv").read_text() == "the study's"
    by_hand = own_toy / ".scratch/by-hand"
    assert set(files_in(by_hand)) >= {"data/results/toy/static/games.csv.gz", "figures/toy/static/rates.csv"}
    said = capsys.readouterr()
    assert said.err.count(f"by hand: its results and figures go to {by_hand}") == 1, "once"
    assert f"Written to {by_hand / 'data/results/toy/static'}." in said.err


def test_by_hand_ones_own_results_are_read_where_there_are_any_and_the_studys_elsewhere(project, capsys):
    results_of(4, project / "data/results/open/spymasters")
    results_of(4, project / "data/results/open/guessers")
    results_of(2, paths.by_hand() / "data/results/open/guessers")
    assert len(results.games("open", "spymasters")) == 4 and capsys.readouterr().err == ""
    assert len(results.games("open", "guessers")) == 2
    said = capsys.readouterr().err
    assert "'guessers' are your own" in said and "delete that folder to see the study's again" in said
    with paths.writing(project):
        assert len(results.games("open", "guessers")) == 4, "the pipeline does not look there"


def test_a_few_games_by_hand_are_compared_on_their_own_boards(project, capsys):
    results_of(4, project / "data/results/open/spymasters")
    results_of(2, paths.by_hand() / "data/results/open/unknown-noise")
    both = results.games("open", "spymasters", "unknown-noise")
    assert len(both) == 4 and set(both["board"]) == {0, 1}
    assert "on the 2 boards that all of them have: spymasters has 4, unknown-noise has 2" in capsys.readouterr().err


# Fewer games


def of(games: int) -> Experiment:
    return Experiment("static", "toy", games, STATIC.pairings, "guesser")


def test_fewer_games_do_not_replace_more_unless_that_is_meant(own_toy, monkeypatch):
    folder = own_toy / "data/results/toy/static"
    results_of(5, folder)
    with paths.writing(own_toy):
        with complaint(
            "5 games a pairing in", str(folder), "3 would replace them", "COMMONGROUND_FEWER=1", "make study"
        ):
            run.run(of(3))
        assert len(pd.read_csv(folder / "games.csv.gz")) == 5
        monkeypatch.setenv(replacing.FEWER, "1")
        run.run(of(3))
    assert results.manifest(folder)["experiment"]["games"] == 3


def test_as_many_games_or_more_do(own_toy):
    folder = own_toy / "data/results/toy/static"
    results_of(3, folder)
    with paths.writing(own_toy):
        run.run(of(3))
        run.run(of(4))
    assert results.manifest(folder)["experiment"]["games"] == 4


def test_fewer_boards_do_not_replace_more(own_toy):
    with paths.writing(own_toy):
        records.write_boards("toy", 3, 0)
        with complaint("3 boards in", "boards.csv", "2 would replace them"):
            records.write_boards("toy", 2, 0)
        records.write_boards("toy", 4, 0)


# Damage


@pytest.mark.parametrize("content", ["", "[1, 2", '["list"]', '{"experiment": 3}'])
def test_a_manifest_that_cant_be_read_is_one_sentence(project, content):
    folder = project / "data/results/open/spymasters"
    results_of(2, folder, content=content or " ")
    with complaint(f"{folder / 'manifest.json'} is damaged", "git checkout"):
        results.games("open", "spymasters")
    with paths.writing(project), complaint("manifest.json is damaged"):
        replacing.refuse_fewer_games("open", "spymasters", 1)


@pytest.mark.parametrize("damage", [b"", b"no gzip", "half", b"\x1f\x8b\x08"])
def test_results_that_cant_be_read_are_one_sentence(project, damage):
    path = project / "data/results/open/spymasters/games.csv.gz"
    results_of(50, path.parent)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2] if damage == "half" else damage)
    with complaint(f"{path} is damaged"):
        results.games("open", "spymasters")


def test_a_table_that_is_none_is_one_sentence(project):
    path = project / "data/results/open/spymasters/learning.csv"
    results_of(2, path.parent)
    path.write_text("a,b\n1,2\n")
    with complaint(f"{path} is damaged (columns are missing)"):
        results.learning("open", "spymasters")


def test_results_whose_checks_did_not_hold_are_not_read(project):
    checks = {"turns add up": False}
    results_of(2, project / "data/results/open/spymasters", content=json.dumps({"checks": checks}))
    with complaint("manifest.json", "it does not hold that turns add up"):
        results.games("open", "spymasters")


# Names


@pytest.mark.parametrize("name", ["../../evil", "/etc", "a/b", "", ".", "a b", "ta;ls", "é"])
def test_a_name_is_no_way_out_of_the_folder(project, name):
    for place in (
        paths.results,
        paths.figures,
        paths.embeddings,
        paths.precomputed,
        paths.raw,
        paths.fetched,
        paths.runs,
    ):
        with complaint(f"'{name}' is no name", "letters, digits, - and _"):
            place(name)
    with complaint("is no name"):
        results.games("open", f"a/{name}/b")
