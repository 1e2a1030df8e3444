"""Agents made by their names: those of the registry, static ones by their embedding's, those of the hierarchies by what they say.

Deductive agents are `S1:g1` and `G2:g1`, a level over an embedding; `S1:g1+shared` thinks about worlds that both sides know,
`S1:g1+forgetful` about guessers that take every clue by itself. Agents of the cognitive hierarchy hold levels 0 and 1 possible:
`SM_H_level:g1` is sure of the embedding and unsure of the level, `SM_H_embedding:1` the other way round, `SM_H_both` is
unsure of both; `GM_H_…` are the guessers; `SM_H_noise_both` also assumes noise 1.0 in the channel. `SM_CH2` and `GM_CH2` take
two steps of thinking: their models are agents of every smaller number of steps, static ones (step 0, over each embedding) and `GM_CH1` or `SM_CH1`, which have models themselves.
"""

import re
from typing import Any, NamedTuple

from commonground import checks
from commonground.agents import arguments
from commonground.agents.bayesian_spymaster import BayesianSpymaster
from commonground.agents.beliefs import Believer
from commonground.agents.deductive import DeductiveGuesser, DeductiveSpymaster
from commonground.agents.hierarchy import HierarchyGuesser, HierarchySpymaster
from commonground.agents.models import level
from commonground.agents.registry import ALL_GUESSERS, ALL_SPYMASTERS, NAMED, NOISE, WITH_BLEND, Named, Over
from commonground.agents.static import RandomGuesser, RandomSpymaster, StaticGuesser, StaticSpymaster
from commonground.embeddings import Embedding, EmbeddingSet
from commonground.embeddings.fitted import fitted
from commonground.errors import CommonGroundError
from commonground.game import Guesser, Noise, Spymaster, noise_of
from commonground.game.players import Role

LEVELS = (0, 1)  # that agents of the cognitive hierarchy hold possible
_TRAITS: dict[str, dict[str, Any]] = {"shared": {"shared": 0}, "forgetful": {"memory": "none"}}
MOST_STEPS = 6  # of thinking
_DEDUCTIVE = re.compile(r"([SG])(\d{1,99}):([^+]+)((?:\+\w+)*)")
_STEPS = re.compile(r"([SG])M_CH([1-9]\d{0,99})")
_UNSURE = re.compile(r"([SG])M_H_(noise_)?(?:(level):(.+)|(embedding):(\d{1,99})|(both))")


def spymaster(name: str, embeddings: EmbeddingSet, **options: Any) -> Spymaster:
    """The spymaster of that name, over a set's internal embeddings if it is Bayesian."""
    _check(name, embeddings)
    if name == "random":
        return _made(name, RandomSpymaster, _internal(embeddings)[0], options)  # type: ignore[no-any-return]
    if name in embeddings:
        return _made(name, StaticSpymaster, embeddings[name], options)  # type: ignore[no-any-return]
    return _thinker("spymaster", name, embeddings, options)  # type: ignore[no-any-return]


def guesser(name: str, embeddings: EmbeddingSet, *, ear: float | Noise = 0.0, **options: Any) -> Guesser:
    """The guesser of that name; `ear` is the noise that it suffers on every clue it hears, a static one or one of the paper's.

    What noise it assumes is an option of its own, `noise`, as a spymaster's is.
    """
    _check(name, embeddings)
    heard = noise_of(ear)
    if name == "random":  # to which it is the same what it hears
        return _made(name, RandomGuesser, _internal(embeddings)[0], options)  # type: ignore[no-any-return]
    options = options | {"ear": heard} if heard else options
    if name in embeddings:
        return _made(name, StaticGuesser, embeddings[name], options)  # type: ignore[no-any-return]
    return _thinker("guesser", name, embeddings, options)  # type: ignore[no-any-return]


class Described(NamedTuple):
    """What a name stands for: a class, the options it is made with, and what it is over."""

    agent: type
    options: dict[str, Any]
    over: Over = "internal"


def described(name: str, embeddings: EmbeddingSet) -> Described:
    """What a name stands for among a set's embeddings; of an agent that has one name in both seats, the spymaster."""
    _check(name, embeddings)
    if name == "random" or name in embeddings:
        return Described(RandomSpymaster if name == "random" else StaticSpymaster, {})
    if found := _in_the_hierarchy(name):
        return found
    if named := _named(name):
        return Described(named.agent, named.options, named.over)
    raise CommonGroundError(
        f"There is no agent {checks.shown(name)}; there are random, {', '.join([*embeddings, *NAMED])}, and those of the hierarchy."
    )


def _in_the_hierarchy(name: str) -> Described | None:
    if match := _DEDUCTIVE.fullmatch(name):
        role, number, _, traits = match.groups()
        agent = DeductiveSpymaster if role == "S" else DeductiveGuesser
        return Described(agent, {"level": arguments.level(int(number))} | _options(traits))
    if match := _UNSURE.fullmatch(name):
        return Described(_unsure(match[1]), {"levels": LEVELS} | _assumed(match[2]))
    if match := _STEPS.fullmatch(name):
        steps = checks.whole("Steps of thinking", int(match[2]), 1, MOST_STEPS, "each doubles who has to be imagined")
        return Described(_unsure(match[1]), {"steps": steps})
    return None


def _named(name: str) -> Named | None:
    assumed = re.fullmatch(r"SM_B_(\d+(?:\.\d+)?)", name)
    if assumed:
        return Named("spymaster", BayesianSpymaster, {"noise": float(assumed[1])})
    named = NAMED.get(name.removesuffix(WITH_BLEND))
    blends_in = named and issubclass(named.agent, Believer) and named.over == "internal"
    return named if blends_in or WITH_BLEND not in name else None


def _options(traits: str) -> dict[str, Any]:
    """What a name's traits mean, e.g. of `+shared+forgetful`."""
    names = traits.split("+")[1:]
    odd = [name for name in names if name not in _TRAITS]
    if odd:
        raise CommonGroundError(f"There is no trait '{odd[0]}' of a deductive agent; there are {', '.join(_TRAITS)}.")
    return {key: value for name in names for key, value in _TRAITS[name].items()}


def _thinker(role: Role, name: str, known: EmbeddingSet, options: dict[str, Any]) -> Any:
    """The Bayesian agent of that name, or the one of the hierarchy."""
    if name.startswith(role[0].upper()) and (found := _of_the_hierarchy(name, known, options)):
        return found
    named = _named(name)
    agent = named.seated(role) if named else None
    if named is None or agent is None:
        there = ALL_SPYMASTERS if role == "spymaster" else ALL_GUESSERS
        raise CommonGroundError(
            f"There is no {role} {checks.shown(name)}; there are random, {', '.join([*known, *there])}, and those of the hierarchy, e.g. {role[0].upper()}1:{next(iter(known))}."
        )
    if named.over == "people":
        return _for_people(name, agent, known, named.options | options)
    over: Any = known.blend if named.over == "blend" else _internal(known)
    models = [*over, known.blend] if name.endswith(WITH_BLEND) else over
    return _made(name, agent, models, {"name": name} | named.options | options)


def _for_people(name: str, agent: type, known: EmbeddingSet, options: dict[str, Any]) -> Any:
    """An agent over all embeddings of a set and what was fitted on people; one that is others end to end adds nothing."""
    taught = {} if "people" in options else {"people": fitted(known.name, [one.name for one in known.singles])}
    return _made(name, agent, known.singles, {"name": name} | taught | options)


def _of_the_hierarchy(name: str, known: EmbeddingSet, options: dict[str, Any]) -> Any:
    """The deductive or unsure agent of that name; None if it is no such name."""
    found = _in_the_hierarchy(name)
    if found is None:
        return None
    agent, own, _ = found
    if match := _DEDUCTIVE.fullmatch(name):
        return _made(name, agent, known[match[3]], {"name": name} | own | options)
    if match := _UNSURE.fullmatch(name):
        numbers = [int(match[6])] if match[5] else LEVELS
        embeddings = [known[match[4]]] if match[3] else _internal(known)
        models = [level(k, embedding) for k in numbers for embedding in embeddings]
        return _made(name, agent, models, {"name": name} | _assumed(match[2]) | options)
    if match := _STEPS.fullmatch(name):
        return _thinking(match[1], own["steps"], known, options)
    return None


def _assumed(noisy: str | None) -> dict[str, Any]:
    """The noise that the name of an agent of the cognitive hierarchy says it assumes."""
    return {"noise": NOISE} if noisy else {}


def _unsure(role: str) -> type:
    return HierarchySpymaster if role == "S" else HierarchyGuesser


def _thinking(role: str, steps: int, known: EmbeddingSet, options: dict[str, Any]) -> Any:
    """The agent of so many steps: each smaller number is as likely, the static ones share theirs."""
    static = [level(0, embedding) for embedding in _internal(known)]
    other = "G" if role == "S" else "S"
    thinking = [_thinking(other, fewer, known, options) for fewer in range(1, steps)]
    prior = [1.0 / len(static)] * len(static) + [1.0] * len(thinking)
    name = f"{role}M_CH{steps}"
    return _made(name, _unsure(role), [*static, *thinking], {"name": name, "prior": prior} | options)


def _made(name: str, agent: type, over: Any, options: dict[str, Any]) -> Any:
    """An agent over an embedding, or over several models."""
    checks.options(f"The agent '{name}'", agent, options)
    return agent(over, **options)


def _check(name: str, embeddings: EmbeddingSet) -> None:
    checks.text("The name of an agent", name)
    checks.kind("embeddings", embeddings, EmbeddingSet, 'a set of embeddings, e.g. load_set("toy")')


def _internal(known: EmbeddingSet) -> list[Embedding]:
    """The embeddings that a set's agents know, if there are any."""
    if not known.internal:
        raise CommonGroundError(f"The set '{known.name}' has no internal embeddings, which agents would know.")
    return known.internal
