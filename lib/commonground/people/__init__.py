"""A person at the table: one game with an agent, the page it is played on, and what is kept of it.

What the names need is imported when they are used: the server of the page needs none of it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from commonground.people.match import Match
    from commonground.people.page import Page
    from commonground.people.setup import GUESSER, SPYMASTER, Setup, own_words

__all__ = ["GUESSER", "SPYMASTER", "Match", "Page", "Setup", "own_words"]
_HOMES = {"Match": "match", "Page": "page"}  # all else is the setup's


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'setup')}"), name)
