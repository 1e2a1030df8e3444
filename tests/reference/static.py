"""The basic agents, literally (DESIGN R9, R10; paper §2.1 and §3.1). Cards are words, a model is a dictionary of vectors."""

import numpy as np


class Model(dict[str, np.ndarray]):
    """An embedding: a vector for each word. Distances between words are remembered, and nothing else is."""

    def __init__(self, vectors: dict[str, np.ndarray]) -> None:
        super().__init__(vectors)
        self.distances: dict[tuple[str, str], float] = {}

    def distance(self, a: str, b: str) -> float:
        if (a, b) not in self.distances:
            self.distances[a, b] = distance(self[a], self[b])
        return self.distances[a, b]


def distance(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.sqrt(((a - b) ** 2).sum()))


def nearest_cards(model: Model, clue: str, board: list[str], unrevealed: set[str]) -> list[str]:
    """The unrevealed cards by distance to a clue; equal distances in the order of the board."""
    return sorted((card for card in board if card in unrevealed), key=lambda card: model.distance(card, clue))


def guess(model: Model, vector: np.ndarray, number: int, board: list[str], unrevealed: set[str]) -> list[str]:
    """g(l, n): the n nearest unrevealed cards."""
    cards = sorted((card for card in board if card in unrevealed), key=lambda card: distance(model[card], vector))
    return cards[:number]


def candidates(
    model: Model, vocabulary: list[str], board: list[str], unrevealed_red: set[str], count: int
) -> list[str]:
    """The `count` nearest neighbours of every unrevealed red word, without the words on the board."""
    found: set[str] = set()
    for card in unrevealed_red:
        others = sorted((word for word in vocabulary if word != card), key=lambda word: model.distance(word, card))
        found.update(others[:count])
    return sorted(found - set(board))


def run(model: Model, clue: str, board: list[str], unrevealed: set[str], red: set[str]) -> list[str]:
    """The red cards that are guessed before the first card that is not red."""
    cards = []
    for card in nearest_cards(model, clue, board, unrevealed):
        if card not in red:
            break
        cards.append(card)
    return cards


def static_clue(
    model: Model, clues: list[str], board: list[str], unrevealed: set[str], red: set[str]
) -> tuple[str, int] | None:
    """The clue with the most cards, then the smallest summed distance, then the alphabet; None if none has any."""
    best, best_key = None, (0, 0.0)
    for clue in sorted(clues):
        cards = run(model, clue, board, unrevealed, red)
        total = 0.0
        for card in cards:
            total += model.distance(card, clue)
        if cards and (best is None or (len(cards), -total) > best_key):
            best, best_key = (clue, len(cards)), (len(cards), -total)
    return best
