"""One order of agents and one look for each, wherever they appear."""

from commonground.report import lineup
from commonground.report.figures.style import in_turn, looks
from commonground.report.lineup import BAYESIAN, OURS, RIVALS
from helpers.wins import SMALL

EVERYONE = {side: [*BAYESIAN[side], *RIVALS[side], *OURS[side]] for side in BAYESIAN}


def test_the_order_is_random_static_the_papers_ours_and_others_last():
    names = ["human", "G_J", "SM_N", "y", "DG_B", "SM_B_0.5", "b", "SM_B", "random", "a", lineup.SELF_PLAY, "x", "a"]
    expected = ["random", "a", "b", "x", "y", lineup.SELF_PLAY, "SM_B", "DG_B", "SM_N", "G_J", "human", "SM_B_0.5"]
    assert lineup.in_order(names, SMALL) == expected


def test_every_agent_has_a_kind():
    kinds = lineup.kinds(SMALL)
    assert list(kinds)[:5] == ["random", "a", "b", "x", "y"] and kinds["x"] == "external"
    assert (
        {name for side in EVERYONE.values() for name in side} <= set(kinds)
        and kinds["SM_B"] == "the paper's"
        and kinds["G_J"] == "ours"
    )


def test_partners_are_in_or_out_of_distribution():
    assert lineup.in_and_out(SMALL) == {"in": ("a", "b"), "out": ("x", "y")}


def test_nobody_is_without_a_look_and_no_two_of_a_side_look_alike():
    for side in EVERYONE.values():
        found = looks([*side, "a stranger", "another_noise", "S1:g1"])
        assert list(found) == [*side, "a stranger", "another_noise", "S1:g1"]
        assert len(set(found.values())) == len(found)


def test_an_agent_looks_the_same_whoever_is_beside_it():
    assert looks(["G_J"])["G_J"] == looks(EVERYONE["guessers"])["G_J"]
    assert looks(["human", "SM_N"])["SM_N"] == looks(["SM_N"])["SM_N"]


def test_those_that_assume_noise_are_dashed_and_hollow():
    plain, noisy = looks(["DG_B", "DG_B_noise"]).values()
    assert (plain.colour, plain.marker, plain.line) == (noisy.colour, noisy.marker, "-") and noisy.line == "--"
    assert noisy.options["markerfacecolor"] == "white" != plain.options["markerfacecolor"]


def test_lines_that_are_no_agents_differ_without_colour():
    assert len({tuple(in_turn(number).values()) for number in range(8)}) == 8
