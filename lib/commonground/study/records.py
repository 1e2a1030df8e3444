"""The files of an experiment: games, turns, beliefs by turn, and a manifest of what they were made with."""

import gzip
import importlib.metadata
import io
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pandas as pd

from commonground import agents, files, paths
from commonground.embeddings import build, catalogue
from commonground.errors import CommonGroundError
from commonground.study import provenance, replacing, workers
from commonground.study.experiment import GAME_COLUMNS, TURN_COLUMNS, Experiment, base, seat

FILES = ("games.csv.gz", "turns.csv.gz", "learning.csv", "truth.csv.gz")  # that a manifest stands beside
LIBRARIES = ("numba", "numpy", "pandas", "scipy")


def write(experiment: Experiment, games: pd.DataFrame, turns: pd.DataFrame) -> list[str]:
    """An experiment's files: its games and turns, what was believed by turn, and what they were made with.

    Says what was checked; if anything does not hold, nothing is written.
    """
    about = manifest(experiment, games, turns)
    failed = [check for check, holds in about["checks"].items() if not holds]
    if failed:
        raise CommonGroundError(
            f"{experiment.name}: it does not hold that {'; or that '.join(failed)}: nothing is written."
        )
    models = list(experiment.models) or catalogue.load().set(experiment.embeddings).with_role("internal")
    write_table(experiment.folder / "games.csv.gz", games)
    write_table(experiment.folder / "turns.csv.gz", turns)
    named = named_models(experiment)
    write_table(experiment.folder / "learning.csv", learning(turns, models, named))
    write_table(experiment.folder / "truth.csv.gz", truth(turns, models, named))
    digests = {name: files.digest(experiment.folder / name) for name in FILES}
    files.write_json(experiment.folder / "manifest.json", about | {"files": digests})
    return list(about["checks"])


def write_boards(set_name: str, count: int, seed: int) -> None:
    """The boards that every experiment of a set is played on."""
    replacing.refuse_fewer_boards(paths.results(set_name) / "boards.csv", count)
    known = workers.known(set_name)
    boards = [(number, known.deal(number, seed)) for number in range(count)]
    rows = [(n, json.dumps(b.words), json.dumps([c.letter for c in b.key])) for n, b in boards]
    write_table(paths.results(set_name) / "boards.csv", pd.DataFrame(rows, columns=["board", "words", "key"]))


def write_table(path: Path, table: pd.DataFrame, digits: str = "%.6g") -> None:
    """CSV, gzipped if its name says so; the same rows give the same bytes."""
    text = table.to_csv(index=False, lineterminator="\n", float_format=digits).encode()
    if path.suffix == ".gz":
        packed = io.BytesIO()
        with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0, filename="") as file:
            file.write(text)
        text = packed.getvalue()
    files.write_bytes(path, text)


def named_models(experiment: Experiment) -> dict[str, list[str]]:
    """The models of the agents whose beliefs are not over the internal embeddings, by the agent's name."""
    known = workers.known(experiment.embeddings)
    internal = [model.name for model in known.internal]
    found = {}
    for pairing in experiment.pairings:
        for name, agent in zip(pairing[1:], seat(experiment, pairing, known)[:2], strict=True):
            own = list(getattr(agent, "names", internal))
            if own != internal:
                found[name] = own
    return found


def learning(turns: pd.DataFrame, models: list[str], named: dict[str, list[str]] | None = None) -> pd.DataFrame:
    """Beliefs by turn, over the games of each pairing that reach it: mean, spread, and how often a model leads.

    Beliefs are over `models`, but for the agents in `named`, which have their own.
    """
    parts = []
    for side in ("spymaster", "guesser"):
        held = turns[turns[f"{side}_beliefs"] != "[]"]
        own = held[side].map(lambda name: tuple((named or {}).get(name, models)))
        parts += [_by_turn(part, side, list(columns)) for columns, part in held.groupby(own, sort=False)]
    columns = [*TURN_COLUMNS[:3], "side", "turn", "model", "games", "mean", "sd", "leads"]
    return pd.concat(parts, ignore_index=True)[columns] if parts else pd.DataFrame(columns=columns)


def truth(turns: pd.DataFrame, models: list[str], named: dict[str, list[str]] | None = None) -> pd.DataFrame:
    """The belief in the partner's true model before each turn of a game, with the partners that are models.

    Small enough for git, and by partner and board, so that what is learnt can be compared as games are. Agents in `named`
    have other models than embeddings and are left out.
    """
    parts = []
    for side, other in (("spymaster", "guesser"), ("guesser", "spymaster")):
        held = turns[(turns[f"{side}_beliefs"] != "[]") & turns[other].isin(models) & ~turns[side].isin(named or {})]
        places = held[other].map(models.index)
        belief = [json.loads(row)[place] for row, place in zip(held[f"{side}_beliefs"], places, strict=True)]
        parts.append(held.rename(columns={side: "agent", other: "partner"}).assign(side=side, belief=belief))
    keys = ["environment", "side", "agent", "partner", "turn", "board"]
    return pd.concat(parts)[[*keys, "belief"]].sort_values(keys, ignore_index=True)


def _by_turn(held: pd.DataFrame, side: str, models: list[str]) -> pd.DataFrame:
    """The same for one side's beliefs over the same models."""
    beliefs = pd.DataFrame(held[f"{side}_beliefs"].map(json.loads).tolist(), columns=models, index=held.index)
    leads = beliefs.eq(beliefs.max(axis=1), axis=0)
    leads = leads.div(leads.sum(axis=1), axis=0)  # models that tie share the lead
    keys = [*TURN_COLUMNS[:3], "turn"]
    long = beliefs.join(held[keys]).melt(keys, models, "model", "belief")
    long["leads"] = leads.join(held[keys]).melt(keys, models, "model", "leads")["leads"]
    grouped = long.groupby([*keys, "model"], sort=True)
    summary = grouped["belief"].agg(games="size", mean="mean", sd="std").join(grouped["leads"].mean()).reset_index()
    return summary.assign(side=side)


def manifest(experiment: Experiment, games: pd.DataFrame, turns: pd.DataFrame) -> dict[str, Any]:
    """What a results folder was made with, and checks that must all hold."""
    modules = _modules(experiment)
    return {
        "experiment": {**asdict(experiment), "pairings": len(experiment.pairings)},
        "modules": modules,
        "code": provenance.deciding(*modules),
        "embeddings": build.manifest_of(experiment.embeddings)["made_from"],
        "vectors": build.manifest_of(experiment.embeddings)["sha256"],
        "libraries": {name: importlib.metadata.version(name) for name in LIBRARIES},
        "checks": checks(experiment, games, turns),
    }


def _modules(experiment: Experiment) -> list[str]:
    """The modules whose code, with all that they import, decides an experiment's games."""
    seated = {base(name) for pairing in experiment.pairings for name in pairing[1:]}
    known = workers.known(experiment.embeddings)
    deciding = {agents.described(name, known).agent.__module__ for name in seated}
    return sorted(deciding | {"commonground.study.experiment"})


def checks(experiment: Experiment, games: pd.DataFrame, turns: pd.DataFrame) -> dict[str, bool]:
    """What must be true of an experiment's games, whoever plays."""
    rules, lost = experiment.rules, games[games["won"] == 0]
    once = (
        len(games) == experiment.games * len(set(experiment.pairings)) and not games.duplicated(GAME_COLUMNS[:4]).any()
    )
    ends = (lost["assassin"] > 0) | ((lost["blue"] == rules.blue) & (rules.blue > 0))
    return {
        "every pairing has played every board once": once,
        "a game is won exactly if all red cards are revealed": bool(
            ((games["red"] == rules.red) == (games["won"] == 1)).all()
        ),
        "a lost game ends with an assassin or the last blue card": bool(ends.all()),
        "turns add up": bool(games["turns"].sum() == len(turns)),
    }
