"""Odd values, and what may become of them: a right result, or one clear sentence."""

import math

import numpy as np
from hypothesis import strategies as st

from commonground.errors import CommonGroundError

ODDITIES = [
    *(None, True, False, 0, 1, 2, 3, -1, 7, 28, 29, 10**9, 10**30, -(10**30), 10**5000, 2**31, 2**63, 2**64),
    *(0.0, -0.0, 0.5, 1.0, 1.5, 2.0, -1.0, 1e-320, 1e300, 1e308, math.nan, math.inf, -math.inf, 1j),
    *("", "ta", "a", "3", "paper", "x\ny", "*", "S1:ta", "S99999999999:ta", f"S{'9' * 6000}:ta", "SM_CH9", "SM_B", "SM_B_nan"),
    *(b"x", [], (), {}, set(), frozenset(), [0], [1.0], [[1.0], [1.0, 2.0]], ["a"], ["ta", "tb"], {"a": 1.0}, {1.0, 2.0}, range(25)),
    *([math.nan, 1.0], [1e308, 1e308], [-1.0, 2.0], [0.0, 0.0], [True, False], ["1", "2"], [None] * 25, ["word"] * 25),
    *(np.int64(3), np.int8(5), np.uint64(2**63), np.float32(0.5), np.float16(0.5), np.float16(math.nan), np.bool_(True), np.str_("ta")),
    *(np.zeros(2), np.zeros((2, 2)), np.array(0.5), np.array(["a", "b"]), np.array([None, "a"], dtype=object)),
    *(object(), int, len, Exception("x"), np.random.default_rng(0), iter([1.0, 2.0]), slice(2), ...),
]  # fmt: skip
ODD = st.sampled_from(ODDITIES) | st.integers() | st.floats() | st.text(max_size=3)


def mixed_up(good):
    """Good arguments, some of them replaced: by odd values, or by what is good elsewhere."""
    values = list(good.values())
    other = ODD | st.sampled_from(values) if values else ODD
    changed = st.lists(st.sampled_from(sorted(good)), min_size=1, max_size=2, unique=True) if good else st.just([])
    return changed.flatmap(lambda names: st.fixed_dictionaries(dict.fromkeys(names, other))).map(lambda new: good | new)


def result_or_sentence(call, *args, **options):
    """What a call gives, or None if it is refused, which must be in one sentence."""
    try:
        return call(*args, **options)
    except CommonGroundError as error:
        said = str(error)
        assert "\n" not in said and said.endswith(".") and not said.endswith("..") and len(said) < 800, said
        return None
