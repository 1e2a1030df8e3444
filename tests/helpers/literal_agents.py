"""The literal algorithms as agents that can sit at the table: for benchmarks, where their slowness is the point."""

import numpy as np

from commonground.agents import worlds
from commonground.embeddings import Embedding
from commonground.game import Clue, Colour
from reference import spymaster as literal
from reference.guesser import LiteralGuesser
from reference.static import Model, static_clue

CANDIDATES = 300


def model_of(embedding: Embedding) -> Model:
    return Model({str(w): v.astype(np.float64) for w, v in zip(embedding.words, embedding.vectors, strict=True)})


def precomputed_candidates(embedding: Embedding, board, red: set[str]) -> list[str]:
    """The paper precomputes the 300 nearest words, so that part is looked up here too."""
    rows = embedding.neighbours[embedding.rows(sorted(red)), :CANDIDATES]
    return sorted({str(embedding.words[row]) for row in np.unique(rows)} - set(board))


class _Agent:
    def beliefs(self):
        return {}


class LiteralStaticSpymaster(_Agent):
    name = "literal"

    def __init__(self, embedding: Embedding) -> None:
        self.embedding, self.model = embedding, model_of(embedding)

    def start(self, view):
        self.model.distances.clear()

    def give_clue(self, view, rng):
        unrevealed, red = _state(view)
        clues = precomputed_candidates(self.embedding, view.words, red)
        best = static_clue(self.model, clues, list(view.words), unrevealed, red)
        return Clue(*best) if best else Clue(str(rng.choice(clues)), 1)

    def observe(self, view, turn): ...


class LiteralBayesianSpymaster(_Agent):
    name = "literal"

    def __init__(self, models: list[Embedding], noise: float, samples: int) -> None:
        self.embeddings, self.models = models, [model_of(model) for model in models]
        self.noise, self.samples = noise, samples
        self.embedding = models[0]

    def start(self, view):
        self.p = [1 / len(self.models)] * len(self.models)
        for model in self.models:
            model.distances.clear()

    def give_clue(self, view, rng):
        unrevealed, red = _state(view)
        found = [precomputed_candidates(e, view.words, red) for e in self.embeddings]
        self.key = {w: Colour(c).letter for w, c in zip(view.words, view.key, strict=True)}
        self.unrevealed = unrevealed
        self.z = lambda m, clue, sample: self.noise * rng.standard_normal(self.embeddings[m].dimension)
        best, _ = literal.get_clue(
            self.models,
            self.p,
            sorted(set().union(*found)),
            list(view.words),
            self.key,
            unrevealed,
            self.z,
            self.samples,
        )
        return Clue(*best)

    def observe(self, view, turn):
        seen = [view.words[card] for card in turn.guesses]
        counts = literal.pseudo_counts(
            self.models, *turn.clue, list(view.words), self.key, self.unrevealed, self.z, self.samples, seen
        )
        weights = [p * count for p, count in zip(self.p, counts, strict=True)]
        self.p = [weight / sum(weights) for weight in weights]


class LiteralBayesianGuesser(_Agent):
    name = "literal"

    def __init__(self, models: list[Embedding], noise: float, samples: int, skip: float, belief: float) -> None:
        assert noise == 0, "the Voronoi table would only be looked up: there is nothing literal to time"
        self.embeddings, self.samples = models, samples
        vocabulary = [str(word) for word in models[0].words]
        self.literal = _LookedUp(models, vocabulary, skip, belief)

    def start(self, view):
        self.literal.initialize(list(view.words), view.rules.red)
        self.turn = -1

    def next_guess(self, view, clue, rng):
        unrevealed = _unrevealed(view)
        if self.turn != len(view.history):
            self.turn, self.picked = len(view.history), 0
            drawn = worlds.seen_by(view, self.samples, rng)
            sets = [frozenset(w for c, w in enumerate(view.words) if mask >> c & 1) for mask in drawn.tolist()]
            self.literal.run(sets, *clue, unrevealed)
        left = tuple(
            view.rules.counts[c] - view.revealed.count(c) for c in (Colour.BLUE, Colour.BYSTANDER, Colour.ASSASSIN)
        )
        card = self.literal.pick(clue.word, clue.number, self.picked, unrevealed, left)
        return None if card is None else view.words.index(card)

    def observe(self, view, card, colour):
        self.picked += 1
        self.literal.update(view.words[card], int(colour))


class _LookedUp(LiteralGuesser):
    """The literal guesser with the nearest words looked up, as the paper does."""

    def __init__(self, embeddings: list[Embedding], vocabulary: list[str], skip: float, belief: float) -> None:
        equal = lambda m, meant, heard: float(meant == heard)  # noqa: E731
        super().__init__([model_of(e) for e in embeddings], vocabulary, equal, skip, belief, CANDIDATES)
        self.embeddings = embeddings

    def likelihood(self, m, world, clue, number, unrevealed):
        red = set(world) & unrevealed
        clues = precomputed_candidates(self.embeddings[m], self.board, red)
        said = static_clue(self.models[m], clues, self.board, unrevealed, red)
        return float(said[0] == clue) if said else float(clue in clues) / len(clues)


def _unrevealed(view):
    return {word for word, seen in zip(view.words, view.revealed, strict=True) if seen is None}


def _state(view):
    unrevealed = _unrevealed(view)
    return unrevealed, {w for w in unrevealed if view.key[view.words.index(w)] is Colour.RED}
