"""The cognitive hierarchy, word for word (paper §5.2): agents with beliefs over agents with beliefs, asked over and over.

Who an agent is, is an expression: `("level", name, k)`, `("guesser", models, prior)`, `("spymaster", models, prior)`, models
being such expressions again. A key is (red, blue, assassins). Answers are remembered, or it would never end in time.

Of the one who is asked it may be said that it reckons with noise, `("guesser", models, prior, "noisy")`: words are then
heard as others, as `heard(embedding, meant, heard)` says. Nobody whom it imagines does.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from reference.levels import LiteralLevels, Scene
from reference.static import Model, candidates, nearest_cards

SAME = 1e-9
WEIGHT = 10


class Key(NamedTuple):
    red: frozenset[str]
    blue: frozenset[str]
    assassins: frozenset[str]

    def value(self, card: str) -> float:
        """R1: an assassin costs as much as all red cards of the board."""
        if card in self.red:
            return 1.0
        return -float(len(self.red)) if card in self.assassins else -1.0 if card in self.blue else 0.0


class Past(NamedTuple):
    """A turn that is over: the clue, the cards guessed, which of them were red."""

    word: str
    number: int
    cards: list[str]
    red: list[bool]


class LiteralMinds:
    def __init__(
        self,
        models: dict[str, Model],
        vocabulary: list[str],
        board: list[str],
        neighbours: int,
        heard: Callable[[str, str, str], float] | None = None,
    ):
        self.heard = heard
        self.models, self.vocabulary, self.board, self.neighbours = models, vocabulary, board, neighbours
        self.levels = {n: LiteralLevels(model, vocabulary, board, neighbours) for n, model in models.items()}
        self.keys: list[list[Key]] = []  # thought about in each turn
        self.unrevealed: list[frozenset[str]] = []
        self.past: list[Past] = []
        self.known: dict[tuple, Any] = {}

    def turn_begins(self, unrevealed: frozenset[str], red: frozenset[str], keys: list[Key], past: list[Past]) -> None:
        self.unrevealed.append(unrevealed)
        self.keys.append(keys)
        self.past = past
        for levels in self.levels.values():
            levels.scenes.append(Scene(unrevealed, tuple(key.red for key in keys), red))
            levels.heard = [turn.word for turn in past]

    # Anyone

    def beliefs(self, who: tuple, t: int) -> tuple[float, ...]:
        """Over its models, before turn t."""
        if t == 0:
            return who[2]
        step = self._heard_and_seen if who[0] == "guesser" else self._guess_seen
        return self.remember(("beliefs", who, t), step, who, t)

    def embedding(self, who: tuple, t: int) -> str:
        if who[0] == "level":
            return who[1]
        return self.embedding(who[1][leader(self.beliefs(who, t))], t)

    # Spymasters

    def chances(self, who: tuple, key: Key, t: int) -> dict[str, float]:
        """What may be said under a key, and how likely it is."""
        if who[0] == "spymaster":
            return {self.says(who, key, t)[0]: 1.0}
        levels = self.levels[who[1]]
        said = levels.says(who[2], key.red, t)
        if said:
            return {said[0]: 1.0}
        anything = levels.candidates(key.red & self.unrevealed[t])
        return {word: 1.0 / len(anything) for word in anything}

    def says(self, who: tuple, key: Key, t: int) -> tuple[str, int]:
        return self.remember(("says", who, key, t), self._says, who, key, t)

    def _says(self, who: tuple, key: Key, t: int) -> tuple[str, int]:
        left = key.red & self.unrevealed[t]
        words = {w for name in names(who) for w in self._candidates(name, left)}
        beliefs = self.beliefs(who, t)
        first = who[1][leader(beliefs)]
        model = self.models[self.embedding(first, t)]
        for everything in (False, True):
            best, best_key = None, (0.0, 0, 0.0)
            for word in sorted(words):
                for n in range(1, 2 if everything else len(left) + 1):
                    shown = [self.shown(self.answer(m, word, n, t), key) for m in who[1]]
                    answers = [self.answer(m, word, n, t) for m in who[1]]
                    if not everything and not any(all(card in left for card in answer) for answer in answers):
                        break
                    worth = self.worth(who, word, n, key, t)
                    right = [card for card in shown[who[1].index(first)] if card in left]
                    rank = worth, len(right), -sum(model.distance(card, word) for card in right)
                    if best is None or better(rank, best_key):
                        best, best_key = (word, n), rank
            if best:
                return best
        raise AssertionError("there is always something to say")

    def worth(self, who: tuple, word: str, n: int, key: Key, t: int) -> float:
        """E(l, n): over the models; and over the words that may be heard, in the most believed model's embedding."""
        if who[3:] != ("noisy",):
            return self.if_heard(who, word, n, key, t)
        name = self.embedding(who, t)
        words = [other for other in self.vocabulary if other not in self.board and self.heard(name, word, other) > 0]
        return sum(self.heard(name, word, other) * self.if_heard(who, other, n, key, t) for other in words)

    def if_heard(self, who: tuple, word: str, n: int, key: Key, t: int) -> float:
        return self.remember(("worth", who, word, n, key, t), self._if_heard, who, word, n, key, t)

    def _if_heard(self, who: tuple, word: str, n: int, key: Key, t: int) -> float:
        shown = [self.shown(self.answer(m, word, n, t), key) for m in who[1]]
        return sum(p * (value(cards, key) - 1) for p, cards in zip(self.beliefs(who, t), shown, strict=True))

    def _candidates(self, name: str, left: frozenset[str]) -> list[str]:
        return self.remember(
            ("near", name, left), candidates, self.models[name], self.vocabulary, self.board, set(left), self.neighbours
        )

    def shown(self, answer: list[str], key: Key) -> list[str]:
        for i, card in enumerate(answer):
            if card not in key.red:
                return answer[: i + 1]
        return answer

    def _guess_seen(self, who: tuple, t: int) -> tuple[float, ...]:
        turn, before = self.past[t - 1], self.beliefs(who, t - 1)
        weights = []
        for p, model in zip(before, who[1], strict=True):
            answer = self.answer(model, turn.word, turn.number, t - 1)
            # of the cards not guessed nothing is known, and nothing needs to be
            stop = next((i + 1 for i, card in enumerate(answer) if (card, False) in facts(turn)), len(answer))
            weights.append(p * (1 + WEIGHT * (answer[:stop] == turn.cards)))
        return tuple(weight / sum(weights) for weight in weights)

    # Guessers

    def answer(self, who: tuple, word: str, number: int, t: int) -> list[str]:
        if who[0] == "level":
            return self.levels[who[1]].answer(who[2], word, number, t)
        return self.remember(("answer", who, word, number, t), self._answer, who, word, number, t)

    def _answer(self, who: tuple, word: str, number: int, t: int) -> list[str]:
        picked: list[str] = []
        while len(picked) <= number:
            card = self.next_card(who, word, number, t, picked)
            if card is None:
                break
            picked.append(card)
        return picked

    def next_card(self, who: tuple, word: str, number: int, t: int, picked: list[str]) -> str | None:
        """R15 with skip 0 and belief 1, all cards picked so far being red."""
        beliefs, worlds = self.after(who, word, t)
        model = self.models[self.embedding(who[1][leader(beliefs)], t)]
        order = nearest_cards(model, word, self.board, set(self.unrevealed[t]) - set(picked))
        left = [key for key in worlds if all(card in key.red for card in picked)]
        if not left:
            return None if picked else order[0]
        boosted = [card for card in order if any(card in key.red for key in left)][: max(number - len(picked), 0)]
        sure = [card for card in order if card in boosted or all(card in key.red for key in left)]
        return sure[0] if sure else None if picked else order[0]

    def after(self, who: tuple, word: str, t: int) -> tuple[tuple[float, ...], list[Key]]:
        """Beliefs, and the keys left possible, once a word was heard."""
        return self.remember(("after", who, word, t), self._after, who, word, t)

    def _after(self, who: tuple, word: str, t: int) -> tuple[tuple[float, ...], list[Key]]:
        beliefs, weighed = self.beliefs(who, t), self.weighed(who, t)
        likely = [sum(w * self.likelihood(who, m, key, word, t) for key, w in weighed) for m in who[1]]
        total = sum(p * chance for p, chance in zip(beliefs, likely, strict=True))
        if not total:
            return beliefs, [key for key, _ in weighed]
        left = [key for key, _ in weighed if self.mixed(who, key, word, t, beliefs) > 0]
        return tuple(p * chance / total for p, chance in zip(beliefs, likely, strict=True)), left

    def mixed(self, who: tuple, key: Key, word: str, t: int, beliefs: tuple[float, ...]) -> float:
        return sum(p * self.likelihood(who, m, key, word, t) for p, m in zip(beliefs, who[1], strict=True))

    def likelihood(self, who: tuple, model: tuple, key: Key, word: str, t: int) -> float:
        """P(a word is heard | model, key), as who hears it."""
        chances = self.chances(model, key, t)
        if who[3:] != ("noisy",):
            return chances.get(word, 0.0)
        name = self.embedding(model, t)
        return sum(chance * self.heard(name, meant, word) for meant, chance in chances.items())

    def weighed(self, who: tuple, t: int) -> list[tuple[Key, float]]:
        return self.remember(("weighed", who, t), self._weighed, who, t)

    def _weighed(self, who: tuple, t: int) -> list[tuple[Key, float]]:
        weights = []
        for key in self.keys[t]:
            weight = 1.0
            for i in range(t):
                if self.kept(who, i):
                    weight *= self.mixed(who, key, self.past[i].word, i, self.beliefs(who, i))
            weights.append(weight)
        if not sum(weights):
            weights = [1.0] * len(weights)
        pairs = [(key, w / sum(weights)) for key, w in zip(self.keys[t], weights, strict=True)]
        return [(key, w) for key, w in pairs if w > 0]

    def kept(self, who: tuple, i: int) -> bool:
        word, beliefs = self.past[i].word, self.beliefs(who, i)
        return any(self.mixed(who, key, word, i, beliefs) > 0 for key, _ in self.weighed(who, i))

    def _heard_and_seen(self, who: tuple, t: int) -> tuple[float, ...]:
        turn = self.past[t - 1]
        beliefs, left = self.after(who, turn.word, t - 1)
        for card, red in zip(turn.cards, turn.red, strict=True):
            agree = [key for key in left if (card in key.red) == red]
            if left and not agree:
                beliefs = who[2]
            left = agree
        return beliefs

    def remember(self, key, function, *arguments):
        if key not in self.known:
            self.known[key] = function(*arguments)
        return self.known[key]


def names(who: tuple) -> list[str]:
    """The embeddings in an expression."""
    return [who[1]] if who[0] == "level" else sorted({name for model in who[1] for name in names(model)})


def leader(beliefs: tuple[float, ...]) -> int:
    return next(i for i, belief in enumerate(beliefs) if belief >= max(beliefs) - SAME)


def value(cards: list[str], key: Key) -> float:
    return sum(key.value(card) for card in cards)


def better(one: tuple[float, int, float], other: tuple[float, int, float]) -> bool:
    if abs(one[0] - other[0]) > SAME:
        return one[0] > other[0]
    return one[1:] > other[1:]


def facts(turn: Past) -> list[tuple[str, bool]]:
    return list(zip(turn.cards, turn.red, strict=True))
