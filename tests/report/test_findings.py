"""The README's findings on hand-made games: whichever way they turn out, the sentence says so."""

import re

import msgspec
import pytest

from commonground import agents, paths
from commonground.report import findings
from commonground.report.compare import Contest
from commonground.report.statistics import Estimate
from commonground.study import plan, results
from helpers.wins import SMALL, beliefs, games, half, spymasters

SPEAKING = ("a", "b", "SM_B", "SM_B_noise", "SM_RSA", "SM_N")


def best(*names):
    """These win always, all others every other game."""
    return lambda environment, agent, partner, board: agent in names or half(board)


def guessers(won):
    return Contest.of(games("guesser", ("a", "b", *agents.GUESSERS), won), "guesser", SMALL)


def one_number(sentence):
    """One bold number, and nowhere two spaces or no end."""
    assert len(re.findall(r"\*\*\d+\*\*", sentence)) <= 1 and sentence.endswith(".") and "  " not in sentence
    return sentence


def test_allowing_for_noise_with_strangers():
    held = one_number(findings.held(spymasters(best("SM_B_noise"))))
    assert held.startswith(
        "**Held**: with strangers, the paper's spymaster that allows for noise beats the paper's other"
    )
    assert "by **50** games in a hundred where its lead is smallest" in held
    failed = one_number(findings.held(spymasters(best("SM_B"))))
    assert failed.startswith("**Failed**: with strangers") and "up to **50** games in a hundred fewer" in failed
    unsure = one_number(findings.held(spymasters(best())))
    assert unsure.startswith("**Too close to call**: with strangers, whether the paper's spymaster")


def test_guessers_with_spymasters_they_know():
    failed = one_number(findings.failed(guessers(best("a", "b"))))
    assert failed.startswith(
        "**Failed**: the paper's guessers are not best with spymasters they know; the best of them wins"
    )
    assert "up to **50** games in a hundred fewer than an oracle" in failed
    held = one_number(findings.failed(guessers(best(*agents.GUESSERS))))
    assert (
        held.startswith("**Held**: the paper's guessers are best") and "at least **50** games in a hundred more" in held
    )
    assert "whether the paper's guessers are best" in one_number(findings.failed(guessers(best())))


def test_where_everybody_wins_it_is_a_tie_and_the_score_may_say_something_else():
    tie = findings.failed(guessers(lambda *game: True))
    assert tie.startswith("**Tied at the ceiling**") and tie.endswith("(by score: too close to call).")


@pytest.mark.parametrize(
    ("wins", "belief", "said"),
    [
        (("SM_B_noise",), 0.55, "Allowing for noise wins with strangers, and is hardly learning"),
        (("SM_B_noise",), 0.9, "Allowing for noise wins with strangers, and is learning"),
        (("SM_B",), 0.55, "Allowing for noise does not win with strangers, and is hardly learning"),
        ((), 0.9, "Allowing for noise may or may not win, and is learning"),
    ],
)
def test_winning_and_learning(wins, belief, said):
    truth = beliefs(lambda *_: belief, ("SM_B", "SM_B_noise"))
    sentence = one_number(findings.learning(spymasters(best(*wins)), truth))
    points = round(100 * (belief - 0.5))  # two models are known
    assert sentence.startswith(f"**{said}**: after two turns with a known partner")
    assert sentence.endswith(f"has risen by **{points}** percentage points, from 50 %.")


def test_a_belief_that_falls_and_one_that_nobody_came_to_have():
    falls = findings.learning(spymasters(best()), beliefs(lambda *_: 0.2, ("SM_B_noise",)))
    assert falls.endswith("has fallen by **30** percentage points, from 50 %.")
    nobody = findings.learning(spymasters(best()), beliefs(lambda *_: 0.2, ("SM_B",)))
    assert "hardly learning" in nobody and nobody.endswith("no game with a known partner came to turn 3.")


def added(won, names=SPEAKING):
    return one_number(findings.added(spymasters(won, names)))


def test_what_ours_add():
    plain = added(best("SM_N"))
    assert plain.startswith(
        "**Ours**: with strangers in noise `SM_N` wins **50** games in a hundred more than the best of"
    )
    assert plain.endswith("; no rival wins as many games, and none scores as much.")
    same = "against the best rival it is too close to call by wins, and by score it is too close to call."
    assert same in added(best("SM_N", "SM_RSA"))


def test_what_ours_do_not_add():
    behind = added(best("SM_B_noise"))
    assert "wins **50** games in a hundred fewer than the best of the paper's; against the best rival" in behind
    rivals = added(best("SM_RSA"))
    assert (
        "is too close to call against the best of the paper's; the best rival wins more games, and the best one"
        in rivals
    )


def test_no_cause_is_told_and_without_rivals_none_are_mentioned():
    told = added(best("SM_N"), ("a", "b", "SM_B", "SM_B_noise", "SM_N"))
    assert "rival" not in told and "learning" not in told


def test_counting_games():
    assert findings.games_in_a_hundred(Estimate(-0.012, -0.02, -0.01)) == "**1** game in a hundred"
    assert findings.games_in_a_hundred(Estimate(0.004, 0.001, 0.01)) == "less than one game in a hundred"
    assert findings.games_in_a_hundred(Estimate(*[float("nan")] * 3)) == "less than one game in a hundred"


def test_self_play_and_cross_play_open_the_readme():
    played = games(
        "guesser", ("a", "b", "x", "y", "DG_B"), lambda e, own, partner, board: own == partner or half(board)
    )
    said = findings.opening(played, SMALL)
    assert "win **100 %** of their games" in said and "win **50 %**" in said and said.count(". ") == 1


def test_both_files_are_written_from_the_results_of_a_set(project, monkeypatch):
    tables = {
        plan.TABLES["spymasters"]: games("spymaster", SPEAKING, best("SM_N")),
        plan.TABLES["guessers"]: games("guesser", ("a", "b", *agents.GUESSERS), best("a")),
        ("guessers",): games("guesser", ("a", "b", "x", "y"), best()),
    }
    monkeypatch.setattr(results, "games", lambda set_name, *names: tables[names])
    monkeypatch.setattr(results, "truth", lambda set_name, *names: beliefs(lambda *_: 0.5, ("SM_B_noise",)))
    monkeypatch.setattr(findings.catalogue.Catalogue, "set", lambda *_: SMALL)
    with paths.writing(project):
        findings.write("toy")
    folder = project / "figures/toy/findings"
    assert (folder / "findings.md").read_text().count("- **") == 4
    assert (folder / "opening.md").read_text().endswith("uses words.\n")


def test_a_set_without_strangers_has_what_can_be_said_of_it(project, monkeypatch):
    known = msgspec.structs.replace(SMALL, embeddings={name: SMALL.embeddings[name] for name in "ab"})
    hearing = games("guesser", ("a", "b", *agents.GUESSERS), best("a"))
    speaking = games("spymaster", SPEAKING, best())
    tables = {plan.TABLES["spymasters"]: speaking, plan.TABLES["guessers"]: hearing, ("guessers",): hearing}
    monkeypatch.setattr(results, "games", lambda set_name, *names: tables[names])
    monkeypatch.setattr(findings.catalogue.Catalogue, "set", lambda *_: known)
    with paths.writing(project):
        findings.write("toy")
    assert (project / "figures/toy/findings/findings.md").read_text().count("- **") == 1
