"""Random numbers addressed by what they are for, never by the order in which work happens to be done."""

from zlib import crc32

import numpy as np


def generator(root: int, *address: int | str) -> np.random.Generator:
    """The generator for one thing, e.g. `generator(seed, "board", 7)`; the same address gives the same numbers."""
    key = tuple(crc32(part.encode()) if isinstance(part, str) else int(part) for part in address)
    return np.random.default_rng(np.random.SeedSequence(root, spawn_key=key))
