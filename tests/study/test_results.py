"""Reading results, and playing a little where there are none: reading never plays."""

import json

import pandas as pd
import pytest

from commonground import files, paths
from commonground.study import experiment, records, results, run, smoke
from helpers.support import complaint


def keep(name: str, boards: int = 2, seed: int | None = None, set_name: str = "open") -> None:
    """Some results of that name on disk."""
    games = pd.DataFrame([["deterministic", "a", "b", board, 1, 3, 9, 0, 0, 0] for board in range(boards)])
    games.columns = experiment.GAME_COLUMNS
    folder = paths.results(set_name) / name
    records.write_table(folder / "games.csv.gz", games)
    for file in ("learning.csv", "truth.csv.gz"):
        (folder / file).touch()
    if seed is not None:
        (folder / "manifest.json").write_text(json.dumps({"experiment": {"seed": seed}}))


def test_missing_results_name_the_stage_that_makes_them(project):
    with complaint("open/guessers/games.csv.gz", "`dvc repro play@guessers`", "'embeddings: open'"):
        results.games("open", "guessers")
    with complaint("`dvc repro play@spymasters`"):
        results.learning("open", "spymasters/sweep")
    with complaint("if there is an experiment 'kings'"):
        results.turns("toy", "kings")
    assert not paths.results("toy").exists(), "nothing is played"


def test_several_experiments_on_the_same_boards_are_one_table(project):
    keep("spymasters", seed=0)
    keep("unknown-noise", seed=0)
    assert len(results.games("open", "spymasters", "unknown-noise")) == 4
    assert len(results.games("open", "spymasters")) == 2


@pytest.mark.parametrize(("boards", "seed"), [(3, 0), (2, 1)])
def test_experiments_on_other_boards_are_told(project, boards, seed):
    said = "'spymasters' (2 boards, seed 0)", f"'unknown-noise' ({boards}, seed {seed})", "the same boards"
    with paths.writing(project):  # by hand the boards that they share would do, if the seed is the same
        keep("spymasters", seed=0)
        keep("unknown-noise", boards, seed)
        with complaint(*said):
            results.games("open", "spymasters", "unknown-noise")


@pytest.mark.parametrize("name", smoke.MADE)
def test_missing_toy_results_are_made_small_and_said_so(name, project, monkeypatch, capsys):
    def run_it(wanted: experiment.Experiment) -> None:
        assert (wanted.name, wanted.embeddings, wanted.games) == (name, "toy", smoke.GAMES)
        keep(name, wanted.games, set_name="toy")

    monkeypatch.setattr(run, "run", run_it)
    smoke.ensure("toy", name)
    assert len(results.games("toy", name)) == smoke.GAMES
    assert f"'{name}' for the toy set yet" in capsys.readouterr().err
    monkeypatch.setattr(run, "run", None)  # once made, they are read
    smoke.ensure("toy", name)


def test_as_many_games_are_played_as_the_others_have(project, monkeypatch):
    played = []
    monkeypatch.setattr(run, "run", lambda wanted: played.append((wanted.name, wanted.games)))
    keep("guessers", 5, set_name="toy")
    smoke.ensure("toy", "guessers", "better-guessers")
    smoke.ensure("toy", "spymasters", games=3)
    assert played == [("better-guessers", 5), ("spymasters", 3)]


def test_results_of_an_older_run_are_not_taken_for_whole(project, monkeypatch):
    played = []
    monkeypatch.setattr(run, "run", lambda wanted: played.append(wanted.name))
    keep("guessers", set_name="toy")
    smoke.ensure("toy", "guessers")
    assert not played
    (paths.results("toy") / "guessers" / "truth.csv.gz").unlink()
    smoke.ensure("toy", "guessers")
    assert played == ["guessers"]


def test_on_other_sets_nothing_is_played(project, monkeypatch):
    monkeypatch.setattr(run, "run", None)
    smoke.ensure("open", "spymasters")
    with complaint("'levels'", "spymasters, unknown-noise, guessers"):
        smoke.small("toy", "levels")


def test_a_file_that_is_not_as_its_manifest_says_is_told(project):
    with paths.writing(project):
        keep("spymasters", seed=0)
        folder = paths.results("open") / "spymasters"
        noted = {"games.csv.gz": files.digest(folder / "games.csv.gz")}
        (folder / "manifest.json").write_text(json.dumps({"experiment": {"seed": 0}, "files": noted}))
        assert len(results.games("open", "spymasters")) == 2
        keep("spymasters", boards=3)
        with complaint("games.csv.gz is damaged (its sha256 is not the one in the manifest beside it)", "git checkout"):
            results.games("open", "spymasters")
        (folder / "manifest.json").write_text(json.dumps({"experiment": {"seed": 0}}))
        assert len(results.games("open", "spymasters")) == 3, "manifests of before have no digests"


def test_the_files_of_an_experiment_have_all_their_columns(project):
    with paths.writing(project):
        keep("spymasters", seed=0)
        path = paths.results("open") / "spymasters" / "learning.csv"
        path.write_text("environment,spymaster,guesser\ndeterministic,a,b\n")
        with complaint(str(path), "columns are missing"):
            results.learning("open", "spymasters")


def test_what_was_made_by_hand_is_deleted_not_checked_out(project):
    keep("spymasters", seed=0)
    folder = paths.results("open") / "spymasters"
    (folder / "games.csv.gz").write_bytes(b"x")
    with complaint("games.csv.gz is damaged", f"delete the folder {folder} to see the study's again."):
        results.games("open", "spymasters")


def test_beliefs_without_their_partners_are_of_older_code(project):
    keep("guessers", set_name="open")
    path = paths.results("open") / "guessers" / "truth.csv.gz"
    pd.DataFrame(columns=["environment", "side", "agent", "turn", "board", "games", "belief"]).to_csv(path, index=False)
    with complaint(f"{path} was written by older code, without its column 'partner'"):
        results.truth("open", "guessers")
