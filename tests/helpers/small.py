"""Small random embeddings and boards, on which the literal algorithms can keep up."""

import numpy as np

from commonground.embeddings import Embedding
from commonground.game import COMPETITION, STANDARD, Board, Colour, Rules
from reference.static import Model

DUET = Rules(red=9, blue=0, bystander=13, assassin=3)
TWELVE = Rules(red=3, blue=0, bystander=9, assassin=0)
RULES = {"standard": STANDARD, "competition": COMPETITION, "duet": DUET, "twelve": TWELVE}
WORDS = [f"w{a}{b}" for a in "abcdefghij" for b in "abcdefgh"]  # 80, in alphabetical order


def embedding(name: str, rng: np.random.Generator, dimension: int = 4, whole_numbers: bool = False) -> Embedding:
    """Random vectors; whole numbers make exact ties frequent."""
    shape = (len(WORDS), dimension)
    vectors = rng.integers(-2, 3, shape) if whole_numbers else rng.standard_normal(shape)
    vectors = np.where((vectors == 0).all(axis=1, keepdims=True), 1.0, vectors)
    return Embedding(name, np.array(WORDS), vectors.astype(np.float32))


def games(standard: int, other: int = 2) -> list[tuple[str, int]]:
    """Names of rules and seeds: so many games by the paper's rules, and a few by each of the others."""
    return [(name, seed) for name in RULES for seed in range(standard if name == "standard" else other)]


def board(rng: np.random.Generator, rules: Rules = STANDARD) -> Board:
    return Board.deal(WORDS, int(rng.integers(2**31)), rules=rules)


def model(embedding: Embedding) -> Model:
    """An embedding as the literal algorithms take it."""
    return Model(
        {str(word): vector.astype(np.float64) for word, vector in zip(embedding.words, embedding.vectors, strict=True)}
    )


def words_of(mask: int, words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(words[card] for card in range(len(words)) if mask >> card & 1)


def letters(board: Board) -> dict[str, str]:
    return {word: Colour(colour).letter for word, colour in zip(board.words, board.key, strict=True)}


def heard_on(embeddings, words, noise):
    """P(heard | meant) on a board, as the literal algorithms ask for it: by embedding; board words can't be heard."""
    tables = {one.name: one.heard(noise).toarray() for one in embeddings}
    taken, index = embeddings[0].rows(words), embeddings[0].index

    def heard(name, meant, word):
        row = tables[name][index[meant]]
        return row[index[word]] / (1 - row[taken].sum())

    return heard
