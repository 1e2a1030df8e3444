"""How notebooks end: sentences that are right, and read well, whichever way the numbers fall."""

import pandas as pd
import pytest

from commonground.report import learnt
from commonground.report.compare import AHEAD, BEHIND, CEILING, CONDITIONS, SCORE, UNSURE, WON, Comparison
from commonground.report.endings import (
    better_guessers,
    choosing,
    claims,
    competition,
    cross_play,
    curse,
    learning,
    matches,
    rivals,
    unknown_noise,
    words,
)
from commonground.report.statistics import Estimate
from commonground.report.variants import APART
from commonground.study.variants import common_draws, told_the_noise
from helpers.made_up import game
from helpers.wins import SMALL, truths

EFFECTS = {AHEAD: (0.2, 0.1, 0.3), BEHIND: (-0.2, -0.3, -0.1), UNSURE: (0.0, -0.1, 0.1), CEILING: (0.0, -0.1, 0.1)}
NOWHERE, EVERYWHERE = [UNSURE] * 4, [AHEAD] * 4


def apart(label, wins=EVERYWHERE, scores=None, boards=50, theirs=0.5):
    """Rows as `variants.apart` has them, with the verdicts that a test wants."""
    rows = [
        (label, str(condition), measure, boards, theirs + EFFECTS[told][0], theirs, *EFFECTS[told], told)
        for measure, verdicts in ((WON, wins), (SCORE, scores or wins))
        for condition, told in zip(CONDITIONS, verdicts, strict=True)
    ]
    return pd.DataFrame(rows, columns=APART)


# Words


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        (EVERYWHERE, "clearly ahead in all four conditions"),
        (NOWHERE, "undecided in all four conditions"),
        ([AHEAD, BEHIND, AHEAD, BEHIND], "clearly ahead with known partners and clearly behind with strangers"),
        ([AHEAD, AHEAD, UNSURE, UNSURE], "clearly ahead without noise and undecided in noise"),
        (
            [CEILING, AHEAD, AHEAD, AHEAD],
            "tied at the ceiling with known partners without noise and clearly ahead everywhere else",
        ),
        (
            [AHEAD, UNSURE, UNSURE, BEHIND],
            "clearly ahead with known partners without noise, clearly behind with strangers in noise and undecided with"
            " strangers without noise and with known partners in noise",
        ),
    ],
)
def test_verdicts_are_told_in_as_few_words_as_say_it(verdicts, said):
    assert words.over_conditions(dict(zip(CONDITIONS, verdicts, strict=True))) == said


def test_both_measures_are_told_once_if_they_agree():
    assert words.by_both(apart("a − b"), "a − b").endswith("in all four conditions, by wins and by score alike")
    told = words.by_both(apart("a − b", EVERYWHERE, NOWHERE), "a − b")
    assert told == "clearly ahead in all four conditions by wins, and undecided in all four conditions by score"


def test_counts_and_lists_read_as_english():
    assert [words.out_of(n, 4, "conditions") for n in (0, 1, 4)] == [
        *("none of the four conditions", "one of the four conditions", "all four conditions")
    ]
    assert words.out_of(1, 1, "conditions") == "the one condition" and words.count(1234) == "1,234"
    assert [words.listed(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_few_boards_settle_nothing_and_a_finding_links_to_its_notebook():
    assert words.told(2, "It is so.") == ["*These are 2 boards: they show that everything runs, and settle nothing.*"]
    assert words.told(50, "It is so.") == ["It is so."]
    assert words.finding("Rivals", "63-rivals", "open", "So.", "And so.") == (
        "- **Rivals** ([63-rivals](runs/open/63-rivals.ipynb)). So. And so.\n"
    )


# 60 to 62


def first_clues(curses=(0.6, 0.3, 0.03, 0.01)):
    rows = [
        (draws, samples, value, value - 0.005, value + 0.005)
        for (draws, samples), value in zip(
            [("independent", 10), ("common", 10), ("independent", 300), ("common", 300)], curses, strict=True
        )
    ]
    return pd.DataFrame(rows, columns=["draws", "samples", "curse", "curse_low", "curse_high"])


def test_the_curse_is_told_with_what_common_draws_are_worth():
    equal = pd.DataFrame({"samples": [3, 10, 100], "low": [0.1, 0.01, -0.2], "high": [0.3, 0.2, -0.1]})
    table = pd.concat([apart("10 common − 10 independent", [UNSURE, UNSURE, UNSURE, AHEAD]), apart("30 − 10", NOWHERE)])
    told = " ".join(curse.ending(first_clues(), equal, table, 10, 50))
    assert (
        "promises .60 [.59, .60] more" in told
        and "clearly better than 10 independent ones and clearly worse than 100" in told
    )
    assert "clearly ahead with strangers in noise and undecided everywhere else" in told
    nothing = curse.ending(first_clues(), equal.assign(low=-1.0, high=1.0), table, 10, 50)
    assert "not to be told from any number of independent ones" in " ".join(nothing)
    assert curse.message(first_clues()).startswith("The clue that is chosen always")
    assert "sometimes" in curse.message(first_clues((0.6, -0.3, 0.0, 0.0)))
    assert "by +.200 [+.100, +.300]." in " ".join(curse.finding(first_clues(), table, 10))


def test_one_agent_has_one_name_in_both_notebooks_that_show_it():
    """Chance follows names: under another name, the same agent on the same boards plays other games."""
    assert common_draws(10)[1] in told_the_noise(10)


def noise_found(twin, belief=0.72, right=(0.31, 0.25, 0.4)):
    papers = pd.concat([apart("SM_N − SM_B", [CEILING, AHEAD, AHEAD, AHEAD]), apart("SM_N − SM_B_noise")])
    told = pd.concat(
        [apart("SM_N − told 0", EVERYWHERE, theirs=0.3), apart("SM_N − twin", twin, theirs=0.6)], ignore_index=True
    )
    by_turn = pd.DataFrame({"where": "in", "turn": 5, "true": [0.0, 0.5, 1.0], "noise": [0.1, 0.5, 0.7]})
    firm = {"believed": ".6 to .8", "belief": belief, "right": right[0], "low": right[1], "high": right[2]}
    calibrated = pd.DataFrame([{"where": where, **firm} for where in ("in", "out")])
    return papers, told, by_turn, calibrated


@pytest.mark.parametrize(
    ("twin", "said"), [(NOWHERE, "undecided in all four"), (EVERYWHERE, "clearly ahead in all four")]
)
def test_what_learning_adds_is_told_beside_the_twin_and_with_the_prior(twin, said):
    papers, told, by_turn, calibrated = noise_found(twin)
    prior = {0.0: 1 / 3, 0.5: 1 / 3, 1.0: 1 / 3}
    sentences = unknown_noise.ending(papers, told, "SM_N − twin", prior, by_turn, calibrated)
    assert f"with an even prior over 0, 0.5 and 1, it is {said}" in sentences[2]
    assert f"looked up after the fact, it is {said}" in sentences[1], "the twin is the best of those that are told"
    assert "in the right order" in sentences[3] and sentences[3].count("which is too bold") == 2
    uneven = unknown_noise.ending(papers, told, "SM_N − twin", {0.0: 0.12, 1.0: 0.88}, by_turn, calibrated)
    assert "a prior of .12 on 0 and .88 on 1" in uneven[2]
    short = " ".join(unknown_noise.finding(papers, told, "SM_N − twin"))
    assert ("Little of that is learning" in short) == (twin == NOWHERE)


@pytest.mark.parametrize(
    ("belief", "right", "said"),
    [
        (0.7, (0.3, 0.2, 0.4), "too bold"),
        (0.7, (0.72, 0.6, 0.8), "about right"),
        (0.7, (0.9, 0.8, 1.0), "too cautious"),
    ],
)
def test_whether_beliefs_are_bold_or_cautious_hangs_on_how_often_they_are_right(belief, right, said):
    papers, told, by_turn, calibrated = noise_found(NOWHERE, belief, right)
    assert said in unknown_noise.ending(papers, told, "SM_N − twin", {0.0: 0.5, 1.0: 0.5}, by_turn, calibrated)[3]


@pytest.mark.parametrize(
    ("sampling", "said"),
    [
        (NOWHERE, "Hardly"),
        ([AHEAD, UNSURE, UNSURE, UNSURE], "Hardly"),
        ([AHEAD, AHEAD, UNSURE, BEHIND], "In part"),
        (EVERYWHERE, "Yes"),
    ],
)
def test_whether_it_was_the_sampling(sampling, said):
    steps = pd.concat([apart("+ conditioned", sampling), apart("+ utility", [AHEAD, AHEAD, UNSURE, UNSURE])])
    papers, single = apart("G_J − DG_B"), apart("G_J − Best single", EVERYWHERE, [AHEAD, BEHIND, AHEAD, BEHIND])
    told = better_guessers.ending(papers, single, steps, {"G_J": 6.3, "DG_B": 5.2})
    assert told[0].startswith(f"Was it the sampling? {said}: ") and "utility in two" in told[0]
    assert "clearly ahead with known partners and clearly behind with strangers by score" in told[1]
    assert "takes 6.30 turns, one that `DG_B` wins 5.20" in told[2]
    none = better_guessers.ending(papers, single, apart("+ conditioned", NOWHERE), {"G_J": 6.3, "DG_B": 5.2})
    assert "No other step is clearly worth games by itself." in none[0]


def test_the_figure_of_steps_names_those_that_help():
    steps = pd.concat([apart("+ conditioned", NOWHERE), apart("+ utility", [AHEAD, AHEAD, UNSURE, UNSURE])])
    assert better_guessers.message(steps).endswith("utility (two of four)")
    assert better_guessers.message(apart("+ joint", NOWHERE)) == "No step is clearly worth games by itself"


# 63 to 66


def test_ours_are_told_beside_the_best_rival_of_each_condition():
    one = pd.concat(
        [apart("SM_N − SM_RSA", [UNSURE, AHEAD, AHEAD, AHEAD], theirs=0.6), apart("SM_N − blend", theirs=0.4)],
        ignore_index=True,
    )
    two = apart("G_J − G_RSA", [BEHIND] * 4)
    told = rivals.ending(
        {"spymasters": one, "guessers": two},
        {"spymasters": ["SM_RSA", "blend"], "guessers": ["G_RSA"]},
        {"spymasters": "SM_N", "guessers": "G_J"},
        apart("SM_N+blend − SM_N", NOWHERE),
    )
    assert "the best by wins is `SM_RSA` in all four conditions" in told[0]
    assert "`SM_N` is undecided with known partners without noise and clearly ahead everywhere else" in told[0]
    assert "`G_J` is clearly behind in all four conditions, by wins and by score alike" in told[1]
    assert "With the blend as one more model, `SM_N` is undecided" in told[2]


def gains(difference, low, high):
    rows = [
        (where, agent, games, measure, 10, *ends)
        for games in ("all games", "the last games")
        for measure in (WON, SCORE)
        for agent, ends in (("SM_ACE", (difference, low, high)), ("SM_N", (0.0, -0.1, 0.1)))
        for where in ("in", "out")
    ]
    return pd.DataFrame(rows, columns=["where", "agent", "games", "measure", "matches", "difference", "low", "high"])


def curves():
    rows = [
        (where, agent, "carried on", measure, 20, value)
        for where in ("in", "out")
        for agent, value in (("SM_ACE", 0.8), ("SM_N", 0.8 if where == "in" else 0.9))
        for measure in (WON, SCORE)
    ]
    return pd.DataFrame(rows, columns=["where", "agent", "how", "measure", "games", "value"])


def test_who_gains_by_carrying_on_and_who_ends_highest():
    told = matches.ending({"spymasters": curves()}, {"spymasters": gains(0.2, 0.1, 0.3)}, 200, 20)
    assert told[0] == (
        "Of spymasters, by wins `SM_ACE` gains clearly by carrying on; by score `SM_ACE` gains clearly by carrying on."
    )
    assert "most are won by SM_ACE and SM_N with known partners and SM_N with strangers" in told[1]
    lost = matches.ending({"spymasters": curves()}, {"spymasters": gains(-0.2, -0.3, -0.1)}, 200, 20)
    assert "by wins nobody gains clearly by carrying on, and `SM_ACE` loses" in lost[0]
    assert matches.message("spymasters", gains(0.2, 0.1, 0.3)).startswith(
        "Of spymasters, SM_ACE gains most by carrying on: +.200"
    )
    assert matches.message("spymasters", gains(0.2, -0.1, 0.3)).startswith("None of the spymasters clearly wins more")


def test_a_gain_is_a_finding_only_if_it_is_clear():
    clear, unsure = (
        matches.finding({"spymasters": gains(0.2, low, 0.3)}, {"spymasters": curves()})[0] for low in (0.1, -0.1)
    )
    assert clear.endswith(
        "most is clearly gained by that of spymasters `SM_ACE` (+.200 [+.100, +.300] of games won with known partners)."
    )
    assert unsure.endswith("nobody clearly wins more by that.")


@pytest.mark.parametrize(
    ("told", "said"), [(AHEAD, "clearly ahead of"), (BEHIND, "clearly behind"), (UNSURE, "not to be told from")]
)
def test_the_competitions_figure_is_told_with_guests_it_knows_and_strangers(told, said):
    rows = [
        ("SM_N − blend", f"as spymaster, {place}", measure, 100, 5.0, 6.0, -1.0, -2.0, -0.5, told)
        for measure in ("won", "competition")
        for place in ("in-distribution", "out-of-distribution")
    ]
    table = pd.DataFrame(rows, columns=APART)
    sentences = competition.ending({"spymaster": table}, {"spymaster": "SM_N"}, {"spymaster": 3, "guesser": 0}, 1000)
    assert "none in which one of our Guessers played had to be stopped, and three in which" in sentences[0]
    assert f"by the competition's figure {said} blend with guests that it knows (−1.00 [−2.00, −.50])" in sentences[1]
    assert "blend with strangers" in sentences[1] and sentences[1].count(said) == 2, "once by each measure"


def tried(score, low, high, boards=40):
    rows = [
        (environment, where, variant, boards, *(ends if variant != "choice" else (0.0, 0.0, 0.0)) * 2)
        for environment in ("deterministic", "stochastic")
        for where in ("in", "out")
        for variant, ends in (("choice", ()), ("other", (score, low, high)))
    ]
    names = [f"{measure}_{end}" for measure in (WON, SCORE) for end in ("difference", "worst", "best")]
    return pd.DataFrame(rows, columns=["environment", "where", "variant", "boards", *names])


def test_choices_that_were_better_are_owned_up_to():
    better, worse = tried(0.2, 0.1, 0.3), tried(-0.2, -0.3, -0.1)
    told = choosing.ending([better], better)
    assert "somewhere, and behind nowhere, is `other`." in told[0]
    assert "None is clearly ahead" in choosing.ending([worse], worse)[0]
    assert (
        "The dearest would have been `other`: −.20 [−.30, −.10] of score with known partners"
        in choosing.ending([worse], worse)[1]
    )
    assert "settle nothing" in choosing.ending([tried(0, 0, 0, boards=2)], better)[0]
    assert list(choosing.overview(worse)) == [("`choice`", "`other`", "0, 4", "0, 4")]
    assert choosing.message(worse) == "Caution loses .200 of games with partners left out, and costs .20 of score"


# 92 to 94


def test_the_best_noise_is_told_where_it_is_the_same_and_where_it_is_not():
    rows = [(assumed, str(condition), assumed) for condition in CONDITIONS for assumed in (0.0, 1.0)]
    sweep = pd.DataFrame(rows, columns=["assumed", "condition", "mean"])
    assert claims.about_noise(sweep) == "The best noise to assume is 1 in every condition"
    sweep.loc[0, "mean"] = 2.0
    assert claims.about_noise(sweep) == (
        "No one noise is the best to assume in every condition: it goes from 0 with known partners without noise to 1 with"
        " strangers without noise"
    )
    sweep.loc[0, "mean"] = 1.0
    assert claims.about_noise(sweep) == "The best noise to assume is 1 in every condition", "a tie decides nothing"


def compared(*verdicts):
    sides = pd.DataFrame({"ours": [0.3], "theirs": [0.4]})
    pairs = [(f"SM_B{noise}", f"DG_B{noise}", e) for e in ("deterministic", "stochastic") for noise in ("", "_noise")]
    return [
        Comparison(ours, theirs, f"{environment}, before turn 3", Estimate(*EFFECTS[told]), sides)
        for (ours, theirs, environment), told in zip(pairs, verdicts, strict=True)
    ]


TAKEN = pd.DataFrame(
    [
        ("deterministic", "SM_B", "x", "a", 0.9, 0.8, 1.0),
        ("deterministic", "SM_B", "x", "b", 0.1, 0.0, 0.2),
        ("deterministic", "SM_B", "y", "a", 0.5, 0.4, 0.6),
        ("deterministic", "SM_B", "y", "b", 0.5, 0.4, 0.6),
    ],
    columns=["environment", "agent", "partner", "model", "mean", "low", "high"],
)
LOST = pd.DataFrame({"agent": ["SM_B"], "to_assassin": [9], "to_blue": [1], "games": [100]})


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        (
            (AHEAD, BEHIND, BEHIND, BEHIND),
            "fails here: of four comparisons one bears it out, and the guesser is ahead in",
        ),
        (
            (AHEAD, AHEAD, AHEAD, UNSURE),
            "holds in part here: of four comparisons three bear it out, and none is clearly against it",
        ),
        (EVERYWHERE, "holds in all four comparisons"),
    ],
)
def test_whether_the_papers_explanation_holds_is_said(verdicts, said):
    told = learning.ending(compared(*verdicts), {"spymaster": TAKEN}, {"spymaster": LOST}, 500)
    assert said in told[1]
    assert "for one of the models in 1 of 2 cases" in told[2], "a tie is no clear leader"
    assert told[3] == "Bayesian spymasters lose 10 % of their games, 90 % of these to the assassin."


def test_early_beliefs_are_compared_between_those_that_assume_the_same_noise():
    found = learnt.side_by_side(truths(lambda e, agent, board, turn: 0.9 if agent.startswith("SM") else 0.4), ("DG_B",))
    assert [(one.ours, one.theirs) for one in found] == [("SM_B", "DG_B"), ("SM_B_noise", "DG_B_noise")] * 2
    assert {one.verdict for one in found} == {AHEAD}


def static_games(cross):
    """Static agents win every game with themselves; with others, and DG_B with everybody, on so many of forty boards."""
    agents = [("a", "a"), ("a", "x"), ("b", "b"), ("x", "a"), ("x", "x"), ("SM_B_noise", "x"), ("x", "DG_B")]
    return pd.DataFrame(
        [
            game(spymaster, guesser, board, won=int(spymaster == guesser or board < cross))
            for spymaster, guesser in agents
            for board in range(40)
        ]
    )


def test_cross_play_tells_the_gap_and_what_learning_makes_of_it():
    played = static_games(20)
    noisy = {cross_play.CALM: played, cross_play.EAR: played, cross_play.CHANNEL: played}
    told = cross_play.ending(noisy, {"spymaster": played, "guesser": played}, played, SMALL)
    assert (
        told[0].startswith("Two static agents that share an embedding win 1.000 [")
        and "50 % of what self-play shows" in told[0]
    )
    assert "`SM_B_noise` wins .500, not clearly more or less than static ones (.500)" in told[2]
    assert cross_play.finding(played, SMALL) == (
        "Two static agents that share an embedding win 100 % of their games, two that do not 50 %.\n"
    )
    assert cross_play.message(played, SMALL, cross_play.CALM).endswith("win 100 % with themselves and 50 % with others")


def test_pairs_that_tie_are_all_named():
    pairs = [("SM_B", "DG_B", 1), ("SM_B", "MG_B", 1), ("SM_B", "BG_B", 0)]
    played = pd.DataFrame([game(s, g, board, won=won) for s, g, won in pairs for board in range(20)])
    told = cross_play.ending(dict.fromkeys((cross_play.CALM, cross_play.EAR, cross_play.CHANNEL), static_games(5)),
        dict.fromkeys(("spymaster", "guesser"), static_games(5)), played, SMALL)  # fmt: skip
    assert "SM_B with DG_B and SM_B with MG_B do best (1.000) and SM_B with BG_B worst (.000)" in told[3]
