"""Our agents at the competition's table: every one with every guest, on boards of any cards."""

from functools import lru_cache
from itertools import product
from typing import Any

import pandas as pd

from commonground import parallel
from commonground.embeddings import EmbeddingSet, load_set
from commonground.game import COMPETITION
from commonground.guests.seats import Codemaster, Guesser
from commonground.guests.standin import Game, PlainCodemaster, PlainGuesser, all_cards, deal
from commonground.study import scores

CAP = scores.LOST  # turns: so many count as lost, anyway
SLIPS = 0.1  # of the guests' clues are words that we don't know
OURS = {"spymaster": ("SM_B_noise", "blend", "SM_RSA", "SM_N"), "guesser": ("DG_B", "blend", "G_RSA", "G_J")}
COLUMNS = [
    *("role", "agent", "guest", "where", "board", "without_vector", "unknown_clues", "won", "stopped", "turns"),
    *("red", "blue", "bystander", "assassin"),
]


def play_all(set_name: str, boards: int, seed: int) -> pd.DataFrame:
    """One row a game, with the competition's figure."""
    known = _known(set_name)
    tasks = [
        (set_name, role, agent, guest, boards, seed) for role in OURS for agent, guest in product(OURS[role], known)
    ]
    rows = [row for found in parallel.each(with_guest, tasks, "games with guests") for row in found]
    games = pd.DataFrame(rows, columns=COLUMNS).sort_values(COLUMNS[:5], ignore_index=True)
    return scores.scored(games, COMPETITION)


def with_guest(set_name: str, role: str, agent: str, guest: str, boards: int, seed: int) -> list[tuple[Any, ...]]:
    """The games of one of ours with one guest: the same seats, game after game."""
    known, ours = _known(set_name), _with_all_cards(set_name)
    where = "in" if guest in {member.name for member in known.internal} else "out"
    if role == "spymaster":
        seats: Any = Codemaster.of(agent, ours, seed), PlainGuesser(known[guest])
    else:
        seats = PlainCodemaster(known[guest], seed, SLIPS), Guesser.of(agent, ours, seed)
    rows = []
    for number in range(boards):
        game = Game(seats[0], seats[1], deal(number, seed), CAP)
        rows.append((role, agent, guest, where, number, *_told(game, known, game.run())))
    return rows


def _told(game: Game, known: EmbeddingSet, won: bool) -> tuple[Any, ...]:
    """What is kept of a game that was played."""
    cards = {word.lower() for *_, guessed in game.turns for word in guessed}
    cards |= {word.lower() for word in game.words if not word.startswith("*")}
    unknown = sum(word not in next(iter(known.values())) for word in cards)
    unheard = sum(clue.lower() not in next(iter(known.values())) for clue, *_ in game.turns)
    return unknown, unheard, int(won), int(not game.over), len(game.turns), *game.revealed.values()


@lru_cache(maxsize=1)
def _known(set_name: str) -> EmbeddingSet:
    return load_set(set_name)


@lru_cache(maxsize=1)
def _with_all_cards(set_name: str) -> EmbeddingSet:
    """At once, rather than anew for every board that has others."""
    return _known(set_name).with_cards(all_cards())
