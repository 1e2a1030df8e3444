"""Games in which somebody wins as often as a test wants."""

from functools import cache
from itertools import product

import pandas as pd

from commonground import agents
from commonground.embeddings.catalogue import Entry, Set
from commonground.report import claims
from commonground.report.compare import Contest

BOARDS = 40


SMALL = Set(
    about="two known embeddings, two strangers",
    vocabulary=10,
    embeddings={
        name: Entry(title=name, role=role, stands_for=stands, recipe="toy")
        for name, role, stands in (
            ("a", "internal", "w2v"),
            ("b", "internal", "d2v"),
            ("x", "external", "g1"),
            ("y", "external", "wg"),
        )
    },
)


def games(role, names, won, turns=4):
    """A game for each environment, agent, partner and board; `won(environment, agent, partner, board)` decides it."""
    other = {"spymaster": "guesser", "guesser": "spymaster"}[role]
    rows = [
        {"environment": e, role: agent, other: partner, "board": board}
        | {"won": int(won(e, agent, partner, board)), "turns": turns}
        for e, agent, partner, board in product(("deterministic", "stochastic"), names, "abxy", range(BOARDS))
    ]
    return pd.DataFrame(rows)


def spymasters(won, names=("a", "b", "SM_B", "SM_B_noise")):
    return Contest.of(games("spymaster", names, won), "spymaster", SMALL)


def half(board):
    return board % 4 < 2


def as_said(environment, agent, partner, board):
    """SM_B_noise wins all games with strangers and in noise; SM_B all others; a static agent with itself."""
    noisy = environment == "stochastic" or partner in "xy"
    return (agent == "SM_B_noise") if noisy else (agent in ("SM_B", partner) or half(board))


@cache
def everything(won):
    return claims.all_claims(
        {
            "spymasters": spymasters(won),
            "guessers": Contest.of(games("guesser", ("a", "b", *agents.GUESSERS), won), "guesser", SMALL),
            "sweep": spymasters(won, ("SM_B", "SM_B_0.5", "SM_B_noise")),
        },
        "b",
    )
