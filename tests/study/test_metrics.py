"""The study in a few numbers, counted by hand."""

import json

import pandas as pd

from commonground import paths
from commonground.embeddings import catalogue
from commonground.study import metrics, plan, results, scores


def games() -> pd.DataFrame:
    rows = [
        ("deterministic", "SM_B", partner, board, int(board < 3), board + 2)
        for partner in ("ta", "te")
        for board in range(4)
    ]
    rows += [("deterministic", "ta", "te", 0, 1, 9), ("stochastic", "random", "ta", 0, 0, 1)]
    table = pd.DataFrame(rows, columns=["environment", "spymaster", "guesser", "board", "won", "turns"])
    return scores.scored(table.assign(blue=1, assassin=1 - table["won"]))


def test_agents_that_are_not_static_are_counted_in_and_out_of_distribution():
    found = metrics.of(games(), "spymasters", catalogue.load().set("toy"))
    # nine cards, one blue, turns 2 to 5, and nine for the assassin of the last board; 25 turns for that one
    numbers = {"won": 0.75, "score": (6 + 5 + 4 - 6) / 4, "competition": (2 + 3 + 4 + 25) / 4, "turns": 3.0}
    assert found == {
        "deterministic": {"SM_B": {"in": numbers, "out": numbers}},
        # no game won: no turns to win
        "stochastic": {"random": {"in": {"won": 0.0, "score": -2.0, "competition": 25.0}}},
    }


def test_the_file_holds_both_tables(project, monkeypatch):
    asked = []
    swapped = games().rename(columns={"spymaster": "guesser", "guesser": "spymaster"})
    tables = {plan.TABLES["spymasters"]: games(), plan.TABLES["guessers"]: swapped}
    monkeypatch.setattr(results, "games", lambda set_name, *names: asked.append(names) or tables[names])
    metrics.write("toy")
    found = json.loads((paths.figures("toy") / "metrics.json").read_text())
    assert list(found) == ["spymasters", "guessers"] and found["spymasters"] == found["guessers"]
    assert asked == list(plan.TABLES.values())
