"""The agents: static and random ones, the paper's Bayesian spymaster and guesser, and the hierarchies of levels."""

from commonground.agents.bayesian_guesser import BayesianGuesser
from commonground.agents.bayesian_spymaster import BayesianSpymaster
from commonground.agents.deductive import DeductiveGuesser, DeductiveSpymaster
from commonground.agents.hierarchy import HierarchyGuesser, HierarchySpymaster
from commonground.agents.models import level, poisson
from commonground.agents.registry import GUESSERS, SPYMASTERS, described, guesser, spymaster
from commonground.agents.static import RandomGuesser, RandomSpymaster, StaticGuesser, StaticSpymaster

__all__ = [
    "GUESSERS",
    "SPYMASTERS",
    "BayesianGuesser",
    "BayesianSpymaster",
    "DeductiveGuesser",
    "DeductiveSpymaster",
    "HierarchyGuesser",
    "HierarchySpymaster",
    "RandomGuesser",
    "RandomSpymaster",
    "StaticGuesser",
    "StaticSpymaster",
    "described",
    "guesser",
    "level",
    "poisson",
    "spymaster",
]
