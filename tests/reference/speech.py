"""Rational speech acts with a moving average of likelihoods, literally. Cards are words, a model is a dictionary of vectors."""

import math

from reference.static import Model


def unit(model: Model, clues: list[str], board: list[str]) -> float:
    """The mean distance between a clue and a card."""
    return sum(model.distance(clue, card) for clue in clues for card in board) / (len(clues) * len(board))


def literal_listener(model: Model, clue: str, unrevealed: list[str], alpha: float) -> dict[str, float]:
    """L0(card | clue) ∝ exp(−α distance)."""
    nearest = min(model.distance(clue, card) for card in unrevealed)
    weights = {card: math.exp(-alpha * (model.distance(clue, card) - nearest)) for card in unrevealed}
    total = sum(weights.values())
    return {card: weight / total for card, weight in weights.items()}


def expected_utility(listener: dict[str, float], worth: dict[str, float], red: set[str], number: int) -> float:
    """What a listener reveals, worth by worth, if it finds the likelier red cards first; a turn costs 1."""
    left, reached, total = dict(listener), 1.0, -1.0
    for target in sorted(red, key=lambda card: -listener[card])[:number]:
        whole = sum(left.values())
        for card, chance in left.items():
            total += reached * chance / whole * worth[card]
        reached *= sum(left[card] for card in left if card in red) / whole
        del left[target]
    return total


def speaker_clue(
    listeners: dict[str, list[dict[str, float]]], beliefs: list[float], worth: dict[str, float], red: set[str]
) -> tuple[str, int]:
    """S1: the (clue, n) of the largest expected utility over the models' listeners of each clue."""
    values = {
        (clue, n): sum(b * expected_utility(own, worth, red, n) for b, own in zip(beliefs, of_models, strict=True))
        for clue, of_models in listeners.items()
        for n in range(1, len(red) + 1)
    }
    best = max(values.values())
    return next(key for key in sorted(values) if values[key] >= best - 1e-9)


def picked(model: Model, clue: str, guesses: list[str], unrevealed: list[str], alpha: float) -> float:
    """P(guesses | clue) of the literal listener, card by card."""
    chance, left = 1.0, list(unrevealed)
    for guess in guesses:
        chance *= literal_listener(model, clue, left, alpha)[guess]
        left.remove(guess)
    return chance


def said_for(model: Model, heard: str, card: str, clues: list[str], unrevealed: list[str], alpha: float) -> float:
    """S1(heard | card): L0 of the card given the word heard, beside that given every word that might be said."""
    sayable = {*clues, heard}
    chances = {word: literal_listener(model, word, unrevealed, alpha)[card] for word in sayable}
    return chances[heard] / sum(chances.values())


def weights(beliefs: list[float], weighing: str) -> list[float]:
    """How much each model counts: by its average, or all for the largest, which several may share."""
    if weighing == "average":
        return beliefs
    first = [b >= max(beliefs) - 1e-9 for b in beliefs]
    return [one / sum(first) for one in first]


def moved(beliefs: list[float], likelihoods: list[float], rate: float) -> list[float]:
    """The moving average after one more turn."""
    total = sum(likelihoods)
    if total <= 0:
        return beliefs
    return [(1 - rate) * b + rate * likelihood / total for b, likelihood in zip(beliefs, likelihoods, strict=True)]
