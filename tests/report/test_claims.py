"""Claims on hand-made games, where every verdict is known."""

import numpy as np
import pandas as pd
import pytest

from commonground.errors import CommonGroundError
from commonground.report import claims
from commonground.report import compare as contests
from commonground.report.compare import DETERMINISTIC_IN, DETERMINISTIC_OUT, STOCHASTIC_OUT, Condition, Wins, compare
from commonground.report.statistics import Estimate
from helpers.wins import SMALL, as_said, everything, games, half, spymasters


def verdict_of(name, found):
    return next(claim.verdict for claim in found if name in claim.name)


def test_a_claim_that_holds():
    found = everything(as_said)
    assert verdict_of("best with strangers", found) == claims.HOLDS
    assert verdict_of("best in noise", found) == claims.HOLDS
    assert verdict_of("constituent", found) == claims.HOLDS
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
    found = everything(lambda e, agent, partner, board: half(board))
    assert {claim.verdict for claim in found} == {claims.UNSURE}


def test_whoever_is_always_better_does_so_not_almost_never():
    found = everything(lambda e, agent, partner, board: agent not in "ab" or half(board))
    assert verdict_of("rarely match", found) == claims.FAILS


def test_a_set_without_a_stand_in_for_the_dictionary_has_one_claim_less():
    few = claims.said(("a", "b"), None, ("SM_B",))
    assert len(few) == len(claims.said(("a", "b"), "b", ("SM_B",))) - 1
    assert not any("None" in statement.sentence for statement in few)


def test_the_verdict_needs_every_comparison_and_hangs_on_the_worst():
    def claim(*effects):
        made = [contests.Comparison("A", "B", str(n), Estimate(*e), pd.DataFrame()) for n, e in enumerate(effects)]
        return claims.Claim("Spymasters", "name", "sentence", "§7", tuple(made))

    good, unclear, bad = (0.2, 0.1, 0.3), (0.1, -0.1, 0.3), (-0.2, -0.3, -0.1)
    assert claim(good, good).verdict == claims.HOLDS
    assert claim(good, unclear).verdict == claims.UNSURE and claim(good, unclear).decisive.condition == "1"
    assert claim(good, unclear, bad).verdict == claims.FAILS and claim(good, bad, unclear).decisive.condition == "1"
    assert claim((0.0, 0.0, 0.0)).verdict == claims.UNSURE


def test_an_effect_is_the_difference_by_board_averaged_over_partners():
    """SM_B wins every game with a, half of those with b; SM_B_noise the reverse with a quarter: worked by hand."""
    wins = spymasters(lambda e, agent, partner, board: partner == "a" or (agent == "SM_B" and half(board)))
    (found,) = compare(wins, "SM_B", ["SM_B_noise"], [DETERMINISTIC_IN])
    assert found.effect.value == pytest.approx((0 + 0.5) / 2)
    assert list(found.partners["difference"]) == [0, 0.5]
    assert found.effect.low > 0 and str(found) == "SM_B − SM_B_noise (deterministic, in-distribution)"


def test_the_best_model_is_chosen_for_each_partner_and_not_on_the_boards_it_is_scored_on():
    wins = spymasters(lambda e, agent, partner, board: agent == {"x": "a", "y": "b"}.get(partner, partner))
    assert wins.take(contests.BEST_MODEL, DETERMINISTIC_OUT).to_numpy().mean() == 1
    lucky = spymasters(lambda e, agent, partner, board: agent in "ab" and (board % 2 == (agent == "a")))
    # a wins the odd boards and is therefore chosen for the even ones, all of which it loses
    assert lucky.take(contests.BEST_MODEL, STOCHASTIC_OUT).to_numpy().mean() == 0
    assert lucky.take(("a", "b"), Condition("stochastic", "x")).to_numpy().mean() == 0


def test_a_single_board_is_chosen_on_itself():
    table = games("spymaster", ("a", "b"), lambda e, agent, partner, board: agent == "b")
    wins = Wins.of(table[table["board"] == 0], "spymaster", SMALL)
    assert wins.take(contests.BEST_MODEL, DETERMINISTIC_IN).to_numpy().tolist() == [[1, 1]]


def test_the_papers_own_difference_is_beside_ours():
    rows = [("SM_B", 0.96), ("SM_B_noise", 0.86), ("Best Model", 0.926)]
    paper = pd.DataFrame(rows, columns=["agent", "win_rate"])
    paper = paper.assign(table="spymasters", environment="deterministic", partner="in")
    both = ("SM_B", "SM_B_noise")
    (one, best), (other,) = (
        compare(spymasters(as_said), who, rivals, [DETERMINISTIC_IN], paper)
        for who, rivals in (("SM_B", ["SM_B_noise", contests.BEST_MODEL]), (both, ["a"]))
    )
    assert one.published == pytest.approx(0.1) and best.published == pytest.approx(0.034)
    assert np.isnan(other.published)


def test_missing_games_are_named():
    wins = spymasters(as_said, ("a", "SM_B"))
    with pytest.raises(CommonGroundError, match="no deterministic games of the spymaster SM_B_noise with a"):
        wins.take("SM_B_noise", DETERMINISTIC_IN)
    table = games("spymaster", ("a", "b"), as_said)
    with pytest.raises(CommonGroundError, match="every board"):
        Wins.of(table.iloc[1:], "spymaster", SMALL)


def test_the_tables_have_a_row_for_each_claim_and_each_comparison():
    found = everything(as_said)
    table = claims.table(found)
    assert list(table["verdict"]) == [claim.verdict for claim in found] and len(table) == 11
    assert list(table["group"].unique()) == list(claims.GROUPS)
    assert len(claims.all_comparisons(found)) == sum(len(claim.comparisons) for claim in found)
    page = claims.html(found)
    assert page.count("<tr") == 1 + len(found) and "✓&nbsp;holds" in page and "–" in page


def test_the_sweep_is_sorted_by_the_noise_assumed():
    table = claims.by_assumed_noise(spymasters(as_said, ("SM_B_noise", "SM_B_0.25", "SM_B")))
    assert list(table["assumed"]) == [0, 0.25, 1.0] * 4
    assert ((table["low"] <= table["mean"]) & (table["mean"] <= table["high"])).all()


def test_in_markdown_a_claim_is_a_line_with_its_verdict_and_its_interval():
    effect = contests.Comparison("SM_B", "a", "somewhere", Estimate(0.25, 0.1, 0.4), pd.DataFrame())
    claim = claims.Claim("Spymasters", "name", "It is so.", "§7", (effect,))
    (line,) = claims.markdown([claim]).splitlines()
    assert line.startswith("- ✓ **holds**: It is so.") and "SM\\_B − a (somewhere): +0.250 [+0.100, +0.400]" in line
