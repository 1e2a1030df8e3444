"""A person at the table: one game with an agent, the page it is played on, and what is kept of it."""

from commonground.people.match import GUESSER, SPYMASTER, Match, Setup, own_words
from commonground.people.page import Page

__all__ = ["GUESSER", "SPYMASTER", "Match", "Page", "Setup", "own_words"]
