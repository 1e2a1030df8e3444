"""Which words can be clues on a board, and how far each is from every card."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from commonground import checks
from commonground.agents.kernels.cards import gather, mark_neighbours, nearest_first
from commonground.embeddings import Embedding
from commonground.errors import CommonGroundError
from commonground.game import Colour
from commonground.game.legality import Legality, are_related, objection

DIGITS = 9  # of an expected utility that mean something: see `cards.TIE`
CANDIDATES = 300  # a card's nearest words that may be clues (R6)


@dataclass(frozen=True)
class ClueTable:
    """Candidate clues on a board, in alphabetical order, as one or several embeddings see them."""

    rows: np.ndarray  # (clue,) the clue's row in the vocabulary
    near: np.ndarray  # (clue,) mask of the cards it is one of the nearest words of
    squared: np.ndarray  # (model, clue, card) squared distances

    @classmethod
    def of(
        cls,
        embeddings: Sequence[Embedding],
        words: Sequence[str],
        cards: int,
        neighbours: int = CANDIDATES,
        legality: Legality = "paper",
    ) -> "ClueTable":
        """The candidates near the given cards (a mask): the union over the embeddings, without the board's own words.

        With `legality="strict"`, also without those that people would not accept.
        """
        if neighbours < len(words):
            raise CommonGroundError(
                f"Clues are looked for among a card's nearest words, and {neighbours} may all be on the board: "
                f"take {len(words)} neighbours or more."
            )
        check_words_left(embeddings[0], words)
        board = embeddings[0].rows(words)
        mark = np.zeros(len(embeddings[0]), np.uint32)
        for embedding in embeddings:
            mark_neighbours(mark, _nearest(embedding, board), cards, neighbours)
        mark[board] = 0
        if legality == "strict":
            found = np.flatnonzero(mark)
            mark[[row for row in found if objection(str(embeddings[0].words[row]), words)]] = 0
        alphabetical = embeddings[0].alphabetical
        rows = alphabetical[mark[alphabetical] != 0]
        if not len(rows):
            raise CommonGroundError(
                f"No word can be a clue on this board: '{embeddings[0].name}' has none near its cards that is not on it."
            )
        squared = np.empty((len(embeddings), len(rows), len(words)))
        for model, embedding in enumerate(embeddings):
            table, places = embedding.distance_table(board)
            squared[model] = gather(table, places, rows)
        return cls(rows, mark[rows], squared)

    def places(self, vocabulary: int) -> np.ndarray:
        """Where each word of the vocabulary stands among the clues, −1 if it is none."""
        result = np.full(vocabulary, -1)
        result[self.rows] = np.arange(len(self.rows))
        return result

    def any_near(self, cards: int, rng: np.random.Generator, name: str) -> int:
        """Any candidate near some cards (a mask), at random; `name` is who wants to say it."""
        near = np.flatnonzero(self.near & cards)
        if not len(near):
            raise speechless(name)
        return int(rng.choice(near))

    def forget(self, words: Sequence[str], vocabulary: np.ndarray) -> None:
        """Take some words out of the candidates, and all of their families."""
        said = [any(are_related(str(clue), word) for word in words) for clue in vocabulary[self.rows]]
        self.near[np.array(said, bool)] = 0


def check_words_left(embedding: Embedding, board: Sequence[str]) -> None:
    """See that a vocabulary has a word besides those on the board."""
    if len(embedding) <= len(embedding.rows(board)):
        raise CommonGroundError(
            f"Embedding '{embedding.name}' has {len(embedding)} words, all of them on the board: "
            "a clue is another word, so take an embedding with more."
        )


def _nearest(embedding: Embedding, board: np.ndarray) -> np.ndarray:
    """The nearest words of the cards, and rows of this embedding: a kernel that reads past an end takes the process with it."""
    table = embedding.nearest_to(board)
    checks.row_numbers(f"The table of the nearest words of '{embedding.name}'", table, len(embedding))
    return table


def speechless(name: str) -> CommonGroundError:
    """What to raise when there is no word left that could be said."""
    return CommonGroundError(f"{name} has nothing to say: no candidate is left near the red cards of this board.")


def next_best(expected: np.ndarray, given: int, count: int) -> list[tuple[int, int, float]]:
    """The clues of the largest expected utility, (clue, n − 1), but for the one given: each with its best number.

    Equal ones (but for rounding) stand in the order of the alphabet.
    """
    rounded = np.round(expected, DIGITS)
    number, value = rounded.argmax(axis=1) + 1, rounded.max(axis=1)
    value[given] = -np.inf
    order = np.argsort(-value, kind="stable")[:count]
    return [(int(clue), int(number[clue]), float(value[clue])) for clue in order if np.isfinite(value[clue])]


def nearest_cards(embedding: Embedding, words: Sequence[str], clue: str, cards: int) -> list[int]:
    """The given cards (a mask) of a board, nearest to a word first, as an embedding sees them."""
    table, places = embedding.distance_table(embedding.rows(words))
    squared = table[places, embedding.rows([clue])[0]]
    return [int(card) for card in nearest_first(squared, cards)]


def all_cards(words: Sequence[str]) -> int:
    """The mask of all cards of a board."""
    return (1 << len(words)) - 1


def mask(cards: Sequence[bool]) -> int:
    """Some cards as a bit mask."""
    return sum(1 << card for card, chosen in enumerate(cards) if chosen)


def unrevealed(revealed: Sequence[Colour | None]) -> int:
    """The mask of the cards that are not revealed yet."""
    return mask([colour is None for colour in revealed])


def unrevealed_red(key: Sequence[Colour], revealed: Sequence[Colour | None]) -> int:
    """The red cards that are not revealed yet, as a mask."""
    return mask([colour is Colour.RED and seen is None for colour, seen in zip(key, revealed, strict=True)])
