"""Claims on hand-made games, where every verdict is known."""

import numpy as np
import pandas as pd
import pytest

from commonground.report import claims, verdicts
from commonground.report.compare import DETERMINISTIC_IN, Comparison
from commonground.report.lineup import BEST_MODEL
from commonground.report.statistics import Estimate
from helpers.wins import as_said, everything, half, spymasters


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
        made = [Comparison("A", "B", str(n), Estimate(*e), pd.DataFrame()) for n, e in enumerate(effects)]
        return claims.Claim("Spymasters", "name", "sentence", "§7", tuple(made))

    good, unclear, bad = (0.2, 0.1, 0.3), (0.1, -0.1, 0.3), (-0.2, -0.3, -0.1)
    assert claim(good, good).verdict == claims.HOLDS
    assert claim(good, unclear).verdict == claims.UNSURE and claim(good, unclear).decisive.condition == "1"
    assert claim(good, unclear, bad).verdict == claims.FAILS and claim(good, bad, unclear).decisive.condition == "1"
    assert claim((0.0, 0.0, 0.0)).verdict == claims.UNSURE


def test_the_papers_own_difference_is_beside_ours():
    rows = [("SM_B", 0.96), ("SM_B_noise", 0.86), ("Best Model", 0.926)]
    printed = pd.DataFrame(rows, columns=["agent", "win_rate"])
    printed = printed.assign(table="spymasters", environment="deterministic", partner="in")
    contests = (
        ("SM_B", ("SM_B_noise", BEST_MODEL), [DETERMINISTIC_IN]),
        (("SM_B", "SM_B_noise"), ("a",), [DETERMINISTIC_IN]),
    )
    statement = claims.Said("Spymasters", "name", "sentence", contests, "spymasters")
    one, best, other = claims.measured(statement, spymasters(as_said), printed).comparisons
    assert one.published == pytest.approx(0.1) and best.published == pytest.approx(0.034)
    assert np.isnan(other.published), "the paper has no row a"
    assert np.isnan(claims.measured(statement, spymasters(as_said)).comparisons[0].published)


def test_the_tables_have_a_row_for_each_claim_and_each_comparison():
    found = everything(as_said)
    table = verdicts.table(found)
    assert list(table["verdict"]) == [claim.verdict for claim in found] and len(table) == 11
    assert list(table["group"].unique()) == list(claims.GROUPS)
    assert len(verdicts.all_comparisons(found)) == sum(len(claim.comparisons) for claim in found)


def made(sentence="It is so.", **more):
    effect = Comparison("SM_B", "a", "somewhere", Estimate(0.25, 0.1, 0.4), pd.DataFrame(), **more)
    return claims.Claim("Spymasters", "name", sentence, "§7", (effect,))


def test_the_page_has_a_row_a_claim_with_its_effect_and_verdict():
    page = verdicts.page([made(), made("Is 1 < 2?", published=-0.03)])
    assert page.count("<tr") == 3 and page.count("<td>Spymasters</td>") == 1, "a group is named once"
    assert page.count("<td>+.250&nbsp;[+.100,&nbsp;+.400]</td>") == 2 and page.count("<b>✓&nbsp;holds</b>") == 2
    assert "<td>–</td>" in page and "<td>−.030</td>" in page, "the paper's own, where it has one"
    assert "<td>Is 1 &lt; 2?</td>" in page and "<table" in page, "what is said is escaped, the table is not"
    assert "SM_B − a (somewhere), worst of 1" in page


def test_in_markdown_a_claim_is_a_line_with_its_verdict_and_its_interval():
    (line,) = verdicts.markdown([made()]).splitlines()
    assert line == "- ✓ **holds**: It is so. *SM\\_B − a (somewhere): +.250 [+.100, +.400].*"


def test_a_comparison_by_partner_is_readable():
    found = spymasters(as_said).compare("SM_B", "SM_B_noise", DETERMINISTIC_IN)
    table = verdicts.readable(found.partners)
    assert list(table.index) == ["a", "b"] and list(table["ours"]) == ["1.000", "1.000"]
    assert list(table["theirs"]) == [".500", ".500"] and all(
        cell.startswith("+.500 [+.") for cell in table["difference"]
    )
