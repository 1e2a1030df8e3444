"""Matches: many games in a row with one partner, what is learned carried on, beside the same games begun afresh.

A team-mate is the same person in the next game. Whoever learns can go on with what it believed (`carry`); an ensemble that
tries its experts, one a turn, hardly learns in any other way.
"""

from dataclasses import replace

from commonground.agents import ALL_GUESSERS, ALL_SPYMASTERS
from commonground.parameters import Agents
from commonground.study import plan
from commonground.study.experiment import Experiment
from commonground.study.variants import Variant

CARRIED, AFRESH = "carried on", "afresh"
LEARNERS = {
    side: tuple(name for name, named in of_side.items() if named.in_matches)
    for side, of_side in (("spymasters", ALL_SPYMASTERS), ("guessers", ALL_GUESSERS))
}


def experiments(
    side: str, set_name: str, games: int, seed: int, agents: Agents, in_a_row: int
) -> dict[str, Experiment]:
    """A side's learners with every static partner without noise: in matches, and with each game begun afresh.

    Both play the same boards with the same chance. Only whole matches are played: `games` is rounded down, to at least one.
    """
    whole = max(games // in_a_row, 1) * in_a_row
    carried, afresh = (
        _calm(f"matches/{side}{suffix}", side, set_name, whole, seed, agents, carry)
        for suffix, carry in (("", True), ("-afresh", False))
    )
    return {CARRIED: replace(carried, in_a_row=in_a_row), AFRESH: afresh}


def _calm(name: str, side: str, set_name: str, games: int, seed: int, agents: Agents, carry: bool) -> Experiment:
    """The learners of a side, as variants if they carry on, in the deterministic environment alone."""
    named = {learner: Variant(learner, CARRIED if carry else "") for learner in LEARNERS[side]}
    make = plan.of_spymasters if side == "spymasters" else plan.of_guessers
    both = make(name, [variant.name for variant in named.values()], set_name, games, seed, agents)
    own = {"carry": True} if carry else {}
    options = {variant.name: plan.samples_of(learner, agents) | own for learner, variant in named.items()}
    calm = tuple(pairing for pairing in both.pairings if pairing.environment == "deterministic")
    return replace(both, pairings=calm, options={agent: found for agent, found in options.items() if found})
