"""What notebooks 40 and 41 compute, from made-up games whose answers are plain."""

import json

import pandas as pd
import pytest

from commonground.game import STANDARD
from commonground.report import compare, hierarchies, thinking, unsure
from commonground.report.figures import hierarchy
from commonground.report.lineup import OTHER
from commonground.study import plan, records, scores


def games(rows):
    """(spymaster, guesser, board, won, turns): nothing but red cards are found, and the assassin where it is lost."""
    table = pd.DataFrame(rows, columns=["spymaster", "guesser", "board", "won", "turns"])
    return scores.scored(table.assign(blue=0, assassin=1 - table["won"]))


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


def test_pairs_are_averaged_over_embeddings():
    table = hierarchies.by_pair(
        games([("a", "G1:a", 0, 1, 3), ("b", "G1:b", 0, 0, 9), ("a", "G1:a", 1, 1, 5), ("b", "G1:b", 1, 1, 4)])
    )
    (row,) = table.itertuples()
    assert (row.speaks, row.hears, row.games) == (0, 1, 4)
    assert row.won == pytest.approx(0.75) and row.score == pytest.approx((6 - 9 + 4 + 5) / 4)
    assert row.won_low <= row.won <= row.won_high


def test_comparisons_are_on_the_same_boards_by_wins_and_by_score():
    rows = [("a", "a", board, 1, 4) for board in range(4)]
    rows += [("S1:a", "G1:a", board, int(board > 0), 2) for board in range(4)]
    played = games(rows)
    wins, score = hierarchies.compared(hierarchies.pair(played, 1, 1), hierarchies.pair(played, 0, 0))
    assert (wins.measure, wins.difference, wins.told) == ("won", pytest.approx(-0.25), "too close to call")
    assert (score.measure, score.difference) == ("score", pytest.approx((7 * 3 - 2 - 5 * 4) / 4))


def test_pairs_of_one_level_are_held_against_the_static_pair_in_every_manner():
    rows = [("a", "a", board, 1, 2) for board in range(30)]
    for manner in hierarchies.MANNERS:
        turns = 2 if manner == "+shared+forgetful" else 4
        rows += [(f"S{k}:a{manner}", f"G{k}:a{manner}", b, 1, turns) for k in (1, 2) for b in range(30)]
    found = hierarchies.against_static(games(rows))
    assert list(dict.fromkeys(found["label"])) == list(hierarchies.MANNERS.values())
    assert set(found[found["measure"] == "won"]["told"]) == {"tied at the ceiling"}
    score = found[found["measure"] == "score"].set_index(["label", "condition"])["difference"]
    assert score["own worlds, memory", "S1 with G1"] == -2 and score["the same worlds, no memory", "S2 with G2"] == 0


def test_neighbours_on_the_hierarchy_are_compared_with_the_others():
    names = [
        (f"S{j}:a" if j else "a", f"G{k}:a" if k else "a", int(k - j in (0, 1))) for j in range(3) for k in range(3)
    ]
    gap = hierarchies.neighbours(games([(s, g, b, won, 3) for s, g, won in names for b in range(30)]))
    assert set(gap["told"]) == {"clearly ahead"} and list(gap["difference"]) == [1, 9, 1, 9]
    assert list(gap["near"]) == [1, 6, 1, 6] and list(gap["far"]) == [0, -3, 0, -3]


def test_what_the_static_pair_does_for_its_side_is_told_apart():
    names = [(f"S{j}:a" if j else "a", f"G{k}:a" if k else "a", 1 if j + k else 9) for j in range(3) for k in range(3)]
    gap = hierarchies.neighbours(games([(s, g, b, 1, 10 - t) for s, g, t in names for b in range(30)]))
    score = gap[gap["measure"] == "score"].set_index("pairs")
    assert score.loc[hierarchies.ALL_PAIRS, "difference"] == pytest.approx(8 / 5)
    assert score.loc[hierarchies.WITHOUT_STATIC, ["difference", "told"]].tolist() == [0, compare.UNSURE]


def test_turns_without_a_word_are_counted_over_boards():
    rows = [("S1:a", 0, 1, 1), ("S1:a", 0, 2, 1), ("S1:a", 1, 1, 0), ("S1:a", 1, 2, 0), ("S2:a", 0, 1, 1)]
    share = hierarchies.nothing_to_say(pd.DataFrame(rows, columns=["spymaster", "board", "turn", "speechless"]), "S1:a")
    assert share.value == 0.5 and (share.low, share.high) == (0, 1), (
        "two boards say little, however many turns they have"
    )


def test_few_of_the_worlds_are_left_once_cards_are_picked():
    assert hierarchies.worlds_left(STANDARD, 1000, 0) == 1000
    assert hierarchies.worlds_left(STANDARD, 1000, 1) == pytest.approx(1000 * 9 / 25)


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
    summary = unsure.truths(found.reset_index()).set_index("what")
    assert summary["mean"].to_dict() == pytest.approx({"its embedding": 0.4, "its level, if it is 1": 0.7})


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
    gaps = unsure.against(unsure.cases(games(rows)), unsure.KNOWS)
    wins = gaps[gaps["measure"] == "won"].set_index(["label", "condition"])["difference"]
    assert wins["spymaster with G1", unsure.UNSURE["both"]] == -1.0
    assert wins["spymaster with G1", unsure.UNSURE["level"]] == 0.0
    shown = unsure.shown(unsure.rates(unsure.cases(games(rows))))
    assert shown.loc["spymaster with G1", unsure.KNOWS] == "1.000 · 6.00" and shown.index[0] == "spymaster with G0"
    gained = unsure.gained(unsure.against(unsure.cases(games(rows)), unsure.WRONG_LEVEL))
    assert list(gained) == ["won", "score"] and list(gained.index) == ["spymaster with G1"]


def test_what_a_level_is_worth_by_how_many_words_there_are():
    both = "+shared+forgetful"

    def pairs(gain):
        rows = [(f"S0:a{both}", f"G0:a{both}", board, 1, 5) for board in range(3)]
        return games(rows + [(f"S1:a{both}", f"G1:a{both}", board, int(board > 0), 5 - gain) for board in range(3)])

    room = hierarchies.by_room({25: pairs(2), 300: pairs(0)}, both)
    assert list(dict.fromkeys(room["label"])) == ["25 words a card", "300 words a card"]
    by = room.set_index(["label", "measure"])["difference"]
    assert by["25 words a card", "won"] == by["300 words a card", "won"] == pytest.approx(-1 / 3)
    assert by["25 words a card", "score"] == by["300 words a card", "score"] + 2


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
    another = thinking.another_step(games(rows)).set_index(["label", "condition", "measure"])["difference"]
    assert another["SM_CH2 − SM_CH1", "with GM_CH1", "won"] == pytest.approx(-1 / 3)
    assert another["SM_CH2 − SM_CH1", "with GM_CH1", "score"] == pytest.approx(1 - 9 / 3)
    assert another["SM_CH2 − SM_CH1", "with static", "score"] == pytest.approx(1 - 9 / 2)


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
    assert table.set_index("who")["more"].isna().to_dict() == {"GM_CH2": True, "SM_CH2": False}, "no static partner met"


def test_learners_and_static_partners_are_compared_on_the_same_boards():
    columns = ["spymaster", "guesser", "board", "turn", "spymaster_beliefs", "guesser_beliefs"]
    rows = [("SM_CH2", "a", b, 1, "[0.8, 0.2]", "[]") for b in range(30)]
    rows += [("SM_CH2", "GM_CH1", b, 1, "[0.5, 0.5]", "[0.5, 0.5]") for b in range(20, 40)]
    table = thinking.believed_to_learn(pd.DataFrame(rows, columns=columns), {"SM_CH2": ["a/0", "GM_CH1"]})
    (row,) = table[table["partner"] == "GM_CH1"].itertuples()
    assert row.more == pytest.approx(0.3) and row.more_low > 0 and row.games == 20


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
    figure = hierarchy.levels(by_level(), "What it says")
    left, right = figure.axes
    assert (left.get_title("left"), right.get_title("left")) == ("share of games won", "the paper's score")
    assert [text.get_text() for text in left.texts] == ["1.000"] * 9
    assert [text.get_text() for text in right.texts] == ["5.50"] * 3 + ["4.50"] * 3 + ["3.50"] * 3
    assert [label.get_text() for label in right.get_yticklabels()] == ["S0", "S1", "S2"]
    assert len(left.patches) == len(right.patches) == 3 and figure.get_suptitle() == "What it says"


def test_scores_below_zero_are_drawn_too():
    table = hierarchies.by_pair(games([("a", "a", 0, 0, 9), ("S1:a", "G1:a", 0, 0, 9)]))
    _, right = hierarchy.levels(table, "").axes
    assert [text.get_text() for text in right.texts] == ["−9.00", "–", "–", "−9.00"]


def test_beliefs_in_what_is_true_are_a_panel_a_side_and_a_line_for_each_thing():
    rows = [
        (side, what, turn, 4, 0.25 * turn, 0.1, 0.9)
        for side in OTHER
        for what in ("its embedding", "its level")
        for turn in (1, 2)
    ]
    columns = ["side", "what", "turn", "games", "mean", "low", "high"]
    panels = hierarchy.beliefs(pd.DataFrame(rows, columns=columns), "What it says").axes
    assert [axes.get_title("left") for axes in panels] == ["spymasters", "guessers"]
    assert all(lines(axes) == {"its embedding": [0.25, 0.5], "its level": [0.25, 0.5]} for axes in panels)
