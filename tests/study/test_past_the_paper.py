"""What notebooks 60 to 62 compute: the winner's curse, variants on the same boards, beliefs about noise, ours in the tables."""

import numpy as np
import pandas as pd
import pytest

from commonground.embeddings import catalogue, load_set
from commonground.parameters import Agents
from commonground.report import beliefs, curse, readings, variants
from commonground.report.figures.variants import differences
from commonground.study import calibration, plan, run
from commonground.study.curse import First, first_clues
from commonground.study.readings import ALTERNATIVES, experiments
from commonground.study.variants import Variant, common_draws, experiment, from_dg_b_to_g_j, told_the_noise
from helpers.support import complaint

AGENTS = Agents(spymaster_samples=10, guesser_samples=100, noisy_guesser_samples=50, noise=1.0)
TOY = catalogue.load().set("toy")
TOY_SET = load_set("toy")


@pytest.mark.slow(8)
def test_what_a_clue_is_worth_is_what_many_samples_expect_of_it():
    """With as many common draws as the judge has, expectation and worth are two estimates of one number."""
    clues = first_clues("toy", 2, (3, 3000), 1.0, 0)
    assert list(clues.columns) == list(First._fields) and len(clues) == 8
    many = clues[clues["samples"] == 3000]
    assert (many["expected"] - many["worth"]).abs().max() < 0.35
    few = clues[clues["samples"] == 3].groupby("draws")[["expected", "worth"]].mean()
    assert (few["expected"] > few["worth"]).all(), "the chosen clue is overestimated"
    table = curse.summary(clues).set_index(["draws", "samples"])
    assert table.loc[("independent", 3), "curse"] > abs(table.loc[("independent", 3000), "curse"])
    assert set(curse.as_good_as(clues, 3)["samples"]) == {3, 3000}


def test_variants_play_the_same_boards_and_are_compared_pairwise():
    lineup = experiment(
        "toys", [Variant("MG_B"), Variant("MG_B", "joint", {"inference": "joint"})], "toy", 2, 0, AGENTS
    )
    labels = {"MG_B (joint)": "joint", "MG_B": "as it is"}
    games = variants.labelled(run.play_all(lineup)[0], "guesser", TOY, labels)
    assert games.groupby("variant").size().nunique() == 1 and set(games["where"]) == {"in", "out"}
    assert list(games["variant"].unique()) == ["joint", "as it is"], "in the order of the labels"
    table = variants.compared(games, {"joint": "as it is"})
    by_hand = variants.shares(games)
    row = table.set_index(["environment", "where", "variant"]).loc["stochastic", "out", "joint"]
    ours, theirs = (by_hand["stochastic", "out", name] for name in ("joint", "as it is"))
    assert row["difference"] == pytest.approx((ours - theirs).mean()) and row["rate"] == pytest.approx(ours.mean())
    said = variants.sentences(table, {"joint": "as it is"})
    assert len(said) == 4 and all("too few boards" in line for line in said)
    assert list(variants.text(table, "rate").index) == ["joint", "as it is"]
    with complaint("no games of the guesser DG_B"):
        variants.labelled(
            games.rename(columns={"variant": "guesser", "partner": "spymaster"}), "guesser", TOY, {"DG_B": ""}
        )


def test_games_of_variants_can_be_told_apart_by_what_is_different():
    games = run.play_all(plan.room("toy", 1, 0, 20, (25, 75)))[0]
    apart = variants.by_difference(games)
    assert list(apart) == ["25 neighbours", "75 neighbours"]
    for part in apart.values():
        assert len(part) == len(games) / 2 and "S1:ta+shared+forgetful" in set(part["spymaster"])


def test_every_alternative_is_measured_against_our_reading():
    roles = ("spymaster", "guesser")
    rows = [
        (place, *((name, partner) if role == "spymaster" else (partner, name)), board, int("(" in name), 4)
        for role, part in zip(roles, experiments("toy", 2, 0, AGENTS), strict=True)
        for place in plan.ENVIRONMENTS
        for name in (part.speaking if role == "spymaster" else part.hearing)
        for partner in plan.statics("toy")
        for board in range(30)
    ]
    games = pd.DataFrame(rows, columns=["environment", "spymaster", "guesser", "board", "won", "turns"])
    table = readings.differences(dict.fromkeys(roles, games), TOY)
    assert len(table) == 4 * len(ALTERNATIVES) and set(table["alternative"]) == set(range(len(ALTERNATIVES)))
    assert (table["rate"] == 0).all() and (table["rate otherwise"] == 1).all() and (table["difference"] == 1).all()
    titles = [axes.get_title() for axes in differences(table, "all won otherwise").axes]
    assert len(titles) == 4 and titles[0].startswith("deterministic") and "out-of-distribution" in titles[3]


def test_the_variants_of_the_notebooks_can_all_be_seated():
    for lineup in (common_draws(3), told_the_noise(), tuple(from_dg_b_to_g_j().values())):
        chosen = experiment("notebook", lineup, "toy", 1, 0, AGENTS)
        assert [variant.name for variant in lineup] == (chosen.speaking if lineup[0].is_spymaster else chosen.hearing)
        for pairing in chosen.pairings:
            run.first_game(chosen, pairing) if pairing[1:] == ("SM_B", "ta") else run.seat(chosen, pairing, TOY_SET)


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


@pytest.mark.slow(2)
@pytest.mark.parametrize("agent", ["SM_N", "G_J"])
def test_beliefs_about_noise_are_recorded_by_turn(agent):
    table = calibration.believed(agent, "toy", (0.0, 1.0), 1, 0)
    assert list(table.columns) == calibration.COLUMNS and set(table["where"]) == {"in", "out"}
    sums = table.groupby(["true", "partner", "board", "turn"])["belief"].sum()
    assert np.allclose(sums, 1.0)
    last = beliefs.last_beliefs(table)
    assert np.allclose(last.groupby(["true", "where"])["belief"].sum(), 1.0)
    by_turn = beliefs.mean_noise(table)
    assert by_turn["noise"].between(0, 1).all()
    found = beliefs.calibrated(table)
    assert found["right"].between(0, 1).all() and found["times"].sum() > 0


def test_beliefs_are_held_to_what_was_true_where_it_can_be_believed():
    rows = [("A", true, "p", "in", 0, 2, level, p) for true in (0.0, 0.5) for level, p in (("0", 0.9), ("1", 0.1))]
    rows += [("A", 1.0, "q", "out", 0, 2, "1", 0.95), ("A", 1.0, "q", "out", 0, 1, "1", 0.3)]
    found = beliefs.calibrated(pd.DataFrame(rows, columns=calibration.COLUMNS))
    assert found[["where", "believed", "right", "times"]].to_numpy().tolist() == [
        ["in", ".0 to .2", 0.0, 1],
        ["in", ".8 to 1.0", 1.0, 1],
        ["out", ".8 to 1.0", 1.0, 1],
    ], "noise 0.5 is no level here, and before the first turn nothing was learned"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((0, (3,), 1.0, 0), "boards 0"),
        ((1, (3, 0), 1.0, 0), "samples 0"),
        ((1, (3,), float("nan"), 0), "noise nan"),
        ((1, (3,), 1.0, -1), "seed -1"),
        ((1, (), 1.0, 0), "one number of samples"),
    ],
)
def test_the_winners_curse_is_measured_on_something(given, said):
    with complaint("The winner's curse", said):
        first_clues("toy", *given)


@pytest.mark.parametrize(
    ("true", "boards", "seed", "said"),
    [
        ((), 1, 0, "one noise"),
        ((0.0,), 0, 0, "boards 0"),
        ((0.0, -1.0), 1, 0, "noise -1.0"),
        ((0.0,), 1, -1, "seed -1"),
    ],
)
def test_calibration_needs_something_to_do(true, boards, seed, said):
    with complaint("Calibration", said):
        calibration.believed("SM_N", "toy", true, boards, seed)
