"""The README's findings on hand-made games: whichever way they turn out, the sentence says so."""

import re

import msgspec
import pytest

from commonground import agents, paths
from commonground.report import findings, ours, tables
from commonground.report.compare import Contest
from commonground.report.statistics import Estimate
from commonground.report.tables import Layout
from commonground.study import plan, results
from commonground.study.variants import from_dg_b_to_g_j
from helpers.wins import SMALL, beliefs, games, half, spymasters

SPEAKING = ("a", "b", "SM_B", "SM_B_noise", "SM_RSA", "SM_N")


def best(*names):
    """These win always, all others every other game."""
    return lambda environment, agent, partner, board: agent in names or half(board)


def guessers(won):
    """What the finding about guessers is made from."""
    played = games("guesser", ("a", "b", *agents.GUESSERS), won)
    return Contest.of(played, "guesser", SMALL), tables.both(played, Layout("guessers", "toy", SMALL))


def one_number(sentence):
    """One bold number, and nowhere two spaces or no end."""
    assert len(re.findall(r"\*\*\d+(?: %)?\*\*", sentence)) <= 1 and sentence.endswith(".") and "  " not in sentence
    return sentence


def test_allowing_for_noise_with_strangers():
    held = one_number(findings.held(spymasters(best("SM_B_noise"))))
    assert held.startswith("**Held**: with strangers, the paper's spymaster that allows for noise wins at least **50**")
    assert held.endswith("; by score it is clearly ahead in all four comparisons.")
    failed = one_number(findings.held(spymasters(best("SM_B"))))
    assert failed.startswith("**Failed**: with strangers") and "up to **50** games in a hundred fewer" in failed
    assert "clearly ahead in none of the four comparisons and behind in two" in failed
    unsure = one_number(findings.held(spymasters(best())))
    assert unsure.startswith("**Too close to call**: with strangers, whether the paper's spymaster")
    assert unsure.endswith("neither clearly ahead nor behind in any of the four comparisons.")


def test_guessers_with_spymasters_they_know():
    failed = one_number(findings.failed(*guessers(best("a", "b"))))
    assert failed == (
        "**Failed**: with spymasters they know, the paper's guessers do not beat the oracle: without noise the best of them wins"
        " **50** games in a hundred fewer."
    )
    held = one_number(findings.failed(*guessers(best(*agents.GUESSERS))))
    assert held.startswith("**Held**") and "beat an oracle: without noise the best of them wins **50** games" in held
    assert "whether, with spymasters they know, the paper's" in one_number(findings.failed(*guessers(best())))


def test_how_far_guessers_are_behind_is_what_the_table_says():
    contest, both = guessers(best("a", "b"))
    rows = [both.wins.cell("deterministic", name, "in").value for name in ("DG_B", "Best Model")]
    assert f"**{round(100 * (rows[1] - rows[0]))}** games" in findings.failed(contest, both)


def test_where_everybody_wins_it_is_a_tie_and_the_score_may_say_something_else():
    tie = findings.failed(*guessers(lambda *game: True))
    assert tie.startswith("**Tied at the ceiling**") and tie.endswith("(by score: too close to call).")


@pytest.mark.parametrize(
    ("wins", "belief", "said"),
    [
        (("SM_B_noise",), 0.55, "wins with strangers, but hardly by learning"),
        (("SM_B_noise",), 0.9, "wins with strangers, and learns"),
        (("SM_B",), 0.55, "does not win with strangers, and hardly learns"),
        ((), 0.9, "may or may not win, and learns"),
    ],
)
def test_winning_and_learning(wins, belief, said):
    truth = beliefs(lambda *_: belief, ("SM_B", "SM_B_noise"))
    sentence = one_number(findings.learning(spymasters(best(*wins)), truth))
    only = "only " if belief < 0.6 else ""
    assert sentence.startswith(f"**Noise**: allowing for noise {said}: after two turns with a partner it knows")
    assert sentence.endswith(f"is {only}**{round(100 * belief)} %**, from 50 %.")  # two models are known


def test_a_belief_that_falls_and_one_that_nobody_came_to_have():
    falls = findings.learning(spymasters(best()), beliefs(lambda *_: 0.2, ("SM_B_noise",)))
    assert falls.endswith("is only **20 %**, from 50 %.")
    nobody = findings.learning(spymasters(best()), beliefs(lambda *_: 0.2, ("SM_B",)))
    assert "hardly learns" in nobody and nobody.endswith("no game with a partner it knows came to turn 3.")


# What ours add

HEARING = ("a", "b", *agents.GUESSERS, "G_RSA", "G_J")
STEPS = [variant.name for variant in from_dg_b_to_g_j().values()]


def both_tables(won, speaking=SPEAKING, hearing=HEARING):
    played = {"spymasters": games("spymaster", speaking, won), "guessers": games("guesser", hearing, won)}
    return {name: tables.both(own, Layout(name, "toy", SMALL)) for name, own in played.items()}


NOBODY = best()


def added(won, steps=NOBODY, **names):
    """The sentence about ours, if the steps win as often as is wanted."""
    chain = Contest.of(games("guesser", STEPS, steps), "guesser", SMALL)
    return one_number(ours.added(both_tables(won, **names), chain))


def test_what_ours_add():
    plain = added(best("SM_N", "G_J"))
    assert plain.startswith(
        "**Ours**: with strangers in noise our guesser `G_J` wins **50** games in a hundred more than the best of the paper's,"
        " and our spymaster `SM_N` 50 more. "
    )
    assert "No rival wins as many games as `SM_N`; no rival wins as many games as `G_J`; no rival scores" in plain
    same = added(best("SM_N", "SM_RSA", "G_J", "G_RSA"))
    assert same.endswith("from the best rival; by score the games can't tell.")


def test_what_ours_do_not_add():
    behind = added(best("SM_B_noise", "DG_B"))
    assert (
        "`G_J` wins **50** games in a hundred fewer than the best of the paper's, and our spymaster `SM_N` 50" in behind
    )
    rivals = added(best("SM_RSA"))
    assert (
        "the games can't tell our guesser `G_J` from the best of the paper's; the games can't tell our spymaster"
        in rivals
    )
    assert "The rival `SM_RSA` wins more games than `SM_N`" in rivals
    assert "the rival `SM_RSA` scores more than `SM_N`" in rivals


def test_why_ours_win_is_what_the_steps_say():
    later = STEPS[STEPS.index("G_J (nine for the assassin)") :]
    assert "; what helps `G_J` most is picking cards for what they are worth. " in added(best(), best(*later))
    assert "helps" not in added(best())


def test_without_rivals_none_are_mentioned():
    told = added(
        best("SM_N"), speaking=("a", "b", "SM_B", "SM_B_noise", "SM_N"), hearing=("a", *agents.GUESSERS, "G_J")
    )
    assert "rival" not in told


def test_every_step_to_our_guesser_has_words():
    assert {"DG_B", *ours.STEPS, "+ caution"} == set(from_dg_b_to_g_j())


def test_counting_games():
    assert ours.games_in_a_hundred(Estimate(-0.012, -0.02, -0.01)) == "**1** game in a hundred"
    assert ours.games_in_a_hundred(Estimate(0.004, 0.001, 0.01)) == "less than one game in a hundred"
    assert ours.games_in_a_hundred(Estimate(*[float("nan")] * 3)) == "less than one game in a hundred"


def test_self_play_and_cross_play_open_the_readme():
    played = games(
        "guesser", ("a", "b", "x", "y", "DG_B"), lambda e, own, partner, board: own == partner or half(board)
    )
    said = findings.opening(played, SMALL)
    assert "win **100 %** of their games" in said and "win **50 %**" in said and said.count(". ") == 1


def test_both_files_are_written_from_the_results_of_a_set(project, monkeypatch):
    tables = {
        plan.TABLES["spymasters"]: games("spymaster", SPEAKING, best("SM_N")),
        plan.TABLES["guessers"]: games("guesser", HEARING, best("a")),
        ("better-guessers/ablation",): games("guesser", STEPS, best()),
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
