"""The one game loop, and how clues travel between the two roles."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from commonground import checks, seeds
from commonground.errors import CommonGroundError
from commonground.game.board import Board, Clue, GuesserView, SpymasterView, Turn
from commonground.game.noise import Noise, noise_of
from commonground.game.players import CLUE, Guesser, Role, Spymaster, check_player
from commonground.game.records import GameRecord, TurnRecord
from commonground.game.rules import Colour


@dataclass(frozen=True)
class Environment:
    """How clues travel: with noise, the word is perturbed in the spymaster's embedding and the nearest one is heard."""

    name: str
    noise: float | Noise = 0.0

    def __post_init__(self) -> None:
        checks.text("An environment's name", self.name)
        noise_of(self.noise)


BOARD = 'a board, e.g. load_set("toy").deal(0)'
DETERMINISTIC = Environment("deterministic")
STOCHASTIC = Environment("stochastic", noise=1.0)


def play(
    board: Board,
    spymaster: Spymaster,
    guesser: Guesser,
    environment: Environment = DETERMINISTIC,
    rng: seeds.Seed = 0,
    cap: int | None = None,
) -> GameRecord:
    """Play one game. `rng` is a seed, the address of one, or a generator, which then gives the seed.

    Each side and the channel draw from their own stream.

    With guests at the table, a `cap` is how many turns there are at most: the guesser may then pass a turn, and a game that
    nobody ends is stopped, as the record says.
    """
    game, move = steps(board, spymaster, guesser, environment, rng, cap), None
    while True:
        try:
            asked = game.send(move)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        move = asked.answer()


class Asked(NamedTuple):
    """A move the game waits for: the spymaster's clue, or the guesser's next card for the clue it heard (None: stop)."""

    role: Role
    view: SpymasterView | GuesserView
    heard: Clue | None
    answer: Callable[[], Any]  # asks the agent in that seat


def steps(
    board: Board,
    spymaster: Spymaster,
    guesser: Guesser,
    environment: Environment = DETERMINISTIC,
    rng: seeds.Seed = 0,
    cap: int | None = None,
) -> Generator[Asked, Any, GameRecord]:
    """The game loop, move by move: yields who is asked, takes the move by `send`, returns the record."""
    _check_table(board, spymaster, guesser, environment)
    most = float("inf") if cap is None else checks.whole("cap", cap, 1)
    root, address = seeds.address(rng)
    speaking, guessing, channel = (
        seeds.generator(root, *address, part) for part in ("spymaster", "guesser", "channel")
    )
    state, noise = _State(board), noise_of(environment.noise)
    spymaster.start(state.spymaster_view())
    guesser.start(state.guesser_view())
    turns: list[TurnRecord] = []
    while not state.over and len(turns) < most:
        beliefs = spymaster.beliefs(), guesser.beliefs()
        seen = state.spymaster_view()
        intended = yield Asked("spymaster", seen, None, partial(spymaster.give_clue, seen, speaking))
        state.check_clue(intended, spymaster.name)
        heard = transmit(intended, spymaster, board, noise, channel) if noise else intended
        state.open_turn(heard)
        while state.may_guess:
            view = state.guesser_view()
            card = yield Asked("guesser", view, heard, partial(guesser.next_guess, view, heard, guessing))
            if card is None and (state.guesses or cap):
                break
            card, colour = state.reveal(card, guesser.name)
            guesser.observe(state.guesser_view(), card, colour)
        turn = state.close_turn()
        spymaster.observe(state.spymaster_view(), turn)
        turns.append(TurnRecord(intended, heard, turn.guesses, turn.colours, *beliefs))
    return GameRecord(board, spymaster.name, guesser.name, environment.name, tuple(turns))


def transmit(clue: Clue, spymaster: Spymaster, board: Board, noise: Noise, rng: np.random.Generator) -> Clue:
    """The clue as it is heard: the legal word nearest to the perturbed vector, of itself and its 500 nearest."""
    checks.kind("clue", clue, Clue, CLUE)
    checks.kind("board", board, Board, BOARD)
    checks.kind("rng", rng, np.random.Generator, "a random number generator of numpy's")
    embedding = _checked_embedding(spymaster)
    return Clue(changed(clue.word, embedding, board.words, noise_of(noise), rng), clue.number)


def changed(word: str, embedding: Any, board: Sequence[str], noise: Noise, rng: np.random.Generator) -> str:
    """A word as noise leaves it: the one nearest to its perturbed vector that is not on the board, of itself and its 500 nearest."""
    row = int(embedding.rows([word])[0])
    candidates = np.concatenate(([row], embedding.nearest_to(np.array([row]))[0]))
    checks.row_numbers(f"The table of the nearest words of '{embedding.name}'", candidates, len(embedding))
    candidates = candidates[~np.isin(candidates, embedding.rows([w for w in board if w in embedding]))]
    if not len(candidates):
        raise CommonGroundError(f"Nothing can be heard for '{word}': all words near it are on the board.")
    perturbed = noise.perturbed(embedding.vectors[row], rng)
    distances = ((embedding.vectors[candidates] - perturbed) ** 2).sum(axis=1)
    return str(embedding.words[candidates[np.argmin(distances)]])


def _checked_embedding(spymaster: Spymaster) -> Any:
    """The embedding that a spymaster's words are changed in."""
    embedding = getattr(check_player("spymaster", spymaster), "embedding", None)
    if not all(hasattr(embedding, part) for part in ("rows", "vectors", "nearest_to")):
        raise checks.wrong(
            f"The embedding of {spymaster.name}", "an embedding, where clues travel with noise", embedding
        )
    return embedding


def _check_table(board: Board, spymaster: Spymaster, guesser: Guesser, environment: Environment) -> None:
    """See that a game can be played: a board, two players, and an environment."""
    checks.kind("board", board, Board, BOARD)
    check_player("spymaster", spymaster)
    check_player("guesser", guesser)
    checks.kind("environment", environment, Environment, "an environment, e.g. DETERMINISTIC or STOCHASTIC")


class _State:
    """The state of one game, and the rules about it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.shown: list[Colour | None] = [None] * board.rules.cards
        self.left = board.rules.counts
        self.history: tuple[Turn, ...] = ()
        self.clue = Clue("nothing", 0)  # before the first
        self.guesses: list[int] = []

    def spymaster_view(self) -> SpymasterView:
        return SpymasterView(self.board.words, self.board.key, tuple(self.shown), self.history, self.board.rules)

    def guesser_view(self) -> GuesserView:
        return GuesserView(self.board.words, tuple(self.shown), self.history, self.board.rules)

    @property
    def over(self) -> bool:
        rules, left = self.board.rules, self.left
        lost = left[Colour.ASSASSIN] < rules.assassin or (rules.blue > 0 and not left[Colour.BLUE])
        return lost or not left[Colour.RED]

    @property
    def may_guess(self) -> bool:
        """A turn goes on until a card that is not red, one card more than the number, or the end of the game."""
        last_was_red = not self.guesses or self.shown[self.guesses[-1]] is Colour.RED
        return last_was_red and len(self.guesses) <= self.clue.number and not self.over

    def check_clue(self, clue: Clue, name: str) -> None:
        if not isinstance(clue, Clue):
            raise CommonGroundError(
                f"{name} gave {checks.shown(clue)} in {self._turn}, which is no clue: a clue is Clue(word, number)."
            )
        if clue.word in self.board.words:
            raise CommonGroundError(
                f"{name} gave the clue '{clue.word}' in {self._turn}, which is a word on the board."
            )
        if clue.number < 1:
            raise CommonGroundError(f"{name} gave the clue '{clue}' in {self._turn}: the number must be 1 or more.")

    def open_turn(self, heard: Clue) -> None:
        self.clue, self.guesses = heard, []

    def reveal(self, pick: Any, name: str) -> tuple[int, Colour]:
        """The card that was picked, and the colour it turns out to have."""
        card = self._card(pick, name)
        colour = self.board.key[card]
        self.shown[card] = colour
        self.left[colour] -= 1
        self.guesses.append(card)
        return card, colour

    def _card(self, pick: Any, name: str) -> int:
        """A pick, if the rules allow it."""
        if pick is None:
            raise CommonGroundError(f"{name} picked no card in {self._turn}; the rules ask for at least one.")
        try:
            card = checks.whole("A card", pick, 0, len(self.shown) - 1)
        except CommonGroundError:
            raise CommonGroundError(
                f"{name} picked card {checks.shown(pick)} in {self._turn}; cards are numbered 0 to {len(self.shown) - 1}."
            ) from None
        if self.shown[card] is not None:
            raise CommonGroundError(
                f"{name} picked '{self.board.words[card]}' in {self._turn}, which is revealed already."
            )
        return card

    def close_turn(self) -> Turn:
        turn = Turn(self.clue, tuple(self.guesses), tuple(self.board.key[card] for card in self.guesses))
        self.history = (*self.history, turn)
        return turn

    @property
    def _turn(self) -> str:
        return f"turn {len(self.history) + 1}"
