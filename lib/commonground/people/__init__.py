"""A person at the table: one game with an agent, the page it is played on, and what is kept of it."""

from commonground.people.match import Match
from commonground.people.page import Page
from commonground.people.setup import GUESSER, SPYMASTER, Setup, own_words

__all__ = ["GUESSER", "SPYMASTER", "Match", "Page", "Setup", "own_words"]
