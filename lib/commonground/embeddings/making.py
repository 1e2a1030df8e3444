"""Making vectors: `python -m commonground.embeddings.making SET NAME=FILE …`, in a process with pinned kernels."""

import os
import sys
from pathlib import Path

import numpy as np

from commonground import grid, parallel, paths, progress
from commonground.embeddings import Embedding, formats, pinned, recipes, words
from commonground.embeddings.catalogue import Entry, load
from commonground.errors import CommonGroundError


def make(name: str, entry: Entry, vocabulary: list[str], shard: Path) -> None:
    """Make one embedding, at its scale and on the grid, and keep it."""
    if entry.recipe:
        found, vectors = recipes.recipe(entry.recipe)(name, vocabulary)
    else:
        found, vectors = formats.read(file_of(entry), entry.format, vocabulary, entry.prefix)
    embedding = Embedding(name, np.array(found), vectors)
    if entry.mean_norm is not None:
        embedding = embedding.scaled(entry.mean_norm)
    if not grid.is_exact(rounded := grid.on_grid(embedding.vectors)):
        raise CommonGroundError(
            f"The vectors of '{name}' are too long to be reckoned with exactly: give a `mean_norm`."
        )
    Embedding(name, embedding.words, rounded).save(shard)
    progress.say(f"{name}: {len(embedding):,} words, {embedding.dimension} dimensions")


def file_of(entry: Entry) -> Path:
    """The file that an embedding is made from, which must be there."""
    path = paths.raw(entry.source) / entry.file if entry.source else paths.root() / entry.file
    if not path.is_file():
        raise CommonGroundError(f"'{entry.title}' needs the file {path}" + (f": {entry.note}." if entry.note else "."))
    return path


def main(set_name: str, *wanted: str) -> int:
    """Make some embeddings of a set; a sentence about what can't be done goes to standard output."""
    parallel.end_with(os.getppid())
    try:
        pinned.check()
        chosen = load().set(set_name)
        vocabulary = words.clue_vocabulary(chosen.vocabulary)
        for name, _, shard in (one.partition("=") for one in wanted):
            make(name, chosen.entry(name), vocabulary, Path(shard))
    except CommonGroundError as error:
        print(error)
        return pinned.REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
