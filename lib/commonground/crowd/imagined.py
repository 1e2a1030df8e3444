"""Guesses that nobody made: embeddings in people's places, and a whole recording for the toy set.

They take people's places on the same boards with the same clues, so that what is said of people can be said beside what
would be true if a person were an embedding.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from commonground import seeds
from commonground.crowd import noise
from commonground.crowd.listening import Heard, Semantics, squared
from commonground.crowd.recordings import NOBODY, Recorded, Trial
from commonground.embeddings import Embedding, EmbeddingSet

PEOPLE, TURNS, CARDS, GUESSES, SOFT = 12, 8, 12, 3, 0.1  # of the made-up recording


class Partner(NamedTuple):
    """Somebody who guesses in one semantics, each time with one of some levels of noise."""

    meaning: Semantics
    levels: Sequence[float]
    weights: np.ndarray  # (level,)


def guessed(found: Heard, partner: Partner, rng: np.random.Generator) -> Heard:
    """The same trials with the guesses of an embedding: the cards nearest to a clue that is heard a little elsewhere."""
    meaning = partner.meaning
    strength = np.array([noise.sigma(meaning, level) for level in partner.levels]) / meaning.spread
    moved = rng.standard_normal((len(found.clue), meaning.vectors.shape[1]))
    moved *= rng.choice(strength, size=(len(moved), 1), p=partner.weights)
    towards = np.einsum("td,tcd->tc", moved, meaning.vectors[found.cards])
    ranking = np.where(found.there, squared(found, meaning) - 2 * towards, np.inf)
    order = np.argsort(ranking, axis=1, kind="stable")
    return found._replace(guesses=order[:, : found.guesses.shape[1]])


def mixed(found: Heard, partners: list[Partner], weights: np.ndarray, rng: np.random.Generator) -> Heard:
    """The same trials with the guesses of a partner who is another one each time, with some weights."""
    who = rng.choice(len(partners), size=len(found.guesses), p=weights)
    each = np.array([guessed(found, partner, rng).guesses for partner in partners])  # (partner, trial, guess)
    return found._replace(guesses=each[who, np.arange(len(who))])


def recording(known: EmbeddingSet, name: str, seed: int, identified: bool = True) -> Recorded:
    """A made-up recording over a set's own words: people who speak another of its embeddings each trial, softly."""
    rng = seeds.generator(seed, "people", "made up", name)
    boards = [tuple(rng.choice(known.board_words, CARDS, replace=False).tolist()) for _ in range(TURNS)]
    trials = []
    for person in range(PEOPLE):
        for turn, board in enumerate(rng.permutation(TURNS).tolist(), start=1):
            cards, who = boards[board], person if identified else NOBODY
            clue, speaker = _clue(known.internal[0], cards), known[rng.choice(list(known))]
            guesses = _nearest(speaker, clue, cards, SOFT * rng.gumbel(size=CARDS))
            meant = _nearest(known.internal[0], clue, cards, np.zeros(CARDS))
            trials.append(Trial(who, turn, board, clue, cards, guesses, meant))
    return Recorded(name, f"Made up, {name}", tuple(trials), {})


def _clue(speaker: Embedding, cards: tuple[str, ...]) -> str:
    """The word nearest to the first card that is not on the board: the same for everybody."""
    near = speaker.words[speaker.neighbours[speaker.index[cards[0]]]]
    return next(str(word) for word in near if word not in cards)


def _nearest(speaker: Embedding, clue: str, cards: tuple[str, ...], chance: np.ndarray) -> tuple[str, ...]:
    """The cards that somebody takes whose judgement of each is off by some chance, in shares of the mean distance."""
    vectors = speaker.vectors[speaker.rows([clue, *cards])].astype(np.float64)
    distances = ((vectors[1:] - vectors[0]) ** 2).sum(axis=1)
    order = np.argsort(distances / distances.mean() - chance, kind="stable")[:GUESSES]
    return tuple(cards[place] for place in order.tolist())
