"""The Bayesian spymaster, line by line from the paper's appendix (Optimized Get Clue), with our readings R1 to R8.

`filter` says how its viability test is read (R4): "red", ours; "printed", as it stands; "none", for plain Get Clue.
"""

from collections.abc import Callable, Sequence

import numpy as np

from reference.static import Model, guess

Noise = Callable[[int, str, int], np.ndarray]  # (model, clue, sample) -> z


def observed_action(cards: list[str], key: dict[str, str]) -> list[str]:
    """getObservedAction: up to and with the first card that is not red."""
    shown = []
    for card in cards:
        shown.append(card)
        if key[card] != "R":
            return shown
    return shown


def value(cards: list[str], key: dict[str, str]) -> float:
    """v(γ, A): the values of the cards revealed, minus one for the turn; an assassin costs as much as all red cards (R1)."""
    values = {"R": 1, "B": -1, "Y": 0, "A": -list(key.values()).count("R")}
    return sum(values[key[card]] for card in observed_action(cards, key)) - 1


def get_clue(
    models: Sequence[Model],
    beliefs: Sequence[float],
    clues: list[str],
    board: list[str],
    key: dict[str, str],
    unrevealed: set[str],
    noise: Noise,
    samples: int,
    filter: str = "red",
) -> tuple[tuple[str, int], dict[tuple[str, int], float]]:
    """The best clue and E of every clue evaluated."""
    remaining = sum(key[card] == "R" for card in unrevealed)
    most_believed = models[max(range(len(models)), key=lambda m: (beliefs[m], -m))]
    expected: dict[tuple[str, int], float] = {}
    for clue in sorted(clues):
        for n in range(1, remaining + 1):
            replies = [guess(model, model[clue], n, board, unrevealed) for model in models]
            if not any(_viable(reply, key, filter) for reply in replies):
                break
            expected[clue, n] = evaluate(models, beliefs, clue, n, board, key, unrevealed, noise, samples)
    if not expected:
        for clue in sorted(clues):
            expected[clue, 1] = evaluate(models, beliefs, clue, 1, board, key, unrevealed, noise, samples)
    best, highest, most, closest = ("", 0), -float("inf"), 0, float("inf")
    for (clue, n), candidate in expected.items():
        reply = guess(most_believed, most_believed[clue], n, board, unrevealed)
        right, summed = _right_and_summed_distance(most_believed, clue, reply, key)
        if candidate < highest - 1e-9:
            continue
        if candidate <= highest + 1e-9 and (right, -summed) <= (most, -closest):
            continue
        best, highest, most, closest = (clue, n), candidate, right, summed
    return best, expected


def evaluate(
    models: Sequence[Model],
    beliefs: Sequence[float],
    clue: str,
    n: int,
    board: list[str],
    key: dict[str, str],
    unrevealed: set[str],
    noise: Noise,
    samples: int,
) -> float:
    """E(l, n) over models and samples."""
    total = 0.0
    for m, model in enumerate(models):
        for sample in range(samples):
            heard = model[clue] + noise(m, clue, sample)
            total += value(guess(model, heard, n, board, unrevealed), key) * beliefs[m]
    return total / samples


def pseudo_counts(
    models: Sequence[Model],
    clue: str,
    n: int,
    board: list[str],
    key: dict[str, str],
    unrevealed: set[str],
    noise: Noise,
    samples: int,
    seen: list[str],
) -> list[int]:
    """h(g, l, n)[γ*] for each model: one, and one more for each sample that shows what was seen."""
    counts = []
    for m, model in enumerate(models):
        count = 1
        for sample in range(samples):
            heard = model[clue] + noise(m, clue, sample)
            count += observed_action(guess(model, heard, n, board, unrevealed), key) == seen
        counts.append(count)
    return counts


def _viable(reply: list[str], key: dict[str, str], filter: str) -> bool:
    """γ* = γ, and by our reading all red; every reply is, without the filter."""
    if filter == "none":
        return True
    return observed_action(reply, key) == reply and (filter == "printed" or _all_red(reply, key))


def _all_red(cards: list[str], key: dict[str, str]) -> bool:
    return all(key[card] == "R" for card in cards)


def _right_and_summed_distance(model: Model, clue: str, reply: list[str], key: dict[str, str]) -> tuple[int, float]:
    """GetSumDistance, and how many cards it sums over."""
    right, total = 0, 0.0
    for card in reply:
        if key[card] != "R":
            break
        right += 1
        total += model.distance(card, clue)
    return right, total
