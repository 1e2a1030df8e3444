"""The static agents over whole games, by any rules: every clue and every pick against the literal ones."""

import numpy as np
import pytest

from commonground.agents import StaticGuesser, StaticSpymaster
from commonground.game import Colour, play
from helpers import small
from reference.static import candidates, guess, static_clue

NEAR = 25


def unrevealed(view):
    return {word for word, seen in zip(view.words, view.revealed, strict=True) if seen is None}


class Speaking(StaticSpymaster):
    """The static spymaster, held to the literal one."""

    def give_clue(self, view, rng):
        clue, left = super().give_clue(view, rng), unrevealed(view)
        red = {word for word in left if view.key[view.words.index(word)] is Colour.RED}
        model = small.model(self.embedding)
        clues = candidates(model, small.WORDS, list(view.words), red, NEAR)
        said = static_clue(model, clues, list(view.words), left, red)
        assert clue == said if said else (clue.word in clues and clue.number == 1)
        return clue


class Hearing(StaticGuesser):
    """The static guesser, held to the literal one at the first card of each turn."""

    def next_guess(self, view, clue, rng):
        first = self._turn != len(view.history)
        card = super().next_guess(view, clue, rng)
        if first:
            model = small.model(self.embedding)
            expected = guess(model, model[clue.word], clue.number, list(view.words), unrevealed(view))
            assert [view.words[c] for c in (card, *self._order)] == expected
        return card


@pytest.mark.parametrize(("rules", "seed"), small.games(6, 6))
def test_whole_games_are_the_literal_ones(rules, seed):
    rng = np.random.default_rng((1, seed))
    a = small.embedding("a", rng, whole_numbers=seed % 2 == 1)
    b = a if seed % 3 else small.embedding("unknown", rng)
    board = small.board(rng, small.RULES[rules])
    record = play(board, Speaking(a, neighbours=NEAR), Hearing(b), rng=seed)
    assert record.turns and (record.won or board.rules.blue or board.rules.assassin), "nothing else can end a game"
