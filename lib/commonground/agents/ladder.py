"""The levels of the deductive hierarchy over one embedding, on one board, as one player imagines them (paper §3.1, R21).

G0 picks the nearest cards; S_k simulates G_k; G_{k+1} rules out the worlds in which S_k would not have said what was
heard. Nobody has to be asked twice: a guesser does not see the key, so its answers to every clue are one table a turn, and
from it follows what the spymaster of its level says in any world. Level k costs k tables, not a recursion that branches.

Who simulates others does so with the worlds it drew itself: S_k and G_k at the same table imagine each other from
different samples, and agree as far as the samples do.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np

from commonground import checks
from commonground.agents.clues import CANDIDATES, ClueTable, all_cards
from commonground.agents.kernels import deduction, guesser, levels
from commonground.agents.worlds import Known
from commonground.embeddings import Embedding

Memory = Literal["all", "reset", "none"]


class Spoken(NamedTuple):
    """What may be said in some worlds: word by word, in which world, how likely."""

    words: np.ndarray  # rows of the vocabulary
    worlds: np.ndarray  # numbers of worlds
    chances: np.ndarray

    def by_word(self, vocabulary: int) -> tuple[np.ndarray, np.ndarray]:
        """The worlds of word r are `members[starts[r] : starts[r + 1]]` of what this returns."""
        starts = np.zeros(vocabulary + 1, np.int64)
        np.cumsum(np.bincount(self.words, minlength=vocabulary), out=starts[1:])
        return starts, self.worlds[np.argsort(self.words, kind="stable")]


class Rung(NamedTuple):
    """A level in one turn: the guesser's answer to every clue, and what decides what the spymaster says in a world."""

    unrevealed: int
    picks: np.ndarray
    bonus: np.ndarray
    rows: np.ndarray  # each clue's row in the vocabulary
    near: np.ndarray
    places: np.ndarray  # where each clue stands in what follows
    decides: levels.Answered

    @classmethod
    def of(cls, unrevealed: int, picks: np.ndarray, bonus: np.ndarray, table: ClueTable) -> "Rung":
        decides = levels.answered(picks, bonus, table.squared[0], table.near)
        places = np.empty(len(decides.clues), np.int64)
        places[decides.clues] = np.arange(len(places))
        return cls(unrevealed, picks, bonus, table.rows, table.near, places, decides)

    def spoken(self, worlds: np.ndarray) -> Spoken:
        """What the spymaster of this level may say in each world: one word, or any candidate where nothing is viable."""
        said = np.asarray(levels.said_in(worlds, self.unrevealed, self.decides))
        sure = np.flatnonzero(said >= 0)
        parts = [(said[sure], sure, np.ones(len(sure)))]
        for world in np.flatnonzero(said < 0):
            any_of = np.flatnonzero(self.near & (worlds[world] & self.unrevealed))
            parts.append((any_of, np.full(len(any_of), world), np.full(len(any_of), 1.0 / max(len(any_of), 1))))
        clues, where, chances = (np.concatenate(column) for column in zip(*parts, strict=True))
        return Spoken(self.rows[clues], where, chances)

    def best(self, red: int) -> tuple[int, int]:
        """The clue and number that the spymaster of this level gives for these red cards; (−1, 0) if none is viable."""
        return levels.best_in(red, self.decides)

    def heard(self, worlds: np.ndarray, row: int) -> np.ndarray:
        """P(the spymaster of this level says a word) in each world; a word that is no clue is said nowhere."""
        clue = np.flatnonzero(self.rows == row)
        if not len(clue):
            return np.zeros(len(worlds))
        return np.asarray(levels.heard_in(worlds, self.unrevealed, self.places[clue[0]], self.decides))


class Ladder:
    """All levels over one embedding, turn after turn: open a turn, ask what you need, say what was heard.

    A guesser on the ladder keeps the clues that were possible (R14): with a memory for "all" of them, as R16 has it; with
    "reset", until a card turns out to be what it had ruled out; with "none", it takes every clue by itself.
    """

    def __init__(
        self, embedding: Embedding, words: Sequence[str], neighbours: int = CANDIDATES, memory: Memory = "all"
    ) -> None:
        self.embedding = embedding
        self.cards = all_cards(words)
        self.table = ClueTable.of([embedding], words, self.cards, neighbours)
        self.memory = memory
        self._orders = guesser.order_all(self.table.squared[0])
        self._kept: dict[int, list[tuple[Rung, int]]] = {}  # by the guesser's level: what it heard, from whom
        self._left: dict[int, np.ndarray] = {}  # by the guesser's level: worlds left after the last clue

    def open_turn(self, known: Known, drawn: np.ndarray) -> None:
        """A turn begins: what is known of the key, and the worlds to think about."""
        if self.memory == "reset":
            self._forget_if_refuted(known)
        self.unrevealed, self.reds_left = known.unrevealed, known.reds_left
        self.drawn = drawn
        self._before: dict[int, np.ndarray] = {}
        self._possible: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self._rungs: list[Rung] = []

    def rung(self, level: int) -> Rung:
        """A level in this turn; the levels below it are worked out first."""
        while len(self._rungs) <= level:
            self._rungs.append(self._next_rung())
        return self._rungs[level]

    def survivors(self, level: int) -> np.ndarray:
        """The worlds that the guesser of a level (1 or more) holds possible before the clue; all if none is (R14)."""
        if level not in self._before:
            left = self.drawn
            for rung, row in self._kept.get(level, ()):
                left = left[rung.heard(left, row) > 0]
            self._before[level] = left if len(left) else self.drawn
        return self._before[level]

    def answers(self, level: int, orders: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Picks and bonuses of the guesser of a level for any words (their vocabulary rows), (clue, n − 1).

        `orders` holds all cards, nearest to each word first.
        """
        orders = unrevealed_first(orders, self.unrevealed)
        if level == 0:
            picks = orders[:, : self.reds_left].copy()
            return picks, np.full_like(picks, deduction.NOBODY)
        worlds = self.survivors(level)
        if level not in self._possible:
            self._possible[level] = self.rung(level - 1).spoken(worlds).by_word(len(self.embedding))
        return deduction.answers(orders, rows, *self._possible[level], self.reds_left, worlds, self.unrevealed)

    def hear(self, level: int, row: int) -> np.ndarray:
        """The guesser of a level (1 or more) hears a word: the worlds it is left with. It keeps a clue that is possible."""
        speaker, before = self.rung(level - 1), self.survivors(level)
        after = before[speaker.heard(before, row) > 0]
        if len(after) and self.memory != "none":
            self._kept.setdefault(level, []).append((speaker, row))
        self._left[level] = after if len(after) else before
        return self._left[level]

    def _next_rung(self) -> Rung:
        picks, bonus = self.answers(len(self._rungs), self._orders, self.table.rows)
        return Rung.of(self.unrevealed, picks, bonus, self.table)

    def _forget_if_refuted(self, known: Known) -> None:
        """Forget the clues of every guesser whose worlds all died of the cards revealed since."""
        shown = self.cards & ~known.unrevealed
        for level, worlds in self._left.items():
            if not (worlds & shown == known.red).any():
                self._kept.pop(level, None)


def unrevealed_first(orders: np.ndarray, cards: int) -> np.ndarray:
    """Every clue's unrevealed cards, nearest first."""
    return np.asarray(orders[(cards >> orders.astype(np.int64)) & 1 == 1].reshape(len(orders), cards.bit_count()))


def checked_memory(memory: Memory) -> Memory:
    """A memory, if it is one."""
    return checks.choice("memory", memory, get_args(Memory))
