"""What an agent leaves open, ours or a rival, and the games it is chosen on: none of those that are reported.

The boards are of another seed. Partners are the set's internal embeddings alone: as partners that the agents know; and each
as a stranger, to agents that know only the others. So the external embeddings, the strangers of both tables, are held out.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pandas as pd

from commonground.embeddings import catalogue
from commonground.errors import CommonGroundError
from commonground.game.utility import PAPER
from commonground.parameters import CHOOSING_SEED
from commonground.study import run, scores
from commonground.study.experiment import Experiment, Pairing
from commonground.study.plan import ENVIRONMENTS
from commonground.study.variants import Variant

SEED = CHOOSING_SEED  # of the boards
CAUTION = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9)
MATCHES = 20  # of each pairing, where what is tried learns from game to game


def priors() -> tuple[Variant, ...]:
    """What SM_N may believe of the noise 0, 0.5 and 1.0 before it has seen anything; the first is what it does."""
    return (
        Variant("SM_N"),
        Variant("SM_N", "mostly exact", {"noise_prior": [0.6, 0.3, 0.1]}),
        Variant("SM_N", "mostly noisy", {"noise_prior": [0.1, 0.3, 0.6]}),
        Variant("SM_N", "almost surely noisy", {"noise_prior": [0.02, 0.1, 0.88]}),
    )


def looks() -> tuple[Variant, ...]:
    """How closely SM_N looks: levels of noise, clues worth a second look, draws for it; the first is what it does."""
    return (
        Variant("SM_N"),
        Variant("SM_N", "five levels of noise", {"sigmas": [0.0, 0.25, 0.5, 0.75, 1.0]}),
        Variant("SM_N", "20 second looks", {"shortlist": 20}),
        Variant("SM_N", "400 draws", {"second_samples": 400}),
    )


def worlds() -> tuple[Variant, ...]:
    """How many worlds G_J draws and which levels of noise it holds possible; the first is what it does."""
    return (
        Variant("G_J"),
        Variant("G_J", "300 worlds", {"samples": 300}),
        Variant("G_J", "3,000 worlds", {"samples": 3000}),
        Variant("G_J", "noise 0 or 1.0", {"sigmas": [0.0, 1.0]}),
    )


def strangers() -> tuple[Variant, ...]:
    """How many clues a stranger chooses from, what the assassin costs, how likely a stranger is; the first is what G_J does."""
    return (
        Variant("G_J"),
        Variant("G_J", "300 clues", {"clues": 300}),
        Variant("G_J", "10,000 clues", {"clues": 10_000}),
        Variant("G_J", "nine for the assassin", {"utility": PAPER}),
        Variant("G_J", "a stranger in five", {"stranger": 0.2}),
        Variant("G_J", "four strangers in five", {"stranger": 0.8}),
    )


def caution() -> tuple[Variant, ...]:
    """How sure G_J may have to be of a card after the first of a turn."""
    return tuple(Variant("G_J", f"belief {belief:g}", {"belief": belief}) for belief in CAUTION)


def rivals() -> dict[str, tuple[Variant, ...]]:
    """What rivals' papers leave open: each agent as it plays, then with other numbers."""
    others: dict[str, Sequence[Any]] = {"rate": (0.1, 0.5), "weighing": ("likeliest",)}
    return {
        "adapted-noise": _instead("SM_A_step", first=(0.5,)),
        "speaker": _instead("SM_RSA", rationality=(3.0, 8.0, 50.0), **others),
        "listener": _instead("G_RSA", rationality=(3.0, 25.0, 50.0), **others),
    }


def in_matches() -> dict[str, tuple[Variant, ...]]:
    """The same of what learns from game to game."""
    return {
        "speaker-in-matches": _instead("SM_RSA", weighing=("likeliest",)),
        "listener-in-matches": _instead("G_RSA", weighing=("likeliest",)),
        "ensemble-speaking": _instead("SM_ACE", curiosity=(0.25, 4.0)),
        "ensemble-hearing": _instead("G_ACE", curiosity=(0.0625, 0.25)),
    }


def _instead(agent: str, **options: Sequence[Any]) -> tuple[Variant, ...]:
    """An agent as it plays, and with other values of some options, one at a time."""
    others = [
        Variant(agent, f"{option} {value}".removesuffix(".0"), {option: value})
        for option, values in options.items()
        for value in values
    ]
    return Variant(agent), *others


def experiments(
    name: str, variants: Sequence[Variant], set_name: str, games: int, noise: float, in_a_row: int = 1
) -> list[Experiment]:
    """Each variant with every internal embedding as a partner that it knows; then with each as one that it does not.

    Games `in_a_row` are matches, in which what was learned is carried on.
    """
    internal = catalogue.load().set(set_name).with_role("internal")
    if len(internal) < 2:
        raise CommonGroundError(f"The set '{set_name}' has too few internal embeddings to leave one out.")
    where = "guesser" if variants[0].is_spymaster else "channel"
    carried = {"carry": True} if in_a_row > 1 else {}
    options = {variant.name: variant.options | carried for variant in variants if variant.options | carried}
    bare = Experiment(name, set_name, games, (), where, SEED, noise, options, in_a_row=in_a_row)
    left_out = {f"{name}-{one}": ([one], [other for other in internal if other != one]) for one in internal}
    return [
        replace(bare, name=place, pairings=_pairings(variants, partners), models=tuple(models))
        for place, (partners, models) in ({name: (internal, internal)} | left_out).items()
    ]


def _pairings(variants: Sequence[Variant], partners: Sequence[str]) -> tuple[Pairing, ...]:
    names = [variant.name for variant in variants]
    seats = (names, partners) if variants[0].is_spymaster else (partners, names)
    return tuple(Pairing(*pair) for pair in product(ENVIRONMENTS, *seats))


def played(
    name: str, variants: Sequence[Variant], set_name: str, games: int, noise: float, in_a_row: int = 1
) -> pd.DataFrame:
    """The games of all of them, in the order of the variants: environment, variant, partner, where, board, and measures.

    `where` is "in" of partners that are known and "out" of those left out. A match of several games is what a board is
    elsewhere, one draw, and has its number.
    """
    role, other = ("spymaster", "guesser") if variants[0].is_spymaster else ("guesser", "spymaster")
    known, *strange = (run.run(one) for one in experiments(name, variants, set_name, games, noise, in_a_row))
    both = pd.concat([known.assign(where="in"), *(one.assign(where="out") for one in strange)], ignore_index=True)
    found = scores.scored(both).rename(columns={role: "variant", other: "partner"})
    order = {variant.name: place for place, variant in enumerate(variants)}
    found = found.assign(board=found["board"] // in_a_row)
    return found.sort_values("variant", key=lambda names: names.map(order), kind="stable", ignore_index=True)
