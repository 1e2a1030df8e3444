"""Games in which somebody wins as often as a test wants."""

from functools import cache
from itertools import product

import pandas as pd

from commonground import agents
from commonground.embeddings.catalogue import Entry, Set
from commonground.report import discussion
from commonground.report.compare import Contest
from commonground.study import scores
from commonground.study.experiment import base

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
        | _ended(bool(won(e, agent, partner, board)), turns)
        for e, agent, partner, board in product(("deterministic", "stochastic"), names, "abxy", range(BOARDS))
    ]
    return scores.scored(pd.DataFrame(rows))


def _ended(won, turns):
    """How a game ended: lost to the assassin."""
    return {
        "won": int(won),
        "turns": turns,
        "red": 9 if won else 3,
        "blue": 1,
        "bystander": 1,
        "assassin": int(not won),
    }


def spymasters(won, names=("a", "b", "SM_B", "SM_B_noise")):
    return Contest.of(games("spymaster", names, won), "spymaster", SMALL)


def half(board):
    return board % 4 < 2


def as_said(environment, agent, partner, board):
    """SM_B_noise wins all games with strangers and in noise; SM_B all others; a static agent with itself."""
    noisy = environment == "stochastic" or partner in "xy"
    return (agent == "SM_B_noise") if noisy else (agent in ("SM_B", partner) or half(board))


FEW = "DG_B (100 worlds)"
FILTERED = ("SM_B", "SM_B_noise", "SM_B (no filter)", "SM_B_noise (no filter)")


def beliefs(believed, names, side="spymaster"):
    """Beliefs in the truth of two partners before turns 1 to 4; `believed(environment, agent, board, turn)` says how much."""
    rows = [
        {"environment": e, "side": side, "agent": agent, "partner": partner, "turn": turn, "board": board}
        | {"belief": believed(e, agent, board, turn)}
        for e, agent, partner, turn, board in product(
            ("deterministic", "stochastic"), names, "ab", range(1, 5), range(BOARDS)
        )
    ]
    return pd.DataFrame(rows)


def as_fast(environment, agent, board, turn):
    """Nobody knows more than chance, but for the spymasters, and of the guessers DG_B knows a little."""
    known = 0.8 if agent.startswith("SM") else 0.5 if agent.startswith("DG_B") and "noise" not in agent else 0.3
    return 0.25 if turn == 1 else known + 0.01 * (board % 3)


def truths(believed):
    readings = beliefs(believed, (*agents.GUESSERS, FEW), "guesser")
    return {
        "spymasters": beliefs(believed, ("SM_B", "SM_B_noise")),
        "guessers": beliefs(believed, tuple(agents.GUESSERS), "guesser"),
        "reading-the-paper/guessers": readings,
    }


def contests(won):
    """The games of every experiment that the claims are about."""
    hearing = ("a", "b", *agents.GUESSERS)
    return {
        "spymasters": spymasters(won),
        "spymasters/sweep": spymasters(won, ("SM_B", "SM_B_0.5", "SM_B_noise")),
        "reading-the-paper/spymasters": spymasters(lambda e, agent, *game: won(e, base(agent), *game), FILTERED),
        "guessers": Contest.of(games("guesser", hearing, won), "guesser", SMALL),
        "reading-the-paper/guessers": Contest.of(
            games("guesser", (*hearing, FEW), lambda e, agent, *game: won(e, base(agent), *game)), "guesser", SMALL
        ),
    }


@cache
def everything(won, believed=as_fast):
    return discussion.all_claims(contests(won), truths(believed), "b")
