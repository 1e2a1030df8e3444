"""What notebooks 60 to 62 compute: the winner's curse, variants on the same boards, beliefs about noise, ours in the tables."""

import numpy as np
import pandas as pd
import pytest

from commonground import agents, parameters
from commonground.agents import GUESSERS, OUR_GUESSERS, OUR_SPYMASTERS, SPYMASTERS
from commonground.report import tables
from commonground.report.figures import further
from commonground.study import calibration, curse, plan, results, variants
from commonground.study.variants import Variant
from helpers.support import complaint


@pytest.fixture(scope="module")
def chosen():
    return parameters.load().agents


def test_what_a_clue_is_worth_is_what_many_samples_expect_of_it():
    """With as many common draws as the judge has, expectation and worth are two estimates of one number."""
    clues = curse.first_clues("toy", 2, (3, 3000), 1.0, 0)
    assert list(clues.columns) == list(curse.First._fields) and len(clues) == 8
    many = clues[clues["samples"] == 3000]
    assert (many["expected"] - many["worth"]).abs().max() < 0.35
    few = clues[clues["samples"] == 3].groupby("draws")[["expected", "worth"]].mean()
    assert (few["expected"] > few["worth"]).all(), "the chosen clue is overestimated"
    table = curse.summary(clues).set_index(["draws", "samples"])
    assert table.loc[("independent", 3), "curse"] > abs(table.loc[("independent", 3000), "curse"])
    assert set(curse.as_good_as(clues, 3)["samples"]) == {3, 3000}
    assert len(further.expected_and_worth(curse.summary(clues)).axes) == 2
    with complaint("one board"):
        curse.first_clues("toy", 0, (3,), 1.0, 0)


def test_variants_play_the_same_boards_and_are_compared_pairwise(chosen):
    lineup = (Variant("static", "ta"), Variant("DG_B", "DG_B", {"samples": 100}))
    games = variants.played(lineup, "toy", 2, 0, chosen)
    assert games.groupby("variant").size().nunique() == 1 and set(games["where"]) == {"in", "out"}
    table = variants.compared(games, {"DG_B": "static"})
    by_hand = variants.shares(games)
    row = table.set_index(["environment", "where", "variant"]).loc["stochastic", "out", "DG_B"]
    ours, theirs = (by_hand["stochastic", "out", name] for name in ("DG_B", "static"))
    assert row["difference"] == pytest.approx((ours - theirs).mean()) and row["rate"] == pytest.approx(ours.mean())
    said = variants.sentences(table, {"DG_B": "static"})
    assert len(said) == 4 and all("too few boards" in line for line in said)
    assert list(variants.text(table, "rate").index) == ["static", "DG_B"]
    assert len(further.steps(table, "").axes) == 4


def test_a_difference_that_can_be_told_is_told():
    games = pd.DataFrame(
        [
            (place, name, "x", where, board, won, 3)
            for place in plan.ENVIRONMENTS
            for where in ("in", "out")
            for board in range(30)
            for name, won in (("worse", board % 3 == 0), ("better", True))
        ],
        columns=["environment", "variant", "partner", "where", "board", "won", "turns"],
    )
    said = variants.sentences(variants.compared(games, {"better": "worse"}), {"better": "worse"})
    assert all("better wins 1.000, more than worse (+.667" in line for line in said)


@pytest.mark.parametrize("agent", ["SM_N", "G_J"])
def test_beliefs_about_noise_are_recorded_by_turn(agent):
    table = calibration.believed(agent, "toy", (0.0, 1.0), 1, 0)
    assert list(table.columns) == calibration.COLUMNS and set(table["where"]) == {"in", "out"}
    sums = table.groupby(["true", "partner", "board", "turn"])["belief"].sum()
    assert np.allclose(sums, 1.0)
    last = calibration.last_beliefs(table)
    assert np.allclose(last.groupby(["true", "where"])["belief"].sum(), 1.0)
    by_turn = calibration.mean_noise(table)
    assert by_turn["noise"].between(0, 1).all()
    found = calibration.calibrated(table)
    assert found["right"].between(0, 1).all() and found["times"].sum() > 0
    assert len(further.noise_believed(by_turn).axes) == 2


def test_beliefs_are_held_to_what_was_true_where_it_can_be_believed():
    rows = [("A", true, "p", "in", 0, 2, level, p) for true in (0.0, 0.5) for level, p in (("0", 0.9), ("1", 0.1))]
    rows += [("A", 1.0, "q", "out", 0, 2, "1", 0.95), ("A", 1.0, "q", "out", 0, 1, "1", 0.3)]
    found = calibration.calibrated(pd.DataFrame(rows, columns=calibration.COLUMNS))
    assert found[["where", "believed", "right", "times"]].to_numpy().tolist() == [
        ["in", "0.0 to 0.2", 0.0, 1],
        ["in", "0.8 to 1.0", 1.0, 1],
        ["out", "0.8 to 1.0", 1.0, 1],
    ], "noise 0.5 is no level here, and before the first turn nothing was learned"


def test_calibration_needs_something_to_do():
    with complaint("one board"):
        calibration.believed("SM_N", "toy", (), 1, 0)


def test_ours_are_marked_and_are_not_the_papers():
    assert not set(OUR_SPYMASTERS) & set(SPYMASTERS) and not set(OUR_GUESSERS) & set(GUESSERS)
    for named in (*OUR_SPYMASTERS.values(), *OUR_GUESSERS.values()):
        assert named.citation == "this study"
    assert agents.described("SM_N")[0] is agents.NoiseLearner and agents.described("G_J")[0] is agents.JointGuesser


def test_tables_have_our_rows_where_there_are_results_of_ours_and_none_where_there_are_not(monkeypatch):
    layout = tables.layout("toy", "guessers")
    games = pd.DataFrame(
        [
            ("deterministic", partner, guesser, board, int(guesser == "G_J"), 3)
            for partner in layout.partners
            for guesser in ("ta", "DG_B", "G_J")
            for board in range(3)
        ],
        columns=["environment", "spymaster", "guesser", "board", "won", "turns"],
    )
    whole = tables.table(games, layout)
    assert list(whole.rows["deterministic"])[-1] == "G_J" and whole.label("deterministic", "G_J") == "G_J (ours)"
    without = tables.table(games[games["guesser"] != "G_J"], layout)
    assert "G_J" not in without.rows["deterministic"]


def test_results_without_ours_are_results(project, monkeypatch):
    """A clone that has the paper's experiments and not ours."""
    games = pd.DataFrame(
        [("deterministic", "a", "b", 0, 1)], columns=["environment", "spymaster", "guesser", "board", "won"]
    )
    folder = project / "data/results/open/spymasters"
    folder.mkdir(parents=True)
    games.to_csv(folder / "games.csv.gz", index=False)
    assert len(results.beside("open", "spymasters")) == 1
    ours = project / "data/results/open/our-spymasters"
    ours.mkdir()
    games.to_csv(ours / "games.csv.gz", index=False)
    assert len(results.beside("open", "spymasters")) == 2
    games.assign(board=1).to_csv(ours / "games.csv.gz", index=False)
    assert len(results.beside("open", "spymasters")) == 1, "other boards are another experiment"


def test_ours_meet_every_static_partner_in_both_environments(chosen):
    speaking, hearing = (make("toy", 3, 1, chosen) for make in (plan.our_spymasters, plan.our_guessers))
    assert len(speaking.pairings) == len(hearing.pairings) == 2 * len(plan.statics("toy"))
    assert {pairing.spymaster for pairing in speaking.pairings} == {"SM_N"} and speaking.stochastic == "guesser"
    assert {pairing.guesser for pairing in hearing.pairings} == {"G_J"} and hearing.stochastic == "channel"
    assert speaking.options == hearing.options == {}, "what they are run with belongs to their names"
