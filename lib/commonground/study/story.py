"""One game with what its spymaster thought: the reasons for each clue, and the beliefs as they move."""

from dataclasses import dataclass
from typing import Any

from commonground.agents import BayesianSpymaster
from commonground.game import Board, GameRecord, Guesser, steps


@dataclass(frozen=True)
class Story:
    """A game, the spymaster's reasons for each clue, and its beliefs before each turn and at the end."""

    record: GameRecord
    reasons: tuple[dict[str, Any], ...]
    beliefs: tuple[dict[str, float], ...]

    @property
    def models(self) -> list[str]:
        return list(self.beliefs[0])


def tell(board: Board, spymaster: BayesianSpymaster, guesser: Guesser, rng: int = 0) -> Story:
    """Play a game and keep what the spymaster thought."""
    game, move = steps(board, spymaster, guesser, rng=rng), None
    reasons: list[dict[str, Any]] = []
    beliefs: list[dict[str, float]] = []
    while True:
        try:
            asked = game.send(move)
        except StopIteration as end:
            return Story(end.value, tuple(reasons), (*beliefs, spymaster.beliefs()))
        move = asked.answer()
        if asked.role == "spymaster":
            reasons.append(spymaster.explain())
            beliefs.append(spymaster.beliefs())
