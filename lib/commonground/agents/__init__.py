"""The agents: static and random ones, and the paper's Bayesian spymaster and guesser."""

from commonground.agents.bayesian_guesser import BayesianGuesser
from commonground.agents.bayesian_spymaster import BayesianSpymaster
from commonground.agents.registry import GUESSERS, SPYMASTERS, described, guesser, spymaster
from commonground.agents.static import RandomGuesser, RandomSpymaster, StaticGuesser, StaticSpymaster

__all__ = [
    "GUESSERS",
    "SPYMASTERS",
    "BayesianGuesser",
    "BayesianSpymaster",
    "RandomGuesser",
    "RandomSpymaster",
    "StaticGuesser",
    "StaticSpymaster",
    "described",
    "guesser",
    "spymaster",
]
