"""Claims on hand-made games, where every verdict is known."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from commonground.report import claims, learnt, own_measures, statements, verdicts
from commonground.report.compare import CEILING, DETERMINISTIC_IN, UNSURE, Comparison, Contest
from commonground.report.endings import claims as endings
from commonground.report.lineup import BEST_MODEL
from commonground.report.statistics import Estimate
from commonground.study.readings import with_few_worlds
from helpers.wins import FEW, SMALL, as_fast, as_said, beliefs, contests, everything, games, half, spymasters, truths


def verdict_of(name, found):
    return next(claim.verdict for claim in found if name in claim.name)


def test_a_claim_that_holds():
    found = everything(as_said)
    assert verdict_of("best of the paper's with strangers", found) == claims.HOLDS
    assert verdict_of("best of the paper's in noise", found) == claims.HOLDS
    assert verdict_of("own models alone", found) == claims.HOLDS
    assert verdict_of("1.0 is the best", found) == claims.HOLDS
    assert verdict_of("costs with known", found) == claims.HOLDS


def test_a_claim_that_does_not():
    found = everything(lambda e, agent, partner, board: agent in "ab" or half(board))
    assert verdict_of("SM_B is best with known", found) == claims.FAILS
    assert verdict_of("Bayesian spymaster is best everywhere", found) == claims.FAILS
    assert verdict_of("SM_B beats b", found) == claims.FAILS
    assert verdict_of("DG_B is best", found) == claims.FAILS
    assert verdict_of("rarely match", found) == claims.HOLDS


def test_a_claim_that_can_not_be_told():
    found = [claim for claim in everything(lambda e, agent, partner, board: half(board)) if claim.scored]
    found = [claim for claim in found if "Filter" not in claim.name and "rarely" not in claim.name]
    assert {claim.verdict for claim in found} == {claim.by_score for claim in found} == {UNSURE}


def test_where_everybody_wins_there_is_a_tie_at_the_ceiling_by_wins_alone():
    found = everything(lambda e, agent, partner, board: True)
    assert verdict_of("SM_B is best with known", found) == CEILING
    assert next(claim for claim in found if "SM_B is best" in claim.name).by_score == UNSURE


def test_whoever_is_always_better_does_so_not_almost_never():
    found = everything(lambda e, agent, partner, board: agent not in "ab" or half(board))
    assert verdict_of("rarely match", found) == claims.FAILS


def test_a_set_without_a_stand_in_for_the_dictionary_has_one_claim_less():
    few = statements.said(("a", "b"), None, ("SM_B",), FEW)
    assert len(few) == len(statements.said(("a", "b"), "b", ("SM_B",), FEW)) - 1
    assert not any("None" in statement.sentence for statement in few)


def test_the_verdict_needs_every_comparison_and_hangs_on_the_worst():
    def claim(*effects):
        made = [Comparison("A", "B", str(n), Estimate(*e), SIDES) for n, e in enumerate(effects)]
        return claims.Claim("Spymasters", "name", "sentence", "§7", tuple(made))

    good, unclear, bad = (0.2, 0.1, 0.3), (0.1, -0.1, 0.3), (-0.2, -0.3, -0.1)
    assert claim(good, good).verdict == claims.HOLDS
    assert claim(good, unclear).verdict == UNSURE and claim(good, unclear).decisive.condition == "1"
    assert claim(good, unclear, bad).verdict == claims.FAILS and claim(good, bad, unclear).decisive.condition == "1"
    assert claim((0.0, 0.0, 0.0)).verdict == UNSURE


def test_one_comparison_of_many_fails_only_after_holms_correction():
    def with_p(effect, p_value):
        return Comparison("A", "B", "somewhere", Estimate(*effect), SIDES, p_value=p_value)

    good, bad = (0.2, 0.1, 0.3), (-0.2, -0.3, -0.1)
    assert claims.judged([with_p(bad, 0.03)]) == claims.FAILS
    assert claims.judged([with_p(bad, 0.03), with_p(good, 0.04)]) == UNSURE, "two at once ask for more"
    assert claims.judged([with_p(bad, 0.02), with_p(good, 0.04)]) == claims.FAILS
    assert claims.judged([with_p(good, 0.04), with_p(good, 0.04)]) == claims.HOLDS, "needing both asks for no more"
    assert claims.corrected([with_p(good, 0.04), with_p(bad, float("nan"))]) == ["clearly ahead", "clearly behind"]


def test_the_papers_own_difference_is_beside_ours():
    rows = [("SM_B", 0.96), ("SM_B_noise", 0.86), ("Best Model", 0.926)]
    printed = pd.DataFrame(rows, columns=["agent", "win_rate"])
    printed = printed.assign(table="spymasters", environment="deterministic", partner="in")
    matches = (
        claims.Match("SM_B", ("SM_B_noise", BEST_MODEL), [DETERMINISTIC_IN], "here"),
        claims.Match(("SM_B", "SM_B_noise"), ("a",), [DETERMINISTIC_IN], "here"),
    )
    statement, played = claims.Said("Spymasters", "name", "sentence", matches), {"here": spymasters(as_said)}
    one, best, other = claims.measured(statement, played, printed).comparisons
    assert one.published == pytest.approx(0.1) and best.published == pytest.approx(0.034)
    assert np.isnan(other.published), "the paper has no row a"
    assert np.isnan(claims.measured(statement, played).comparisons[0].published)
    assert all(np.isnan(found.published) for found in claims.measured(statement, played, printed).scored)


def test_the_tables_have_a_row_for_each_claim_and_each_comparison():
    found = everything(as_said)
    table = verdicts.table(found)
    assert list(table["verdict"]) == [claim.verdict for claim in found] and len(table) == 16
    assert list(table["by score"]) == [claim.by_score for claim in found]
    assert list(table["said by"]).count("read into the paper") == 3
    assert list(table["group"].unique()) == list(claims.GROUPS)
    rows = verdicts.all_comparisons(found)
    assert len(rows) == sum(len(claim.comparisons) + len(claim.scored) for claim in found)
    assert (rows["measured in"] == "score").sum() == sum(len(claim.scored) for claim in found)


SIDES = pd.DataFrame({"ours": [0.5], "theirs": [0.25]})


def made(sentence="It is so.", scored=(), **more):
    effect = Comparison("SM_B", "a", "somewhere", Estimate(0.25, 0.1, 0.4), SIDES, **more)
    return claims.Claim("Spymasters", "name", sentence, "§7", (effect,), scored)


def test_the_page_has_a_row_a_claim_with_its_effect_and_verdict():
    page = verdicts.page([made(), made("Is 1 < 2?", published=-0.03)])
    assert page.count("<tr") == 4 and page.count("<em>Spymasters</em>") == 1, (
        "a group is named once, in a row of its own"
    )
    assert page.count("<td>+.250&nbsp;[+.100,&nbsp;+.400] games won<small>") == 2
    assert page.count("<b>✓&nbsp;holds</b>") == 2 and "text-align: left !important" in page
    assert "<td>–</td>" in page and "<td>−.030</td>" in page, "the paper's own, where it has one"
    assert "<td>Is 1 &lt; 2?<small>" in page and "<table" in page, "what is said is escaped, the table is not"
    assert "SM_B − a (somewhere), worst of 1" in page


def test_in_short_claims_are_three_lines_and_a_link():
    worse = Comparison("SM_B", "a", "somewhere", Estimate(-1.0, -2.0, -0.5), SIDES)
    even = Comparison(
        "SM_B", "a", "somewhere", Estimate(0.0, -0.1, 0.1), pd.DataFrame({"ours": [1.0], "theirs": [1.0]})
    )
    unsure = replace(even, partners=SIDES)
    found = [replace(made(), comparisons=(one,), name="SM_B is best") for one in (worse, even, unsure)]
    found = [replace(made(), scored=(worse,)), replace(found[0], ours=True, scored=(even,)), *found[1:], found[1]]
    holds, fails, untold = verdicts.in_short(found, "open").splitlines()
    assert holds == "- ✓ **1 of 5 claims holds**: name\\*."
    assert fails == "- ✗ **1 does not hold**: SM\\_B is best\\*."
    assert untold.startswith(
        "- ? **3 can't be told** (in 2 both sides win all but everything): SM\\_B is best; SM\\_B is"
    )
    assert "With an asterisk: by score the verdict is another." in untold
    assert untold.endswith("[92-claims](runs/open/92-claims.ipynb).")
    assert "asterisk" not in verdicts.in_short(found[2:], "open")


def test_the_ending_counts_verdicts_and_says_where_score_disagrees():
    worse = Comparison("SM_B", "a", "somewhere", Estimate(-1.0, -2.0, -0.5), SIDES, measure="score")
    guesser = replace(made(scored=(worse,)), ours=True, group="Guessers")
    told = endings.ending([made(), guesser], boards=50)
    assert "Of 2 claims" in told[0] and "2 hold" in told[0]
    assert told[1] == "These hold: *name*; *name* (only suggested by the paper)."
    assert told[2] == "By score one verdict differs: *name* (does not hold)."
    assert "docs/embeddings.md" in told[3]
    fails = replace(made(), comparisons=(replace(worse, measure="won"),))
    assert endings.ending([made(), fails], boards=50)[1:3] == ["These hold: *name*.", "These do not hold: *name*."]
    assert endings.ending([made()], boards=50)[2] == "By score no verdict differs."
    assert "settle nothing" in endings.ending([made()], boards=2)[0]


def test_a_comparison_by_partner_is_readable():
    found = spymasters(as_said).compare("SM_B", "SM_B_noise", DETERMINISTIC_IN)
    table = verdicts.readable(found.partners)
    assert list(table.index) == ["a", "b"] and list(table["ours"]) == ["1.000", "1.000"]
    assert list(table["theirs"]) == [".500", ".500"] and all(
        cell.startswith("+.500 [+.") for cell in table["difference"]
    )


# Claims that no comparison of averages decides


def test_almost_never_has_an_interval_over_boards():
    """A pairing that is worse on every board is so on any; one that is as good on average need not be."""
    rare = own_measures.almost_never(
        contests(lambda e, agent, partner, board: agent in "ab" or half(board))["guessers"]
    )
    assert rare.verdict == claims.HOLDS and rare.decisive.effect == Estimate(0.2, 0.2, 0.2)
    mixed = own_measures.almost_never(
        contests(lambda e, agent, partner, board: (agent in "ab") == (board % 2 == 0))["guessers"]
    )
    value, low, high = mixed.decisive.effect
    assert low == value == pytest.approx(-0.8) and high > 0, "whoever is as good on these boards may not be on others"


def test_avoiding_the_assassin_is_judged_against_chance_and_against_static_spymasters():
    """SM_B misses two cards a game and never hits the assassin; the static ones hit it in every game."""
    played = games("spymaster", ("a", "b", "SM_B", "SM_B_noise"), lambda e, agent, partner, board: agent == "SM_B")
    found = own_measures.avoids_the_assassin(Contest.of(played, "spymaster", SMALL), "b")
    chance, static = found.comparisons
    assert found.verdict == claims.HOLDS and not found.scored
    assert chance.sides == (pytest.approx((1 / 16 + 1 / 15) / 2), 0.0) and static.sides == (pytest.approx(1 / 3), 0.0)
    assert 0 < chance.effect.low < chance.effect.value == chance.effect.high, "none of eighty may still be some"
    own = own_measures.avoids_the_assassin(
        Contest.of(played.assign(blue=0, bystander=0, assassin=0), "spymaster", SMALL), "b"
    )
    assert own.verdict == UNSURE, "who never misses a card avoids nothing"


def test_a_filter_that_changes_nothing_holds_only_on_enough_boards():
    names = ("SM_B", "SM_B_noise", "SM_B (no filter)", "SM_B_noise (no filter)")
    same = games("spymaster", names, lambda e, agent, partner, board: True)
    for boards, verdict in ((10, UNSURE), (40, claims.HOLDS)):  # ten boards, with two partners each, could hide more
        found = own_measures.filter_changes_nothing(Contest.of(same[same["board"] < boards], "spymaster", SMALL))
        assert found.verdict == verdict
    worse = spymasters(lambda e, agent, partner, board: "filter" not in agent or half(board), names)
    assert own_measures.filter_changes_nothing(worse).verdict == claims.FAILS
    assert own_measures.filter_changes_nothing(worse).by_score == claims.FAILS


def test_learning_claims_hold_when_beliefs_say_so():
    found = learnt.claims(truths(as_fast), FEW)
    assert [claim.verdict for claim in found] == [claims.HOLDS] * 3 and not any(claim.scored for claim in found)
    assert [len(claim.comparisons) for claim in found] == [2, 6, 5]
    assert found[0].decisive.sides == (pytest.approx(0.8 + 0.01 * 39 / 40), 0.5)


def test_learning_claims_fail_when_beliefs_say_otherwise():
    slow = learnt.claims(truths(lambda e, agent, board, turn: 0.3 + 0.4 * (not agent.startswith(("SM", "DG_B")))), FEW)
    assert [claim.verdict for claim in slow] == [claims.FAILS] * 3


def test_beliefs_are_compared_on_boards_that_both_reach():
    some = beliefs(as_fast, ("SM_B", "SM_B_noise"))
    truth = truths(as_fast) | {"spymasters": some[(some["turn"] < 3) | (some["board"] < 5)]}
    assert len(learnt.early(truth["spymasters"], "stochastic", "SM_B")) == 5
    nobody = learnt.claims(truths(as_fast) | {"spymasters": some[some["turn"] < 3]}, FEW)[1]
    assert nobody.verdict == UNSURE and np.isnan(nobody.decisive.effect.value)


def test_a_claim_says_on_how_many_boards_it_is_measured():
    found = everything(as_said)
    assert {claim.boards for claim in found} == {40}
    some = replace(found[0], comparisons=(replace(found[0].comparisons[0], boards=5), *found[0].comparisons))
    assert some.boards == 5 and verdicts.table([some])["boards"].tolist() == [5]
    assert endings._boards([some, *found]) == "5 to 40" and endings._boards(found) == "40"


def test_beliefs_are_compared_with_the_same_partners():
    """With partner a both believe .9, with b both .3; but the games of SM_B with a end before the third turn."""
    truth = truths(as_fast)
    for name in ("spymasters", "guessers"):
        truth[name]["belief"] = truth[name]["partner"].map({"a": 0.9, "b": 0.3})
    lasts = (truth["spymasters"]["partner"] == "b") | (truth["spymasters"]["turn"] < 3)
    truth["spymasters"] = truth["spymasters"][lasts]
    (found, *_) = learnt.side_by_side(truth)
    assert found.sides == pytest.approx((0.3, 0.3)) and found.effect.value == 0 and found.verdict == UNSURE


def test_alone_every_partner_counts_the_same():
    """All forty games with a last to the third turn, and ten of those with b."""
    some = beliefs(as_fast, ("SM_B",))
    some["belief"] = some["partner"].map({"a": 0.9, "b": 0.3})
    some = some[(some["partner"] == "a") | (some["board"] < 10)]
    table = learnt.by_turn(some)
    assert table["mean"].to_numpy() == pytest.approx(0.6) and (table["games"] == 50).all()
    assert ((table["low"] < 0.6) & (table["high"] > 0.6)).all()


def test_beliefs_by_turn_have_intervals_over_boards():
    table = learnt.by_turn(beliefs(as_fast, ("SM_B",)))
    assert list(table["turn"]) == [1, 2, 3, 4] * 2 and (table["low"] < table["mean"]).all()
    assert table["mean"].iloc[0] == 0.25 and (table["games"] == 80).all()


def test_guessers_with_fewer_worlds_are_known_by_their_names():
    assert with_few_worlds(["DG_B", "DG_B (1,000 worlds)", "MG_B (joint inference)"]) == {"DG_B": "DG_B (1,000 worlds)"}
