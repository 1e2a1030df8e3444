"""Experiments on the toy set: real games, real processes, killed and started again; always the same bytes."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import distributed
import pandas as pd
import pytest

from commonground import code, parallel, paths
from commonground.agents import registry
from commonground.embeddings import load_set
from commonground.game import COMPETITION, Colour, play
from commonground.study import kept, provenance, records, results, run
from commonground.study.experiment import TURN_COLUMNS, Experiment, Pairing, base, told_apart_by
from helpers.experiments import BAYESIAN, MIXED, STATIC
from helpers.support import CHECKOUT, complaint

RUN = "from commonground.study import run; from helpers.experiments import MIXED; run.run(MIXED)"


def furnish(folder: Path) -> None:
    """Put the toy set into a project folder."""
    for kind in ("embeddings", "precomputed"):
        (folder / "data" / kind).mkdir()
        (folder / "data" / kind / "toy").symlink_to(CHECKOUT / "data" / kind / "toy", target_is_directory=True)


@pytest.fixture(scope="module")
def made() -> None:
    load_set("toy")  # in the checkout, if it is not there


@pytest.fixture
def toy(made: None, project: Path) -> Path:
    """A project folder of the test's own that has the toy set."""
    furnish(project)
    return project


@pytest.fixture(scope="module")
def uninterrupted(made: None, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The results of a run with one process from beginning to end."""
    folder = tmp_path_factory.mktemp("uninterrupted")
    (folder / "data").mkdir()
    for name in ("params.yaml", "data/board_words.txt", "data/embeddings.yaml"):
        (folder / name).write_bytes((CHECKOUT / name).read_bytes())
    furnish(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMMONGROUND_ROOT", str(folder))
        patch.setenv("COMMONGROUND_WORKERS", "1")
        run.run(MIXED)
        return contents(MIXED.folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def shards() -> dict[str, int]:
    """The chunks that are kept, and when each was written."""
    found = (paths.cache() / "experiments").rglob("*.json")
    return {path.name: path.stat().st_mtime_ns for path in found}


def place(experiment: Experiment, pairing: Pairing | None = None) -> Path:
    """Where the first chunk of a pairing is kept."""
    return kept.places(experiment, pairing or experiment.pairings[0], load_set("toy"))[0]


def wait_until(condition: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.01)


# The same bytes


def test_results_are_five_files_and_all_checks_hold(uninterrupted):
    assert list(uninterrupted) == ["games.csv.gz", "learning.csv", "manifest.json", "truth.csv.gz", "turns.csv.gz"]
    manifest = json.loads(uninterrupted["manifest.json"])
    assert len(manifest["checks"]) == 4 and all(manifest["checks"].values())
    assert manifest["experiment"]["seed"] == 5 and manifest["experiment"]["options"] == BAYESIAN


@pytest.mark.slow(8)
def test_two_processes_give_the_same_bytes_as_one(toy, uninterrupted, monkeypatch):
    monkeypatch.setenv("COMMONGROUND_WORKERS", "2")
    run.run(MIXED)
    assert contents(MIXED.folder) == uninterrupted


@pytest.mark.slow(8)
def test_a_run_that_is_killed_goes_on_where_it_was_and_ends_in_the_same_bytes(toy, uninterrupted, capsys):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(str(CHECKOUT / name) for name in ("lib", "tests"))}
    process = subprocess.Popen([sys.executable, "-c", RUN], env=environment, stderr=subprocess.DEVNULL)
    wait_until(lambda: len(shards()) >= 3 or process.poll() is not None)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    before = shards()
    assert 3 <= len(before) < len(MIXED.pairings) and not MIXED.folder.exists(), "it was in the middle"
    run.run(MIXED)
    assert contents(MIXED.folder) == uninterrupted
    assert {name: stamp for name, stamp in shards().items() if name in before} == before, "none is played again"
    assert f"{MIXED.games * len(before)} kept from before" in capsys.readouterr().err


@pytest.mark.slow(12)
@pytest.mark.filterwarnings("default")  # distributed warns of the worker that is killed
def test_a_dask_cluster_that_loses_a_worker_gives_the_same_bytes(toy, uninterrupted, monkeypatch):
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        monkeypatch.setenv("COMMONGROUND_SCHEDULER", cluster.scheduler_address)
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(run.run, MIXED)
            wait_until(lambda: len(shards()) >= 2 or running.done())
            os.kill(cluster.workers[0].process.pid, signal.SIGKILL)
            assert not running.done(), "it was in the middle"
            running.result(timeout=60)
    assert contents(MIXED.folder) == uninterrupted


# Keeping


def test_a_second_run_plays_nothing(toy, capsys):
    run.run(STATIC)
    before = shards()
    capsys.readouterr()
    run.run(STATIC)
    (told,) = capsys.readouterr().err.splitlines()
    assert shards() == before and "games, checked: every pairing has played every board once" in told, (
        "and nothing was played"
    )


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 1},
        {"noise": 0.5},
        {"stochastic": "channel"},
        {"options": {"ta": {"neighbours": 100}}},
        {"pairings": (Pairing("stochastic", "ta", "te"),)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_decides_a_game_has_its_own_place(toy, change):
    other = replace(STATIC, **change)
    addresses = [place(one) for one in (STATIC, other)]
    assert addresses[0] != addresses[1]


def test_the_words_of_boards_decide_games_too():
    known, pairing = load_set("toy"), STATIC.pairings[0]
    fewer = replace(known, board_words=known.board_words[1:])
    assert kept.places(STATIC, pairing, fewer)[0] != kept.places(STATIC, pairing, known)[0]


def test_code_that_is_changed_during_a_run_changes_nothing_about_it(toy, monkeypatch):
    """The games are those of the code that was loaded, and are kept as such; the next run finds other addresses."""
    monkeypatch.setenv("COMMONGROUND_WORKERS", "1")
    monkeypatch.setattr(provenance, "loaded", lambda *modules: "loaded")
    monkeypatch.setattr(provenance, "deciding", lambda *modules: states[-1])
    states = ["loaded"]
    add = kept.add

    def keep_and_change(*chunk):
        add(*chunk)
        states.append("changed")

    monkeypatch.setattr(kept, "add", keep_and_change)
    games, _ = run.play_all(STATIC)
    assert len(games) == STATIC.games * len(STATIC.pairings) and states[-1] == "changed"
    with complaint("other code"):  # this process still has the code from before
        run.play_all(STATIC)


def test_a_worker_with_other_code_is_told_and_nothing_is_kept(toy, monkeypatch):
    stretch = run.Stretch(STATIC.pairings[0], 0, STATIC.games)
    played = run.play_chunk(STATIC, stretch, 0)._replace(address="other.json")
    monkeypatch.setattr(parallel, "spread", lambda function, tasks: iter([played]))
    with complaint("other code or other embeddings"):
        run.run(STATIC)
    assert shards() == {} and not STATIC.folder.exists()


def test_code_decides_games_if_the_agents_or_the_game_import_it():
    def names(*modules):
        return {str(path.relative_to(CHECKOUT / "lib/commonground")) for path in provenance.decisive(*modules)}

    static = names("commonground.study.experiment", "commonground.agents.static")
    assert static >= {"study/experiment.py", "game/loop.py", "game/board.py", "agents/static.py", "agents/clues.py"}
    assert static >= {"agents/kernels/cards.py", "embeddings/sets.py", "embeddings/embedding.py", "seeds.py"}
    assert not static & {"agents/registry.py", "agents/bayesian_guesser.py", "agents/kernels/guesser.py", "paths.py"}
    guesser = names("commonground.study.experiment", "commonground.agents.bayesian_guesser")
    assert guesser >= static - {"agents/static.py"} | {"agents/worlds.py", "agents/kernels/guesser.py"}


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ('"""', '"""In other words: ', True),
        ("\nfrom", "\n# a comment\nfrom", True),
        ("board: Board", "board: object", True),
        ("seeds.generator(root", "seeds.generator(root + 1", False),
    ],
)
def test_words_about_code_leave_its_games_where_they_are_and_another_number_does_not(toy, monkeypatch, old, new, same):
    known = load_set("toy")  # before anybody is told that code is another: vectors hang on code, too

    def address() -> Path:
        return kept.places(STATIC, STATIC.pairings[0], known)[0]

    changed = toy / "code.py"
    text = "".join((CHECKOUT / f"lib/commonground/game/{name}.py").read_text() for name in ("board", "loop"))
    changed.write_text(text)
    others = provenance.decisive("commonground.study.experiment", "commonground.agents.static")
    monkeypatch.setattr(code, "sources", lambda *modules, without: (*others, changed))
    before = address()
    assert old in text
    changed.write_text(text.replace(old, new, 1))
    os.utime(changed, ns=(1, 1))  # however quick it was
    assert (address() == before) == same


def test_a_changed_agent_makes_only_its_own_games_stale(toy, monkeypatch):
    def addresses():
        return [place(STATIC, Pairing("deterministic", name, "te")) for name in ("ta", "SM_B")]

    before = addresses()
    monkeypatch.setitem(registry.NAMED, "SM_B", replace(registry.NAMED["SM_B"], options={"noise": 0.1}))
    after = addresses()
    assert before[0] == after[0] and before[1] != after[1]


# Variants


def test_a_variant_plays_with_the_chance_of_its_agent_and_its_own_options(toy):
    pairing = Pairing("stochastic", "SM_B_noise (common draws)", "te")
    options = {pairing.spymaster: {"samples": 5, "draws": "common"}}
    games = run.run(replace(MIXED, name="variants", pairings=(pairing,), options=options))
    assert set(games["spymaster"]) == {"SM_B_noise (common draws)"}
    manifest = json.loads((paths.results("toy") / "variants" / "manifest.json").read_text())
    assert manifest["experiment"]["options"] == options
    known = load_set("toy")
    in_channel = run.seat(replace(MIXED, options=options), pairing, known)
    again = play(known.deal(2, 5), *in_channel, (5, "stochastic", "SM_B_noise", "te", 2))
    assert (games.set_index("board").loc[2, ["won", "turns"]] == [again.won, len(again.turns)]).all()


def test_what_a_variant_is_called_decides_nothing_and_what_is_different_does(toy):
    def address(name: str, **options: object) -> Path:
        pairing = Pairing("deterministic", name, "te")
        return place(replace(STATIC, options={name: options}), pairing)

    assert address("SM_B (as it is)", samples=3) == address("SM_B", samples=3)
    assert address("SM_B (as it is)", samples=3) != address("SM_B (as it is)", samples=4)
    assert [base("SM_B (told 1.0)"), base("SM_B"), told_apart_by("SM_B (told 1.0)"), told_apart_by("SM_B")] == [
        *("SM_B", "SM_B", "told 1.0", ""),
    ]


def test_one_chunk_serves_two_names(toy, capsys):
    first, second = (
        replace(STATIC, pairings=(Pairing("deterministic", name, "te"),), options={name: {"samples": 4}})
        for name in ("SM_B", "SM_B (again)")
    )
    games, again = run.run(first), run.run(second)
    assert len(shards()) == 1 and set(again["spymaster"]) == {"SM_B (again)"}
    assert games.drop(columns="spymaster").equals(again.drop(columns="spymaster"))


def test_a_first_game_is_the_experiments_first(toy):
    pairing = MIXED.pairings[-1]
    first = run.first_game(MIXED, pairing)
    games = run.run(MIXED)
    assert first.is_in(games) and first.seated.guesser.name == "DG_B_noise"
    assert not first.is_in(games.assign(turns=games["turns"] + 1))
    second = run.first_game(MIXED, pairing, 1)
    assert second.is_in(games) and second.record.board != first.record.board


def test_other_rules_are_played_and_checked_by_themselves(toy):
    games = run.run(replace(STATIC, name="competition", rules=COMPETITION))
    assert games["red"].max() <= COMPETITION.red and (games["won"] == (games["red"] == COMPETITION.red)).all()
    addresses = [place(one) for one in (STATIC, replace(STATIC, rules=COMPETITION))]
    assert addresses[0] != addresses[1]


# Mistakes


@pytest.mark.parametrize("pairing", [("ta", "nobody"), ("nobody", "te")])
def test_an_unknown_agent_is_told_before_any_game(toy, pairing):
    wrong = replace(STATIC, pairings=(*STATIC.pairings, Pairing("deterministic", *pairing)))
    with complaint("'nobody'", "there are random, ta"):
        run.run(wrong)
    assert shards() == {} and not wrong.folder.exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"games": 30, "in_a_row": 7}, "'static' has 30 games, which are not whole matches of 7."),
        ({"pairings": ()}, "'static' has no pairings: nobody would play."),
        (
            {"options": {"nobody": {"samples": 5}}},
            "'static' has options for 'nobody', who plays in none of its pairings.",
        ),
        ({"options": {STATIC.pairings[0].guesser: {"bogus": 5}}}, "has no option 'bogus'"),
        ({"models": ("ta", "nosuch")}, "There is no embedding 'nosuch' in the set 'toy'"),
    ],
)
def test_an_experiment_that_nobody_can_play_is_told_before_any_game(toy, change, said):
    with complaint(said):
        run.run(replace(STATIC, **change))
    assert shards() == {}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"games": 0}, "'static' can't have games 0"),
        ({"games": 10**30}, "can't have games"),
        ({"games": 2.5}, "can't have games 2.5"),
        ({"seed": -1}, "can't have seed -1"),
        ({"noise": float("nan")}, "can't have noise nan"),
        ({"noise": float("inf")}, "can't have noise inf"),
        ({"noise": -1.0}, "can't have noise -1.0"),
        ({"options": {"SM_B": {"samples": 0}}}, "The agent 'SM_B' of the experiment 'static' can't have samples 0"),
        ({"options": {"SM_B": {"noise": -1}}}, "can't have noise -1"),
        ({"name": "../../../../evil"}, "is no name"),
        ({"name": "a/b/c"}, "is no name"),
        ({"embeddings": "../evil"}, "'../evil' is no name"),
        ({"stochastic": "ear"}, "not in the 'ear'"),
        ({"pairings": (Pairing("windy", "ta", "te"),)}, "not windy"),
        ({"name": None}, "An experiment's name must be a string, not None."),
        ({"embeddings": 5}, "must be a string, not 5."),
        ({"pairings": "x"}, "The pairings of the experiment 'static' must be a list of pairings"),
        ({"pairings": (("deterministic", "ta", "te"),)}, "must be a list of pairings"),
        ({"pairings": (Pairing("deterministic", None, "te"),)}, "must be a string, not None."),
        ({"pairings": STATIC.pairings[:1] * 2}, "must all differ, but 'ta with"),
        ({"models": ("ta", "ta")}, "The models of the experiment 'static' must all differ, but 'ta' is there twice."),
        ({"models": "ta"}, "must be a list of embeddings' names"),
        ({"options": {"SM_B": 5}}, "What 'SM_B' is made with must be options by name"),
        ({"options": ["SM_B"]}, "options must be options by the name of an agent"),
        ({"rules": 9}, "rules must be rules"),
    ],
)
def test_an_experiment_that_makes_no_sense_is_told(change, said):
    with complaint(said):
        replace(STATIC, **change)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere://127.0.0.1:9"])
def test_a_scheduler_that_does_not_answer_is_one_sentence(toy, monkeypatch, address):
    monkeypatch.setenv("COMMONGROUND_SCHEDULER", address)
    monkeypatch.setattr(parallel, "PATIENCE", 0.5)
    with complaint("No Dask scheduler answers", address, "COMMONGROUND_SCHEDULER"):
        run.run(STATIC)


def test_a_run_whose_checks_fail_stops_and_writes_nothing(toy, monkeypatch):
    games, turns = run.play_all(STATIC)
    with complaint("static: it does not hold that turns add up", "nothing is written"):
        records.write(STATIC, games, turns.iloc[1:])
    with complaint("every pairing has played every board once"):
        records.write(STATIC, games.iloc[1:], turns)
    with complaint("won exactly if all red cards are revealed"):
        records.write(STATIC, games.assign(won=1 - games["won"]), turns)
    assert not STATIC.folder.exists()


def test_the_manifest_says_what_the_set_on_disk_says_it_was_made_from(toy):
    run.run(STATIC)
    said = json.loads((paths.embeddings("toy") / "manifest.json").read_text())["made_from"]
    assert json.loads((STATIC.folder / "manifest.json").read_text())["embeddings"] == said


# What the files hold


@pytest.fixture
def tables(uninterrupted: dict[str, bytes]) -> dict[str, pd.DataFrame]:
    return {
        "games": pd.read_csv(BytesIO(uninterrupted["games.csv.gz"]), compression="gzip"),
        "turns": pd.read_csv(BytesIO(uninterrupted["turns.csv.gz"]), compression="gzip"),
        "learning": pd.read_csv(BytesIO(uninterrupted["learning.csv"])),
    }


def test_games_turns_and_learning_are_as_the_contract_says(tables):
    games, turns, learning = tables["games"], tables["turns"], tables["learning"]
    assert list(games) == "environment spymaster guesser board won turns red blue bystander assassin".split()
    assert list(turns) == [
        *"environment spymaster guesser board turn clue number intended guesses colours".split(),
        *("spymaster_beliefs", "guesser_beliefs"),
    ]
    assert list(learning) == "environment spymaster guesser side turn model games mean sd leads".split()
    assert len(games) == MIXED.games * len(MIXED.pairings) and set(games["won"]) == {0, 1}
    for table in (games, turns):
        keys = [name for name in ("environment", "spymaster", "guesser", "board", "turn") if name in table]
        assert table.equals(table.sort_values(keys, ignore_index=True)) and not table.duplicated(keys).any()


def test_a_turn_holds_lists_and_the_beliefs_of_those_who_have_some(tables):
    turns = tables["turns"]
    for row in turns.itertuples():
        guesses, colours = json.loads(row.guesses), json.loads(row.colours)
        assert 1 <= len(guesses) == len(colours) <= row.number + 1 and set(colours) <= set("RBYA")
        beliefs = json.loads(row.spymaster_beliefs), json.loads(row.guesser_beliefs)
        assert [len(side) for side in beliefs] == [4 * (row.spymaster != "ta"), 4 * (row.guesser != "te")]
        assert all(abs(sum(side) - 1) < 1e-5 for side in beliefs if side)
    changed = turns["clue"] != turns["intended"]
    assert set(turns[changed]["environment"]) == {"stochastic"}, "only there, and there it happens"


def test_a_row_is_the_game_that_its_seed_gives(tables):
    words = load_set("toy")
    pairing = Pairing("stochastic", "SM_B_noise", "DG_B_noise")
    record = play(words.deal(3, 5), *run.seat(MIXED, pairing, words), (5, *pairing, 3))
    row = tables["games"].set_index(["environment", "spymaster", "guesser", "board"]).loc[(*pairing, 3)]
    assert list(row) == [record.won, len(record.turns), *(record.revealed[colour] for colour in Colour)]


def test_boards_are_dealt_by_their_number_and_another_seed_deals_others(toy):
    tables = []
    for seed in (0, 0, 1):
        records.write_boards("toy", 3, seed)
        tables.append(pd.read_csv(paths.results("toy") / "boards.csv"))
    first, again, other = tables
    assert list(first) == ["board", "words", "key"] and list(first["board"]) == [0, 1, 2]
    assert first.equals(again) and not (first["words"] == other["words"]).any()
    board = load_set("toy").deal(2)
    assert json.loads(first["words"][2]) == list(board.words)
    assert json.loads(first["key"][2]) == [colour.letter for colour in board.key]


def test_another_seed_plays_other_games(toy):
    games = [run.run(replace(STATIC, games=12, seed=seed)) for seed in (0, 1)]
    assert not games[0].equals(games[1])


def test_learning_is_the_mean_the_spread_and_the_leads_of_the_games_that_reach_a_turn():
    def turn(board: int, number: int, beliefs: list[float]) -> list[object]:
        return ["deterministic", "SM_B", "te", board, number, "clue", 1, "clue", "[]", "[]", json.dumps(beliefs), "[]"]

    rows = [turn(0, 1, [0.5, 0.5]), turn(1, 1, [0.5, 0.5]), turn(0, 2, [0.9, 0.1]), turn(1, 2, [0.2, 0.8])]
    rows.append(turn(0, 3, [0.3, 0.7]))  # the other game is over
    found = records.learning(pd.DataFrame(rows, columns=TURN_COLUMNS), ["a", "b"])
    assert set(found["side"]) == {"spymaster"}
    by_turn = found.set_index(["turn", "model"])[["games", "mean", "sd", "leads"]]
    spread = 0.7 / 2**0.5  # of 0.9 and 0.2, and of 0.1 and 0.8
    wanted = {
        (1, "a"): (2, 0.5, 0.0, 0.5),  # models that tie share the lead
        (1, "b"): (2, 0.5, 0.0, 0.5),
        (2, "a"): (2, 0.55, spread, 0.5),
        (2, "b"): (2, 0.45, spread, 0.5),
        (3, "a"): (1, 0.3, None, 0.0),  # one game has no spread
        (3, "b"): (1, 0.7, None, 1.0),
    }
    assert list(by_turn.index) == list(wanted)
    for key, row in by_turn.iterrows():
        assert [None if pd.isna(value) else value for value in row] == pytest.approx(list(wanted[key]))


def test_the_belief_in_the_truth_is_by_board_and_by_partner_that_is_a_model():
    def turn(
        spymaster: str, guesser: str, board: int, number: int, mine: list[float], yours: list[float]
    ) -> list[object]:
        said = ["deterministic", spymaster, guesser, board, number, "clue", 1, "clue", "[]", "[]"]
        return [*said, json.dumps(mine), json.dumps(yours)]

    rows = [turn("SM_B", "a", 0, 2, [0.9, 0.1], []), turn("SM_B", "b", 0, 2, [0.5, 0.5], [])]
    rows += [turn("SM_B", "a", 1, 2, [0.2, 0.8], []), turn("SM_B", "stranger", 1, 2, [0.2, 0.8], [])]
    rows += [turn("b", "DG_B", 0, 3, [], [0.4, 0.6]), turn("SM_B", "DG_B", 0, 3, [0.4, 0.6], [0.4, 0.6])]
    rows.append(turn("b", "GM_H_both", 0, 3, [], [0.1, 0.2, 0.3, 0.4]))  # of other models
    found = records.truth(
        pd.DataFrame(rows, columns=TURN_COLUMNS), ["a", "b"], {"GM_H_both": ["a/0", "b/0", "a/1", "b/1"]}
    )
    assert found.to_numpy().tolist() == [
        ["deterministic", "guesser", "DG_B", "b", 3, 0, 0.6],
        ["deterministic", "spymaster", "SM_B", "a", 2, 0, 0.9],
        ["deterministic", "spymaster", "SM_B", "a", 2, 1, 0.2],
        ["deterministic", "spymaster", "SM_B", "b", 2, 0, 0.5],
    ]


def test_without_beliefs_there_is_nothing_to_learn_from(toy):
    run.run(STATIC)
    assert results.truth("toy", STATIC.name).empty
    assert (STATIC.folder / "learning.csv").read_text().count("\n") == 1, "the heading alone"
