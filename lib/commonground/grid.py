"""Numbers on a grid: sums of their products are exact in double precision, in whatever order a processor takes them.

A vector's coordinates are multiples of 2⁻¹⁶. So a product of two is a multiple of 2⁻³², and so is any sum of such products;
as long as it stays below 2²¹, double precision holds it without rounding. Distances, and whatever follows from them, are
then the same bits on every machine.
"""

import numpy as np

STEP = 2.0**-16
EXACT = 2.0**53 * STEP**2  # sums of products below this are not rounded


def on_grid(values: np.ndarray) -> np.ndarray:
    """The nearest numbers on the grid, in the same precision."""
    return np.asarray(np.rint(values / STEP) * STEP, dtype=np.asarray(values).dtype)


def is_exact(vectors: np.ndarray) -> bool:
    """Whether vectors are on the grid, and short enough for the squared distance of any two to be exact."""
    squares = np.square(vectors, dtype=np.float64).sum(axis=-1)
    return bool((on_grid(vectors) == vectors).all()) and 4 * float(squares.max(initial=0.0)) < EXACT
