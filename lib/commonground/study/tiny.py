"""A board so small that every world can be listed: what S0 says in each, and what G0 and G1 make of it."""

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from commonground.agents import DeductiveGuesser, DeductiveSpymaster
from commonground.embeddings import Embedding
from commonground.game import Clue, Colour, GuesserView, Rules, SpymasterView

COLUMNS = ["world: red are", "S0 says", "G0 picks", "worlds left to G1", "G1 picks"]
RULES = Rules(red=3, blue=0, bystander=2, assassin=0)
NEIGHBOURS = 8  # of each card, which may be clues: with more, S0 has a word for all red cards at once in every world


def worlds(own: Embedding, words: Sequence[str]) -> pd.DataFrame:
    """Every world of a few cards: S0's clue, and the cards that G0 and G1 pick for it.

    Cards are picked up to the first that is not red in that world. Nothing is drawn: G1 thinks about all worlds there are.
    """
    words = tuple(words[: RULES.cards])
    rows = []
    for red in combinations(range(RULES.cards), RULES.red):
        key = tuple(Colour.RED if card in red else Colour.BYSTANDER for card in range(RULES.cards))
        clue = _clue(own, words, key)
        (plain, _), (thinking, left) = (_answer(own, level, words, key, clue) for level in (0, 1))
        rows.append((_named(words, red), str(clue), _named(words, plain), left, _named(words, thinking)))
    return pd.DataFrame(rows, columns=COLUMNS)


def _clue(own: Embedding, words: tuple[str, ...], key: tuple[Colour, ...]) -> Clue:
    spymaster = DeductiveSpymaster(own, level=0, neighbours=NEIGHBOURS)
    view = SpymasterView(words, key, [None] * len(words), (), RULES)
    spymaster.start(view)
    return spymaster.give_clue(view, np.random.default_rng(0))


def _answer(
    own: Embedding, level: int, words: tuple[str, ...], key: tuple[Colour, ...], clue: Clue
) -> tuple[list[int], int]:
    """The cards that a guesser picks, and how many worlds it had left when it heard the clue."""
    guesser = DeductiveGuesser(own, level=level, neighbours=NEIGHBOURS)
    seen: list[Colour | None] = [None] * len(words)
    picks, left = list[int](), 0
    guesser.start(GuesserView(words, seen, (), RULES))
    while len(picks) <= clue.number:
        card = guesser.next_guess(GuesserView(words, seen, (), RULES), clue, np.random.default_rng(0))
        left = left or guesser.explain().get("worlds", 0)
        if card is None:
            break
        picks.append(card)
        seen[card] = key[card]
        guesser.observe(GuesserView(words, seen, (), RULES), card, key[card])
        if key[card] != Colour.RED:
            break
    return picks, left


def _named(words: Sequence[str], cards: Iterable[int]) -> str:
    return ", ".join(words[card] for card in cards)
