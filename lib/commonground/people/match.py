"""One game of a person with an agent, move by move, without a page: rules, messages, and what the agent was thinking.

A match is decided by its setup and the person's moves: the same ones give the same game, which is how a game goes on
after a reload, and how a saved one is looked at again.
"""

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from commonground import agents
from commonground.embeddings import EmbeddingSet
from commonground.errors import CommonGroundError
from commonground.game import (
    CARDS,
    COUNTS,
    Asked,
    Board,
    Clue,
    Colour,
    GameRecord,
    Guesser,
    Spymaster,
    Turn,
    check_words,
    legality,
    play,
    steps,
)

SPYMASTER: Literal["spymaster"] = "spymaster"
GUESSER: Literal["guesser"] = "guesser"
PERSON = "person"
HIGHEST = COUNTS[Colour.RED]  # number of a clue
SAMPLES = {0.0: 10_000, 1.0: 5_000}  # worlds that a Bayesian guesser draws, by the noise it assumes
# what an agent can be told to assume; a guesser's tables are made beforehand for these levels only
NOISE = {SPYMASTER: (0.0, 0.25, 0.5, 0.75, 1.0), GUESSER: (0.0, 1.0)}
BAYESIAN = {SPYMASTER: ("SM_B",), GUESSER: ("DG_B", "MG_B", "BG_B")}
Role = Literal["spymaster", "guesser"]
Move = tuple[str, int] | int | None  # a clue, a card, or the end of the turn


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What decides a match, but for the moves. `role` is the person's; `words` is a board of their own, or empty."""

    embeddings: str = "toy"
    role: Role = GUESSER
    agent: str = "SM_B"
    noise: float = 1.0
    seed: int = 1
    words: tuple[str, ...] = ()

    @property
    def partner(self) -> Role:
        """The agent's role."""
        return GUESSER if self.role == SPYMASTER else SPYMASTER


class Person:
    """The empty chair of the person: the game asks the match, not this, for moves."""

    name = PERSON

    @property
    def embedding(self) -> Any:
        raise CommonGroundError("Nobody knows a person's embedding: play with people without a noisy channel.")

    def start(self, view: Any) -> None: ...
    def give_clue(self, view: Any, rng: Any) -> Clue:
        raise CommonGroundError("A person's moves come from the person.")

    def next_guess(self, view: Any, clue: Clue, rng: Any) -> int | None:
        raise CommonGroundError("A person's moves come from the person.")

    def observe(self, view: Any, *seen: Any) -> None: ...
    def beliefs(self) -> dict[str, float]:
        return {}


class Match:
    """A game under way. The agent's moves follow by themselves; the person `say`s, `pick`s or `stop`s."""

    def __init__(self, setup: Setup, words: EmbeddingSet, moves: Iterable[Move] = ()) -> None:
        self.setup = setup
        self.words = words
        self.board = board_of(setup, words)
        self.agent: Any = agent_of(setup, words)
        self.moves: list[Move] = []
        self.picks: list[int] = []  # of the turn under way
        self.thoughts: list[list[dict[str, Any]]] = []  # the agent's, a list a turn: one a clue, or one a card
        self.believed: list[dict[str, float]] = []  # before each turn
        self.record: GameRecord | None = None
        seats: dict[str, Any] = {setup.role: Person(), setup.partner: self.agent}
        self._game = steps(self.board, seats[SPYMASTER], seats[GUESSER], rng=(setup.seed, "people"))
        self._asked: Asked | None = None
        self._send(None)
        for move in moves:
            self._again(move)

    # The person's moves

    def say(self, text: str) -> None:
        """Give a clue as it is typed: one word and a number."""
        self._expect(SPYMASTER, "It is not your turn to give a clue.")
        word, number = parse_clue(text)
        if problem := legality.objection(word, self.board.words, [turn.clue.word for turn in self.history]):
            raise CommonGroundError(f"{problem} Think of another clue.")
        if word not in next(iter(self.words.values())):
            raise CommonGroundError(
                f"Your team-mate does not know the word '{word}': it knows {len(self.words.words):,} common ones."
            )
        self._move((word, number))

    def pick(self, card: int) -> None:
        """Touch a card."""
        self._expect(GUESSER, "It is not your turn to pick a card.")
        if not 0 <= card < CARDS:
            raise CommonGroundError(f"There is no card {card}: they are numbered 0 to {CARDS - 1}.")
        if self.revealed[card] is not None:
            raise CommonGroundError(f"'{self.board.words[card]}' is revealed already.")
        self._move(card)

    def stop(self) -> None:
        """End the turn without another card."""
        self._expect(GUESSER, "It is not your turn to pick a card.")
        if not self.picks:
            raise CommonGroundError("Pick at least one card: those are the rules.")
        self._move(None)

    # What there is to see

    @property
    def over(self) -> bool:
        return self.record is not None

    @property
    def history(self) -> tuple[Turn, ...]:
        """The turns that are over."""
        if self.record:
            return tuple(Turn(turn.heard, turn.guesses, turn.colours) for turn in self.record.turns)
        return self._asked.view.history if self._asked else ()

    @property
    def revealed(self) -> tuple[Colour | None, ...]:
        """The colours that can be seen by all."""
        touched = {card for turn in self.history for card in turn.guesses} | set(self.picks)
        return tuple(colour if card in touched else None for card, colour in enumerate(self.board.key))

    @property
    def clue(self) -> Clue | None:
        """The clue that cards are being picked for."""
        return self._asked.heard if self._asked else None

    @property
    def models(self) -> dict[str, str]:
        """The team-mates that the agent reckons with, and what each is."""
        return {name: self.words.entries[name].title for name in self.agent.beliefs()}

    # The game's side

    def _expect(self, role: Role, otherwise: str) -> None:
        if self.over:
            raise CommonGroundError("The game is over.")
        if self.setup.role != role:
            raise CommonGroundError(otherwise)

    def _again(self, move: Move) -> None:
        """Make a move of before: it was legal then."""
        if self.over or self.setup.role != (SPYMASTER if isinstance(move, tuple) else GUESSER):
            raise CommonGroundError("These moves don't belong to this game.")
        self._move(move)

    def _move(self, move: Move) -> None:
        self.moves.append(move)
        self._send(Clue(*move) if isinstance(move, tuple) else move)

    def _send(self, move: Clue | int | None) -> None:
        """Make a move, and let the agent make all of its own that follow."""
        while True:
            if isinstance(move, int):
                self.picks.append(move)
            turns = len(self.history)
            try:
                self._asked = self._game.send(move)
            except StopIteration as end:
                self.record, self._asked = end.value, None
                return
            if self._asked.role == SPYMASTER and (not self.believed or len(self.history) > turns):
                self.picks = []
                self.thoughts.append([])
                self.believed.append(self.agent.beliefs())
            if self._asked.role == self.setup.role:
                return
            move = self._asked.answer()
            self.thoughts[-1].append(self._thought(move))

    def _thought(self, move: Clue | int | None) -> dict[str, Any]:
        """Why the agent made a move, in plain numbers and words."""
        if isinstance(move, Clue):
            return clue_thought(self.agent.explain())
        return guess_thought(
            self.agent.explain(), None if move is None else self.board.words[move], self.revealed_words
        )

    @property
    def revealed_words(self) -> set[str]:
        return {word for word, colour in zip(self.board.words, self.revealed, strict=True) if colour is not None}


# What an agent was thinking


def clue_thought(why: dict[str, Any]) -> dict[str, Any]:
    """A spymaster's reasons: what it expected of each model, and the clues it liked next."""
    if not why:
        return {}
    models = [
        {
            "name": name,
            "belief": belief,
            "utility": _finite(why["by_model"][name]),
            "picks": why["guesses"][name],
        }
        for name, belief in why["beliefs"].items()
    ]
    others = [[str(clue), _finite(value)] for clue, value in why["runners_up"]]
    return {"clue": str(why["clue"]), "utility": _finite(why["expected_utility"]), "models": models, "others": others}


def guess_thought(why: dict[str, Any], picked: str | None, revealed: set[str]) -> dict[str, Any]:
    """A guesser's reasons: each card's chance of being red before and after boosting, likeliest first.

    Where no world is left that fits, the agent has no chances to show: they would be those of the card before.
    """
    if not why or revealed & set(why["before_boosting"]):
        return {"picked": picked, "cards": []}
    before, after = why["before_boosting"], why["after_boosting"]
    cards = [{"word": word, "before": before[word]["red"], "after": after[word]["red"]} for word in before]
    return {"picked": picked, "cards": sorted(cards, key=lambda card: (-card["after"], -card["before"]))}


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


# Setting the table


def board_of(setup: Setup, words: EmbeddingSet) -> Board:
    """The board of a setup: dealt, or a person's own words with a key of that number."""
    if not setup.words:
        return words.deal(setup.seed)
    check_own(setup.words, words)
    return Board(setup.words, Board.deal(setup.words, setup.seed).key)


def own_words(text: str) -> tuple[str, ...]:
    """The words of a text: in any case, between commas, spaces or lines."""
    return tuple(word for word in re.split(r"[\s,;]+", text.lower()) if word)


def check_own(chosen: Sequence[str], words: EmbeddingSet) -> None:
    """See that a person's own words can be a board, and say what to change if not."""
    if len(chosen) != CARDS:
        missing = CARDS - len(chosen)
        advice = f"add {missing}" if missing > 0 else f"take {-missing} away"
        raise CommonGroundError(f"A board has {CARDS} words, and these are {len(chosen)}: {advice}.")
    check_words(chosen)
    unknown = [word for word in chosen if word not in next(iter(words.values()))]
    if unknown:
        listed = ", ".join(f"'{word}'" for word in unknown)
        raise CommonGroundError(f"The {words.name} set has no vector for {listed}: choose other words.")


def parse_clue(text: str) -> tuple[str, int]:
    """A clue as people type it: a word and a number."""
    parts = text.lower().split()
    if len(parts) != 2 or not re.fullmatch(r"\d+", parts[1]):
        raise CommonGroundError("A clue is one word and a number, such as “ocean 2”.")
    word, number = parts[0], int(parts[1])
    if not re.fullmatch(r"[a-z]+", word):
        raise CommonGroundError(f"'{word}' is not a word of letters a to z.")
    if not 1 <= number <= HIGHEST:
        raise CommonGroundError(f"The number says how many cards you mean: 1 to {HIGHEST}, not {number}.")
    return word, number


def agent_names(role: Role, words: EmbeddingSet) -> list[str]:
    """The agents that can take a role at the table: the Bayesian ones, then the static ones."""
    return [*BAYESIAN[role], *words]


def agent_of(setup: Setup, words: EmbeddingSet) -> Any:
    """The agent of a setup."""
    name, role = setup.agent, setup.partner
    if name not in agent_names(role, words):
        raise CommonGroundError(f"No {role} here is called '{name}'; there are {', '.join(agent_names(role, words))}.")
    if name in words:
        static = agents.StaticSpymaster(words[name], legality="strict")
        return static if role == SPYMASTER else agents.StaticGuesser(words[name])
    if setup.noise not in NOISE[role]:
        levels = ", ".join(f"{level:g}" for level in NOISE[role])
        raise CommonGroundError(f"A {role} at this table assumes a noise of {levels}, not {setup.noise:g}.")
    if role == SPYMASTER:
        named = name if not setup.noise else f"{name}_noise" if setup.noise == 1 else f"{name}_{setup.noise:g}"
        return agents.spymaster(named, words, legality="strict")
    return agents.guesser(f"{name}_noise" if setup.noise else name, words, samples=SAMPLES[setup.noise])


def warm_up(setup: Setup, words: EmbeddingSet) -> None:
    """Let the agent play a game with a static one: what is compiled at its first moves is then compiled."""
    agent = agent_of(setup, words)
    known = words.internal[0]
    spymaster: Spymaster = agent if setup.partner == SPYMASTER else agents.StaticSpymaster(known)
    guesser: Guesser = agent if setup.partner == GUESSER else agents.StaticGuesser(known)
    play(board_of(setup, words), spymaster, guesser)
    agent.explain()
