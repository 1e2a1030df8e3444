"""Matches: what is carried on, what is kept, and what they are made of."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from commonground import agents
from commonground.agents import ALL_GUESSERS, ALL_SPYMASTERS
from commonground.embeddings import catalogue, load_set
from commonground.game import Clue, GuesserView, play
from commonground.parameters import Agents
from commonground.report import matches as report
from commonground.report.figures.matches import learning_curves
from commonground.study import kept, matches, run
from commonground.study.experiment import Experiment, Pairing, base, played
from helpers.support import complaint

AGENTS = Agents(spymaster_samples=10, guesser_samples=60, noisy_guesser_samples=40, noise=1.0)
TOY = load_set("toy")
PAIRING = Pairing("deterministic", "SM_B (carried on)", "tb")


def carrying(games: int = 8, in_a_row: int = 4) -> Experiment:
    options = {PAIRING.spymaster: {"carry": True}}
    return Experiment("matches/tiny", "toy", games, (PAIRING,), "guesser", options=options, in_a_row=in_a_row)


def first_beliefs(rows) -> list[str]:
    turns = pd.DataFrame(rows.turns)
    return turns[turns[4] == 1][10].tolist()


@pytest.mark.parametrize("name", [*ALL_SPYMASTERS, *ALL_GUESSERS])
def test_a_learner_that_carries_on_begins_where_it_ended(name):
    """The beliefs before the next game's first turn are those at the end of the last, and without `carry` the prior.

    So they are of a partner that does not drift.
    """
    if name in ("blend", "crowd"):
        return
    options = {"drift": 0.0} if name == "G_P" else {}
    speaks = name in ALL_SPYMASTERS
    make, partner = (agents.spymaster, agents.guesser) if speaks else (agents.guesser, agents.spymaster)
    for carry in (False, True):
        agent, other = make(name, TOY, carry=carry, **options), partner("tc", TOY)
        prior = agent.beliefs()
        play(TOY.deal(0), *((agent, other) if speaks else (other, agent)), rng=0)
        ended = agent.beliefs()
        record = play(TOY.deal(1), *((agent, other) if speaks else (other, agent)), rng=1)
        first = record.turns[0].spymaster_beliefs if speaks else record.turns[0].guesser_beliefs
        assert first == pytest.approx(ended if carry else prior)


def test_what_is_believed_of_the_noise_is_carried_on_as_well():
    for agent, seats in (
        (agents.spymaster("SM_N", TOY, carry=True), lambda agent: (agent, agents.guesser("tc", TOY))),
        (agents.guesser("G_J", TOY, carry=True), lambda agent: (agents.spymaster("tc", TOY), agent)),
    ):
        play(TOY.deal(0), *seats(agent))
        ended = agent.noise_beliefs()
        play(TOY.deal(1), *seats(agent))
        assert agent.noise_by_turn[0] == pytest.approx(ended)


def test_joint_inference_goes_on_from_what_was_believed():
    """One table over models and worlds begins with the carried beliefs, not with the prior."""
    agent = agents.guesser("DG_B", TOY, inference="joint", carry=True, samples=60)
    dealt = TOY.deal(0)
    view = GuesserView(dealt.words, (None,) * len(dealt.words), ())
    agent._beliefs = np.array([0.0, 1.0, 0.0, 0.0])
    agent.start(view)
    agent.next_guess(view, Clue(next(str(w) for w in TOY.words if w not in dealt.words), 2), np.random.default_rng(0))
    assert list(agent.beliefs().values()) == [0.0, 1.0, 0.0, 0.0]


def test_a_match_begins_with_nothing_learned_and_goes_on_with_it():
    beliefs = first_beliefs(played(carrying(), PAIRING, range(8), TOY))
    assert beliefs[0] == beliefs[4] == "[0.25, 0.25, 0.25, 0.25]"
    assert all(other != beliefs[0] for place, other in enumerate(beliefs) if place % 4)


def test_games_in_the_middle_of_a_match_are_as_if_it_were_played_from_its_beginning():
    whole = played(carrying(), PAIRING, range(8), TOY)
    part = played(carrying(), PAIRING, range(6, 8), TOY)
    assert part.games == whole.games[6:]
    assert part.turns == [row for row in whole.turns if row[3] >= 6]


def test_without_matches_nothing_is_carried_from_board_to_board():
    alone = replace(carrying(in_a_row=1))
    assert set(first_beliefs(played(alone, PAIRING, range(4), TOY))) == {"[0.25, 0.25, 0.25, 0.25]"}


def test_a_match_is_kept_as_one_and_how_long_it_is_decides_it():
    long, short = (kept.places(carrying(games=12, in_a_row=row), PAIRING, TOY) for row in (6, 4))
    assert list(long) == [0, 6] and list(short) == [0, 4, 8] and not set(long.values()) & set(short.values())
    with complaint("games in a row of the experiment 'matches/tiny' must be a whole number of 1 or more, not 0."):
        carrying(in_a_row=0)


@pytest.mark.parametrize("side", ["spymasters", "guessers"])
def test_both_ways_play_the_same_boards_with_the_same_chance(side):
    parts = matches.experiments(side, "toy", 45, 3, AGENTS, 20)
    carried, afresh = parts[matches.CARRIED], parts[matches.AFRESH]
    assert carried.games == afresh.games == 40 and (carried.in_a_row, afresh.in_a_row) == (20, 1)
    assert [pairing.bases for pairing in carried.pairings] == list(afresh.pairings)
    assert {pairing.environment for pairing in afresh.pairings} == {"deterministic"}
    assert matches.experiments(side, "toy", 7, 3, AGENTS, 20)[matches.AFRESH].games == 20
    for name, options in carried.options.items():
        own = afresh.options.get(base(name), {})
        assert options == own | {"carry": True}


def table(won) -> pd.DataFrame:
    """Two matches of one agent with one partner each; `won` says whether a game is, by how, match and game."""
    rows = [
        (
            "deterministic",
            "SM_N" + (" (carried on)" if how == "carried on" else ""),
            partner,
            board,
            won(how, board % 20),
        )
        for how in ("carried on", "afresh")
        for partner in ("ta", "te")
        for board in range(40)
    ]
    games = pd.DataFrame(rows, columns=["environment", "spymaster", "guesser", "board", "won"])
    return games.assign(turns=5, red=9 * games["won"], blue=0, bystander=0, assassin=1 - games["won"])


def test_wins_and_score_by_game():
    games = table(lambda how, game: int(how == "carried on" and game >= 10))
    parts = dict(list(games.groupby(games["spymaster"].str.contains("carried"))))
    named = {matches.CARRIED: parts[True], matches.AFRESH: parts[False]}
    found = report.labelled(named, "spymasters", catalogue.load().set("toy"), 20)
    assert set(found["agent"]) == {"SM_N"} and found["game"].max() == 20 and found["match"].max() == 1
    curves = report.by_stretch(found)
    own = curves[(curves["how"] == matches.CARRIED) & (curves["where"] == "out")]
    assert own[own["measure"] == "won"]["value"].tolist() == [0, 0, 0, 0, 0, 1]
    assert own[own["measure"] == "won"]["games"].tolist() == [1, 2, 3, 5, 10, 20]
    assert report.named([1, 2, 3, 5, 10, 20]) == ["1", "2", "3", "4–5", "6–10", "11–20"]
    assert own[own["measure"] == "score"]["value"].tolist() == [-5, -5, -5, -5, -5, 4]
    effect = report.gained(found).set_index(["where", "games", "measure"])["difference"]
    assert effect["in", "all games", "won"] == 0.5 and effect["in", "the last games", "won"] == 1.0
    assert effect["in", "all games", "score"] == 4.5 and effect["in", "the first games", "score"] == 0
    assert report.shown(report.gained(found)).loc["SM_N"].tolist() == [".000 · .00", "+1.000 · +9.00"] * 2
    assert set(report.apart(report.gained(found))["condition"]) == {"in-distribution", "out-of-distribution"}
    assert report.ends_highest(found) == {"in": ["SM_N"], "out": ["SM_N"]}
    figure = learning_curves(curves, "It learns")
    legend = [text.get_text() for text in figure.axes[1].get_legend().get_texts()]
    assert legend == ["SM_N", "the same, afresh"], "the dotted lines are in the legend"
    titles = [axes.get_title() for axes in figure.axes]
    assert titles == ["known partners", "strangers"] * 2


@pytest.mark.parametrize("in_a_row", [1, 2, 7])
def test_short_matches_have_stretches_as_well(in_a_row):
    games = table(lambda how, game: 1)
    parts = dict(list(games.groupby(games["spymaster"].str.contains("carried"))))
    named = {matches.CARRIED: parts[True], matches.AFRESH: parts[False]}
    found = report.labelled(named, "spymasters", catalogue.load().set("toy"), in_a_row)
    assert report.by_stretch(found)["games"].max() == in_a_row
    assert report.gained(found)["difference"].eq(0).all() and len(report.pace(found)) == 4


def test_who_takes_fewer_turns_and_meets_the_assassin_more_often_is_bolder():
    games = table(lambda how, game: int(how == "afresh"))
    parts = dict(list(games.groupby(games["spymaster"].str.contains("carried"))))
    for turns, bolder in ((4, True), (6, False)):
        named = {matches.CARRIED: parts[True].assign(turns=turns), matches.AFRESH: parts[False]}
        pace = report.pace(report.labelled(named, "spymasters", catalogue.load().set("toy"), 20))
        assert ("becomes bolder" in report.bolder(pace, "SM_N")) == bolder


@pytest.mark.parametrize(("ahead", "first"), [(8, ["SM_N"]), (3, ["SM_B_noise", "SM_N"]), (0, ["SM_B_noise", "SM_N"])])
def test_who_ends_highest_is_named_alone_only_where_that_is_clear(ahead, first):
    """Ten matches: in so many of them SM_N wins the last games and SM_B_noise does not; in the others they win as many."""
    rows = [
        ("in", agent, "carried on", match, game, int(match >= ahead or agent == "SM_N"), 0.0)
        for agent in ("SM_B_noise", "SM_N")
        for match in range(10)
        for game in range(1, 21)
    ]
    games = pd.DataFrame(rows, columns=["where", "agent", "how", "match", "game", "won", "score"])
    assert report.ends_highest(games) == {"in": first}
    assert report.ends_highest(games, "score") == {"in": ["SM_B_noise", "SM_N"]}


def test_who_learns_fastest_gains_most_in_the_first_games():
    """Over the same games begun afresh; that SM_RSA wins more than SM_N either way is not learning."""
    wins = {("SM_N", "carried on"): 1, ("SM_N", "afresh"): 0, ("SM_RSA", "carried on"): 1, ("SM_RSA", "afresh"): 1}
    rows = [
        ("in", agent, how, match, game, won if game <= 5 else 1, 0.0)
        for (agent, how), won in wins.items()
        for match in range(10)
        for game in range(1, 21)
    ]
    games = pd.DataFrame(rows, columns=["where", "agent", "how", "match", "game", "won", "score"])
    assert report.learns_fastest(games) == {"in": ["SM_N"]}
    assert report.learns_fastest(games, "score") == {"in": ["SM_RSA", "SM_N"]}


@pytest.mark.slow(20)
def test_matches_are_the_same_whatever_was_kept_before():
    tiny = carrying(games=8)
    short = run.play_all(replace(tiny, games=2))[0]
    whole = run.play_all(tiny)[0]
    assert whole.equals(run.play_all(tiny)[0]) and short.equals(whole[whole["board"] < 2].reset_index(drop=True))
