"""The guesser with one posterior, literally: every world, every model, every way of speaking, every clue of the game."""

from collections.abc import Sequence

from reference.guesser import Heard, LiteralGuesser, World
from reference.static import Model

SLIP = 0.05


def meant(distances: dict[str, float], number: int, power: int) -> dict[str, float]:
    """How likely each card is meant: 1 / (1 + (s / s*) to some power), s its squared distance, `number` of them expected."""
    nearest = min(distances.values())
    ratios = {card: (squared / nearest) ** power for card, squared in distances.items()}
    low, high = 1e-30, 1e90
    while high / low > 1 + 1e-13:
        middle = (low * high) ** 0.5
        if sum(1 / (1 + ratio / middle) for ratio in ratios.values()) < number:
            low = middle
        else:
            high = middle
    return {card: 1 / (1 + ratio / low) for card, ratio in ratios.items()}


def rough(chances: dict[str, float], world: World) -> float:
    """How much likelier than by chance a clue is: a card that is meant is red, the others are by chance."""
    share = len(set(world) & set(chances)) / len(chances)
    result = 1.0
    for card, chance in chances.items():
        result *= (1 - chance) + chance * (1.0 if card in world else 0.0) / share
    return result


def posterior(
    models: Sequence[Model],
    vocabulary: list[str],
    board: list[str],
    neighbours: int,
    worlds: list[World],
    history: list[tuple[str, int, set[str]]],  # clue, number, unrevealed then
    prior: Sequence[float],
    noise: Sequence[Heard],  # one for each level
    noise_prior: Sequence[float],
    stranger: float,
    blend: Model,
    powers: Sequence[int],
    said: int,  # how many clues a stranger may say
) -> dict[tuple[int, int, World], float]:
    """p(m, way of speaking, w); the ways are the noise levels, then a stranger of each power."""
    asked = [LiteralGuesser(models, vocabulary, heard, 0, 1, neighbours, number=True) for heard in noise]
    for literal in asked:
        literal.initialize(board)
    opinions = []
    for clue, number, unrevealed in history:
        squared = {card: blend.distance(clue, card) ** 2 for card in board if card in unrevealed}
        opinions.append([meant(squared, number, power) for power in powers])
    table = {}
    for m in range(len(models)):
        for world in worlds:
            ways = [prior[m] * (1 - stranger) * p for p in noise_prior]
            ways += [prior[m] * stranger / len(powers)] * len(powers)
            for (clue, number, unrevealed), found in zip(history, opinions, strict=True):
                loose = [rough(chances, world) / said for chances in found]
                exact = [literal.likelihood(m, world, clue, number, unrevealed) for literal in asked]
                if stranger:
                    exact = [(1 - SLIP) * p + SLIP * sum(loose) / len(loose) for p in exact]
                ways = [way * p for way, p in zip(ways, [*exact, *loose], strict=True)]
            for way, p in enumerate(ways):
                table[m, way, world] = p
    total = sum(table.values())
    return {place: p / total for place, p in table.items()}
