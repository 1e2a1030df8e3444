"""What notebooks 40 and 41 compute, from made-up games whose answers are plain."""

import json

import numpy as np
import pandas as pd
import pytest

from commonground.report import hierarchies, thinking, unsure
from commonground.report.figures import hierarchy
from commonground.report.lineup import OTHER
from commonground.study import plan, records


def games(rows):
    """(spymaster, guesser, board, won, turns)"""
    return pd.DataFrame(rows, columns=["spymaster", "guesser", "board", "won", "turns"])


@pytest.mark.parametrize(
    ("name", "level", "embedding", "manner"),
    [("g1", 0, "g1", ""), ("S2:g1", 2, "g1", ""), ("G1:w2v+shared+forgetful", 1, "w2v", "+shared+forgetful")],
)
def test_names_say_who_is_who(name, level, embedding, manner):
    found = hierarchies.level_of(name), hierarchies.embedding_of(name), hierarchies.manner_of(name)
    assert found == (level, embedding, manner)


def test_agents_with_beliefs_have_no_level():
    assert (
        hierarchies.level_of("SM_H_both") == hierarchies.level_of("GM_CH1") == -1
        and hierarchies.unsure_of("GM_H_level:g1") == "level"
    )
    assert hierarchies.unsure_of("S1:g1") == ""


def test_pairs_are_averaged_over_embeddings_and_only_won_games_count_for_turns():
    table = hierarchies.by_pair(
        games([("a", "G1:a", 0, 1, 3), ("b", "G1:b", 0, 0, 9), ("a", "G1:a", 1, 1, 5), ("b", "G1:b", 1, 1, 4)])
    )
    (row,) = table.itertuples()
    assert (row.speaks, row.hears, row.games) == (0, 1, 4)
    assert row.won == pytest.approx(0.75) and row.turns == pytest.approx((3 + 4.5) / 2)
    assert row.won_low <= row.won <= row.won_high


def test_comparisons_are_on_the_same_boards_and_turns_where_both_won():
    rows = [("a", "a", board, 1, 4) for board in range(4)]
    rows += [("S1:a", "G1:a", board, int(board > 0), 2 + board) for board in range(4)]
    played = games(rows)
    wins, turns = hierarchies.compared(hierarchies.pair(played, 1, 1), hierarchies.pair(played, 0, 0))
    assert wins.value == pytest.approx(-0.25)
    assert turns.value == pytest.approx((3 - 4 + 4 - 4 + 5 - 4) / 3), "board 0 was not won by both"


def test_red_cards_found_by_turn_stay_found_when_the_game_is_over():
    rows = [("a", "a", 0, 1, '["R", "R"]'), ("a", "a", 0, 2, '["R", "B"]'), ("a", "a", 1, 1, '["R"]')]
    turns = pd.DataFrame(rows, columns=["spymaster", "guesser", "board", "turn", "colours"])
    found = hierarchies.found_by_turn(turns, last=3)
    assert found["found"].tolist() == [1.5, 2.0, 2.0] and found["turn"].tolist() == [1, 2, 3]


def test_beliefs_in_level_embedding_and_both_are_sums_over_models():
    models = {"SM_H_both": ["a/0", "b/0", "a/1", "b/1"], "GM_H_level:b": ["b/0", "b/1"]}
    columns = ["spymaster", "guesser", "board", "turn", "spymaster_beliefs", "guesser_beliefs"]
    rows = [
        ("SM_H_both", "G1:a", 0, 1, json.dumps([0.1, 0.2, 0.3, 0.4]), "[]"),
        ("b", "GM_H_level:b", 0, 1, "[]", json.dumps([0.25, 0.75])),
    ]
    found = unsure.found_out(pd.DataFrame(rows, columns=columns), models).set_index("side")
    assert found.loc["spymaster", ["level", "embedding", "both"]].tolist() == pytest.approx([0.7, 0.4, 0.3])
    assert found.loc["guesser", ["level", "embedding", "both"]].tolist() == pytest.approx([0.25, 1.0, 0.25])
    assert found["partner"].to_dict() == {"spymaster": 1, "guesser": 0}
    summary = unsure.belief_by_turn(found.reset_index(), "both")
    assert sorted(summary["mean"]) == pytest.approx([0.25, 0.3])


def test_who_knows_who_is_unsure_and_who_is_wrong():
    rows = [
        ("S1:a", "G1:a", 0, 1, 3),
        ("SM_H_both", "G1:a", 0, 0, 3),
        ("SM_H_level:a", "G1:a", 0, 1, 3),
        ("SM_H_embedding:1", "G1:a", 0, 1, 3),
        ("a", "G1:a", 0, 0, 3),
        ("b", "a", 0, 0, 3),
        ("b", "GM_H_both", 0, 1, 3),
    ]
    found = unsure.cases(games(rows)).set_index(["side", "spymaster", "guesser"])["who"].to_dict()
    assert found["spymaster", "S1:a", "G1:a"] == unsure.KNOWS
    assert found["guesser", "S1:a", "G1:a"] == unsure.WRONG_LEVEL, "G2 is made for S1"
    assert found["guesser", "a", "G1:a"] == unsure.KNOWS
    assert found["spymaster", "a", "G1:a"] == unsure.WRONG_LEVEL
    assert found["spymaster", "SM_H_both", "G1:a"] == unsure.UNSURE["both"]
    assert found["spymaster", "SM_H_level:a", "G1:a"] == unsure.UNSURE["level"]
    assert found["spymaster", "SM_H_embedding:1", "G1:a"] == unsure.UNSURE["embedding"]
    assert found["guesser", "b", "GM_H_both"] == unsure.UNSURE["both"]
    assert found["spymaster", "b", "a"] == found["guesser", "b", "a"] == unsure.WRONG_EMBEDDING
    gaps = unsure.against(unsure.cases(games(rows)), unsure.KNOWS).set_index(["side", "partner", "who"])
    assert gaps.loc[("spymaster", 1, unsure.UNSURE["both"]), "difference"] == -1.0
    assert gaps.loc[("spymaster", 1, unsure.UNSURE["level"]), "difference"] == 0.0


def test_what_a_level_is_worth_by_how_many_words_there_are():
    both = "+shared+forgetful"

    def pairs(gain):
        rows = [(f"S0:a{both}", f"G0:a{both}", board, 1, 5) for board in range(3)]
        return games(rows + [(f"S1:a{both}", f"G1:a{both}", board, int(board > 0), 5 - gain) for board in range(3)])

    rates, worth = hierarchies.by_room({25: pairs(2), 300: pairs(0)}, both)
    assert rates["turns"].tolist() == [5, 3, 5, 5] and rates["level"].tolist() == [0, 1, 0, 1]
    assert worth["turns"].tolist() == [-2, 0] and worth["wins"].tolist() == pytest.approx([-1 / 3] * 2)
    (axes,) = hierarchy.room(rates).axes
    assert [label.get_text() for label in axes.get_xticklabels()] == ["25", "300"]
    assert lines(axes) == {"S0 with G0": [5, 5], "S1 with G1": [3, 5]}


def test_a_second_step_is_compared_with_the_first_on_the_same_boards():
    rows = [("SM_CH1", "GM_CH1", b, 1, 4) for b in range(3)] + [
        ("SM_CH2", "GM_CH1", b, int(b > 0), 3) for b in range(3)
    ]
    rows += [("SM_CH1", e, b, 1, 5) for e in "ab" for b in range(3)]
    rows += [("SM_CH2", e, b, int(e == "a"), 4) for e in "ab" for b in range(3)]
    rows += [("a", "b", 0, 0, 9), ("SM_H_both", "a", 0, 0, 9), ("S1:a", "GM_CH1", 0, 0, 9)]
    table = thinking.by_steps(games(rows)).set_index(["speaks", "hears"])
    assert table["games"].to_dict() == {
        ("SM_CH1", "GM_CH1"): 3,
        ("SM_CH1", "static"): 6,
        ("SM_CH2", "GM_CH1"): 3,
        ("SM_CH2", "static"): 6,
    }
    assert table.loc[("SM_CH2", "static"), "won"] == 0.5
    another = thinking.another_step(games(rows)).set_index(["who", "with"])
    assert another.loc[("SM_CH2", "GM_CH1"), "wins"] == pytest.approx(-1 / 3)
    assert another.loc[("SM_CH2", "GM_CH1"), "turns"] == another.loc[("SM_CH2", "static"), "turns"] == -1
    a_hair_off = another.reset_index().assign(low=another["wins"].to_numpy() + 1e-12)
    wins, turns = hierarchy.another_step(a_hair_off).axes
    assert [label.get_text() for label in wins.get_yticklabels()] == ["SM_CH2 with GM_CH1", "SM_CH2 with static"]
    assert wins.containers[0][0].get_xdata().tolist() == another["wins"].tolist()
    assert turns.containers[0][0].get_xdata().tolist() == [-1, -1]
    assert (wins.get_xlabel(), turns.get_xlabel()) == ("difference in win rate", "difference in turns")


def test_the_belief_that_a_partner_learns_is_that_in_the_models_that_do():
    models = {"SM_CH2": ["a/0", "b/0", "GM_CH1"], "GM_CH2": ["a/0", "b/0", "SM_CH1"], "SM_H_both": ["a/0", "a/1"]}
    columns = ["spymaster", "guesser", "board", "turn", "spymaster_beliefs", "guesser_beliefs"]
    rows = [
        ("SM_CH2", "a", 0, 1, "[0.2, 0.1, 0.7]", "[]"),
        ("SM_CH2", "b", 0, 1, "[0.2, 0.3, 0.5]", "[]"),
        ("SM_CH1", "GM_CH2", 0, 1, "[0.5, 0.5]", "[0.0, 0.1, 0.9]"),
        ("SM_H_both", "G1:a", 0, 1, "[0.5, 0.5]", "[]"),
    ]
    table = thinking.believed_to_learn(pd.DataFrame(rows, columns=columns), models)
    means = table.set_index(["who", "partner"])["mean"].to_dict()
    assert means == pytest.approx({("SM_CH2", "static"): 0.6, ("GM_CH2", "SM_CH1"): 0.9})
    left, right = hierarchy.believed_to_learn(table).axes
    assert (left.get_title("left"), lines(left)) == ("SM_CH2", {"with static": [0.6]})
    assert (right.get_title("left"), lines(right)) == ("GM_CH2", {"with SM_CH1": [0.9]})


def test_beliefs_over_levels_are_summarised_under_their_models_names():
    experiment = plan.pragmatics("toy", 1, 0, 20)
    models = records.named_models(experiment)
    assert models["SM_H_level:ta"] == ["ta/0", "ta/1"] and "S1:ta" not in models
    columns = ["environment", "spymaster", "guesser", "board", "turn", "spymaster_beliefs", "guesser_beliefs"]
    rows = [
        ("deterministic", "SM_H_level:ta", "ta", 0, 1, "[0.5, 0.5]", "[]"),
        ("deterministic", "SM_B", "ta", 0, 1, "[0.25, 0.25, 0.25, 0.25]", "[]"),
    ]
    table = records.learning(pd.DataFrame(rows, columns=columns), ["ta", "tb", "tc", "td"], models)
    believed = table.groupby("spymaster")["model"].agg(list).to_dict()
    assert believed == {"SM_H_level:ta": ["ta/0", "ta/1"], "SM_B": ["ta", "tb", "tc", "td"]}


# Figures


def lines(axes):
    """What lines of a panel show, by the names in its legend."""
    drawn = zip(*reversed(axes.get_legend_handles_labels()), strict=True)
    plain = {label: handle[0] if isinstance(handle, tuple) else handle for label, handle in drawn}
    return {label: pytest.approx(line.get_ydata().tolist()) for label, line in plain.items()}


def by_level():
    """Every two levels on two boards; S_j with G_k wins in 3 + j turns on the first, in one more on the second."""
    names = [(f"S{j}:a" if j else "a", f"G{k}:a" if k else "a", j) for j in range(3) for k in range(3)]
    return hierarchies.by_pair(games([(*pair, board, 1, 3 + j + board) for *pair, j in names for board in range(2)]))


def test_who_understands_whom_is_two_tables_with_the_same_level_framed():
    left, right = hierarchy.levels(by_level()).axes
    assert (left.get_title("left"), right.get_title("left")) == ("win rate", "turns of games won")
    assert [text.get_text() for text in left.texts] == ["1.000"] * 9
    assert [text.get_text() for text in right.texts] == ["3.50"] * 3 + ["4.50"] * 3 + ["5.50"] * 3
    assert [label.get_text() for label in right.get_yticklabels()] == ["S0", "S1", "S2"]
    assert len(left.patches) == len(right.patches) == 3


def test_manners_are_lines_over_levels():
    won, turns = hierarchy.manners(by_level()).axes
    assert lines(won)[hierarchies.MANNERS[hierarchies.OWN]] == [1, 1, 1]
    assert lines(turns)[hierarchies.MANNERS[hierarchies.OWN]] == [3.5, 4.5, 5.5]
    assert lines(turns)[hierarchies.MANNERS["+shared"]] == [3.5], "only the static pair, which has no manner"
    assert [label.get_text() for label in won.get_xticklabels()] == [f"S{k} with G{k}" for k in range(3)]


def test_what_being_unsure_costs_is_a_row_for_each_who_is_not_the_one_that_knows():
    rows = [
        (side, level, who, 0.1 * number, 0.1 * number - 0.1, 0.1 * number + 0.1)
        for side in OTHER
        for level in (0, 1)
        for number, who in enumerate(unsure.PEOPLE[1:])
    ]
    figure = hierarchy.unsure(pd.DataFrame(rows, columns=["side", "partner", "who", "difference", "low", "high"]))
    titles = [axes.get_title("left") for axes in figure.axes]
    assert titles == ["spymasters with G0", "spymasters with G1", "guessers with S0", "guessers with S1"]
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == list(unsure.PEOPLE[1:])
    for axes in figure.axes:
        intervals = [
            line.get_xdata() for line in axes.lines if line.get_linewidth() == 2 and len(line.get_xdata()) == 2
        ]
        assert np.allclose(intervals, [(0.1 * number - 0.1, 0.1 * number + 0.1) for number in range(5)])
        faces = [line.get_markerfacecolor() for line in axes.lines if line.get_marker() in ("o", "D")]
        assert faces == ["C0"] * 3 + ["white"] * 2, "those that are sure, and wrong, are hollow"


def test_beliefs_in_what_is_true_are_lines_for_each_partner():
    rows = [(side, "both", 0, turn, 4, 0.25 * turn, 0.1, 0.9) for side in OTHER for turn in (1, 2)]
    columns = ["side", "of", "partner", "turn", "games", "mean", "low", "high"]
    top, bottom = hierarchy.beliefs({"true level": pd.DataFrame(rows, columns=columns)}).axes
    assert (top.get_title("left"), bottom.get_title("left")) == (
        "spymasters: the true level",
        "guessers: the true level",
    )
    assert lines(top) == {"with G0": [0.25, 0.5]} and lines(bottom) == {"with S0": [0.25, 0.5]}


def test_red_cards_found_are_a_panel_a_manner_and_the_static_pair_is_in_each():
    rows = [("", k, turn, turn + k, turn, turn + 2) for k in (0, 1) for turn in (1, 2)]
    rows += [("+shared", 1, turn, turn + 3, turn, turn + 4) for turn in (1, 2)]
    table = pd.DataFrame(rows, columns=["manner", "level", "turn", "found", "low", "high"])
    panels = hierarchy.found(table).axes
    assert [axes.get_title("left") for axes in panels] == list(hierarchies.MANNERS.values())
    assert lines(panels[0]) == {"S0 with G0": [1, 2], "S1 with G1": [2, 3]}
    assert lines(panels[1]) == {"S0 with G0": [1, 2], "S1 with G1": [4, 5]}
    assert lines(panels[2]) == {"S0 with G0": [1, 2]} and panels[0].get_ylabel() == "red cards found, of 9"
