"""What it is worth to reckon with noise, on games where every difference is known."""

from itertools import product

import pandas as pd
import pytest

from commonground.report import readings, reckoned
from commonground.study import scores
from helpers.wins import FEW, SMALL, contests, games

BOARDS = 30


def made(pairs, won):
    rows = [
        {"environment": "stochastic", "spymaster": s, "guesser": g, "board": b, "turns": 4}
        | {"won": int(won(s, g)), "red": 9, "blue": 1, "bystander": 0, "assassin": int(not won(s, g))}
        for (s, g), b in product(pairs, range(BOARDS))
    ]
    return scores.scored(pd.DataFrame(rows))


HEARING = ("DG_B (9 worlds)", "DG_B_noise", "MG_B (9 worlds)", "MG_B_noise")
EAR = made(list(product(("a", "b", "SM_B", "SM_B_noise"), HEARING)), lambda s, g: "noise" in g and len(s) == 1)


def test_guessers_in_noise_are_averaged_over_the_spymasters_they_know():
    table = reckoned.in_ear(EAR, ["a", "b"]).set_index(["speaks", "guesser"])
    assert set(table.index.get_level_values("speaks")) == {"static", "SM_B", "SM_B_noise"}
    assert table.loc[("static", "DG_B_noise"), ["games", "won", "score"]].tolist() == [2 * BOARDS, 1, 4]
    assert table.loc[("SM_B", "DG_B_noise"), ["games", "won", "score"]].tolist() == [BOARDS, 0, -5]


def test_what_assuming_noise_is_worth_is_told_by_kind_of_guesser_and_spymaster():
    table = reckoned.worth_assuming(EAR, ["a", "b"]).set_index(["guesser", "speaks"])
    assert sorted(table.index) == sorted(product(("DG_B", "MG_B"), ("static", "SM_B", "SM_B_noise")))
    assert table.loc[("DG_B", "static"), ["won", "score"]].tolist() == [1, 9]
    assert table.loc[("MG_B", "SM_B"), ["won", "score"]].tolist() == [0, 0]


def test_the_ear_is_compared_with_the_way_for_pairings_that_met_both():
    channel = made(list(product(("SM_B", "SM_B_noise"), ("DG_B", "DG_B_noise"))), lambda s, g: True)
    table = reckoned.ear_or_channel(EAR, channel)
    assert list(table["guesser"]) == ["DG_B_noise"] and table["won"].tolist() == [-1], "DG_B has other worlds there"
    assert table["won_told"].tolist() == ["clearly behind"]
    assert reckoned.readable(table).loc["DG_B_noise", "won"].startswith("−1.000 [")


def test_what_noise_and_levels_add_is_measured_against_one_of_them_alone():
    kinds = ("both", "noise_embedding:0", "noise_both")
    pairs = [(f"SM_H_{kind}", f"{level}{e}") for kind in kinds for level in ("", "G1:") for e in "ab"]
    pairs += [(f"{level}{e}", f"GM_H_{kind}") for kind in kinds for level in ("", "S1:") for e in "ab"]
    played = made(pairs, lambda s, g: "noise" in s or g == "GM_H_noise_both")
    rates = reckoned.with_noise_and_levels(played).set_index(["side", "partner", "reckons"])["won"].sort_index()
    assert rates.loc["spymaster", 1].to_dict() == {"levels": 0, "noise": 1, "levels and noise": 1}
    assert rates.loc["guesser", 0].to_dict() == {"levels": 0, "noise": 0, "levels and noise": 1}
    added = reckoned.adds(played).set_index(["side", "partner", "added"])["won"].sort_index()
    assert added.loc["spymaster", 0].to_dict() == {"noise": 1, "levels": 0}
    assert added.loc["guesser", 1].to_dict() == {"noise": 1, "levels": 1}
    adds = reckoned.adds(played)
    apart = reckoned.apart(adds, adds["side"], adds["added"])
    assert list(apart["measure"]) == ["won"] * 8 + ["score"] * 8 and list(apart["condition"][:2]) == ["noise", "levels"]
    assert list(apart["difference"]) == [*adds["won"], *adds["score"]]
    assert list(apart["told"]) == [*adds["won_told"], *adds["score_told"]]


def test_noise_and_the_number_of_worlds_are_told_apart():
    """DG_B wins everything only with many worlds; what noise does with as few is nothing."""
    names = ("a", "b", "DG_B", "DG_B_noise", FEW)
    played = games("guesser", names, lambda e, agent, partner, board: agent == "DG_B")
    table = readings.noise_or_worlds(played, SMALL).set_index(["change", "measure"])
    assert set(table.loc[("more worlds", "won"), "difference"]) == {1} and set(table["agent"]) == {"DG_B"}
    assert set(table.loc[("noise assumed", "won"), "difference"]) == {0}
    assert set(table.loc[("more worlds", "score"), "difference"]) == {9}
    assert contests(lambda *game: True)["reading-the-paper/guessers"].agents[-1] == FEW


def test_alternatives_are_told_apart_by_both_measures_the_clearest_first():
    about = {"alternative": 0, "reading": "R4", "agent": "SM_B", "ours": "this", "other": "that"}
    rows = [
        about
        | {"environment": e, "where": "in"}
        | dict(zip(("difference", "low", "high"), won, strict=True))
        | dict(zip(("score difference", "score low", "score high"), score, strict=True))
        | {"p": 0.03, "score p": 0.5}
        for e, won, score in (
            ("deterministic", (0.2, 0.1, 0.3), (1.0, -1.0, 2.0)),
            ("stochastic", (-0.3, -0.4, -0.2), (0.1, -0.1, 0.3)),
        )
    ]
    apart = readings.apart(pd.DataFrame(rows))
    assert set(apart["label"]) == {"R4 SM_B: that"} and list(apart["measure"]) == ["won", "won", "score", "score"]
    assert readings.clear(apart)["difference"].tolist() == pytest.approx([-0.3, 0.2])
    assert readings.clear(apart, "score").empty and readings.held(apart, "won").empty, "two at .03 are none of two"
    apart.loc[1, "p"] = 0.02
    assert len(readings.held(apart, "won")) == 2 and readings.held(apart, "score").empty
    apart.loc[1, "high"] = 0.1
    assert len(readings.held(apart, "won")) == 1, "nothing holds that is not clear"
