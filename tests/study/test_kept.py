"""Kept games: shared by short and long runs, found by who takes part, and never believed when they are damaged."""

import importlib.metadata
import json
import random
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml

from commonground import files, paths
from commonground.agents import making
from commonground.embeddings import Embedding, load_set
from commonground.embeddings.sets import EmbeddingSet
from commonground.game import Noise
from commonground.study import kept, plan, provenance, run, smoke
from commonground.study.experiment import Experiment, Pairing, Rows
from helpers.experiments import MIXED, STATIC

TOY = load_set("toy")
NEW = {"title": "New", "role": "external", "file": "data/own/tz.npz"}


def places() -> list[Path]:
    return sorted((paths.cache() / "experiments").rglob("*.json"))


def boards_played(monkeypatch: pytest.MonkeyPatch) -> list[range]:
    """A list of the stretches of boards that are really played from now on."""
    found: list[range] = []
    play = run.played

    def noted(experiment: Experiment, pairing: Pairing, boards: range, known: EmbeddingSet) -> Rows:
        found.append(boards)
        return play(experiment, pairing, boards, known)

    monkeypatch.setattr(run, "played", noted)
    monkeypatch.setattr("commonground.parallel.spread", lambda function, tasks: (function(*task) for task in tasks))
    return found


# A chunk serves short and long runs


def test_seven_games_after_five_play_two_and_five_after_seven_none(own_toy, monkeypatch, capsys):
    played = boards_played(monkeypatch)
    five = run.run(replace(STATIC, games=5))
    seven = run.run(replace(STATIC, games=7))
    assert played == [range(5), range(5, 7)] and len(places()) == 1
    assert "static: 2 games of 1 pairings, 5 kept from before" in capsys.readouterr().err
    assert run.run(replace(STATIC, games=5)).equals(five) and seven[:5].equals(five) and len(played) == 2


def test_games_past_a_chunk_are_kept_in_the_next(own_toy, monkeypatch):
    played = boards_played(monkeypatch)
    run.run(replace(STATIC, games=3))
    more = run.run(replace(STATIC, games=kept.CHUNK + 2))
    assert played == [range(3), range(3, kept.CHUNK), range(kept.CHUNK, kept.CHUNK + 2)] and len(places()) == 2
    assert list(more["board"]) == list(range(kept.CHUNK + 2))


@pytest.mark.slow(3)
def test_the_files_are_those_of_a_run_in_one_go(own_toy):
    def written() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in sorted(MIXED.folder.iterdir())}

    for games in (1, 3, 2, MIXED.games):
        run.run(replace(MIXED, games=games))
    in_parts = written()
    shutil.rmtree(paths.cache())
    run.run(MIXED)
    assert written() == in_parts


def test_two_runs_at_once_keep_the_longer_chunk(tmp_path):
    path = tmp_path / "chunk.json"
    game, turn = [["d", "a", "b", n, 1] for n in range(4)], [["d", "a", "b", n, 1, "clue"] for n in range(4)]
    kept.add(path, 0, Rows(game[:3], turn[:3]))
    kept.add(path, 0, Rows(game[:2], turn[:2]))  # of a run that began when nothing was there
    assert kept.count(path) == 3
    kept.add(path, 2, Rows(game[2:], turn[2:]))  # of one that saw two
    assert kept.rows(path, 9) == Rows(game, turn) and kept.rows(path, 1) == Rows(game[:1], turn[:1])
    kept.add(tmp_path / "other.json", 2, Rows(game[2:], turn[2:]))
    assert kept.count(tmp_path / "other.json") == 0, "what these would follow on is gone"


# Who takes part


@pytest.mark.parametrize(
    ("pairing", "embeddings"),
    [
        (("ta", "te"), ["ta", "te"]),
        (("SM_B", "te"), ["ta", "tb", "tc", "td", "te"]),
        (("te", "DG_B_noise"), ["te", "ta", "tb", "tc", "td"]),
        (("S1:tb", "G2:tb+shared"), ["tb"]),
        (("SM_H_level:tc", "ta"), ["tc", "ta"]),
        (("SM_N", "G_J"), ["ta", "tb", "tc", "td"]),
    ],
    ids=str,
)
def test_an_agent_plays_with_the_embeddings_it_is_made_of(pairing, embeddings):
    _, asked = provenance.made(STATIC, Pairing("deterministic", *pairing), load_set("toy"))
    assert asked == embeddings


def test_an_embedding_that_takes_no_part_changes_nothing(own_toy):
    def addresses() -> dict[str, Path]:
        known = load_set("toy")
        pairings = {
            name: Pairing("deterministic", *name.split()) for name in ("ta tb", "ta te", "SM_B ta", "S1:tc G1:tc")
        }
        return {name: kept.places(STATIC, pairing, known)[0] for name, pairing in pairings.items()}

    before = addresses()
    assert changed_by(own_toy, "te", before, addresses) == {"ta te"}
    assert changed_by(own_toy, "tc", before, addresses) == {"SM_B ta", "S1:tc G1:tc"}


# What else decides games


def place(spymaster: str, guesser: str, environment: str = "deterministic", **options) -> Path:
    experiment = replace(STATIC, options={spymaster: options}, stochastic="guesser")
    return kept.places(experiment, Pairing(environment, spymaster, guesser), TOY)[0]


def test_the_same_agents_are_at_the_same_place():
    for pairing in (("ta", "tb"), ("SM_CH3", "GM_CH2"), ("SM_P", "G_J"), ("crowd", "G_ACE"), ("S1:ta", "G_P")):
        assert place(*pairing) == place(*pairing)


def other_prior(made):
    def reversed_prior(name, agent, over, options):
        return made(name, agent, over, options | ({"prior": options["prior"][::-1]} if "prior" in options else {}))

    return reversed_prior


@pytest.mark.parametrize(
    ("pairing", "part", "other"),
    [
        (("SM_CH2", "ta"), "_made", other_prior(making._made)),
        (("ta", "GM_CH2"), "_made", other_prior(making._made)),
        (("SM_B", "ta"), "_internal", lambda known: known.internal[::-1]),
        (("ta", "GM_H_both"), "LEVELS", (0, 2)),
        (("ta", "DG_B", "stochastic"), "noise_of", lambda noise: Noise(noise / 2)),
    ],
    ids=["prior", "a guesser's prior", "order of models", "levels", "noise in the ear"],
)
def test_agents_that_are_made_otherwise_play_again(monkeypatch, pairing, part, other):
    before = place(*pairing), place("tb", "tc")
    monkeypatch.setattr(making, part, other)
    assert place(*pairing) != before[0] and place("tb", "tc") == before[1]


@pytest.mark.parametrize("library", ["numba", "numpy", "scipy"])
def test_other_libraries_play_again(monkeypatch, library):
    before, version = place("ta", "tb"), importlib.metadata.version
    monkeypatch.setattr(importlib.metadata, "version", lambda name: version(name) + ".1" * (name == library))
    assert place("ta", "tb") != before


STRICT = [("ta", {"legality": "strict"}), ("SM_ACE", {"legality": "strict"}), ("SM_P", {})]


def test_other_words_that_are_not_said_to_people_play_again_where_somebody_minds(monkeypatch):
    strict = [place(name, "tb", **options) for name, options in STRICT]
    paper = place("ta", "tb"), place("SM_P", "tb", legality="paper")
    monkeypatch.setattr(provenance, "blocked_words", lambda: frozenset({"rude"}))
    assert not {place(name, "tb", **options) for name, options in STRICT} & set(strict)
    assert (place("ta", "tb"), place("SM_P", "tb", legality="paper")) == paper


@pytest.mark.parametrize(
    ("library", "minding"),
    [("wordfreq", {"SM_P"}), *((library, {"SM_P", "SM_ACE", "ta"}) for library in ("snowballstemmer", "lemminflect"))],
)
def test_other_ways_to_tell_words_play_again_where_somebody_asks(monkeypatch, library, minding):
    before, version = {name: place(name, "tb", **options) for name, options in STRICT}, importlib.metadata.version
    monkeypatch.setattr(importlib.metadata, "version", lambda name: version(name) + ".1" * (name == library))
    assert {name for name, options in STRICT if place(name, "tb", **options) != before[name]} == minding


def changed_by(project: Path, name: str, before: dict[str, Path], addresses) -> set[str]:
    """The pairings whose games have another place when an embedding has other vectors."""
    path, manifest = project / f"data/embeddings/toy/{name}.npz", project / "data/embeddings/toy/manifest.json"
    content, noted = path.read_bytes(), manifest.read_text()
    member = Embedding.load(path)
    Embedding(name, member.words, member.vectors * np.float32(2)).save(path)
    said = json.loads(noted)
    manifest.write_text(json.dumps(said | {"sha256": said["sha256"] | {name: files.digest(path)}}))  # as `build` does
    found = {pairing for pairing, place in addresses().items() if place != before[pairing]}
    path.write_bytes(content)
    manifest.write_text(noted)
    return found


def test_one_more_embedding_plays_only_its_own_games(own_toy, monkeypatch):
    def together() -> Experiment:
        return plan.of_spymasters("all", ["random", *plan.statics("toy"), "SM_B"], "toy", 1, 0, smoke.AGENTS)

    monkeypatch.setattr(run, "played", lambda *task: Rows([[*task[1], task[2].start, *[1] * 6]], []))
    monkeypatch.setattr("commonground.parallel.spread", lambda function, tasks: (function(*task) for task in tasks))
    run.play_all(together())
    before = set(places())
    catalogue = yaml.safe_load(paths.catalogue().read_text())
    catalogue["sets"]["toy"]["embeddings"]["tz"] = NEW
    paths.catalogue().write_text(yaml.safe_dump(catalogue, sort_keys=False))
    for kind in ("embeddings", "precomputed"):
        shutil.copy(own_toy / "data" / kind / "toy/te.npz", own_toy / "data" / kind / "toy/tz.npz")
    run.play_all(together())
    statics = len(plan.statics("toy"))
    # with tz: as the spymaster with everybody, as the guesser of everybody else, in two environments
    assert before <= set(places()) and len(set(places()) - before) == 2 * (statics + statics + 2 - 1)


# Damage


def flips(content: bytes, count: int) -> Iterator[bytes]:
    """The content with one bit turned, at random places and in the head."""
    chance = random.Random(0)
    for number in range(count):
        place = number if number < 8 else chance.randrange(len(content))
        yield content[:place] + bytes([content[place] ^ 1 << chance.randrange(8)]) + content[place + 1 :]


@pytest.mark.slow(1)
def test_a_damaged_chunk_is_named_thrown_away_and_played_again(own_toy, capsys):
    games = run.run(STATIC)
    (place,) = places()
    content = place.read_bytes()
    for damage in (b"", b"\xff\xfe", content[:-9], b"[]", content.replace(b", 1, ", b", 0, ", 1), *flips(content, 24)):
        place.write_bytes(damage)
        capsys.readouterr()
        assert run.play_all(STATIC)[0].equals(games), damage
        assert f"{place} is damaged" in capsys.readouterr().err and place.read_bytes() == content


def test_a_chunk_that_lost_a_game_is_damaged(own_toy, capsys):
    run.run(STATIC)
    (place,) = places()
    head, content = place.read_text().split("\n", 1)
    fewer = json.loads(content)
    fewer["games"].pop()
    place.write_text(f"{head}\n{json.dumps(fewer)}\n")
    assert kept.count(place) == 0 and "its digest is another" in capsys.readouterr().err and not place.exists()


def test_a_folder_where_a_chunk_should_be_is_thrown_away(tmp_path, capsys):
    path = tmp_path / "chunk.json"
    (path / "inside").mkdir(parents=True)
    assert kept.count(path) == 0 and not path.exists()
    assert f"{path} is damaged" in capsys.readouterr().err
