"""Random clues and cards as kernels see them, and what the literal algorithms make of them."""

import numpy as np
from hypothesis import strategies as st


@st.composite
def sights(draw):
    """A few clues, a few cards at small whole-number distances, a red set, revealed cards, and who is near whom."""
    cards = draw(st.integers(2, 7))
    clues = draw(st.integers(1, 6))
    squared = np.array(
        draw(st.lists(st.lists(st.integers(1, 5), min_size=cards, max_size=cards), min_size=clues, max_size=clues)),
        float,
    )
    near = np.array(draw(st.lists(st.integers(0, 2**cards - 1), min_size=clues, max_size=clues)), np.uint32)
    unrevealed = draw(st.integers(1, 2**cards - 1))
    red = draw(st.integers(0, 2**cards - 1)) & unrevealed
    return squared, near, unrevealed, red


def cards_of(mask):
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def order_of(squared, mask):
    return sorted(cards_of(mask), key=lambda card: (squared[card], card))


def literal_run(squared, unrevealed, red):
    run = 0
    for card in order_of(squared, unrevealed):
        if not red >> card & 1:
            break
        run += 1
    return run


def literal_static_clue(squared, near, unrevealed, red):
    """R9 without its fallback: (clue, number), or (-1, 0)."""
    best = (-1, 0)
    best_key = (0, 0.0)
    for clue in range(len(squared)):
        if not int(near[clue]) & red:
            continue
        run = literal_run(squared[clue], unrevealed, red)
        total = 0.0
        for card in order_of(squared[clue], unrevealed)[:run]:
            total += np.sqrt(squared[clue][card])
        if run and (run, -total) > best_key:
            best, best_key = (clue, run), (run, -total)
    return best
