"""A guesser that makes something of every clue: guests say words that our embeddings don't know."""

from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from typing import Any

import numpy as np

from commonground.embeddings import Embedding
from commonground.embeddings.cards import mean_of
from commonground.game import Clue, Colour, GuesserView, check_player
from commonground.game.legality import stem
from commonground.game.players import Guesser

ALIKE = 0.8  # how much two spellings have in common, by the ratio of difflib, to be taken for one word
ONE = 1  # card is guessed where nothing was understood


class Attentive:
    """Our guesser, asked about the nearest word that it knows: of the same stem, else of almost the same spelling. A clue of
    several words stands where a card of several would, and is taken for the word nearest to that.

    Where there is no such word, it picks one card, the likeliest by what it holds so far: by its own chances of each card,
    if it has any, else by the last clue that it understood, else the first card that it has a vector for. So every turn has a
    guess, and a guest that repeats itself does not make a game endless.
    """

    def __init__(self, guesser: Guesser) -> None:
        self.guesser = check_player("guesser", guesser)
        self.name = guesser.name
        self._understood: Clue | None = None
        words, said = self._embedding.words, self._embedding.alphabetical
        self._words = tuple(words[said].tolist())  # that may be said

    def start(self, view: GuesserView) -> None:
        self._understood, self._puzzled = None, -1
        self.guesser.start(view)

    def next_guess(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> int | None:
        if None not in view.revealed:
            return None
        word = self._taken_for(clue.word)
        if word is not None:
            self._understood = Clue(word, clue.number)
            return self.guesser.next_guess(view, self._understood, rng)
        if self._puzzled == len(view.history):
            return None
        self._puzzled = len(view.history)
        return self._likeliest(view, rng)

    def observe(self, view: GuesserView, card: int, colour: Colour) -> None:
        self.guesser.observe(view, card, colour)

    def beliefs(self) -> dict[str, float]:
        return self.guesser.beliefs()

    @property
    def _embedding(self) -> Any:
        return self.guesser.embedding  # type: ignore[attr-defined]  # every agent of ours has one

    def _taken_for(self, word: str) -> str | None:
        """The word that a clue is guessed as, if there is one."""
        if word in self._words:
            return word
        return meant_by(word, self._embedding) or nearest_word(word, self._words)

    def _likeliest(self, view: GuesserView, rng: np.random.Generator) -> int | None:
        """The one card to pick without a clue."""
        left = [card for card, colour in enumerate(view.revealed) if colour is None]
        if self._understood is None:
            return next((card for card in left if view.words[card] in self._embedding), left[0])
        chances = self.guesser.explain().get("before_boosting", {})  # type: ignore[attr-defined]
        if chances:
            return max(left, key=lambda card: chances.get(view.words[card], {}).get("red", 0.0))
        return self.guesser.next_guess(view, Clue(self._understood.word, ONE), rng)


def meant_by(clue: str, embedding: Embedding) -> str | None:
    """The word nearest to the mean of those of a clue's words that are known; None if none is."""
    place = mean_of(embedding, clue)
    if place is None:
        return None
    rows = embedding.alphabetical
    apart = ((embedding.vectors[rows].astype(np.float64) - place) ** 2).sum(axis=1)
    return str(embedding.words[rows[int(apart.argmin())]])


def nearest_word(word: str, known: Sequence[str]) -> str | None:
    """The word itself if it is known, else of the words of its stem, or of any, the one spelled most alike; None without any."""
    if word in known:
        return word
    if family := by_stem(tuple(known)).get(stem(word)):
        return max(family, key=lambda other: SequenceMatcher(None, other, word).ratio())
    alike = [other for other in known if other[:1] == word[:1] and abs(len(other) - len(word)) <= 2]
    return next(iter(get_close_matches(word, alike, 1, ALIKE)), None)


@lru_cache(maxsize=4)
def by_stem(known: tuple[str, ...]) -> dict[str, list[str]]:
    """The known words of each stem, shorter ones first, and those of one length by the alphabet."""
    families: dict[str, list[str]] = {}
    for word in sorted(known, key=lambda word: (len(word), word)):
        families.setdefault(stem(word), []).append(word)
    return families
