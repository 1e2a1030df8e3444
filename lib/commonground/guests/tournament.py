"""Our agents at the competition's table: every one with every guest, on boards of any cards."""

from functools import lru_cache
from itertools import product
from typing import Any

import pandas as pd

from commonground.embeddings import EmbeddingSet
from commonground.game import COMPETITION
from commonground.guests.seats import Codemaster, Guesser
from commonground.guests.standin import Game, PlainCodemaster, PlainGuesser, all_cards, deal
from commonground.study import provenance, scores, workers

CAP = scores.LOST  # turns: so many count as lost, anyway
SLIPS = 0.1  # of the guests' clues are words that we don't know
OURS = {
    "spymaster": ("SM_B_noise", "blend", "SM_RSA", "SM_RSA_8", "SM_N"),
    "guesser": ("DG_B", "blend", "G_RSA", "G_J"),
}
COLUMNS = [
    *("role", "agent", "guest", "where", "board", "without_vector", "unknown_clues", "won", "stopped", "turns"),
    *("red", "blue", "bystander", "assassin"),
]


def play_all(set_name: str, boards: int, seed: int) -> pd.DataFrame:
    """One row a game, with the competition's figure."""
    known = workers.known(set_name)
    tasks = [
        (set_name, role, agent, guest, boards, seed) for role in OURS for agent, guest in product(OURS[role], known)
    ]
    rows = [row for found in workers.each(with_guest, tasks, "games with guests") for row in found]
    games = pd.DataFrame(rows, columns=COLUMNS).sort_values(COLUMNS[:5], ignore_index=True)
    return scores.scored(games, COMPETITION)


def with_guest(set_name: str, role: str, agent: str, guest: str, boards: int, seed: int) -> list[tuple[Any, ...]]:
    """The games of one of ours with one guest; the chance of each is its own, whatever boards came before."""
    known, address = workers.known(set_name), (seed, role, agent, guest)
    where = "in" if guest in {member.name for member in known.internal} else "out"
    seat: Any = Codemaster if role == "spymaster" else Guesser
    ours, rows = seat.of(agent, _with_all_cards(set_name, provenance.stamps(set_name)), address), []
    for number in range(boards):
        guesser = PlainGuesser(known[guest]) if role == "spymaster" else ours
        codemaster = ours if role == "spymaster" else PlainCodemaster(known[guest], (*address, number), SLIPS)
        game = Game(codemaster, guesser, deal(number, seed), CAP)
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
def _with_all_cards(set_name: str, stamps: Any) -> EmbeddingSet:
    """At once, rather than anew for every board that has others; again, when the set's files were written anew."""
    return workers.known(set_name).with_cards(all_cards())
