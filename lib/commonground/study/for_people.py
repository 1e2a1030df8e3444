"""Games for people: their agents beside those of the study, with a crowd that speaks as people do, and with embeddings."""

from dataclasses import dataclass
from itertools import product
from typing import Any

from commonground.embeddings import catalogue
from commonground.embeddings.fitted import People
from commonground.parameters import Agents
from commonground.study.experiment import Experiment, Pairing, base
from commonground.study.plan import of_pairings

CROWD = "crowd"
SPEAKING = ("blend", "SM_B", "SM_B_noise", "SM_N", "SM_P")
HEARING = ("blend", "DG_B", "DG_B_noise", "G_J", "G_P")
DRIFTS = {
    "the paper's Bayes": 0.0,
    "learns nothing": 1.0,
}  # what agents for people would be without the belief in a drift


@dataclass(frozen=True)
class Taught:
    """What was fitted on one half of the people, for the agents, and on the other, for the crowd that they meet."""

    agents: People
    crowd: People

    def options(self, name: str) -> dict[str, Any]:
        """What an agent is made with; of a name with a drift in parentheses, that drift."""
        if base(name) not in (CROWD, "SM_P", "G_P"):
            return {}
        drift = next((value for said, value in DRIFTS.items() if name.endswith(f"({said})")), None)
        people = self.crowd if name == CROWD else self.agents
        return {"people": people} | ({} if drift is None else {"drift": drift})


def partners(set_name: str) -> list[str]:
    """Whom the agents meet: the crowd, an embedding that the study's agents know, and one that they don't."""
    chosen = catalogue.load().set(set_name)
    return [CROWD, chosen.with_role("internal")[0], chosen.with_role("external")[0]]


def spymasters(set_name: str, games: int, seed: int, agents: Agents, taught: Taught) -> Experiment:
    """Spymasters with the crowd and with embeddings; all keep the strict rules, as people would want them to."""
    names = [*SPEAKING, *(f"SM_P ({said})" for said in DRIFTS)]
    pairings = tuple(Pairing("deterministic", *seats) for seats in product(names, partners(set_name)))
    given = {name: taught.options(name) | {"legality": "strict"} for name in names} | {CROWD: taught.options(CROWD)}
    return of_pairings("for-people/spymasters", set_name, games, seed, agents, pairings, "channel", given)


def guessers(set_name: str, games: int, seed: int, agents: Agents, taught: Taught) -> Experiment:
    """Guessers with the same."""
    names = [*HEARING, *(f"G_P ({said})" for said in DRIFTS)]
    pairings = tuple(Pairing("deterministic", *seats) for seats in product(partners(set_name), names))
    given = {name: taught.options(name) for name in (CROWD, *names)}
    return of_pairings("for-people/guessers", set_name, games, seed, agents, pairings, "channel", given)
