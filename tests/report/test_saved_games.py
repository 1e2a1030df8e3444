"""What saved games with people show, on games whose person is a static agent."""

import json

import pandas as pd
import pytest

from commonground.embeddings import load_set
from commonground.people import records, standins
from commonground.report import saved_games
from commonground.report.figures import saved_games as pictures


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    standins.make(load_set("toy"), folder, games=2)
    return folder, records.saved(folder)


@pytest.mark.slow(3)
def test_stand_ins_play_both_roles_to_the_end(saved):
    folder, turns = saved
    assert turns["game"].unique().tolist() == [f"stand-in-{agent}-{n}" for agent in ("DG_B", "SM_B") for n in (0, 1)]
    for path in folder.glob("*.csv"):
        match = records.replayed(path, load_set("toy"))
        assert match.over and match.record.won == json.loads(path.with_suffix(".json").read_text())["won"]


def test_beliefs_by_turn_are_those_of_the_records(saved):
    _, turns = saved
    beliefs = saved_games.beliefs_by_turn(turns)
    assert len(beliefs) == 4 * len(turns)
    assert (beliefs.groupby(["game", "turn"])["belief"].sum() - 1).abs().max() < 1e-5
    first = beliefs[beliefs["turn"] == 1]
    assert (first.loc[first["game"].str.endswith("-0"), "belief"] == 0.25).all(), "strangers"
    assert first.loc[first["game"].str.endswith("-1"), "belief"].nunique() > 1, "known from the game before"
    row = turns[turns["side"] == "spymaster"].iloc[-1]
    mine = beliefs[(beliefs["game"] == row["game"]) & (beliefs["turn"] == row["turn"])]
    assert mine["belief"].tolist() == json.loads(row["spymaster_beliefs"])


def test_certainty_is_0_when_all_is_even_and_1_when_one_has_everything():
    held = [("a", 1, 0.5), ("b", 1, 0.5), ("a", 2, 1.0), ("b", 2, 0.0), ("a", 3, 0.75), ("b", 3, 0.25)]
    beliefs = pd.DataFrame([("g", "spymaster", "SM_B", turn, model, p) for model, turn, p in held])
    beliefs.columns = ["game", "side", "agent", "turn", "model", "belief"]
    found = saved_games.certainty(beliefs)["certainty"].tolist()
    assert found == pytest.approx([0.0, 1.0, 1 - 0.811278], abs=1e-5)  # the entropy of (3/4, 1/4) is 0.811 bits


def test_results_count_games_and_wins(saved):
    _, turns = saved
    table = saved_games.results(turns).set_index("agent")
    assert table["games"].to_dict() == {"DG_B_noise": 2, "SM_B_noise": 2}
    won = turns.groupby("game").first().groupby("agent")["won"].sum()
    assert table["won"].to_dict() == won.to_dict()
    assert ((table["low"] <= table["rate"]) & (table["rate"] <= table["high"])).all()
    assert ((table["score_low"] <= table["score"]) & (table["score"] <= table["score_high"])).all()
    assert (table["watched"] == 0).all()


def test_what_is_known_of_a_person_goes_on_from_game_to_game(saved):
    _, turns = saved
    met = saved_games.acquaintance(turns)
    assert set(met["person"]) == {"te", "tf"} and met.groupby("person")["number"].max().to_dict() == {"te": 2, "tf": 2}
    for _, part in met.groupby("person"):
        first, second = (part[part["number"] == n].set_index("model") for n in (1, 2))
        assert (first["began"] == 0.25).all()
        expected = {model: 0.9 * ended + 0.025 for model, ended in first["ended"].items()}
        assert second["began"].to_dict() == pytest.approx(expected, abs=1e-5)
    figure = pictures.acquaintance_lines(met)
    assert [len(axes.lines) for axes in figure.axes] == [4, 4]


def test_the_pictures_show_every_game(saved):
    _, turns = saved
    beliefs = saved_games.beliefs_by_turn(turns)
    figure = pictures.belief_lines(beliefs)
    panels = [axes for axes in figure.axes if axes.get_visible()]
    assert len(panels) == 4 and all(len(axes.lines) == 4 for axes in panels)
    lines = pictures.certainty_lines(saved_games.certainty(beliefs)).axes[0].lines
    assert len(lines) == 4 + 2, "a line a game, and the mean of each agent"
