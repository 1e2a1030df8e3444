"""The agents: static and random ones, the paper's Bayesian spymaster and guesser, ours that go past them, the hierarchies."""

from commonground.agents.bayesian_guesser import BayesianGuesser
from commonground.agents.bayesian_spymaster import BayesianSpymaster
from commonground.agents.crowd import CrowdGuesser, CrowdSpymaster
from commonground.agents.deductive import DeductiveGuesser, DeductiveSpymaster
from commonground.agents.for_people import SpymasterForPeople
from commonground.agents.hierarchy import HierarchyGuesser, HierarchySpymaster
from commonground.agents.joint_guesser import JointGuesser
from commonground.agents.making import described, guesser, spymaster
from commonground.agents.models import level, poisson
from commonground.agents.noise_learner import NoiseLearner
from commonground.agents.people_guesser import GuesserForPeople
from commonground.agents.registry import (
    ALL_GUESSERS,
    ALL_SPYMASTERS,
    GUESSERS,
    OUR_GUESSERS,
    OUR_SPYMASTERS,
    RIVAL_GUESSERS,
    RIVAL_SPYMASTERS,
    SPYMASTERS,
)
from commonground.agents.static import RandomGuesser, RandomSpymaster, StaticGuesser, StaticSpymaster

__all__ = [
    "ALL_GUESSERS",
    "ALL_SPYMASTERS",
    "GUESSERS",
    "OUR_GUESSERS",
    "OUR_SPYMASTERS",
    "RIVAL_GUESSERS",
    "RIVAL_SPYMASTERS",
    "SPYMASTERS",
    "BayesianGuesser",
    "BayesianSpymaster",
    "CrowdGuesser",
    "CrowdSpymaster",
    "DeductiveGuesser",
    "DeductiveSpymaster",
    "GuesserForPeople",
    "HierarchyGuesser",
    "HierarchySpymaster",
    "JointGuesser",
    "NoiseLearner",
    "RandomGuesser",
    "RandomSpymaster",
    "SpymasterForPeople",
    "StaticGuesser",
    "StaticSpymaster",
    "described",
    "guesser",
    "level",
    "poisson",
    "spymaster",
]
