"""A board so small that every world can be listed: what S0 says in each, and what G0 and G1 make of it."""

from itertools import combinations

import numpy as np
import pandas as pd

from commonground.agents import DeductiveGuesser, DeductiveSpymaster
from commonground.embeddings import Embedding
from commonground.game import Board, Clue, Colour, GuesserView, SpymasterView

COLUMNS = ["world: red are", "S0 says", "G0 picks", "worlds left to G1", "G1 picks"]
RED, OTHERS = 3, 2  # cards that are hidden
NEIGHBOURS = 25  # of each card, which may be clues: with more, S0 more often has a word for all red cards at once


def worlds(own: Embedding, board: Board) -> pd.DataFrame:
    """Every world of the few cards that are hidden: S0's clue, and the cards that G0 and G1 pick for it.

    Cards are picked up to the first that is not red in that world. Nothing is drawn: G1 thinks about all worlds there are.
    """
    hidden = _hidden(board)
    rows = []
    for red in combinations(hidden, RED):
        key = _key(board, hidden, red)
        revealed = tuple(None if card in hidden else colour for card, colour in enumerate(key))
        spymaster = DeductiveSpymaster(own, level=0, neighbours=NEIGHBOURS)
        view = SpymasterView(board.words, key, revealed, ())
        spymaster.start(view)
        clue = spymaster.give_clue(view, np.random.default_rng(0))
        (plain, _), (thinking, left) = (_answer(own, level, board, key, revealed, clue) for level in (0, 1))
        rows.append((_named(board, red), str(clue), _named(board, plain), left, _named(board, thinking)))
    return pd.DataFrame(rows, columns=COLUMNS)


def _hidden(board: Board) -> list[int]:
    """The first cards of each kind."""
    red = [card for card, colour in enumerate(board.key) if colour == Colour.RED]
    others = [card for card in range(len(board.key)) if card not in red]
    return sorted([*red[:RED], *others[:OTHERS]])


def _key(board: Board, hidden: list[int], red: tuple[int, ...]) -> tuple[Colour, ...]:
    """The key of a world: the hidden cards that are not red have the colours that are left."""
    colours = iter([board.key[card] for card in hidden if board.key[card] != Colour.RED])
    new = {card: Colour.RED if card in red else next(colours) for card in hidden}
    return tuple(new.get(card, Colour(colour)) for card, colour in enumerate(board.key))


def _answer(
    own: Embedding, level: int, board: Board, key: tuple[Colour, ...], revealed: tuple[Colour | None, ...], clue: Clue
) -> tuple[list[int], int]:
    """The cards that a guesser picks, and how many worlds it had left when it heard the clue."""
    guesser = DeductiveGuesser(own, level=level, neighbours=NEIGHBOURS)
    seen, picks, left = list(revealed), list[int](), 0
    guesser.start(GuesserView(board.words, seen, ()))
    while len(picks) <= clue.number:
        view = GuesserView(board.words, seen, ())
        card = guesser.next_guess(view, clue, np.random.default_rng(0))
        left = left or guesser.explain().get("worlds", 0)
        if card is None:
            break
        picks.append(card)
        seen[card] = key[card]
        guesser.observe(GuesserView(board.words, seen, ()), card, key[card])
        if key[card] != Colour.RED:
            break
    return picks, left


def _named(board: Board, cards: list[int] | tuple[int, ...]) -> str:
    return ", ".join(board.words[card] for card in cards)
