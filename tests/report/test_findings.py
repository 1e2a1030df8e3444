"""The README's findings on hand-made games: whichever way they turn out, the sentence says so."""

import re

import msgspec
import pytest

from commonground import agents, paths
from commonground.report import findings
from commonground.report.compare import Contest
from commonground.report.statistics import Estimate
from commonground.study import plan, results
from commonground.study.variants import told_the_noise
from helpers.wins import SMALL, beliefs, games, half, spymasters

SPEAKING = ("a", "b", "SM_B", "SM_B_noise", "SM_RSA", "SM_N")
TOLD = (findings.NOT_LEARNING, "SM_N")


def best(*names):
    """These win always, all others every other game."""
    return lambda environment, agent, partner, board: agent in names or half(board)


def guessers(won):
    return Contest.of(games("guesser", ("a", "b", *agents.GUESSERS), won), "guesser", SMALL)


def one_number(sentence):
    assert len(re.findall(r"\d+", sentence)) <= 1 and sentence.endswith(".") and "  " not in sentence
    return sentence


def test_the_spymaster_without_learning_is_one_that_is_played():
    assert findings.NOT_LEARNING in [variant.name for variant in told_the_noise(samples=10)]


def test_allowing_for_noise_with_strangers():
    held = one_number(findings.held(spymasters(best("SM_B_noise"))))
    assert held.startswith("**Held**: with strangers") and "at least 50 games in a hundred more" in held
    failed = one_number(findings.held(spymasters(best("SM_B"))))
    assert failed.startswith("**Failed**: with strangers") and "up to 50 games in a hundred fewer" in failed
    unsure = one_number(findings.held(spymasters(best())))
    assert unsure.startswith("**Undecided**: with strangers") and "can't be told" in unsure


def test_guessers_with_spymasters_they_know():
    failed = one_number(findings.failed(guessers(best("a", "b"))))
    assert failed.startswith(
        "**Failed**: with spymasters that they know, the best of the paper's guessers wins up to 50"
    )
    held = one_number(findings.failed(guessers(best(*agents.GUESSERS))))
    assert held.startswith("**Held**: with spymasters that they know") and "at least 50 games in a hundred more" in held
    assert "can not be told" in one_number(findings.failed(guessers(best())))


def test_where_everybody_wins_it_is_a_tie_and_the_score_may_say_something_else():
    tie = findings.failed(guessers(lambda *game: True))
    assert tie.startswith("**A tie at the ceiling**") and tie.endswith("(by score: undecided).")


@pytest.mark.parametrize(
    ("wins", "belief", "said"),
    [
        ("SM_B_noise", 0.55, "Allowing for noise wins, although it hardly learns"),
        ("SM_B_noise", 0.9, "Allowing for noise wins, and it learns"),
        ("SM_B", 0.55, "Allowing for noise does not win, and it hardly learns"),
        ("SM_B", 0.9, "Allowing for noise does not win, although it learns"),
    ],
)
def test_winning_and_learning(wins, belief, said):
    truth = beliefs(lambda *_: belief, ("SM_B", "SM_B_noise"))
    sentence = one_number(findings.learning(spymasters(best(wins)), truth))
    points = round(100 * (belief - 0.5))  # two models are known
    assert sentence.startswith(f"**{said}**") and sentence.endswith(f"rises by {points} percentage points.")


def test_a_belief_that_falls_and_one_that_nobody_came_to_have():
    falls = findings.learning(spymasters(best()), beliefs(lambda *_: 0.2, ("SM_B_noise",)))
    assert falls.endswith("falls by 30 percentage points.")
    nobody = findings.learning(spymasters(best()), beliefs(lambda *_: 0.2, ("SM_B",)))
    assert "hardly learns" in nobody and nobody.endswith("by 0 percentage points.")


def added(won, learning=None):
    told = Contest.of(games("spymaster", TOLD, learning or best()), "spymaster", SMALL)
    return one_number(findings.added(spymasters(won, SPEAKING), told))


def test_what_ours_add_and_why():
    plain = added(best("SM_N"))
    assert plain.startswith("**Ours**: with strangers in noise our spymaster wins 50 games in a hundred more")
    assert "not by learning the noise; no rival of others does as well, by wins and by score." in plain
    assert "looking twice, and learning the noise;" in added(best("SM_N"), best("SM_N"))
    assert "learning the noise costs some of it;" in added(best("SM_N"), best(findings.NOT_LEARNING))
    assert "the best rival of others does about as well, by wins and by score." in added(best("SM_N", "SM_RSA"))


def test_what_ours_do_not_add():
    behind = added(best("SM_B_noise"))
    assert "wins 50 games in a hundred fewer than the best of the paper's; the best rival" in behind
    rivals = added(best("SM_RSA"))
    assert "can not be told from the best of the paper's; the best rival of others does better" in rivals


def test_without_rivals_none_are_mentioned():
    told = Contest.of(games("spymaster", TOLD, best()), "spymaster", SMALL)
    assert "rival" not in findings.added(spymasters(best("SM_N"), ("a", "b", "SM_B", "SM_B_noise", "SM_N")), told)


def test_counting_games():
    assert findings.games_in_a_hundred(Estimate(-0.012, -0.02, -0.01)) == "1 game in a hundred"
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
        ("unknown-noise/told",): games("spymaster", TOLD, best()),
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
