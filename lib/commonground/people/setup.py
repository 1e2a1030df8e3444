"""Setting the table: what decides a game of a person with an agent, the board, and who sits down."""

import re
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from commonground import agents
from commonground.embeddings import EmbeddingSet
from commonground.errors import CommonGroundError
from commonground.game import STANDARD, Board, Guesser, Rules, Spymaster, check_words, play

SPYMASTER: Literal["spymaster"] = "spymaster"
GUESSER: Literal["guesser"] = "guesser"
SAMPLES = {0.0: 10_000, 1.0: 5_000}  # worlds that a Bayesian guesser draws, by the noise it assumes
# what an agent can be told to assume; a guesser's tables are made beforehand for these levels only
NOISE = {SPYMASTER: (0.0, 0.25, 0.5, 0.75, 1.0), GUESSER: (0.0, 1.0)}
BAYESIAN = {SPYMASTER: ("SM_B",), GUESSER: ("DG_B", "MG_B", "BG_B")}
Role = Literal["spymaster", "guesser"]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What decides a match, but for the moves. `role` is the person's; `words` is a board of their own, or empty."""

    embeddings: str = "toy"
    role: Role = GUESSER
    agent: str = "SM_B"
    noise: float = 1.0
    seed: int = 1
    words: tuple[str, ...] = ()
    rules: Rules = STANDARD

    @property
    def partner(self) -> Role:
        """The agent's role."""
        return GUESSER if self.role == SPYMASTER else SPYMASTER


def board_of(setup: Setup, known: EmbeddingSet) -> Board:
    """The board of a setup: dealt, or a person's own words with a key of that number."""
    if not setup.words:
        return known.deal(setup.seed, rules=setup.rules)
    check_own(setup.words, known, setup.rules)
    return Board(setup.words, Board.deal(setup.words, setup.seed, rules=setup.rules).key, setup.rules)


def own_words(text: str) -> tuple[str, ...]:
    """The words of a text: in any case, between commas, spaces or lines."""
    return tuple(word for word in re.split(r"[\s,;]+", text.lower()) if word)


def check_own(chosen: Sequence[str], known: EmbeddingSet, rules: Rules) -> None:
    """See that a person's own words can be a board, and say what to change if not."""
    if missing := rules.cards - len(chosen):
        advice = f"add {missing}" if missing > 0 else f"take {-missing} away"
        raise CommonGroundError(f"A board has {rules.cards} words, and these are {len(chosen)}: {advice}.")
    check_words(chosen, rules)
    vocabulary = next(iter(known.values()))
    unknown = [word for word in chosen if word not in vocabulary]
    if unknown:
        listed = ", ".join(f"'{word}'" for word in unknown)
        raise CommonGroundError(f"The {known.name} set has no vector for {listed}: choose other words.")


def agent_names(role: Role, known: EmbeddingSet) -> list[str]:
    """The agents that can take a role at the table: the Bayesian ones, then the static ones."""
    return [*BAYESIAN[role], *known]


def agent_of(setup: Setup, known: EmbeddingSet) -> Any:
    """The agent of a setup."""
    name, role = setup.agent, setup.partner
    if name not in agent_names(role, known):
        raise CommonGroundError(f"No {role} here is called '{name}'; there are {', '.join(agent_names(role, known))}.")
    if name in known:
        static = agents.StaticSpymaster(known[name], legality="strict")
        return static if role == SPYMASTER else agents.StaticGuesser(known[name])
    if setup.noise not in NOISE[role]:
        levels = ", ".join(f"{level:g}" for level in NOISE[role])
        raise CommonGroundError(f"A {role} at this table assumes a noise of {levels}, not {setup.noise:g}.")
    if role == SPYMASTER:
        named = name if not setup.noise else f"{name}_noise" if setup.noise == 1 else f"{name}_{setup.noise:g}"
        return agents.spymaster(named, known, legality="strict")
    return agents.guesser(f"{name}_noise" if setup.noise else name, known, samples=SAMPLES[setup.noise])


def warm_up(setup: Setup, known: EmbeddingSet) -> None:
    """Let the agent play a game with a static one: what is compiled at its first moves is then compiled."""
    agent = agent_of(setup, known)
    embedding = known.internal[0]
    spymaster: Spymaster = agent if setup.partner == SPYMASTER else agents.StaticSpymaster(embedding)
    guesser: Guesser = agent if setup.partner == GUESSER else agents.StaticGuesser(embedding)
    play(board_of(setup, known), spymaster, guesser)
    agent.explain()
