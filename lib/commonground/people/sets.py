"""Which embedding sets one can sit down with here, and what there is to choose from."""

from dataclasses import asdict
from typing import Any, get_args

from commonground.embeddings import build, catalogue
from commonground.embeddings.weighted import PEOPLE
from commonground.game import STANDARD
from commonground.game.players import Role
from commonground.people import characters
from commonground.people.setup import BAYESIAN, BEST, HIGHEST_SEED, NOISE, learners

TOY = "toy"


def available() -> list[str]:
    """The sets that can be played with at once, the best first: those that are built, and toy, which is made when asked for."""
    sets = catalogue.load().sets
    built = [name for name in sets if name != TOY and build.is_there(sets[name], name)]
    return [*sorted(built, key=lambda name: BEST.index(name) if name in BEST else len(BEST)), TOY]


def best() -> str:
    """The set that is offered first, if nobody asks for another."""
    return available()[0]


def choices(set_name: str) -> dict[str, Any]:
    """What the form for a new game offers: by set, the agents of each role, those that learn first."""
    sets = {name: catalogue.load().set(name) for name in available()}
    return {
        "set": set_name,
        "mate": characters.MATE,
        "sets": {
            name: {"about": chosen.about, "agents": _agents(chosen.embeddings), "cast": _cast(chosen.embeddings)}
            for name, chosen in sets.items()
        },
        "noise": NOISE,
        "cards": STANDARD.cards,
        "highest": HIGHEST_SEED,
    }


def _agents(entries: dict[str, catalogue.Entry]) -> dict[str, list[dict[str, Any]]]:
    players = {key: entry for key, entry in entries.items() if entry.role != "part"}
    return {
        role: [
            asdict(characters.of_agent(name, role, players)) | {"noisy": name in BAYESIAN[role]}
            for name in [*learners(role), *players]
        ]
        for role in get_args(Role)
    }


def _cast(entries: dict[str, catalogue.Entry]) -> list[dict[str, Any]]:
    """Those whom the agents that sit down by default know: people in general, and every embedding that is no other end to end."""
    singles = [key for key, entry in entries.items() if entry.role != "part" and not entry.concatenate]
    return [asdict(characters.of_model(key, entries)) for key in [PEOPLE, *singles]]
