"""Making a set: fetch, then every embedding from its source or recipe, scaled, and cut to the words that all of them have.

An embedding takes up to minutes to make, so each is kept under `.cache/`, addressed by all it was made from (`origins`):
adding an embedding to a set, or a build that was interrupted, makes anew only what is new.
"""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from commonground import files, parallel, parameters, paths, progress
from commonground.embeddings import (
    Embedding,
    concatenate,
    filling,
    origins,
    pinned,
    precompute,
    recipes,
    sources,
    words,
)
from commonground.embeddings.catalogue import Catalogue, Entry, Set, load
from commonground.errors import CommonGroundError
from commonground.game import STANDARD
from commonground.game.words import board_words


def fetch_set(set_name: str) -> None:
    """Fetch what a set is made from, and leave a record of it: the digest of every file."""
    catalogue = load()
    brought = sources.fetch_all(catalogue.set(set_name).sources, catalogue)
    record = {name: {path.name: files.digest_now(path) for path in found} for name, found in brought.items()}
    files.write_json(paths.fetched(set_name), record)


def build_set(set_name: str) -> None:
    """Make `data/embeddings/<set>/`: one `<id>.npz` an embedding, the vocabulary's record, a manifest."""
    catalogue = load()
    chosen = catalogue.set(set_name)
    sources.fetch_all(chosen.sources, catalogue)
    vocabulary = words.clue_vocabulary(chosen.vocabulary)
    made = _made(catalogue, set_name, vocabulary)
    players = {name: made[name] for name, entry in chosen.embeddings.items() if entry.role != "part"}
    common = [word for word in vocabulary if all(word in member for member in players.values())]
    _check_enough(set_name, players, common)
    folder = paths.embeddings(set_name)
    (folder / "manifest.json").unlink(missing_ok=True)  # written last: it says that the set is whole
    for name, member in players.items():
        member.restricted(common).save(folder / f"{name}.npz")
    files.write_text(folder / "vocabulary.csv", _record(vocabulary, players).to_csv(index=False, lineterminator="\n"))
    digests = {name: files.digest(folder / f"{name}.npz") for name in players}
    for name, found in digests.items():
        _tell_whose(name, chosen.entry(name), found)
    files.write_json(folder / "manifest.json", _manifest(catalogue, set_name, players, common) | {"sha256": digests})


def _tell_whose(name: str, entry: Entry, found: str) -> None:
    """Say whether vectors are those that the study was made with."""
    if entry.sha256 == found:
        progress.say(f"{name}: the study's own vectors")
    elif entry.sha256:
        progress.say(
            f"{name}: not the study's vectors (sha256 {found[:12]}…, theirs is {entry.sha256[:12]}…); results will say so"
        )


def precompute_set(set_name: str, chosen: parameters.Precompute) -> None:
    """Make `data/precomputed/<set>/<id>.npz` for every embedding of a set; Voronoi tables for the internal ones."""
    folder, entries = paths.precomputed(set_name), load().set(set_name).embeddings
    (folder / "manifest.json").unlink(missing_ok=True)
    tasks = [
        (set_name, name, chosen, entry.role == "internal") for name, entry in entries.items() if entry.role != "part"
    ]
    for _ in parallel.each(_precompute, tasks, "precompute"):
        pass
    files.write_json(folder / "manifest.json", _sampling(chosen))


def _precompute(set_name: str, name: str, chosen: parameters.Precompute, voronoi: bool) -> None:
    """One embedding's tables: those that are kept, if they were made from the same vectors in the same way."""
    path = paths.embeddings(set_name) / f"{name}.npz"
    shard = origins.tables(name, path, chosen, voronoi)
    if not files.is_kept(shard):
        vectors = Embedding.load(path).vectors
        precompute.save(shard, name, vectors, chosen.noise, chosen.samples, chosen.seed, voronoi)
    files.write_bytes(paths.precomputed(set_name) / f"{name}.npz", shard.read_bytes())


def _sampling(chosen: parameters.Precompute) -> dict[str, object]:
    """How tables are sampled, as their manifest says it."""
    return {"noise": list(chosen.noise), "samples": chosen.samples, "seed": chosen.seed}


def bring(set_name: str, chosen: parameters.Precompute) -> None:
    """Fetch, build and precompute a set that is not there, or not as catalogue, own files and parameters have it now."""
    catalogue = load()
    entries = catalogue.set(set_name)
    own = any(entry.file and not entry.source for entry in entries.embeddings.values())  # they may have changed
    if own or not (is_there(entries, set_name) and _is_current(catalogue, set_name, chosen)):
        fetch_set(set_name)
        build_set(set_name)
        precompute_set(set_name, chosen)


def is_there(chosen: Set, set_name: str) -> bool:
    """Whether all files of a set are there, vectors and tables."""
    needed = [name for name, entry in chosen.embeddings.items() if entry.role != "part"]
    folders = (paths.embeddings(set_name), paths.precomputed(set_name))
    expected = [folders[0] / "manifest.json", *(folder / f"{name}.npz" for folder in folders for name in needed)]
    return all(path.exists() for path in expected)


def _is_current(catalogue: Catalogue, set_name: str, chosen: parameters.Precompute) -> bool:
    """Whether vectors and tables on disk are what would be made now."""
    same_vectors = manifest_of(set_name).get("made_from") == origins.made_from(catalogue, set_name)
    return same_vectors and _read(paths.precomputed(set_name) / "manifest.json") == _sampling(chosen)


def ensure(set_name: str) -> None:
    """See that a set is there: make it if nothing has to be fetched for it, else say how to get it."""
    catalogue = load()
    chosen = catalogue.set(set_name)
    complete = is_there(chosen, set_name)
    if chosen.sources or any(entry.file for entry in chosen.embeddings.values()):
        if not complete:
            raise CommonGroundError(
                f"The embedding set '{set_name}' is not in {paths.data()} yet: run `dvc repro precompute` "
                f"(with `embeddings: {set_name}` in params.yaml) to fetch and build it."
            )
    elif not (complete and _is_current(catalogue, set_name, parameters.load().precompute)):
        progress.say(f"making the embedding set '{set_name}' (some seconds)")
        shutil.rmtree(paths.precomputed(set_name), ignore_errors=True)  # or an interruption would leave old tables
        build_set(set_name)
        precompute_set(set_name, parameters.load().precompute)


def manifest_of(set_name: str) -> dict[str, object]:
    """What a set on disk says of itself; nothing if it is not there, or damaged."""
    return _read(paths.embeddings(set_name) / "manifest.json")


def _read(manifest: Path) -> dict[str, object]:
    try:
        return dict(json.loads(manifest.read_text()))
    except (FileNotFoundError, ValueError, TypeError):
        return {}


def _made(catalogue: Catalogue, set_name: str, vocabulary: list[str]) -> dict[str, Embedding]:
    """Every embedding of the set at its scale, over as much of the vocabulary as it has."""
    chosen = catalogue.set(set_name)
    single = {name: entry for name, entry in chosen.embeddings.items() if not entry.concatenate}
    shards = {name: origins.shard(catalogue, name, entry, vocabulary) for name, entry in single.items()}
    pinned.each("commonground.embeddings.making", _tasks(set_name, single, shards))
    made = {name: Embedding.load(shard, name) for name, shard in shards.items()}
    if chosen.fill:
        made = {name: filling.filled(member, made[chosen.fill]) for name, member in made.items()}
    for name, entry in chosen.embeddings.items():
        if entry.concatenate:
            made[name] = concatenate(name, [made[part] for part in entry.concatenate])
    return made


def _tasks(set_name: str, entries: dict[str, Entry], shards: dict[str, Path]) -> list[tuple[str, ...]]:
    """What processes are to make what is missing: one for each slow recipe, the slowest first; one for all the rest."""
    missing = [name for name in entries if not files.is_kept(shards[name])]
    order = list(recipes.RECIPES)
    slow = [name for name in missing if entries[name].recipe and entries[name].recipe not in recipes.QUICK]
    slow.sort(key=lambda name: order.index(entries[name].recipe))
    groups = [*([name] for name in slow), [name for name in missing if name not in slow]]
    return [(set_name, *(f"{name}={shards[name]}" for name in group)) for group in groups if group]


def _check_enough(set_name: str, players: dict[str, Embedding], common: list[str]) -> None:
    on_board = set(board_words()) & set(common)
    if len(on_board) < STANDARD.cards:
        narrowest = min(players.values(), key=len)
        raise CommonGroundError(
            f"The embeddings of set '{set_name}' share only {len(on_board)} board words, and a board needs {STANDARD.cards}: "
            f"'{narrowest.name}' has the fewest words ({len(narrowest):,})."
        )
    if len(common) <= STANDARD.cards:
        raise CommonGroundError(
            f"The embeddings of set '{set_name}' share {len(common)} words, all of them on the board: no word is left to be a clue."
        )


def _record(vocabulary: Iterable[str], players: dict[str, Embedding]) -> pd.DataFrame:
    """What became of every word of the vocabulary: kept, or which embeddings lack it."""
    board = set(board_words())
    rows = []
    for word in vocabulary:
        lacking = [name for name, member in players.items() if word not in member]
        rows.append((word, int(word in board), int(not lacking), " ".join(lacking)))
    return pd.DataFrame(rows, columns=["word", "board", "kept", "missing_from"])


def _manifest(
    catalogue: Catalogue, set_name: str, players: dict[str, Embedding], common: list[str]
) -> dict[str, object]:
    board = set(board_words()) & set(common)
    return {
        "set": set_name,
        "made_from": origins.made_from(catalogue, set_name),
        "libraries": origins.versions(),
        "words": len(common),
        "board_words": len(board),
        "coverage": {name: len(member) for name, member in players.items()},
    }
