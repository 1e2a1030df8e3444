"""What notebooks 60 to 62 compute: the winner's curse, variants on the same boards, beliefs about noise, ours in the tables."""

import numpy as np
import pandas as pd
import pytest

from commonground.agents import ALL_GUESSERS, ALL_SPYMASTERS
from commonground.embeddings import catalogue, load_set
from commonground.parameters import Agents
from commonground.report import beliefs, curse, overview, readings, variants
from commonground.report.figures.differences import differences
from commonground.study import calibration, plan, run
from commonground.study.curse import First, first_clues
from commonground.study.readings import alternatives, experiments
from commonground.study.scores import scored
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
        (place, *((name, partner) if role == "spymaster" else (partner, name)), board, int("(" in name), 4, 2)
        for role, part in zip(roles, experiments("toy", 2, 0, AGENTS), strict=True)
        for place in plan.ENVIRONMENTS
        for name in (part.speaking if role == "spymaster" else part.hearing)
        for partner in plan.statics("toy")
        for board in range(30)
    ]
    games = pd.DataFrame(rows, columns=["environment", "spymaster", "guesser", "board", "won", "turns", "score"])
    games["score"] -= games["won"]
    apart = {
        role: games[games[role].isin([*ALL_SPYMASTERS, *ALL_GUESSERS]) | games[role].str.contains("(", regex=False)]
        for role in roles
    }
    tried = alternatives(AGENTS)
    table = readings.differences(apart, TOY, tried)
    assert len(table) == 4 * len(tried) and set(table["alternative"]) == set(range(len(tried)))
    assert (table["score"] == 2).all() and (table["score difference"] == -1).all()
    assert (table["rate"] == 0).all() and (table["rate otherwise"] == 1).all() and (table["difference"] == 1).all()
    wins, score = differences(readings.apart(table), "all won otherwise").axes
    assert {x for marks in wins.containers for x in marks[0].get_xdata()} == {1.0}
    assert {x for marks in score.containers for x in marks[0].get_xdata()} == {-1.0}


def test_the_variants_of_the_notebooks_can_all_be_seated():
    for lineup in (common_draws(3), told_the_noise(3), tuple(from_dg_b_to_g_j().values())):
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


def test_calibration_says_of_how_many_boards_it_is_and_how_sure():
    """Thirty boards: on each of ten, the true level is believed with .9 ten times; on twenty, a wrong one once."""
    rows = [("A", 1.0, f"p{n}", "in", board, 2, "1", 0.9) for board in range(10) for n in range(10)]
    rows += [("A", 0.0, "p0", "in", board, 2, "1", 0.9) for board in range(10, 30)]
    rows += [("A", 0.0, "p0", "in", board, 2, "0", 0.1) for board in range(10, 30)]
    table = pd.DataFrame(rows, columns=calibration.COLUMNS)
    found = beliefs.calibrated(table).set_index("believed").loc[".8 to 1.0"]
    assert (found["boards"], found["times"]) == (30, 120) and found["right"] == pytest.approx(100 / 120)
    assert found["high"] - found["low"] > 0.2, "ten boards decide it, however often each was counted"
    shown = beliefs.readable(beliefs.calibrated(table))
    assert shown.loc[("in", ".8 to 1.0"), "right"].startswith(".833 [") and "boards" in shown
    by_turn = beliefs.mean_noise(table[table["board"] < 10])
    assert by_turn.loc[0, "noise"] == 1.0 and by_turn.loc[0, "low"] < 1.0, "no interval is a point"


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


def overviewed(won_by, turns_of) -> pd.DataFrame:
    """Games of some agents with one partner on thirty boards in each condition, as they are labelled."""
    rows = [
        (place, name, "x", where, board, int(bool(won_by[name](board))), turns_of[name])
        for place in plan.ENVIRONMENTS
        for where in ("in", "out")
        for board in range(30)
        for name in won_by
    ]
    table = pd.DataFrame(rows, columns=["environment", "variant", "partner", "where", "board", "won", "turns"])
    return scored(table.assign(blue=0, assassin=1 - table["won"]))


def test_an_overview_takes_the_best_by_each_measure_and_names_ties():
    """The slow one wins everything and scores nothing; two quick ones win the same two thirds and score 9 · 2/3 − 2."""
    quick = {"quick": lambda board: board % 3, "as quick": lambda board: board % 3}
    won = quick | {"slow": lambda board: True, "rest": lambda board: not board % 3}
    games = overviewed(won, {"quick": 2, "as quick": 2, "slow": 9, "rest": 2})
    wins, scores = (overview.leads(games, ["quick", "as quick", "slow"], ["rest"], m) for m in ("won", "score"))
    assert len(wins) == 4 and wins[0].ours == ["slow"] and wins[0].sides == (1, pytest.approx(1 / 3))
    assert wins[0].verdict == "clearly ahead" and wins[0].effect.value == pytest.approx(2 / 3)
    assert scores[3].ours == ["quick", "as quick"] and scores[3].sides[0] == pytest.approx(4)
    table = overview.averages(games)
    assert list(table["measure"].unique()) == ["won", "score"] and len(table) == 2 * 4 * len(won)


def test_a_comparison_of_variants_may_be_by_score():
    games = overviewed({"quick": lambda board: True, "slow": lambda board: True}, {"quick": 2, "slow": 5})
    table = variants.compared(games, {"quick": "slow"}, "score")
    assert variants.text(table, "rate", "score").loc["quick", ("stochastic", "out")].startswith("7.00 [")
    assert variants.text(table, measure="score").loc["quick", ("stochastic", "out")].startswith("+3.00 [")
