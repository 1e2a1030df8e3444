"""The guesser with one posterior, literally: every world, every model, every way of speaking, every clue of the game."""

from collections.abc import Sequence

from reference.guesser import Heard, LiteralGuesser, World
from reference.static import Model, nearest_cards

SLIP = 0.05


def rough(
    model: Model, board: list[str], clue: str, number: int, unrevealed: set[str], world: World, closeness: float
) -> float:
    """How much likelier than by chance: the k-th nearest card was meant, and so is red, with probability ρ to the k."""
    share = len(set(world) & unrevealed) / len(unrevealed)
    result = 1.0
    for k, card in enumerate(nearest_cards(model, clue, board, unrevealed)[:number], start=1):
        meant = closeness**k
        result *= (1 - meant) + meant * (1.0 if card in world else 0.0) / share
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
    closeness: Sequence[float],
) -> dict[tuple[int, int, World], float]:
    """p(m, way of speaking, w); the ways are the noise levels, then a stranger of each closeness."""
    asked = [LiteralGuesser(models, vocabulary, heard, 0, 1, neighbours, number=True) for heard in noise]
    for literal in asked:
        literal.initialize(board)
    table = {}
    for m, model in enumerate(models):
        clues = {
            w for card in board for w in sorted(vocabulary, key=lambda v, c=card: model.distance(v, c))[1:][:neighbours]
        }
        anything = len(clues - set(board))
        for world in worlds:
            ways = [prior[m] * (1 - stranger) * p for p in noise_prior]
            ways += [prior[m] * stranger / len(closeness)] * len(closeness)
            for clue, number, unrevealed in history:
                left = len(set(world) & unrevealed)
                loose = [
                    rough(model, board, clue, number, unrevealed, world, rho) / (anything * left) for rho in closeness
                ]
                exact = [literal.likelihood(m, world, clue, number, unrevealed) for literal in asked]
                if stranger:
                    exact = [(1 - SLIP) * p + SLIP * sum(loose) / len(loose) for p in exact]
                ways = [way * p for way, p in zip(ways, [*exact, *loose], strict=True)]
            for way, p in enumerate(ways):
                table[m, way, world] = p
    total = sum(table.values())
    return {place: p / total for place, p in table.items()}
