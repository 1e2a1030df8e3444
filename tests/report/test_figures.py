"""Figures show what they should: labels, values and intervals, in the one order."""

from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from matplotlib.text import Annotation, Text

from commonground.embeddings import load_set
from commonground.report import describe, learnt, lineup, numbers, summaries
from commonground.report.claims import SIGNS, hangs_on
from commonground.report.compare import CONDITIONS
from commonground.report.figures import claims, embeddings, games, learning, noise, trade
from commonground.study.scores import scored
from helpers.made_up import beliefs, game
from helpers.wins import SMALL, as_fast, as_said, everything, spymasters, truths

BOTH = ("deterministic", "stochastic")

IN_WORDS = [
    "known partners",
    "strangers",
    "known partners, in noise",
    "strangers, in noise",
]  # the conditions, as the README calls them


def texts(axes):
    return [text.get_text() for text in axes.texts]


def ticks(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def drawn(container):
    """What a line with intervals shows: its values, and the ends of its intervals."""
    line, _, (bars,) = container
    return list(line.get_xdata()), [tuple(end[0] for end in bar) for bar in bars.get_segments()]


def test_the_forest_names_every_claim_and_its_verdict():
    found = everything(as_said)
    figure = claims.forest(found, "Claims")
    (axes,) = figure.axes
    marked = [f"{c.name} (read into the paper)" if c.ours else c.name for c in found]
    assert [label.get_text().replace("\n", " ") for label in axes.get_yticklabels()] == marked
    for claim in found:
        written = f"{claim.verdict}  {numbers.difference(claim.decisive.effect)}"
        notes = [text for text in texts(axes) if written in text and f"\n{claim.decisive}" in text]
        assert notes and (not claim.scored or any(f"by score {SIGNS[claim.by_score]}" in note for note in notes))
        assert not claim.scored or any(str(hangs_on(claim.scored)) in note for note in notes)
    bars = [line.get_xdata() for line in axes.lines if line.get_linewidth() == 2 and len(line.get_xdata()) == 2]
    assert [tuple(bar) for bar in bars] == [claim.decisive.effect[1:] for claim in found], "each with its interval"


def test_the_sweep_has_a_panel_a_measure_and_a_line_for_each_condition():
    table = summaries.by_assumed_noise(spymasters(as_said, ("SM_B", "SM_B_0.5", "SM_B_noise")))
    figure = claims.assumed_noise(table, "Noise")
    assert [text.get_text() for text in figure.legends[0].texts] == IN_WORDS
    for axes, measure in zip(figure.axes, ("won", "score"), strict=True):
        for drawn, condition in zip(axes.containers, CONDITIONS, strict=True):
            part = table[(table["condition"] == str(condition)) & (table["measure"] == measure)]
            assert drawn[0].get_ydata().tolist() == part["mean"].tolist()
        assert [float(label.get_text()) for label in axes.get_xticklabels()] == [0, 0.5, 1]


def test_beliefs_are_drawn_by_turn_for_each_side_and_environment():
    truth = learnt.by_turn(truths(as_fast)["spymasters"])
    figure = learning.belief_by_turn({"spymasters": truth}, prior=0.5, message="Beliefs")
    left, right = figure.axes
    assert (left.get_title("left"), right.get_title("left")) == ("spymasters, without noise", "spymasters, in noise")
    assert list(left.lines[0].get_xdata()) == [1, 2, 3, 4] and left.lines[0].get_label() == "SM_B"


def test_an_agent_that_no_list_knows_is_drawn_all_the_same():
    truth = learnt.by_turn(truths(as_fast)["spymasters"].replace({"agent": {"SM_B_noise": "new"}}))
    left, _ = learning.belief_by_turn({"spymasters": truth}, prior=0.5, message="Beliefs").axes
    assert [line.get_label() for line in left.lines[:2]] == ["SM_B", "new"]
    assert left.lines[0].get_marker() != left.lines[1].get_marker()


def test_a_clear_leader_is_framed_and_an_undecided_row_is_not():
    rows = [
        (e, "SM_B", partner, 4, model, 40, belief, 0.1)
        for e in BOTH
        for partner, pair in (("x", (0.9, 0.1)), ("y", (0.5, 0.5)))
        for model, belief in zip("ab", pair, strict=True)
    ]
    taken = summaries.taken_for(beliefs(rows), "spymaster", ["x", "y"], 4).query("environment == 'stochastic'")
    (axes,) = learning.taken_for(taken, ["b", "a"], ["y", "x"], "title").axes
    assert texts(axes) == [".50", ".50", ".10", ".90"], "partners and models in the order that is given"
    assert len(axes.patches) == 1


def test_losses_and_turns_write_counts_and_agents():
    table = pd.DataFrame(
        [
            game("SM_B", "x", board, won=board % 2, assassin=1 - board % 2, environment=e)
            for e in BOTH
            for board in range(4)
        ]
    )
    lost = games.losses(summaries.losses(table, "spymaster", SMALL), "Losses")
    assert texts(lost.axes[0]) == ["2 + 0 of 4"]
    assert [label.get_text() for label in lost.axes[0].get_yticklabels()] == ["SM_B, strangers"]
    bars = [(bar.get_x(), bar.get_width()) for bar in lost.axes[0].patches]
    assert bars == [(0, 0.5), (0.5, 0.0)], "half of the games to the assassin, none to blue"
    speed = games.turns_to_win(summaries.turns_to_win(table, "spymaster", SMALL), "Turns")
    assert [axes.get_title("left") for axes in speed.axes] == ["without noise", "in noise"]
    drawn = [container[0].get_xdata().tolist() for container in speed.axes[0].containers]
    assert drawn == [[], [4.0]], "nobody met a known partner"
    assert [text.get_text() for text in speed.legends[0].texts] == ["known partners", "strangers"]


def trades():
    """Five agents, two of them where nothing else is, three all but on one spot."""
    spots = {"a": (0.6, 6.0), "SM_B": (1.0, 3.0), "SM_B_noise": (0.61, 6.05), "SM_N": (0.6, 6.1), "b": (0.3, 9.0)}
    rows = [
        (*condition, agent, won, 5.0 - turns, 10.0, turns)
        for condition in CONDITIONS
        for agent, (won, turns) in spots.items()
    ]
    return pd.DataFrame(rows, columns=["environment", "where", "agent", "won", "score", "competition", "turns"])


def test_the_trade_has_a_point_an_agent_and_labels_that_cover_nothing():
    figure = trade.trade(trades(), ["a", "b"], "Wins cost turns")
    assert figure.get_suptitle() == "Wins cost turns"
    figure.canvas.draw()
    for axes, condition in zip(figure.axes, IN_WORDS, strict=True):
        assert axes.get_title("left") == condition
        labels = [text for text in axes.texts if isinstance(text, Annotation)]
        assert [label.get_text() for label in labels] == ["a −1.00", "SM_B 2.00", "SM_B_noise −1.05", "SM_N −1.10"]
        boxes = [Text.get_window_extent(label) for label in labels]
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        dots = [line for line in axes.lines if len(line.get_xdata()) == 1]
        assert len(dots) == 5, "b, who is not the best static one, is a dot without a name"
        points = [axes.transData.transform(line.get_xydata()[0]) for line in dots]
        assert not any(box.contains(*point) for box, point in product(boxes, points))


def test_whoever_never_wins_has_no_point():
    table = trades()
    table.loc[table["agent"] == "b", ["won", "score", "turns"]] = [0.0, 9.0, np.nan]
    figure = trade.trade(table, ["a", "b"], "title")
    assert not any(text.startswith("b ") for text in texts(figure.axes[0]))


def test_cross_play_frames_the_diagonal_and_leaves_unplayed_pairings_blank():
    table = scored(pd.DataFrame([game("a", "a", 0), game("a", "b", 0, won=0), game("b", "b", 0), game("SM_B", "b", 0)]))
    figure = games.cross_play(summaries.win_rates(table), lineup.kinds(SMALL), "title")
    (axes,) = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b", "SM_B"]
    assert texts(axes)[:4] == ["1.00", "5.0", ".00", "−3.0"], "the score stands below"
    assert [text for text in texts(axes)[:-1] if text in ("–", "1.00")] == ["1.00", "–", "1.00", "–", "1.00"]
    assert len(axes.patches) == 2
    assert "framed: self-" in texts(axes)[-1]


# Embeddings


@pytest.fixture(scope="module")
def known():
    return load_set("toy")


def test_norms_are_a_box_an_embedding(known):
    (axes,) = embeddings.norms(list(known.values())).axes
    assert ticks(axes.xaxis) == list(known) and axes.get_ylim()[0] == 0
    heights = np.array([line.get_ydata()[0] for line in axes.lines if len(set(line.get_ydata())) == 1])
    for member in known.values():
        assert np.isclose(heights, np.median(member.norms)).any(), "a line at the median"


def test_survival_is_a_bar_an_embedding_and_a_mark_where_one_was_published():
    table = pd.DataFrame(
        {"survival": [0.9, 0.456], "published": [0.95, np.nan], "role": ["internal", "external"]}, index=["a", "x"]
    )
    figure = embeddings.survival(table, "title")
    (axes,) = figure.axes
    assert [bar.get_height() for bar in axes.patches] == [0.9, 0.456] and texts(axes) == [".90", ".46"]
    assert axes.lines[0].get_ydata().tolist() == [0.95] and ticks(axes.xaxis) == ["a", "x"]
    assert [text.get_text() for text in figure.legends[0].texts] == [
        "internal",
        "external",
        "the embedding it stands for",
    ]


def test_one_board_ranks_every_card_in_every_embedding(known):
    board = known.deal(7)
    clue = next(word for word in known.words if word not in board.words)
    (axes,) = embeddings.one_board(describe.ranks(known, board, clue), board, f"“{clue}”").axes
    assert ticks(axes.xaxis) == list(known) and len(ticks(axes.yaxis)) == len(board.words)
    ranks = np.array(texts(axes), dtype=int).reshape(len(board.words), len(known))
    assert (np.sort(ranks, axis=0) == np.arange(1, len(board.words) + 1)[:, None]).all(), "each rank once an embedding"
    means = ranks.mean(axis=1)
    assert (np.diff(means) >= -1e-12).all(), "the nearest on average is first"
    name, member = next(iter(known.items()))
    (first,) = np.flatnonzero(ranks[:, list(known).index(name)] == 1)
    table, places = member.distance_table(member.rows(board.words))
    nearest = board.words[int(np.argmin(table[places, member.index[clue]]))]
    assert ticks(axes.yaxis)[first].startswith(nearest)


def test_embeddings_share_all_cards_with_themselves(known):
    shared = describe.shared_first_cards(known, [known.deal(0)], clues=20)
    assert np.allclose(np.diag(shared), 1) and np.allclose(shared, shared.T)
    (axes,) = embeddings.shared_cards(shared, "title").axes
    assert texts(axes) == [numbers.rate(value, 2) for value in shared.to_numpy().ravel()]


# Variants and noise


def test_what_a_clue_promises_and_what_it_is_worth_are_two_lines_a_way_to_draw():
    rows = [
        (draws, samples, 1.0, 0.9, 1.1, 0.4, 0.3, 0.5) for draws in ("independent", "common") for samples in (3, 10)
    ]
    ends = [f"{what}{end}" for what in ("expected", "worth") for end in ("", "_low", "_high")]
    figure = noise.expected_and_worth(pd.DataFrame(rows, columns=["draws", "samples", *ends]), "Promises")
    assert [axes.get_title("left") for axes in figure.axes] == ["independent draws", "common draws"]
    for axes in figure.axes:
        assert [container[0].get_ydata().tolist() for container in axes.containers] == [[1, 1], [0.4, 0.4]]
        assert ticks(axes.xaxis) == ["3", "10"]


def test_the_noise_believed_is_a_line_for_each_true_noise_in_and_out_of_distribution():
    rows = [
        ("SM_N", true, where, turn, 10 if turn < 3 else 1, true / turn, 0.0, 1.0)
        for true in (0.0, 1.0)
        for where in ("in", "out")
        for turn in (1, 2, 3)
    ]
    table = pd.DataFrame(rows, columns=["agent", "true", "where", "turn", "games", "noise", "low", "high"])
    figure = noise.noise_believed(table, "Noise")
    titles = [axes.get_title("left") for axes in figure.axes]
    assert titles == ["known partners", "strangers"]
    for axes in figure.axes:
        assert [line.get_ydata().tolist() for line in axes.lines] == [[0, 0], [1, 0.5]], "few games reach turn 3"
    assert [text.get_text() for text in figure.legends[0].texts] == ["0", "1"]
