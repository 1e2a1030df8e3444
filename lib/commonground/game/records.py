"""A game as it is kept: every turn, and what both sides believed before it."""

import html
from dataclasses import dataclass

from commonground.game.board import Board, Clue
from commonground.game.rules import Colour

ALIKE = 1e-9  # beliefs so near are the same


@dataclass(frozen=True)
class TurnRecord:
    """A turn as results keep it; beliefs are those before the turn."""

    intended: Clue
    heard: Clue
    guesses: tuple[int, ...]
    colours: tuple[Colour, ...]
    spymaster_beliefs: dict[str, float]
    guesser_beliefs: dict[str, float]


@dataclass(frozen=True)
class GameRecord:
    """A whole game; in Jupyter it shows itself turn by turn."""

    board: Board
    spymaster: str
    guesser: str
    environment: str
    turns: tuple[TurnRecord, ...]

    @property
    def revealed(self) -> dict[Colour, int]:
        """How many cards of each colour were revealed."""
        seen = [colour for turn in self.turns for colour in turn.colours]
        return {colour: seen.count(colour) for colour in Colour}

    @property
    def won(self) -> bool:
        return self.revealed[Colour.RED] == self.board.rules.red

    @property
    def ending(self) -> str:
        """Why the game ended."""
        if self.won:
            return "all red cards found"
        if self.revealed[Colour.ASSASSIN]:
            return "the assassin was picked"
        lost = self.revealed[Colour.BLUE] == self.board.rules.blue > 0
        return (
            "all blue cards were picked"
            if lost
            else f"nobody ended it, and it was stopped after {len(self.turns)} turns"
        )

    def table(self) -> list[tuple[str, str, str, str]]:
        """The game in words, a row a turn: number, clue, cards picked, what the spymaster believed most."""
        rows = []
        for number, turn in enumerate(self.turns, start=1):
            clue = str(turn.heard) if turn.heard == turn.intended else f"{turn.heard} (meant {turn.intended.word})"
            picks = ", ".join(
                f"{self.board.words[card]} ({colour.name.lower()})"
                for card, colour in zip(turn.guesses, turn.colours, strict=True)
            )
            rows.append((str(number), clue, picks, _strongest(turn)))
        return rows

    def __str__(self) -> str:
        result = "won" if self.won else "lost"
        head = f"{self.spymaster} with {self.guesser} ({self.environment}): {result} in {len(self.turns)} turns, {self.ending}"
        return "\n".join([head, *(f"  {number}. {clue}: {picks}" for number, clue, picks, _ in self.table())])

    def _repr_html_(self) -> str:
        result = "won" if self.won else "lost"
        cells = "".join(
            "<tr>" + "".join(f"<td style='text-align:left'>{html.escape(cell)}</td>" for cell in row) + "</tr>"
            for row in self.table()
        )
        heads = "".join(
            f"<th style='text-align:left'>{head}</th>" for head in ("turn", "clue", "cards picked", "believed most")
        )
        return (
            f"<p><b>{html.escape(self.spymaster)}</b> with <b>{html.escape(self.guesser)}</b> ({self.environment}): "
            f"<b>{result}</b> in {len(self.turns)} turns, {self.ending}</p><table><tr>{heads}</tr>{cells}</table>"
        )


def _strongest(turn: TurnRecord) -> str:
    """Each side's most believed team-mate before the turn, for those that have beliefs."""
    sides = (("spymaster", turn.spymaster_beliefs), ("guesser", turn.guesser_beliefs))
    return "; ".join(f"{side}: {_most(beliefs)}" for side, beliefs in sides if beliefs)


def _most(beliefs: dict[str, float]) -> str:
    """The most believed, `g1 .79`; where several share the place, that nobody is."""
    first, *others = sorted(beliefs.items(), key=lambda one: -one[1])
    if others and first[1] - others[0][1] < ALIKE:
        return "no opinion" if first[1] - others[-1][1] < ALIKE else "several alike"
    return f"{first[0]} {first[1]:.2f}".replace(" 0.", " .")
