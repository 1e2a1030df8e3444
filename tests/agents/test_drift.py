"""A partner that may be anyone again after each turn: beliefs by hand, and agents that hold it possible."""

import numpy as np
import pytest

from commonground.agents import guesser, spymaster
from commonground.agents.beliefs import Drifting, checked_drift, updated
from commonground.embeddings import load_set
from commonground.game import GuesserView, play
from helpers.support import complaint

PRIOR = np.array([0.5, 0.3, 0.2])
SEEN = np.random.default_rng(0).uniform(0.1, 1.0, (6, 3))  # (turn, model) likelihoods


@pytest.fixture(scope="module")
def toy():
    return load_set("toy")


def literal(drift):
    """Every history of who the partner was, written out: the belief after the last turn, and how likely it all was."""
    chances = {(model,): PRIOR[model] * SEEN[0][model] for model in range(3)}
    for likelihoods in SEEN[1:]:
        chances = {
            (*past, model): p * ((1 - drift) * (past[-1] == model) + drift * PRIOR[model]) * likelihoods[model]
            for past, p in chances.items()
            for model in range(3)
        }
    last = np.array([sum(p for past, p in chances.items() if past[-1] == model) for model in range(3)])
    return last / last.sum(), last.sum()


def after_all(drifts):
    partner = Drifting.of(PRIOR, checked_drift(drifts))
    for turn, likelihoods in enumerate(SEEN):
        partner = (partner.drifted() if turn else partner).seen(likelihoods)
    return partner


@pytest.mark.parametrize("drift", [0.0, 0.3, 1.0])
def test_beliefs_are_those_over_all_histories(drift):
    assert after_all(drift).beliefs == pytest.approx(literal(drift)[0])


def test_which_drift_it_is_is_believed_in_too():
    drifts = (0.0, 0.5, 1.0)
    each = [literal(drift) for drift in drifts]
    chances = np.array([evidence for _, evidence in each]) / sum(evidence for _, evidence in each)
    found = after_all(drifts)
    assert found.chances == pytest.approx(chances)
    assert found.beliefs == pytest.approx(
        sum(chance * beliefs for chance, (beliefs, _) in zip(chances, each, strict=True))
    )


def test_without_drift_it_is_bayes_rule_to_the_last_digit():
    beliefs, partner = PRIOR, Drifting.of(PRIOR, checked_drift(0.0))
    for likelihoods in SEEN:
        beliefs, partner = updated(beliefs, likelihoods), partner.seen(likelihoods).drifted()
    assert partner.beliefs.tolist() == beliefs.tolist()


def test_a_move_that_is_impossible_changes_nothing():
    partner = Drifting.of(PRIOR, checked_drift((0.0, 0.5)))
    assert partner.seen(np.zeros(3)).beliefs == pytest.approx(PRIOR)


@pytest.mark.parametrize("name", ["SM_B", "SM_B_noise", "SM_N"])
def test_a_spymaster_to_whom_everybody_is_anyone_again_learns_nothing(toy, name):
    agent = spymaster(name, toy, drift=1.0)
    record = play(toy.deal(0), agent, guesser("tb", toy), rng=0)
    assert len(record.turns) > 1
    for turn in record.turns:
        assert list(turn.spymaster_beliefs.values()) == pytest.approx(agent.prior)


@pytest.mark.parametrize("name", ["DG_B", "G_J"])
def test_a_guesser_learns_within_a_turn_and_forgets_after_it(toy, name):
    """What it believes after the first clue is the same with any drift; later it differs."""
    boards = range(4)
    records = [
        [play(toy.deal(b), spymaster("tb", toy), guesser(name, toy, samples=200, drift=d), rng=b) for b in boards]
        for d in (0.0, 1.0, (0.0, 0.5, 1.0))
    ]
    for games in zip(*records, strict=True):
        first = [list(game.turns[0].guesser_beliefs.values()) for game in games]
        assert first[0] == pytest.approx(first[1]) and first[0] == pytest.approx(first[2])
    last = [[list(game.turns[-1].guesser_beliefs.values()) for game in games] for games in records]
    assert last[0] != last[1] and last[0] != last[2]


@pytest.mark.parametrize("name", ["SM_B", "SM_N", "SM_P", "DG_B", "G_J", "G_P"])
def test_a_partner_that_is_carried_on_may_have_drifted_after_the_last_turn_of_a_game(toy, name):
    """To whom everybody is anyone again, the next game begins as the first did: guessers are like spymasters."""
    make, board = (spymaster if name[0] == "S" else guesser), toy.deal(0)

    def at_start(drift):
        agent = make(name, toy, carry=True, drift=drift)
        first, last = (told(agent, board, start) for start in (0, 1))
        return np.array(first), np.array(last)

    unmet, forgotten = at_start(1.0)
    assert forgotten == pytest.approx(unmet)
    assert at_start(0.0)[1] != pytest.approx(unmet), "who stays the same is known"


def told(agent, board, rng):
    """What an agent believes when a game begins, which it then plays."""
    known, speaks = load_set("toy"), hasattr(agent, "give_clue")
    seats = (agent, guesser("tb", known)) if speaks else (spymaster("tb", known), agent)
    first = play(board, *seats, rng=rng).turns[0]
    return list((first.spymaster_beliefs if speaks else first.guesser_beliefs).values())


@pytest.mark.parametrize("name", ["DG_B", "G_J", "G_P"])
def test_a_game_that_begins_twice_drifts_once(toy, name):
    agent, board = guesser(name, toy, carry=True, drift=(0.0, 0.5)), toy.deal(0)
    play(board, spymaster("tb", toy), agent)
    view = GuesserView(board.words, (None,) * 25, (), board.rules)
    agent.start(view)
    once = agent.beliefs()
    agent.start(view)
    assert agent.beliefs() == once


def test_what_it_is_given_is_checked(toy):
    with complaint("drift", "1.5"):
        spymaster("SM_B", toy, drift=1.5)
    with complaint("drift", "upwards"):
        guesser("G_J", toy, drift=(1.0, 0.5))
    with complaint("inference='joint' has no drift"):
        guesser("DG_B", toy, inference="joint", drift=0.5)
