"""What agents are made with, checked when they are made."""

from typing import Any

import numpy as np

from commonground import checks
from commonground.embeddings import Embedding
from commonground.embeddings.neighbours import KEPT
from commonground.errors import CommonGroundError
from commonground.game.legality import Legality
from commonground.game.utility import Utility

WORLDS = 3_000_000  # at most: the paper's board has 2,042,975 of them
DRAWS = 100_000  # of noise, at most: a turn keeps them all
HIGHEST = 20  # level: each costs a table a turn


def embedding(value: Any) -> Embedding:
    """The one embedding of an agent."""
    return checks.kind("embedding", value, Embedding, 'an embedding, e.g. load_set("toy")["ta"]')


def embeddings(values: Any) -> tuple[Embedding, ...]:
    """The embeddings that a team-mate may have: some, each once, over one vocabulary."""
    found = checks.each("models", values, Embedding, 'a list of embeddings, e.g. load_set("toy").internal')
    if not found:
        raise CommonGroundError("An agent needs at least one embedding.")
    checks.once("The names of models", [model.name for model in found])
    return of_one_vocabulary(found)


def of_one_vocabulary(embeddings: tuple[Embedding, ...]) -> tuple[Embedding, ...]:
    """Embeddings that can be used together, since they share their words."""
    first, *others = embeddings
    for other in others:
        if other.words is not first.words and not np.array_equal(other.words, first.words):
            raise CommonGroundError(
                f"The embeddings '{first.name}' and '{other.name}' have different vocabularies: take both from one set."
            )
    return embeddings


def worlds(value: Any) -> int:
    """How many worlds an agent thinks about."""
    return checks.whole("samples", value, 1, WORLDS, "all are held at once")


def draws(name: str, value: Any) -> int:
    """How many draws of noise an agent judges a clue on."""
    return checks.whole(name, value, 1, DRAWS, "all are held at once")


def level(value: Any) -> int:
    """A level of the hierarchy."""
    return checks.whole("A level of the hierarchy", value, 0, HIGHEST, "each costs a table a turn")


def neighbours(value: Any) -> int:
    """How many of a card's nearest words may be clues."""
    return checks.whole("neighbours", value, 1, KEPT, "so many are kept")


def utility(value: Any) -> Utility:
    """What cards are worth."""
    return checks.kind("utility", value, Utility, "a utility, e.g. Utility(bystander=-0.5)")


def legality(value: Any) -> Legality:
    """Which clues are fair."""
    return checks.choice("legality", value, ("paper", "strict"))


def name(value: Any, otherwise: str) -> str:
    """What an agent is called, or another name if it is not said."""
    return checks.text("name", value) or otherwise if value is not None else otherwise
