"""Setting the table: what decides a game of a person with an agent, the board, and who sits down."""

import dataclasses
import inspect
import math
import re
from collections.abc import Collection, Sequence
from typing import Any, Literal

import msgspec

from commonground import agents
from commonground.embeddings import EmbeddingSet, load_set
from commonground.embeddings.fitted import LEVEL, NEARNESS, People, Shares, fitted
from commonground.errors import CommonGroundError
from commonground.game import STANDARD, Board, Guesser, Rules, Spymaster, check_words, play
from commonground.game.players import Role

SPYMASTER: Literal["spymaster"] = "spymaster"
GUESSER: Literal["guesser"] = "guesser"
SAMPLES = {0.0: 10_000, 1.0: 5_000}  # worlds that a Bayesian guesser draws, by the noise it assumes
# what an agent can be told to assume; a guesser's tables are made beforehand for these levels only
NOISE = {SPYMASTER: (0.0, 0.25, 0.5, 0.75, 1.0), GUESSER: (0.0, 1.0)}
BAYESIAN = {SPYMASTER: ("SM_B",), GUESSER: ("DG_B", "MG_B", "BG_B")}
# who sits down if nobody else is asked for, by the agent's role: the first that there is
WELCOMING = {SPYMASTER: ("SM_P", "SM_N"), GUESSER: ("G_P", "G_J")}
BEST = ("people", "open")  # the sets that are good to play on, the best first
HIGHEST_SEED = 10**9
FORGOTTEN = 0.1  # of what was believed after the last game: nobody is the same every day


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What decides a match, but for the moves. `role` is the person's; `words` is a board of their own, or empty.

    `prior` is what is believed of the person when the game begins, by model; empty if they are new here. `person` is a
    name that a browser makes up for whoever sits in front of it, so that saved games of one person can be told.
    """

    embeddings: str = "toy"
    role: Role = GUESSER
    agent: str = ""
    noise: float = 1.0
    seed: int = 1
    words: tuple[str, ...] = ()
    rules: Rules = STANDARD
    prior: dict[str, float] = {}
    person: str = ""

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


def welcoming(role: Role) -> str:
    """The agent that takes a role if nobody else is asked for."""
    return next(name for name in WELCOMING[role] if name in _there(role))


def seated(setup: Setup) -> Setup:
    """The same setup, the agent named."""
    return setup if setup.agent else msgspec.structs.replace(setup, agent=welcoming(setup.partner))


def agent_names(role: Role, known: EmbeddingSet) -> list[str]:
    """The agents that can take a role at the table: those for people, the paper's, then the static ones."""
    return [*learners(role), *known]


def learners(role: Role) -> list[str]:
    """The agents of a role that learn."""
    return [*(name for name in WELCOMING[role] if name in _there(role)), *BAYESIAN[role]]


def _there(role: Role) -> Collection[str]:
    return agents.ALL_SPYMASTERS if role == SPYMASTER else agents.ALL_GUESSERS


def agent_of(setup: Setup, known: EmbeddingSet) -> Any:
    """The agent of a setup."""
    role = setup.partner
    name = setup.agent or welcoming(role)
    if name not in agent_names(role, known):
        raise CommonGroundError(f"No {role} here is called '{name}'; there are {', '.join(agent_names(role, known))}.")
    options: dict[str, Any] = {"legality": "strict"} if role == SPYMASTER else {}
    make: Any = agents.spymaster if role == SPYMASTER else agents.guesser
    if name in BAYESIAN[role]:
        name, options = _with_noise(name, role, setup.noise, options)
    agent = make(name, known, **options)
    return make(name, known, **options | _met_before(agent, setup.prior, known)) if setup.prior else agent


def _with_noise(name: str, role: Role, noise: float, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """One of the paper's agents with the noise it assumes: its whole name, and its options."""
    if noise not in NOISE[role]:
        levels = ", ".join(f"{level:g}" for level in NOISE[role])
        raise CommonGroundError(f"A {role} at this table assumes a noise of {levels}, not {noise:g}.")
    if role == GUESSER:
        return f"{name}_noise" if noise else name, options | {"samples": SAMPLES[noise]}
    return name if not noise else f"{name}_noise" if noise == 1 else f"{name}_{noise:g}", options


def _met_before(agent: Any, held: dict[str, float], known: EmbeddingSet) -> dict[str, Any]:
    """The option by which an agent begins with what was believed of the person before, if that was about its own models.

    A little of it is forgotten: so much is as if they had not met.
    """
    unmet = agent.beliefs()
    if set(held) != set(unmet):
        return {}
    prior = {name: (1 - FORGOTTEN) * held[name] + FORGOTTEN * p for name, p in unmet.items()}
    taken = inspect.signature(type(agent)).parameters
    if "prior" in taken:
        return {"prior": list(prior.values())}
    names = [one.name for one in known.singles]
    return {"people": like(fitted(known.name, names), prior)} if "people" in taken else {}


def like(people: People, prior: dict[str, float]) -> People:
    """People of whom each language is as frequent as it is believed of one person; how sharply it is used, as with others."""

    def weighed(shares: Shares, otherwise: float) -> Shares:
        ways = {name: shares.get(name) or {otherwise: 1.0} for name in prior}
        totals = {name: sum(own.values()) for name, own in ways.items()}
        return {name: {at: share * prior[name] / totals[name] for at, share in ways[name].items()} for name in prior}

    return dataclasses.replace(people, heard=weighed(people.heard, LEVEL), meant=weighed(people.meant, NEARNESS))


def believable(beliefs: dict[str, float]) -> dict[str, float]:
    """Beliefs as they come from a browser, rounded: they sum to one. What can't be beliefs is nothing."""
    total = sum(beliefs.values())
    if not beliefs or not all(math.isfinite(p) and p >= 0 for p in beliefs.values()) or not total > 0:
        return {}
    return {name: round(p / total, 6) for name, p in beliefs.items()}


def warm_up(setup: Setup, known: EmbeddingSet) -> None:
    """Let the agent play a game with a static one: what is compiled at its first moves is then compiled."""
    agent = agent_of(setup, known)
    embedding = known.internal[0]
    spymaster: Spymaster = agent if setup.partner == SPYMASTER else agents.StaticSpymaster(embedding)
    guesser: Guesser = agent if setup.partner == GUESSER else agents.StaticGuesser(embedding)
    play(board_of(setup, known), spymaster, guesser)
    agent.explain()


def warm_up_all(set_name: str) -> None:
    """Let the agents that sit down by default play on a set."""
    known = load_set(set_name)
    for role in (GUESSER, SPYMASTER):
        warm_up(Setup(embeddings=set_name, role=role), known)
