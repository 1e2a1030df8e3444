"""A guesser for people written down literally: every set of cards that a clue may be for, in every world."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

SLIP = 0.05


def symmetric(weights: Sequence[float], number: int) -> float:
    """The sum over all sets of so many of the product of their weights."""
    return sum(math.prod(chosen) for chosen in combinations(weights, number))


def likelihood(squared: Sequence[float], sharpness: float, red: Sequence[int], number: int) -> float:
    """How much likelier than by chance a clue for so many cards is, if these are red: the share of the sets it may be for
    that are all red, beside the share of all sets that are.
    """
    sets = list(combinations(range(len(squared)), number))
    chance = {chosen: math.exp(-sharpness * sum(squared[card] for card in chosen)) for chosen in sets}
    all_red = [chosen for chosen in sets if set(chosen) <= set(red)]
    share = sum(chance[chosen] for chosen in all_red) / sum(chance.values())
    return (1 - SLIP) * share * len(sets) / len(all_red) + SLIP


def chances(
    squared: Mapping[str, Sequence[float]], shares: Mapping[str, tuple[float, float]], reds: int, number: int
) -> list[float]:
    """Each card's chance of being red after one clue, by distances and by (sharpness, share) of every language."""
    cards = range(len(next(iter(squared.values()))))
    worlds = {
        red: sum(share * likelihood(squared[name], sharp, red, number) for name, (sharp, share) in shares.items())
        for red in combinations(cards, reds)
    }
    total = sum(worlds.values())
    return [sum(p for red, p in worlds.items() if card in red) / total for card in cards]
