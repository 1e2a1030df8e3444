"""The crowd as a model of a person: what the others took who heard the same clue on the same board.

It knows no language, only other people: a yardstick for models of people in general. It is no ceiling: with five to ten others,
a card that none of them took may still be one that many would, and a model can be better.
"""

from itertools import product

import numpy as np

from commonground.crowd.listening import Heard, taken

UNSEEN = (0.02, 0.05, 0.1, 0.2, 0.4, 0.8)  # by how many takers a card has more than are seen
SHARPNESS = (0.6, 0.8, 1.0, 1.3, 1.7)  # the power of the number of takers


def takers(found: Heard) -> tuple[np.ndarray, np.ndarray]:
    """How many others took each card, (trial, card), and how many others there were, (trial,)."""
    own = np.zeros(found.cards.shape)
    np.put_along_axis(own, found.guesses, 1.0, axis=1)
    _, scene = np.unique(np.column_stack([found.board, found.clue]), axis=0, return_inverse=True)
    scene = scene.ravel()
    totals = np.zeros((scene.max() + 1, found.cards.shape[1]))
    np.add.at(totals, scene, own)
    return totals[scene] - own, np.bincount(scene)[scene] - 1


def crowd(found: Heard) -> np.ndarray:
    """What the others make of every trial, (component, trial): by what is added to the takers, and how sharp they are."""
    counts, _ = takers(found)
    absent = np.where(found.there, 0.0, -np.inf)
    return np.array(
        [taken(power * np.log(counts + more) + absent, found.guesses) for more, power in product(UNSEEN, SHARPNESS)]
    )
