"""The deductive hierarchy, word for word from R21 (paper §3.1): spymasters ask guessers, guessers ask spymasters.

A world is the set of its red cards. A turn is what was unrevealed, the worlds thought about, and the word heard. Answers
are remembered, or the recursion would never end in time; nothing else is clever.
"""

from typing import NamedTuple

from reference.static import Model, candidates, nearest_cards

World = frozenset[str]


class Scene(NamedTuple):
    unrevealed: frozenset[str]
    worlds: tuple[World, ...]
    red: frozenset[str]  # revealed


class LiteralLevels:
    def __init__(self, model: Model, vocabulary: list[str], board: list[str], neighbours: int, memory: str = "all"):
        self.model, self.vocabulary, self.board, self.neighbours = model, vocabulary, board, neighbours
        self.memory = memory
        self.scenes: list[Scene] = []
        self.heard: list[str] = []
        self.known: dict[tuple, object] = {}

    def candidates(self, red: frozenset[str]) -> list[str]:
        return self.remember(("candidates", red), self._candidates, red)

    def _candidates(self, red: frozenset[str]) -> list[str]:
        return candidates(self.model, self.vocabulary, self.board, set(red), self.neighbours)

    # S_k

    def says(self, k: int, red: World, t: int) -> tuple[str, int] | None:
        """S_k's clue at turn t if these are the red cards: G_k's answer is all red, and no other has more cards."""
        return self.remember(("says", k, red & self.scenes[t].unrevealed, t), self._says, k, red, t)

    def _says(self, k: int, red: World, t: int) -> tuple[str, int] | None:
        left = red & self.scenes[t].unrevealed
        best, best_key = None, (0, 0.0)
        for clue in self.candidates(left):
            for n in range(1, len(left) + 1):
                answer = self.answer(k, clue, n, t)
                if not all(card in left for card in answer):
                    break
                distance = 0.0
                for card in answer:
                    distance += self.model.distance(card, clue)
                if best is None or (len(answer), -distance) > best_key:
                    best, best_key = (clue, n), (len(answer), -distance)
        return best

    def may_say(self, k: int, red: World, word: str, t: int) -> bool:
        said = self.says(k, red, t)
        return said[0] == word if said else word in self.candidates(red & self.scenes[t].unrevealed)

    # G_k

    def answer(self, k: int, word: str, number: int, t: int) -> list[str]:
        """G_k's answer at turn t, as long as every card it picks is red."""
        return self.remember(("answer", k, word, number, t), self._answer, k, word, number, t)

    def _answer(self, k: int, word: str, number: int, t: int) -> list[str]:
        picked: list[str] = []
        while len(picked) <= number:
            card = self.next_card(k, word, number, t, picked)
            if card is None:
                break
            picked.append(card)
        return picked

    def next_card(self, k: int, word: str, number: int, t: int, picked: list[str]) -> str | None:
        unrevealed = set(self.scenes[t].unrevealed) - set(picked)
        order = nearest_cards(self.model, word, self.board, unrevealed)
        if k == 0:
            return order[0] if order and len(picked) < number else None
        worlds = [w for w in self.left(k, word, t) if all(card in w for card in picked)]
        if not worlds:
            return None if picked else order[0]
        if len(picked) < number:
            wanted = [card for card in order if any(card in w for w in worlds)]
        else:
            wanted = [card for card in order if all(card in w for w in worlds)]
        return wanted[0] if wanted else None if picked else order[0]

    def survivors(self, k: int, t: int) -> list[World]:
        return self.remember(("survivors", k, t), self._survivors, k, t)

    def _survivors(self, k: int, t: int) -> list[World]:
        kept = self.kept(k, t)
        worlds = list(self.scenes[t].worlds)
        return [w for w in worlds if all(self.may_say(k - 1, w, self.heard[i], i) for i in kept)] or worlds

    def left(self, k: int, word: str, t: int) -> list[World]:
        before = self.survivors(k, t)
        return [w for w in before if self.may_say(k - 1, w, word, t)] or before

    def kept(self, k: int, t: int) -> list[int]:
        """The turns whose clue G_k still remembers at turn t: those possible when they were heard."""
        kept: list[int] = []
        for i in range(t):
            if self.memory == "none":
                continue
            if any(self.may_say(k - 1, w, self.heard[i], i) for w in self.survivors(k, i)):
                kept.append(i)
            now = self.scenes[i + 1]
            shown = set(self.board) - now.unrevealed
            possible = [w for w in self.left(k, self.heard[i], i) if w & shown == now.red]
            if self.memory == "reset" and not possible:
                kept.clear()
        return kept

    def remember(self, key, function, *arguments):
        if key not in self.known:
            self.known[key] = function(*arguments)
        return self.known[key]
