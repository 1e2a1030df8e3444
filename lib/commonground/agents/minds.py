"""Imagined team-mates with beliefs of their own (paper §5.2): what they come to think, and what they say and answer."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from commonground.agents.beliefs import mixed, most_believed, updated
from commonground.agents.clues import ClueTable, all_cards
from commonground.agents.kernels import deduction, weighing
from commonground.agents.kernels.cards import TIE
from commonground.agents.ladder import Spoken, unrevealed_first
from commonground.agents.models import embeddings_of
from commonground.agents.scene import (
    Hearer,
    Nearest,
    Scene,
    Speaker,
    Teller,
    all_answers,
    nearest_of,
    same_answers,
)
from commonground.embeddings import Embedding
from commonground.game import Colour, Turn


class _Kept(NamedTuple):
    """A clue that was possible when it was heard."""

    beliefs: np.ndarray  # before it
    speakers: list[Speaker]  # who might have said it
    row: int  # the word


class ImaginedGuesser:
    """A Bayesian guesser (R13 to R16, factored) that picks what it deduces: skip 0 and belief 1, without noise."""

    def __init__(self, scene: Scene, tellers: Sequence[Teller], prior: np.ndarray) -> None:
        self.scene, self.tellers = scene, tellers
        self.prior = self.beliefs = prior
        self._kept: list[_Kept] = []

    @property
    def embedding(self) -> Embedding:
        return self.tellers[most_believed(self.beliefs)].embedding

    def open_turn(self) -> None:
        self._survivors: tuple[np.ndarray, np.ndarray] | None = None

    def answers(self, rows: np.ndarray, nearest: Nearest) -> tuple[np.ndarray, np.ndarray]:
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
        orders = np.empty((len(rows), len(self.scene.words)), np.uint8)
        for leader in np.unique(leaders):
            mine = leaders == leader
            orders[mine] = nearest[self.tellers[leader].embedding.name][mine]
        possible = [s for s, belief in zip(spoken, self.beliefs, strict=True) if belief > 0]
        joined = Spoken(*(np.concatenate(column) for column in zip(*possible, strict=True)))
        _, left, reds = self.scene.known
        return deduction.answers(unrevealed_first(orders, left), rows, *joined.by_word(vocabulary), reds, worlds, left)

    def survivors(self) -> tuple[np.ndarray, np.ndarray]:
        """The worlds that the clues kept leave possible and how likely each is; all alike if none is left (R14)."""
        if self._survivors is None:
            worlds = self.scene.drawn
            chances = np.full(len(worlds), 1.0 / max(len(worlds), 1))
            for beliefs, speakers, row in self._kept:
                chances = chances * mixed(beliefs, np.stack([speaker.heard(worlds, row) for speaker in speakers]))
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
        left = worlds[mixed(self.beliefs, likelihood) * chances > 0]
        if len(left):
            self._kept.append(_Kept(self.beliefs, speakers, row))
            self.beliefs = updated(self.beliefs, (likelihood * chances).sum(axis=1))
            worlds = left
        for card, colour in zip(turn.guesses, turn.colours, strict=True):
            agree = (worlds >> card & 1 == 1) == (colour is Colour.RED)
            if len(worlds) and not agree.any():
                self.beliefs = self.prior
            worlds = worlds[agree]


class ImaginedSpymaster:
    """A Bayesian spymaster: beliefs over guessers, and the clue of the largest expected utility in every world."""

    def __init__(self, scene: Scene, hearers: Sequence[Hearer], model: Any) -> None:
        self.scene, self.hearers, self.beliefs = scene, hearers, model.prior
        self.weight, self.utility = model.weight, model.utility
        self.embeddings = embeddings_of(model.teammates)
        self.table = ClueTable.of(self.embeddings, scene.words, all_cards(scene.words), model.neighbours)
        names = (embedding.name for embedding in self.embeddings)
        self._squared = dict(zip(names, self.table.squared, strict=True))
        self._nearest = nearest_of(self._squared)

    @property
    def embedding(self) -> Embedding:
        return self.hearers[most_believed(self.beliefs)].embedding

    def open_turn(self) -> None:
        self._speaker: Weigher | None = None

    def speaker(self) -> "Weigher":
        """What it thinks this turn: every guesser's answer to every clue."""
        if self._speaker is None:
            weighed = weighing.Weighed(
                self.table.near,
                all_answers(self.hearers, self.table.rows, self._nearest),
                self.beliefs,
                most_believed(self.beliefs),
                self._squared[self.embedding.name],
                self.utility.of_card(self.scene.rules),
                float(self.utility.turn),
            )
            self._speaker = Weigher(self.scene.known.unrevealed, self.table.rows, weighed)
        return self._speaker

    def learn(self, turn: Turn) -> None:
        """Bayes' rule by the guess, as R7 counts, with `weight` equal samples."""
        same = same_answers(self.hearers, self.embeddings, self.scene, turn)
        self.beliefs = updated(self.beliefs, 1.0 + self.weight * same)


class Weigher(NamedTuple):
    """A Bayesian spymaster in one turn."""

    unrevealed: int
    rows: np.ndarray  # each clue's row in the vocabulary
    weighed: weighing.Weighed

    def spoken(self, worlds: np.ndarray) -> Spoken:
        """The word said under each key (`keys`)."""
        clues = weighing.said_in(worlds, self.unrevealed, self.weighed)
        return Spoken(self.rows[clues], np.arange(len(worlds)), np.ones(len(worlds)))

    def heard(self, worlds: np.ndarray, row: int) -> np.ndarray:
        """Whether a word is said, 1 or 0, under each key."""
        clue = np.flatnonzero(self.rows == row)
        if not len(clue):
            return np.zeros(len(worlds))
        return np.asarray(weighing.heard_in(worlds, self.unrevealed, clue[0], self.weighed))
