"""Static agents: one embedding, no memory (the paper's baselines, after Kim et al. 2019), and random ones as a floor."""

from typing import Any

import numpy as np

from commonground.agents import arguments
from commonground.agents.clues import CANDIDATES, ClueTable, check_words_left, mask, unrevealed, unrevealed_red
from commonground.agents.kernels import cards
from commonground.embeddings import Embedding
from commonground.game import Clue, Colour, GuesserView, Noise, Player, SpymasterView, Turn, noise_of
from commonground.game.legality import Legality


class StaticSpymaster(Player):
    """The clue with the longest run of red cards in its own embedding (R9).

    Ties go to the smaller summed distance, then to the alphabet. Where no clue has even one red card nearest, it says
    a candidate at random.
    """

    def __init__(
        self,
        embedding: Embedding,
        name: str | None = None,
        neighbours: int = CANDIDATES,
        legality: Legality = "paper",
    ) -> None:
        self.embedding = arguments.embedding(embedding)
        self.name = arguments.name(name, embedding.name)
        self.neighbours = arguments.neighbours(neighbours)
        self.legality = arguments.legality(legality)

    def start(self, view: SpymasterView) -> None:
        red = mask([colour is Colour.RED for colour in view.key])
        self._table = ClueTable.of([self.embedding], view.words, red, self.neighbours, self.legality)

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        if self.legality == "strict":  # nothing is said twice
            self._table.forget([turn.clue.word for turn in view.history], self.embedding.words)
        red = unrevealed_red(view.key, view.revealed)
        others = unrevealed(view.revealed) & ~red
        clue, number = cards.static_clue(self._table.squared[0], self._table.near, red, others)
        if clue == cards.NOT_VIABLE:
            clue, number = self._table.any_near(red, rng, self.name), 1
        return Clue(str(self.embedding.words[self._table.rows[clue]]), number)

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """A static agent learns nothing."""

    def beliefs(self) -> dict[str, float]:
        return {}

    def explain(self) -> dict[str, Any]:
        return {}


class StaticGuesser(Player):
    """The n cards nearest to the clue in its own embedding, no bonus guess (R10).

    With noise in its `ear`, the clue's vector is perturbed, once a turn, before distances are taken.
    """

    _turn = -1  # the last one in which a clue was heard; none yet

    def __init__(self, embedding: Embedding, ear: float | Noise = 0.0, name: str | None = None) -> None:
        self.embedding = arguments.embedding(embedding)
        self.ear = noise_of(ear)
        self.name = arguments.name(name, embedding.name)

    def start(self, view: GuesserView) -> None:
        self._cards = self.embedding.rows(view.words)
        self._order: list[int] = []
        self._turn = -1

    def next_guess(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> int | None:
        if self._turn != len(view.history):
            self._turn = len(view.history)
            order = cards.nearest_first(self._squared(clue.word, rng), unrevealed(view.revealed))
            self._order = order[: clue.number].tolist()
        return self._order.pop(0) if self._order else None

    def _squared(self, word: str, rng: np.random.Generator) -> np.ndarray:
        row = int(self.embedding.rows([word])[0])
        if self.ear:
            difference = self.embedding.vectors[self._cards] - self.ear.perturbed(self.embedding.vectors[row], rng)
            return np.asarray((difference**2).sum(axis=1))
        table, places = self.embedding.distance_table(self._cards)
        return np.asarray(table[places, row])

    def observe(self, view: GuesserView, card: int, colour: Colour) -> None:
        """A static agent learns nothing."""

    def beliefs(self) -> dict[str, float]:
        return {}

    def explain(self) -> dict[str, Any]:
        return {}


class RandomSpymaster(StaticSpymaster):
    """Any word of the vocabulary at random, always for one card: the floor for spymasters."""

    def __init__(self, embedding: Embedding, name: str = "random") -> None:
        super().__init__(embedding, name)

    def start(self, view: SpymasterView) -> None:
        check_words_left(self.embedding, view.words)
        board = self.embedding.rows(view.words)
        self._legal = np.setdiff1d(self.embedding.alphabetical, board)

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        return Clue(str(self.embedding.words[rng.choice(self._legal)]), 1)


class RandomGuesser(StaticGuesser):
    """As many cards as the clue says, at random: the floor for guessers."""

    def __init__(self, embedding: Embedding, name: str = "random") -> None:
        super().__init__(embedding, 0.0, name)

    def _squared(self, word: str, rng: np.random.Generator) -> np.ndarray:
        return rng.random(len(self._cards))
