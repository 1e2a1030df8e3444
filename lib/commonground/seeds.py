"""Random numbers addressed by what they are for, never by the order in which work happens to be done."""

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from commonground import checks


def generator(root: int, *address: int | str) -> np.random.Generator:
    """The generator for one thing, e.g. `generator(seed, "board", 7)`; the same address gives the same numbers."""
    key = tuple(
        crc32(part.encode(errors="surrogatepass"))
        if isinstance(part, str)
        else checks.whole("Part of a seed's address", part)
        for part in address
    )
    return np.random.default_rng(np.random.SeedSequence(checks.whole("A seed", root), spawn_key=key))


def address(seed: int | Sequence[int | str]) -> tuple[int, tuple[int | str, ...]]:
    """A seed, or the address of one, as the seed and what it is for."""
    root, *parts = seed if checks.is_list(seed) and len(seed) else (seed,)
    if isinstance(root, bool) or not isinstance(root, int | np.integer):
        raise checks.wrong("rng", 'a seed, e.g. 7, or the address of one, e.g. (7, "games", 3)', seed)
    return int(root), tuple(parts)
