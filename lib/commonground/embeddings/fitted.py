"""What people's guesses have taught about a set's embeddings: a few numbers, fitted on half of the people.

They stand in `data/listeners.yaml`, which `make people` derives from the recordings and which comes with the package: agents
for people can be made where nobody's guesses have been fetched. Nothing of any person is in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from commonground import checks, documents, paths
from commonground.embeddings.embedding import Embedding
from commonground.embeddings.weighted import PEOPLE, weighted
from commonground.errors import CommonGroundError

LEVEL, SHARPNESS, NEARNESS = 3.0, 1.0, 16.0  # where nothing is fitted: about as it is with people

Shares = Mapping[str, Mapping[float, float]]  # of models, by a setting of each


@dataclass(frozen=True)
class People:
    """How people hear clues and what they mean by them, in terms of embeddings.

    `blend` is their language: how much nearness in each embedding counts for them (see `weighted`). `heard` is a mixture of
    listeners: how often somebody listens in that language or in one of the embeddings, with that level of noise, in standard
    deviations of a coordinate. `meant` is one of speakers: how often a clue is for cards that are near it in that language or
    embedding, and how sharply, as the factor of a squared distance.
    """

    blend: Mapping[str, float] = field(default_factory=dict)
    heard: Shares = field(default_factory=dict)
    meant: Shares = field(default_factory=dict)

    def __post_init__(self) -> None:
        for weight in self.blend.values():
            checks.number("The weight of an embedding in people's blend", weight)
        for setting, share in (
            (s, w) for part in (self.heard, self.meant) for own in part.values() for s, w in own.items()
        ):
            checks.positive("A level of people's noise, or a sharpness", setting, checks.LOUDEST)
            checks.number("A share of people", share)


def fitted(set_name: str, names: Sequence[str], path: Path | None = None) -> People:
    """What is known of people over some embeddings of a set; where nothing was fitted, all of these count as much."""
    place = path or paths.listeners()
    try:
        found = msgspec.convert(documents.read(place), dict[str, People], strict=False)
    except msgspec.ValidationError as error:
        raise CommonGroundError(f"{place} is not what people's guesses taught: {error}.") from error
    return found.get(set_name) or evenly(names)


def evenly(names: Sequence[str]) -> People:
    """People of whom nothing is known: as often as not they speak one language, in which every embedding counts as much,
    else any of the embeddings.
    """
    share = 0.5 / len(names)
    heard = {PEOPLE: {LEVEL: 0.5}} | {name: {LEVEL: share} for name in names}
    meant = {PEOPLE: {SHARPNESS: 0.5}} | {name: {NEARNESS: share} for name in names}
    return People(dict.fromkeys(names, NEARNESS / len(names)), heard, meant)


class Ways(NamedTuple):
    """A mixture as a table: the models that have a share, their settings upwards, and the shares, (model, setting)."""

    models: tuple[Embedding, ...]
    settings: list[float]
    shares: np.ndarray


def ways(
    people: People, shares: Shares, embeddings: Sequence[Embedding], machines: float = 0.0, exact: float = 0.0
) -> Ways:
    """People's language and some embeddings, as one of people's mixtures has them; what it does not have is left out.

    The share of `machines` is given to partners that are no people but one of the embeddings, at the setting `exact`.
    """
    known = {embedding.name: embedding for embedding in embeddings}
    used = {name: dict(own) for name, own in shares.items() if (name == PEOPLE or name in known) and any(own.values())}
    if not used:
        raise CommonGroundError(f"None of {', '.join(known)} has a share in what was fitted on people.")
    total = sum(share for own in used.values() for share in own.values())
    used = {name: {at: (1 - machines) * share / total for at, share in own.items()} for name, own in used.items()}
    for name in known if machines else ():
        own = used.setdefault(name, {})
        own[exact] = own.get(exact, 0.0) + machines / len(known)
    used = {name: own for name, own in used.items() if any(own.values())}  # where all are machines, people are not
    models = [weighted(embeddings, people.blend) if name == PEOPLE else known[name] for name in used]
    settings = sorted({setting for own in used.values() for setting in own})
    table = np.array([[own.get(setting, 0.0) for setting in settings] for own in used.values()])
    return Ways(tuple(models), settings, table)
