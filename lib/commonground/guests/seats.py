"""Our agents in their framework."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Self

import numpy as np

from commonground import agents, checks, game, seeds
from commonground.embeddings import EmbeddingSet
from commonground.errors import CommonGroundError
from commonground.game import COMPETITION, Clue, Colour, GuesserView, Rules, SpymasterView, Turn
from commonground.game.players import Role
from commonground.guests import framework
from commonground.guests.hearing import Attentive

Seed = int | Sequence[int | str]  # or the address of one


class _Seat:
    """What the framework's boards say about the game so far, and the chance of the game; `name` is who sits here."""

    rng: np.random.Generator

    def __init__(self, name: str, role: Role, seed: Seed) -> None:
        self.name, self.role = name, role
        self.seed = seeds.address(seed)
        self.words: tuple[str, ...] = ()
        self.revealed: tuple[Colour | None, ...] = ()
        self.history: tuple[Turn, ...] = ()

    def read(self, board: Sequence[str], rules: Rules, anew: bool) -> list[int] | None:
        """Take over a board: the cards revealed since the last one, or None if it is the first of a new game.

        A board without a card revealed may be the one of the game so far, unless it is known to begin one `anew`.
        """
        shown = checks.each(f"The board shown to {self.name}", board, str, "a list of words")
        seen = tuple(framework.colour(self.name, word) if word.startswith("*") else None for word in shown)
        words = tuple(word.lower() for word in shown)
        if seen.count(None) == len(seen) and (anew or words != self.words or self.revealed != seen):
            game.check_words(words, rules)
            self.words, self.history, self.revealed = words, (), seen
            root, address = self.seed
            self.rng = seeds.generator(root, *address, *words, self.role)  # whatever was played before
            return None
        self._check_same_game(words, seen)
        new = [card for card, (old, now) in enumerate(zip(self.revealed, seen, strict=True)) if old is not now]
        self.revealed = seen
        return new

    def _check_same_game(self, words: tuple[str, ...], seen: tuple[Colour | None, ...]) -> None:
        """See that a board is the one before, with more revealed."""
        if not self.words:
            raise CommonGroundError(f"The first board that {self.name} is shown must have no card revealed.")
        if len(words) != len(self.words):
            raise CommonGroundError(
                f"{self.name} is shown a board of {len(words)} words in a game that began with {len(self.words)}."
            )
        for mine, word, old, now in zip(self.words, words, self.revealed, seen, strict=True):
            changed = old is not None and now is not old
            if changed or (now is None and mine != word):
                raise CommonGroundError(f"{self.name} is shown another board in a game, with '{word}' for '{mine}'.")

    def forget(self) -> None:
        """The next board is the first of a game."""
        self.words, self.revealed = (), ()

    def check_begun(self, first: str) -> None:
        """See that there is a game; `first` is what begins one."""
        if not self.words:
            raise CommonGroundError(f"{self.name} was asked before it saw a board: call {first} first.")


class _Maker:
    """Makes an agent anew when a board has cards that its embeddings lack: with them, as `embeddings.cards` has it."""

    def __init__(self, make: Callable[[EmbeddingSet], Any], known: EmbeddingSet) -> None:
        self.make, self.known = make, known

    def for_cards(self, words: Sequence[str]) -> Any:
        """An agent that knows these cards; None if the last one does."""
        known = self.known.with_cards(words)
        if known is self.known:
            return None
        self.known = known
        return self.make(known)


class Codemaster:
    """Our spymaster as a Codemaster. Where the framework asks for a subclass of its own, derive from both.

    Made by an agent's name and a set (`of`), it plays with whatever words it is shown; made with an agent, with those that
    the agent has vectors for.

    A game is the one that `game.play(…, rng=(seed, *words))` would have played, as far as the framework lets it: it does
    not tell in which order cards were guessed. Reds are taken to come first, since any other card ends a turn, and of
    the reds those that the spymaster's most believed team-mate would have picked first.

    A game that ends in its first turn and one whose first turn is passed look alike when the same board follows, with the
    same key: it is taken for a pass, unless `reset` is called between games.
    """

    def __init__(self, spymaster: game.Spymaster, seed: Seed = 0) -> None:
        self.spymaster = game.check_player("spymaster", spymaster)
        self._seat = _Seat(spymaster.name, "spymaster", seed)
        self._key: tuple[Colour, ...] = ()
        self._said: Clue | None = None
        self._maker: _Maker | None = None

    @classmethod
    def of(cls, name: str, known: EmbeddingSet, seed: Seed = 0, **options: Any) -> Self:
        """The spymaster of that name, whatever cards there are."""
        seat = cls(agents.spymaster(name, known, **options), seed)
        seat._maker = _Maker(partial(agents.spymaster, name, **options), known)
        return seat

    def set_game_state(self, words_on_board: Sequence[str], key_grid: Sequence[str]) -> None:
        names = checks.each(f"The key shown to {self._seat.name}", key_grid, str, "a list of colours' names")
        key = tuple(framework.colour(self._seat.name, name) for name in names)
        new = self._seat.read(words_on_board, _rules(key), anew=key != self._key)
        if new is not None and key != self._key:
            raise CommonGroundError(f"{self._seat.name} is shown another key in the middle of a game.")
        self._key = key
        if new is None:
            self.spymaster = (self._maker and self._maker.for_cards(self._seat.words)) or self.spymaster
            self.spymaster.start(self._view())
        elif self._said:
            guesses = tuple(sorted(new, key=self._likely_place))
            turn = Turn(self._said, guesses, tuple(self._key[card] for card in guesses))
            self._seat.history = (*self._seat.history, turn)
            self.spymaster.observe(self._view(), turn)
        self._said = None

    def reset(self) -> None:
        """A new game begins, be it on the same board."""
        self._seat.forget()
        self._said = None

    def get_clue(self) -> tuple[str, int]:
        self._seat.check_begun("set_game_state")
        self._said = self.spymaster.give_clue(self._view(), self._seat.rng)
        return self._said.word, self._said.number

    def _view(self) -> SpymasterView:
        return SpymasterView(self._seat.words, self._key, self._seat.revealed, self._seat.history, _rules(self._key))

    def _likely_place(self, card: int) -> tuple[bool, float]:
        assert self._said is not None
        embedding = self.spymaster.embedding
        clue, word = embedding.rows([self._said.word, self._seat.words[card]])
        distance = float(np.linalg.norm(embedding.vectors[clue] - embedding.vectors[word]))
        return self._key[card] is not Colour.RED, distance


def _rules(key: tuple[Colour, ...]) -> Rules:
    """As many cards of each colour as a key has."""
    return Rules(*(key.count(colour) for colour in Colour))


class Guesser:
    """Our guesser as a Guesser. Where the framework asks for a subclass of its own, derive from both.

    A clue that the agent's embeddings don't know is guessed at all the same (see `hearing`). `rules` says how many cards of
    each colour the framework deals. Made by an agent's name and a set (`of`), it plays with whatever words it is shown.
    """

    def __init__(self, guesser: game.Guesser, seed: Seed = 0, rules: Rules = COMPETITION) -> None:
        self.guesser = Attentive(guesser)
        self.rules = checks.kind("rules", rules, Rules, "rules, e.g. COMPETITION")
        self._seat = _Seat(guesser.name, "guesser", seed)
        self._clue: Clue | None = None
        self._closing: Clue | None = None  # the clue of the turn before, until the board shows how it ended
        self._picks: list[int] = []
        self._next: int | None = None
        self._maker: _Maker | None = None

    @classmethod
    def of(cls, name: str, known: EmbeddingSet, seed: Seed = 0, rules: Rules = COMPETITION, **options: Any) -> Self:
        """The guesser of that name, whatever cards there are."""
        seat = cls(agents.guesser(name, known, **options), seed, rules)
        seat._maker = _Maker(partial(agents.guesser, name, **options), known)
        return seat

    def set_clue(self, clue: str, num_guesses: int) -> None:
        heard = framework.heard(clue, num_guesses, self.rules.cards)
        self._closing, self._clue, self._next = self._clue, heard, None

    def set_board(self, words_on_board: Sequence[str]) -> None:
        new = self._seat.read(words_on_board, self.rules, anew=bool(self._picks))  # a card that is picked is revealed
        if new is None:
            self._closing, self._picks = None, []
            found = self._maker and self._maker.for_cards(self._seat.words)
            self.guesser = Attentive(found) if found else self.guesser
            self.guesser.start(self._view())
            return
        if self._picks and self._picks[-1] in new:  # keep_guessing has told the agent of the red ones
            self._observe(self._picks[-1])
        if self._closing:
            colours = [self._seat.revealed[card] for card in self._picks]
            turn = Turn(self._closing, tuple(self._picks), tuple(colour for colour in colours if colour is not None))
            self._seat.history, self._closing, self._picks = (*self._seat.history, turn), None, []

    def reset(self) -> None:
        """A new game begins, be it on the same board."""
        self._seat.forget()
        self._clue = self._closing = self._next = None
        self._picks = []

    def keep_guessing(self) -> bool:
        """Asked after a red card only: the agent is told of it, and thinks about the next."""
        if not self._picks:
            raise CommonGroundError(
                f"{self._seat.name} was asked to go on before it picked a card: call get_answer first."
            )
        card = self._picks[-1]
        revealed = list(self._seat.revealed)
        if revealed[card] is None:
            revealed[card] = Colour.RED
            self._seat.revealed = tuple(revealed)
            self._observe(card)
        self._next = self._guess()
        return self._next is not None

    def get_answer(self) -> str | None:
        card = self._next if self._next is not None else self._guess()
        self._next = None
        if card is None:
            return None
        self._picks.append(card)
        return self._seat.words[card].upper()

    def _guess(self) -> int | None:
        self._seat.check_begun("set_board")
        if self._clue is None:
            raise CommonGroundError(f"{self._seat.name} was asked before it heard a clue: call set_clue first.")
        return self.guesser.next_guess(self._view(), self._clue, self._seat.rng)

    def _observe(self, card: int) -> None:
        colour = self._seat.revealed[card]
        assert colour is not None
        self.guesser.observe(self._view(), card, colour)

    def _view(self) -> GuesserView:
        return GuesserView(self._seat.words, self._seat.revealed, self._seat.history, self.rules)
