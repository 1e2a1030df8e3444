"""Single-team Codenames: the board, what each role sees, the rules, and the one game loop."""

import html
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np

from commonground import seeds
from commonground.errors import CommonGroundError

CARDS = 25


class Colour(IntEnum):
    """What a card turns out to be; its letter is what result files hold."""

    RED = 0
    BLUE = 1
    BYSTANDER = 2
    ASSASSIN = 3

    @property
    def letter(self) -> str:
        return "RBYA"[self]


COUNTS = {Colour.RED: 9, Colour.BLUE: 8, Colour.BYSTANDER: 7, Colour.ASSASSIN: 1}


class Clue(NamedTuple):
    word: str
    number: int

    def __str__(self) -> str:
        return f"{self.word} {self.number}"


@dataclass(frozen=True)
class Board:
    """Twenty-five different words and their key: 9 red, 8 blue, 7 bystanders, 1 assassin."""

    words: tuple[str, ...]
    key: tuple[Colour, ...]

    def __post_init__(self) -> None:
        check_words(self.words)
        counts = {colour: self.key.count(colour) for colour in Colour}
        if counts != COUNTS:
            raise CommonGroundError(
                f"A key has 9 red, 8 blue, 7 bystander and 1 assassin card, not {tuple(counts.values())}."
            )

    @classmethod
    def deal(cls, words: Sequence[str], seed: int, root: int = 0) -> "Board":
        """The board of that number: 25 of the words, and a key, both at random; another `root`, other boards."""
        if len(words) < CARDS:
            raise CommonGroundError(f"A board needs {CARDS} words to be dealt from, and there are {len(words)}.")
        rng = seeds.generator(root, "board", seed)
        chosen = rng.choice(len(words), size=CARDS, replace=False)
        colours = [colour for colour, count in COUNTS.items() for _ in range(count)]
        return cls(tuple(words[i] for i in chosen), tuple(colours[i] for i in rng.permutation(CARDS)))


def check_words(words: Sequence[str]) -> None:
    """See that some words can be the cards of a board."""
    if len(words) != CARDS:
        raise CommonGroundError(f"A board has {CARDS} words, not {len(words)}.")
    twice = [word for word in words if words.count(word) > 1]
    if twice:
        raise CommonGroundError(f"A board's words all differ, but '{twice[0]}' is there twice.")


class Turn(NamedTuple):
    """What happened in one turn: the clue as the guesser heard it, the cards guessed in order, their colours."""

    clue: Clue
    guesses: tuple[int, ...]
    colours: tuple[Colour, ...]


class GuesserView(NamedTuple):
    """What a guesser sees: the words, the colours of revealed cards (None: unrevealed), the turns so far."""

    words: tuple[str, ...]
    revealed: tuple[Colour | None, ...]
    history: tuple[Turn, ...]


class SpymasterView(NamedTuple):
    """What a spymaster sees: all that the guesser sees, and the key."""

    words: tuple[str, ...]
    key: tuple[Colour, ...]
    revealed: tuple[Colour | None, ...]
    history: tuple[Turn, ...]


class Spymaster(Protocol):
    """Gives clues. `embedding` is the semantics its words have (of its most believed model, if it has several)."""

    name: str

    @property
    def embedding(self) -> Any: ...
    def start(self, view: SpymasterView) -> None: ...
    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue: ...
    def observe(self, view: SpymasterView, turn: Turn) -> None: ...
    def beliefs(self) -> dict[str, float]: ...


class Guesser(Protocol):
    """Picks cards, one at a time; None ends the turn (not before the first card)."""

    name: str

    def start(self, view: GuesserView) -> None: ...
    def next_guess(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> int | None: ...
    def observe(self, view: GuesserView, card: int, colour: Colour) -> None: ...
    def beliefs(self) -> dict[str, float]: ...


@dataclass(frozen=True)
class Environment:
    """How clues travel: with noise, the word is perturbed in the spymaster's embedding and the nearest one is heard."""

    name: str
    noise: float = 0.0


DETERMINISTIC = Environment("deterministic")
STOCHASTIC = Environment("stochastic", noise=1.0)


@dataclass(frozen=True)
class TurnRecord:
    """A turn as results keep it; beliefs are those before the turn."""

    intended: Clue
    heard: Clue
    guesses: tuple[int, ...]
    colours: tuple[Colour, ...]
    spymaster_beliefs: dict[str, float]
    guesser_beliefs: dict[str, float]


@dataclass(frozen=True)
class GameRecord:
    """A whole game; in Jupyter it shows itself turn by turn."""

    board: Board
    spymaster: str
    guesser: str
    environment: str
    turns: tuple[TurnRecord, ...]

    @property
    def revealed(self) -> dict[Colour, int]:
        """How many cards of each colour were revealed."""
        seen = [colour for turn in self.turns for colour in turn.colours]
        return {colour: seen.count(colour) for colour in Colour}

    @property
    def won(self) -> bool:
        return self.revealed[Colour.RED] == COUNTS[Colour.RED]

    @property
    def ending(self) -> str:
        """Why the game ended."""
        if self.won:
            return "all red cards found"
        return "the assassin was picked" if self.revealed[Colour.ASSASSIN] else "all blue cards were picked"

    def table(self) -> list[tuple[str, str, str, str]]:
        """The game in words, a row a turn: number, clue, cards picked, what the spymaster believed most."""
        rows = []
        for number, turn in enumerate(self.turns, start=1):
            clue = str(turn.heard) if turn.heard == turn.intended else f"{turn.heard} (meant {turn.intended.word})"
            picks = ", ".join(
                f"{self.board.words[card]} ({colour.name.lower()})"
                for card, colour in zip(turn.guesses, turn.colours, strict=True)
            )
            rows.append((str(number), clue, picks, _strongest(turn)))
        return rows

    def __str__(self) -> str:
        result = "won" if self.won else "lost"
        head = f"{self.spymaster} with {self.guesser} ({self.environment}): {result} in {len(self.turns)} turns, {self.ending}"
        return "\n".join([head, *(f"  {number}. {clue}: {picks}" for number, clue, picks, _ in self.table())])

    def _repr_html_(self) -> str:
        result = "won" if self.won else "lost"
        cells = "".join(
            "<tr>" + "".join(f"<td style='text-align:left'>{html.escape(cell)}</td>" for cell in row) + "</tr>"
            for row in self.table()
        )
        heads = "".join(
            f"<th style='text-align:left'>{head}</th>" for head in ("turn", "clue", "cards picked", "believed most")
        )
        return (
            f"<p><b>{html.escape(self.spymaster)}</b> with <b>{html.escape(self.guesser)}</b> ({self.environment}): "
            f"<b>{result}</b> in {len(self.turns)} turns, {self.ending}</p><table><tr>{heads}</tr>{cells}</table>"
        )


def _strongest(turn: TurnRecord) -> str:
    """Each side's most believed team-mate before the turn, for those that have beliefs."""
    sides = (("spymaster", turn.spymaster_beliefs), ("guesser", turn.guesser_beliefs))
    return "; ".join(f"{side}: {max(b, key=b.__getitem__)} {max(b.values()):.2f}" for side, b in sides if b)


def play(
    board: Board,
    spymaster: Spymaster,
    guesser: Guesser,
    environment: Environment = DETERMINISTIC,
    rng: int | Sequence[int | str] = 0,
) -> GameRecord:
    """Play one game. `rng` is a seed, or the address of one; each side and the channel draw from their own stream."""
    game, move = steps(board, spymaster, guesser, environment, rng), None
    while True:
        try:
            asked = game.send(move)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        move = asked.answer()


class Asked(NamedTuple):
    """A move the game waits for: the spymaster's clue, or the guesser's next card for the clue it heard (None: stop)."""

    role: Literal["spymaster", "guesser"]
    view: SpymasterView | GuesserView
    heard: Clue | None
    answer: Callable[[], Any]  # asks the agent in that seat


def steps(
    board: Board,
    spymaster: Spymaster,
    guesser: Guesser,
    environment: Environment = DETERMINISTIC,
    rng: int | Sequence[int | str] = 0,
) -> Generator[Asked, Any, GameRecord]:
    """The game loop, move by move: yields who is asked, takes the move by `send`, returns the record."""
    root, *address = (rng,) if isinstance(rng, int) else rng
    speaking, guessing, channel = (
        seeds.generator(int(root), *address, part) for part in ("spymaster", "guesser", "channel")
    )
    state = _State(board)
    spymaster.start(state.spymaster_view())
    guesser.start(state.guesser_view())
    turns = []
    while not state.over:
        beliefs = spymaster.beliefs(), guesser.beliefs()
        seen = state.spymaster_view()
        intended = yield Asked("spymaster", seen, None, partial(spymaster.give_clue, seen, speaking))
        state.check_clue(intended, spymaster.name)
        heard = transmit(intended, spymaster, board, environment.noise, channel) if environment.noise else intended
        state.open_turn(heard)
        while state.may_guess:
            view = state.guesser_view()
            card = yield Asked("guesser", view, heard, partial(guesser.next_guess, view, heard, guessing))
            if card is None and state.guesses:
                break
            colour = state.reveal(card, guesser.name)
            guesser.observe(state.guesser_view(), card, colour)
        turn = state.close_turn()
        spymaster.observe(state.spymaster_view(), turn)
        turns.append(TurnRecord(intended, heard, turn.guesses, turn.colours, *beliefs))
    return GameRecord(board, spymaster.name, guesser.name, environment.name, tuple(turns))


def transmit(clue: Clue, spymaster: Spymaster, board: Board, noise: float, rng: np.random.Generator) -> Clue:
    """The clue as it is heard: the legal word nearest to the perturbed vector, of itself and its 500 nearest."""
    embedding = spymaster.embedding
    row = embedding.index[clue.word]
    candidates = np.concatenate(([row], embedding.neighbours[row]))
    candidates = candidates[~np.isin(candidates, embedding.rows([w for w in board.words if w in embedding]))]
    perturbed = embedding.vectors[row] + noise * rng.standard_normal(embedding.dimension)
    distances = np.linalg.norm(embedding.vectors[candidates] - perturbed, axis=1)
    return Clue(str(embedding.words[candidates[np.argmin(distances)]]), clue.number)


class _State:
    """The state of one game, and the rules about it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.shown: list[Colour | None] = [None] * CARDS
        self.left = dict(COUNTS)
        self.history: tuple[Turn, ...] = ()
        self.clue = Clue("", 0)
        self.guesses: list[int] = []

    def spymaster_view(self) -> SpymasterView:
        return SpymasterView(self.board.words, self.board.key, tuple(self.shown), self.history)

    def guesser_view(self) -> GuesserView:
        return GuesserView(self.board.words, tuple(self.shown), self.history)

    @property
    def over(self) -> bool:
        return not (self.left[Colour.RED] and self.left[Colour.BLUE] and self.left[Colour.ASSASSIN])

    @property
    def may_guess(self) -> bool:
        """A turn goes on until a card that is not red, one card more than the number, or the end of the game."""
        last_was_red = not self.guesses or self.shown[self.guesses[-1]] is Colour.RED
        return last_was_red and len(self.guesses) <= self.clue.number and not self.over

    def check_clue(self, clue: Clue, name: str) -> None:
        if clue.word in self.board.words:
            raise CommonGroundError(
                f"{name} gave the clue '{clue.word}' in {self._turn}, which is a word on the board."
            )
        if clue.number < 1:
            raise CommonGroundError(f"{name} gave the clue '{clue}' in {self._turn}: the number must be 1 or more.")

    def open_turn(self, heard: Clue) -> None:
        self.clue, self.guesses = heard, []

    def reveal(self, card: int | None, name: str) -> Colour:
        if card is None:
            raise CommonGroundError(f"{name} picked no card in {self._turn}; the rules ask for at least one.")
        if not 0 <= card < CARDS:
            raise CommonGroundError(f"{name} picked card {card} in {self._turn}; cards are numbered 0 to {CARDS - 1}.")
        if self.shown[card] is not None:
            raise CommonGroundError(
                f"{name} picked '{self.board.words[card]}' in {self._turn}, which is revealed already."
            )
        colour = self.board.key[card]
        self.shown[card] = colour
        self.left[colour] -= 1
        self.guesses.append(card)
        return colour

    def close_turn(self) -> Turn:
        turn = Turn(self.clue, tuple(self.guesses), tuple(self.board.key[card] for card in self.guesses))
        self.history = (*self.history, turn)
        return turn

    @property
    def _turn(self) -> str:
        return f"turn {len(self.history) + 1}"
