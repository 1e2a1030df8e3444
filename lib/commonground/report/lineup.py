"""Who is who, in the order of every table, legend and figure: baselines, random, static, the paper's, rivals, ours."""

from collections.abc import Iterable

from commonground.agents import (
    GUESSERS,
    OUR_GUESSERS,
    OUR_SPYMASTERS,
    RIVAL_GUESSERS,
    RIVAL_SPYMASTERS,
    SPYMASTERS,
)
from commonground.agents.registry import NAMED
from commonground.embeddings import catalogue

PLACES = {"in": "in-distribution", "out": "out-of-distribution"}  # whether the partner's embedding is a known one
OTHER = {"spymaster": "guesser", "guesser": "spymaster"}
SEATS = {"spymasters": ("spymaster", "guesser"), "guessers": ("guesser", "spymaster")}  # a table's rows, its columns
BAYESIAN = {"spymasters": tuple(SPYMASTERS), "guessers": tuple(GUESSERS)}
RIVALS = {"spymasters": tuple(RIVAL_SPYMASTERS), "guessers": tuple(RIVAL_GUESSERS)}
OURS = {"spymasters": tuple(OUR_SPYMASTERS), "guessers": tuple(OUR_GUESSERS)}
BEST_MODEL = "Best Model"  # for each partner the best of the internal static agents: an oracle
BEST_SINGLE = "Best single"  # the one internal static agent with the best average
RANDOM = "random"
SELF_PLAY, CROSS_PLAY = "static, same embedding", "static, another"  # static agents, pooled


def in_and_out(chosen: catalogue.Set) -> dict[str, tuple[str, ...]]:
    """The static partners of a set whose embedding the Bayesian agents know, and the others."""
    groups = {"in": tuple(chosen.with_role("internal")), "out": tuple(chosen.with_role("external"))}
    return {group: partners for group, partners in groups.items() if partners}


def made_by(name: str) -> str:
    """Where an agent that has a name of its own comes from; nothing of any other."""
    return NAMED[name].citation if name in NAMED else ""


def kinds(chosen: catalogue.Set) -> dict[str, str]:
    """Every agent that has a name of its own, in order, and its kind."""
    static = {name: role for role in ("internal", "external") for name in chosen.with_role(role)}
    papers, rivals = dict.fromkeys([*SPYMASTERS, *GUESSERS], "the paper's"), dict.fromkeys(_RIVALS, "rivals")
    return {RANDOM: "random", **static, **papers, **rivals, **dict.fromkeys(_OURS, "ours")}


def in_order(names: Iterable[str], chosen: catalogue.Set | None = None) -> list[str]:
    """Names in the one order; embeddings in that of their set, and whoever is known nowhere after all others."""
    static = [name for group in in_and_out(chosen).values() for name in group] if chosen else []
    known = [BEST_MODEL, BEST_SINGLE, RANDOM, *static, SELF_PLAY, CROSS_PLAY, *SPYMASTERS, *GUESSERS, *_RIVALS, *_OURS]
    place = {name: number for number, name in enumerate(dict.fromkeys(known))}
    return sorted(dict.fromkeys(names), key=lambda name: place.get(name, len(known)))


_RIVALS = (*RIVAL_SPYMASTERS, *RIVAL_GUESSERS)
_OURS = (*OUR_SPYMASTERS, *OUR_GUESSERS)
