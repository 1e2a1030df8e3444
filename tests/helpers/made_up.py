"""Results made by hand: beliefs by turn, and games that end as a test wants."""

import pandas as pd


def beliefs(rows):
    """A learning table; rows are environment, spymaster, guesser, turn, model, games, mean, sd."""
    columns = ["environment", "spymaster", "guesser", "turn", "model", "games", "mean", "sd"]
    return pd.DataFrame(rows, columns=columns).assign(side="spymaster", leads=0.5)


def game(spymaster, guesser, board, *, won=1, turns=4, assassin=0, environment="deterministic"):
    blue = 0 if won or assassin else 8
    colours = {"red": 9 if won else 5, "blue": blue, "bystander": 0, "assassin": assassin}
    whose = {"environment": environment, "spymaster": spymaster, "guesser": guesser, "board": board}
    return {**whose, "won": won, "turns": turns, **colours}
