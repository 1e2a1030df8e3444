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


Seed = int | Sequence[int | str] | np.random.Generator


def address(seed: Seed) -> tuple[int, tuple[int | str, ...]]:
    """A seed, or the address of one, as the seed and what it is for; a generator is asked for a seed."""
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(2**63)), ()
    root, *parts = seed if checks.is_list(seed) and len(seed) else (seed,)
    if isinstance(root, bool) or not isinstance(root, int | np.integer):
        raise checks.wrong(
            "rng", 'a seed, e.g. 7, the address of one, e.g. (7, "games", 3), or a generator of numpy\'s', seed
        )
    return int(root), tuple(parts)
