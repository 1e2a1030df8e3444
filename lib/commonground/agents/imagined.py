"""What one player imagines of the others on a board: team-mates of any level, and team-mates with beliefs (paper §5.2).

Everything that an imagined player's beliefs follow from, clues and guesses, is seen by all. So they are the same in every
world, and what costs anything is done once a turn for everybody imagined: a guesser's answers to all clues are one table,
and what a spymaster says in every world follows from the tables of the guessers that it imagines.

All who are imagined think about the worlds that the player drew.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from commonground.agents.beliefs import most_believed, updated
from commonground.agents.clues import ClueTable, mask, unrevealed
from commonground.agents.kernels import deduction, guesser, weighing
from commonground.agents.kernels.cards import TIE, gather
from commonground.agents.ladder import ALL_CARDS, Ladder, Memory, Rung, Spoken, unrevealed_first
from commonground.agents.models import Level, Model, embeddings_of
from commonground.embeddings import Embedding
from commonground.game import COUNTS, STANDARD, Colour, GuesserView, SpymasterView, Turn
from commonground.game.utility import Utility

Orders = Mapping[str, np.ndarray]  # by embedding: all cards, nearest to each word first


class Speaker(Protocol):
    """A spymaster in one turn, as it can be asked about any world, then or later."""

    def spoken(self, worlds: np.ndarray) -> Spoken: ...
    def heard(self, worlds: np.ndarray, row: int) -> np.ndarray: ...


class Hearer(Protocol):
    """An imagined guesser: its picks and bonuses for any words (vocabulary rows), (word, n − 1)."""

    @property
    def embedding(self) -> Embedding: ...
    def answers(self, rows: np.ndarray, orders: Orders) -> tuple[np.ndarray, np.ndarray]: ...


class Teller(Protocol):
    """An imagined spymaster."""

    @property
    def embedding(self) -> Embedding: ...
    def speaker(self) -> Speaker: ...


class Imagination:
    """Everybody who is a model, or a model's model, once, however many think of them."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self._ladders: dict[tuple[str, Memory, int], Ladder] = {}
        self._highest: dict[tuple[str, Memory, int], int] = {}
        self._minds: dict[int, ImaginedGuesser | ImaginedSpymaster] = {}  # who is imagined comes before who imagines
        self._told = 0

    def guesser(self, model: Model, memory: Memory, neighbours: int) -> Hearer:
        """A model as a guesser; memory and neighbours are those of the agent that thinks of it."""
        if isinstance(model, Level):
            return self._on_ladder(model, memory, neighbours)
        if id(model) not in self._minds:
            below = [self.spymaster(other, model.memory, model.neighbours) for other in model.teammates]
            self._minds[id(model)] = ImaginedGuesser(self, below, model.prior)
        return self._minds[id(model)]  # type: ignore[return-value]

    def spymaster(self, model: Any, memory: Memory, neighbours: int) -> Teller:
        """A model as a spymaster."""
        if isinstance(model, Level):
            return self._on_ladder(model, memory, neighbours)
        if id(model) not in self._minds:
            below = [self.guesser(other, model.memory, model.neighbours) for other in model.teammates]
            self._minds[id(model)] = ImaginedSpymaster(self, below, model)
        return self._minds[id(model)]  # type: ignore[return-value]

    def open_turn(self, view: GuesserView | SpymasterView, drawn: np.ndarray) -> None:
        """A turn begins: all are told how the last one went, then think about the worlds drawn."""
        if len(view.history) > self._told:
            self._tell(view.history[-1])
            self._told = len(view.history)
        known_red = mask([colour is Colour.RED for colour in view.revealed])
        self.unrevealed = unrevealed(view.revealed)
        self.reds_left = COUNTS[Colour.RED] - known_red.bit_count()
        self.drawn = drawn
        for ladder in self._ladders.values():
            ladder.open_turn(view.revealed, drawn)
        for mind in self._minds.values():
            mind.open_turn()

    def _tell(self, turn: Turn) -> None:
        """Who imagines is told before who is imagined, and so can still ask what they thought when the clue was heard."""
        for mind in reversed(self._minds.values()):
            mind.learn(turn)
        for key, ladder in self._ladders.items():
            row = int(ladder.embedding.rows([turn.clue.word])[0])
            for number in range(1, self._highest[key] + 1):
                ladder.hear(number, row)

    def _on_ladder(self, model: Level, memory: Memory, neighbours: int) -> "OnLadder":
        key = model.embedding.name, memory, neighbours
        if key not in self._ladders:
            self._ladders[key] = Ladder(model.embedding, self.words, neighbours, memory)
        self._highest[key] = max(model.depth, self._highest.get(key, 0))
        return OnLadder(self._ladders[key], model.depth)


class OnLadder(NamedTuple):
    """The guesser or the spymaster of a level."""

    ladder: Ladder
    number: int

    @property
    def embedding(self) -> Embedding:
        return self.ladder.embedding

    def answers(self, rows: np.ndarray, orders: Orders) -> tuple[np.ndarray, np.ndarray]:
        return self.ladder.answers(self.number, orders[self.embedding.name], rows)

    def speaker(self) -> Rung:
        return self.ladder.rung(self.number)


class ImaginedGuesser:
    """A Bayesian guesser (R13 to R16, factored) that picks what it deduces: skip 0 and belief 1, without noise."""

    def __init__(self, scene: Imagination, tellers: Sequence[Teller], prior: np.ndarray) -> None:
        self.scene, self.tellers = scene, tellers
        self.prior = self.beliefs = prior
        self._kept: list[
            tuple[np.ndarray, list[Speaker], int]
        ] = []  # beliefs before a clue, who might say it, the word

    @property
    def embedding(self) -> Embedding:
        return self.tellers[most_believed(self.beliefs)].embedding

    def open_turn(self) -> None:
        self._survivors: tuple[np.ndarray, np.ndarray] | None = None

    def answers(self, rows: np.ndarray, orders: Orders) -> tuple[np.ndarray, np.ndarray]:
        """Each word as it is heard: it tells who speaks, whose embedding decides which cards are near, and the worlds left."""
        worlds, chances = self.survivors()
        vocabulary = len(self.tellers[0].embedding)
        spoken = [teller.speaker().spoken(worlds) for teller in self.tellers]
        heard = np.array(
            [np.bincount(s.words, s.chances * chances[s.worlds], minlength=vocabulary)[rows] for s in spoken]
        )
        believed = self.beliefs[:, None] * heard
        total = believed.sum(axis=0)
        believed = np.where(total > 0, believed / np.where(total > 0, total, 1.0), self.beliefs[:, None])
        leaders = np.argmax(believed >= believed.max(axis=0) - TIE, axis=0)
        nearest = np.empty((len(rows), len(self.scene.words)), np.uint8)
        for leader in np.unique(leaders):
            mine = leaders == leader
            nearest[mine] = orders[self.tellers[leader].embedding.name][mine]
        possible = [s for s, belief in zip(spoken, self.beliefs, strict=True) if belief > 0]
        joined = Spoken(*(np.concatenate(column) for column in zip(*possible, strict=True)))
        return deduction.answers(
            unrevealed_first(nearest, self.scene.unrevealed),
            rows,
            *joined.by_word(vocabulary),
            self.scene.reds_left,
            worlds,
            self.scene.unrevealed,
        )

    def survivors(self) -> tuple[np.ndarray, np.ndarray]:
        """The worlds that the clues kept leave possible and how likely each is; all alike if none is left (R14)."""
        if self._survivors is None:
            worlds = self.scene.drawn
            chances = np.full(len(worlds), 1.0 / max(len(worlds), 1))
            for beliefs, speakers, row in self._kept:
                chances = chances * (beliefs @ np.stack([speaker.heard(worlds, row) for speaker in speakers]))
                worlds, chances = worlds[chances > 0], chances[chances > 0]
            if not len(worlds):
                worlds = self.scene.drawn
                chances = np.ones(len(worlds))
            self._survivors = worlds, chances / max(chances.sum(), np.finfo(float).tiny)
        return self._survivors

    def learn(self, turn: Turn) -> None:
        """Bayes' rule by the clue; back to the prior if a card turned out to be what it was held never to be (R16)."""
        worlds, chances = self.survivors()
        row = int(self.tellers[0].embedding.rows([turn.clue.word])[0])
        speakers = [teller.speaker() for teller in self.tellers]
        likelihood = np.stack([speaker.heard(worlds, row) for speaker in speakers])
        left = worlds[(self.beliefs @ likelihood) * chances > 0]
        if len(left):
            self._kept.append((self.beliefs, speakers, row))
            self.beliefs = updated(self.beliefs, likelihood @ chances)
            worlds = left
        for card, colour in zip(turn.guesses, turn.colours, strict=True):
            agree = (worlds >> card & 1 == 1) == (colour is Colour.RED)
            if len(worlds) and not agree.any():
                self.beliefs = self.prior
            worlds = worlds[agree]


class ImaginedSpymaster:
    """A Bayesian spymaster: beliefs over guessers, and the clue of the largest expected utility in every world."""

    def __init__(self, scene: Imagination, hearers: Sequence[Hearer], model: Any) -> None:
        self.scene, self.hearers, self.beliefs = scene, hearers, model.prior
        self.weight, self.utility = model.weight, model.utility
        self.embeddings = embeddings_of(model.teammates)
        self.table = ClueTable.of(self.embeddings, scene.words, ALL_CARDS, model.neighbours)
        names = (embedding.name for embedding in self.embeddings)
        self._squared = dict(zip(names, self.table.squared, strict=True))
        self._orders = orders_of(self._squared)

    @property
    def embedding(self) -> Embedding:
        return self.hearers[most_believed(self.beliefs)].embedding

    def open_turn(self) -> None:
        self._speaker: Weigher | None = None

    def speaker(self) -> "Weigher":
        """What it thinks this turn: every guesser's answer to every clue."""
        if self._speaker is None:
            answers = np.stack(
                [deduction.spelled(*hearer.answers(self.table.rows, self._orders)) for hearer in self.hearers], axis=2
            )
            self._speaker = Weigher(
                self.scene.unrevealed,
                self.table,
                answers,
                self.beliefs,
                self._squared[self.embedding.name],
                self.utility,
            )
        return self._speaker

    def learn(self, turn: Turn) -> None:
        """Bayes' rule by the guess, as R7 counts, with `weight` equal samples."""
        rows = self.embeddings[0].rows([turn.clue.word])
        orders = orders_of(distances_of(self.embeddings, self.scene.words, rows))
        place = min(turn.clue.number, self.scene.reds_left) - 1
        same = []
        for hearer in self.hearers:
            answer = deduction.spelled(*hearer.answers(rows, orders))[0, place]
            same.append(shows(answer, turn))
        self.beliefs = updated(self.beliefs, 1.0 + self.weight * np.array(same))


class Weigher(NamedTuple):
    """A Bayesian spymaster in one turn."""

    unrevealed: int
    table: ClueTable
    answers: np.ndarray  # (clue, n − 1, model, place)
    beliefs: np.ndarray
    squared: np.ndarray  # (clue, card), as the most believed model's embedding has it
    utility: Utility

    def spoken(self, worlds: np.ndarray) -> Spoken:
        """The word said under each key (`keys`)."""
        clues = weighing.said_in(worlds, self.unrevealed, *self._decides())
        return Spoken(self.table.rows[clues], np.arange(len(worlds)), np.ones(len(worlds)))

    def heard(self, worlds: np.ndarray, row: int) -> np.ndarray:
        """Whether a word is said, 1 or 0, under each key."""
        clue = np.flatnonzero(self.table.rows == row)
        if not len(clue):
            return np.zeros(len(worlds))
        return np.asarray(weighing.heard_in(worlds, self.unrevealed, clue[0], *self._decides()))

    def _decides(self) -> tuple[Any, ...]:
        leader, utility = most_believed(self.beliefs), self.utility
        return (
            self.table.near,
            self.answers,
            self.beliefs,
            leader,
            self.squared,
            utility.of_card(STANDARD),
            utility.turn,
        )


def distances_of(embeddings: Sequence[Embedding], words: Sequence[str], rows: np.ndarray) -> dict[str, np.ndarray]:
    """Squared distances of some words (vocabulary rows) to the cards, (word, card), by embedding."""
    found = {}
    for embedding in embeddings:
        table, places = embedding.distance_table(embedding.rows(words))
        found[embedding.name] = gather(table, places, rows)
    return found


def orders_of(distances: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {name: guesser.order_all(squared) for name, squared in distances.items()}


def listed(answer: np.ndarray) -> list[int]:
    """The cards of an answer."""
    return [int(card) for card in answer if card != deduction.NOBODY]


def shows(answer: np.ndarray, turn: Turn) -> bool:
    """Whether an answer, made at that turn, would have shown the cards that were guessed, and no more."""
    cards = tuple(listed(answer))
    stopped = turn.colours[-1] is not Colour.RED
    return cards[: len(turn.guesses)] == turn.guesses and (stopped or len(cards) == len(turn.guesses))
