"""Games that are kept between runs, in chunks: one pairing on a stretch of boards, as many of its first as were ever played.

A chunk stands under `.cache/experiments/`, at an address made of everything that decides its games: the embeddings that
take part (and not the others of the set), the words of boards, the agents as they are made, libraries, and of the code what
it means, not how it is worded. How many games a run asks for decides nothing: a short run takes the first games of a long one's chunks, a long run
plays what a short one's lack. A chunk carries a digest, and what does not agree with it is thrown away and played again.
"""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from commonground import agents, files, paths, progress
from commonground.embeddings import EmbeddingSet
from commonground.embeddings.fitted import fitted
from commonground.study import provenance
from commonground.study.experiment import Experiment, Pairing, Rows

CHUNK = 25  # games at most, but for matches
BOARD = 3  # the column of rows of games and of turns


def places(experiment: Experiment, pairing: Pairing, known: EmbeddingSet, loaded: bool = False) -> dict[int, Path]:
    """Where the chunks of a pairing are, by their first board; of the code as it is, or as this process has loaded it."""
    decided = _decided(experiment, pairing, known, loaded)
    starts = range(0, experiment.games, length(experiment))
    return {start: _place(decided, start) for start in starts}


def length(experiment: Experiment) -> int:
    """How many games a chunk has: a match, if there are matches."""
    return experiment.in_a_row if experiment.in_a_row > 1 else CHUNK


def _decided(experiment: Experiment, pairing: Pairing, known: EmbeddingSet, loaded: bool) -> str:
    """All that decides the games of a pairing but their boards.

    What a variant is called decides nothing, what is different about it does.
    """
    seated, embeddings = provenance.made(experiment, pairing, known)
    modules = (type(agent).__module__ for agent in seated[:2])
    code = provenance.loaded if loaded else provenance.deciding
    relevant = {
        "pairing": pairing.bases,
        "world": provenance.world(known, embeddings),
        "agents": seated[:2],
        "options": [experiment.options.get(name, {}) for name in pairing[1:]],
        "noise": (experiment.noise, experiment.stochastic, experiment.seed),
        "rules": experiment.rules,
        "in a row": experiment.in_a_row,
        "models": experiment.models,
        "code": code("commonground.study.experiment", *modules),
        "libraries": provenance.libraries(*provenance.LIBRARIES),
        "manners": provenance.manners(seated.spymaster),
    }
    if any(agents.described(name, known).over == "people" for name in pairing.bases[1:]):
        relevant["people"] = fitted(known.name, [one.name for one in known.singles])
    return json.dumps(relevant, sort_keys=True, default=provenance.plain)


def _place(decided: str, start: int) -> Path:
    address = hashlib.sha256(f"{start}\0{decided}".encode()).hexdigest()
    return paths.cache() / "experiments" / address[:2] / f"{address[2:26]}.json"


def count(path: Path) -> int:
    """How many games a chunk holds: none if it is not there; one that is damaged is named and thrown away."""
    found = _content(path)
    return int(found[0]) if found else 0


def rows(path: Path, games: int) -> Rows:
    """The rows of the first games of a chunk; fewer, if it has not as many."""
    found = _content(path)
    content: dict[str, list[list[Any]]] = json.loads(found[1]) if found else {"games": [], "turns": []}
    first = content["games"][:games]
    boards = {row[BOARD] for row in first}
    return Rows(first, [row for row in content["turns"] if row[BOARD] in boards])


def add(path: Path, before: int, new: Rows) -> None:
    """Keep games that come after the first so many of a chunk; what another run has kept meanwhile stays."""
    there = count(path)
    if not before <= there < before + len(new.games):
        return  # another run kept as many, or threw away what these would follow on
    old = rows(path, before)
    content = json.dumps({"games": old.games + new.games, "turns": old.turns + new.turns})
    head = f"{len(old.games) + len(new.games)} {_digest(content)}"
    files.write_text(path, f"{head}\n{content}\n")


def _content(path: Path) -> tuple[str, str] | None:
    """How many games a chunk says it holds, and their rows, if the digest agrees."""
    try:
        head, content = path.read_text(encoding="utf-8").split("\n", 1)
        games, digest = head.split(" ")
        if digest != _digest(content.rstrip("\n")) or not games.isdecimal():
            raise ValueError("its digest is another")
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        progress.say(f"{path} is damaged ({error}): it is thrown away, and its games are played again")
        with files.told(path):
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        return None
    return games, content


def _digest(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()
