"""What a game is about besides winning: par for the board, the paper's score, stars."""

from itertools import permutations
from statistics import median_low

import pandas as pd

from commonground import agents
from commonground.embeddings import EmbeddingSet
from commonground.game import Board, Colour, GameRecord, play
from commonground.study.scores import scored

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

CLOSE = 2  # turns above par that still earn two stars


def par(board: Board, known: EmbeddingSet) -> int:
    """The turns that strangers who never learn need for a board, where they win: the middle one of all pairs.

    A pair is a static spymaster with one internal embedding and a static guesser with another. Par is never more than one
    turn for each red card.
    """
    pairs = permutations(known.internal, 2)
    records = [
        play(board, agents.StaticSpymaster(one, legality="strict"), agents.StaticGuesser(other)) for one, other in pairs
    ]
    turns = [len(record.turns) for record in records if record.won]
    return min(median_low(turns), board.rules.red) if turns else board.rules.red


def in_words(number: int) -> str:
    """A small number as a word."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def score(record: GameRecord) -> int:
    """The paper's score of a game."""
    seen = record.revealed
    game = {"won": int(record.won), "turns": len(record.turns)}
    game |= {"blue": seen[Colour.BLUE], "assassin": seen[Colour.ASSASSIN]}
    return int(scored(pd.DataFrame([game]), record.board.rules)["score"].iat[0])


def against_par(record: GameRecord, par_turns: int) -> str:
    """How a game was held against par, in a few words."""
    above = len(record.turns) - par_turns
    if not record.won:
        return f"Par is {par_turns}."
    if not above:
        return f"Par, which is {par_turns}."
    return f"{in_words(abs(above)).capitalize()} {'over' if above > 0 else 'under'} par, which is {par_turns}."


def stars(record: GameRecord, par_turns: int) -> int:
    """Three for a win within par, two for one close to it, one for any other; none for a loss."""
    if not record.won:
        return 0
    above = len(record.turns) - par_turns
    return 3 if above <= 0 else 2 if above <= CLOSE else 1
