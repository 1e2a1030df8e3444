"""Agents for people: what they are taught, what they say and take, their manners, and the crowd as a partner."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonground import agents, seeds
from commonground.agents import people_guesser
from commonground.embeddings import load_set
from commonground.embeddings.fitted import People, evenly, fitted
from commonground.embeddings.sayable import is_sayable
from commonground.embeddings.weighted import PEOPLE, apart, unit
from commonground.game import Clue, Colour, GuesserView, Rules, SpymasterView, play
from commonground.game.legality import objection
from helpers.support import CHECKOUT, complaint
from reference import people as literal

SMALL = Rules(red=3, blue=2, bystander=2, assassin=1)
TAUGHT = People(
    {"ta": 6.0, "tb": 2.0, "te": 4.0},
    {PEOPLE: {2.0: 0.3, 3.0: 0.3}, "tb": {1.0: 0.4}},
    {PEOPLE: {0.8: 0.7}, "tb": {12.0: 0.3}},
)


@pytest.fixture(scope="module")
def toy():
    return load_set("toy")


def spymaster_view(board):
    return SpymasterView(board.words, board.key, (None,) * len(board.words), (), board.rules)


def guesser_view(board):
    return GuesserView(board.words, (None,) * len(board.words), (), board.rules)


@given(st.lists(st.floats(0, 1), min_size=4, max_size=7), st.integers(1, 3), st.integers(0, 2**31 - 1))
@settings(max_examples=50, deadline=None)
def test_sums_over_sets_are_the_literal_ones(weights, number, seed):
    chosen = np.random.default_rng(seed).random((len(weights), 5)) < 0.6
    found = people_guesser._symmetric(np.array([weights]), chosen.astype(float), number)[0]
    expected = [literal.symmetric([w for w, c in zip(weights, own, strict=True) if c], number) for own in chosen.T]
    assert found == pytest.approx(expected)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_guesser_reckons_with_every_set_that_a_clue_may_be_for(toy, number):
    """All worlds of a small board, by the agent and by hand."""
    board = toy.deal(3, rules=SMALL)
    agent = agents.guesser("G_P", toy, people=TAUGHT, machines=0.0)
    agent.start(guesser_view(board))
    word = next(w for w in toy.words.tolist() if w not in board.words)
    agent.next_guess(guesser_view(board), Clue(word, number), np.random.default_rng(0))
    told = agent.explain()["before_boosting"]
    rows, row = agent.models[0].rows(board.words), agent.models[0].index[word]
    squared = {model.name: apart(model, row, rows).tolist() for model in agent.models}
    shares = {name: next(iter(own.items())) for name, own in TAUGHT.meant.items()}
    expected = literal.chances(squared, shares, SMALL.red, number)
    assert [told[card]["red"] for card in board.words] == pytest.approx(expected)


def test_it_takes_what_is_near_and_no_card_more_unless_it_is_sure(toy):
    board = toy.deal(3)
    near = toy["ta"].words[toy["ta"].neighbours[toy["ta"].index[board.words[0]]]].tolist()
    clue = Clue(next(word for word in near if word not in board.words), 1)
    agent = agents.guesser("G_P", toy, people=TAUGHT)
    agent.start(guesser_view(board))
    first = agent.next_guess(guesser_view(board), clue, np.random.default_rng(0))
    chances = agent.explain()["before_boosting"]
    assert chances[board.words[first]]["red"] == max(own["red"] for own in chances.values()) > 0.5
    shown = tuple(board.key[card] if card == first else None for card in range(25))
    agent.observe(guesser_view(board), first, Colour.RED)
    view = GuesserView(board.words, tuple(Colour.RED if s is not None else None for s in shown), (), board.rules)
    assert agent.next_guess(view, clue, np.random.default_rng(0)) is None


@pytest.mark.parametrize("name", ["SM_P", "crowd"])
def test_a_spymaster_for_people_has_manners(toy, name):
    """No clue for more than four cards, none twice, none against the strict rules, no word that means nothing."""
    agent = agents.spymaster(name, toy)
    said = []
    for number in range(6):
        record = play(toy.deal(number), agent, agents.guesser("tb", toy), rng=number)
        clues = [turn.intended for turn in record.turns]
        assert all(clue.number <= 4 and is_sayable(clue.word) for clue in clues)
        assert not [clue for clue in clues if objection(clue.word, record.board.words)]
        assert len({clue.word for clue in clues}) == len(clues)
        said += clues
    assert max(clue.number for clue in agents_say_more(toy)) > 4, "or the limit says nothing"
    assert said


def agents_say_more(toy):
    agent = agents.spymaster("SM_P", toy, most=9, people=People({"ta": 8.0}, {"ta": {0.01: 1.0}}, {"ta": {16.0: 1.0}}))
    return [
        turn.intended for n in range(8) for turn in play(toy.deal(n), agent, agents.guesser("ta", toy), rng=n).turns
    ]


def test_what_it_begins_with_is_what_was_fitted(toy):
    agent = agents.spymaster("SM_P", toy, people=TAUGHT, machines=0.0)
    assert agent.names == (PEOPLE, "tb") and agent.beliefs() == pytest.approx({PEOPLE: 0.6, "tb": 0.4})
    agent.start(spymaster_view(toy.deal(0)))
    assert agent.noise_beliefs() == pytest.approx({1.0: 0.4, 2.0: 0.3, 3.0: 0.3})
    guesser = agents.guesser("G_P", toy, people=TAUGHT, machines=0.0)
    assert guesser.beliefs() == pytest.approx({PEOPLE: 0.7, "tb": 0.3})
    some = agents.spymaster("SM_P", toy, people=TAUGHT, machines=0.14).beliefs()
    assert some == pytest.approx(
        {PEOPLE: 0.516, "tb": 0.364} | dict.fromkeys(("ta", "tc", "td", "te", "tf", "th"), 0.02)
    )


def test_a_level_of_noise_is_as_loud_in_every_embedding(toy):
    """Draws of 2σ z·w have the variance 4σ² |w|², σ the level times the spread of a coordinate."""
    agent, board = agents.spymaster("SM_P", toy, people=TAUGHT, machines=0.0), toy.deal(0)
    agent.start(spymaster_view(board))
    agent.give_clue(spymaster_view(board), np.random.default_rng(0))
    drawn = agent._drawn(np.random.default_rng(1), 1, 20_000)  # (model, level, block, draw, place)
    words = [board.words[card] for card in agent._stakes.cards]
    for number, model in enumerate(agent.models):
        lengths = (model.vectors[model.rows(words)].astype(float) ** 2).sum(axis=1)
        for place, level in enumerate(agent.sigmas):
            found = drawn[number, place, 0].astype(float).var(axis=0)
            assert found == pytest.approx(4 * (level * unit(model)) ** 2 * lengths, rel=0.1)


def test_it_finds_out_that_a_partner_is_an_embedding(toy):
    """People's language has most weight before; after some games with one embedding, which stays the same, that has."""
    agent = agents.spymaster("SM_P", toy, carry=True)
    assert max(agent.beliefs(), key=agent.beliefs().get) == PEOPLE
    for number in range(3):
        play(toy.deal(number), agent, agents.guesser("tb", toy), rng=number)
    assert agent.beliefs()["tb"] > 0.5
    assert agent._partner.chances[0] > agent._partner.chances[2], "and that it does not drift"


def test_where_all_partners_are_machines_nobody_speaks_as_people_do(toy):
    agent = agents.spymaster("SM_P", toy, machines=1.0)
    assert PEOPLE not in agent.beliefs() and set(agent.beliefs()) <= set(toy)
    assert play(toy.deal(0), agent, agents.guesser("tb", toy)).turns


def test_the_crowd_hears_as_often_in_each_language_as_was_fitted(toy):
    agent, board = agents.guesser("crowd", toy, people=TAUGHT), toy.deal(0)
    agent.start(guesser_view(board))
    word = next(w for w in toy.words.tolist() if w not in board.words)
    rng, seen = np.random.default_rng(0), Counter()
    for _ in range(2000):
        agent._squared(word, rng)
        seen[agent.embedding.name, round(agent.ear.sigma / unit(agent.embedding), 6)] += 1
    assert {key: count / 2000 for key, count in seen.items()} == pytest.approx(
        {(PEOPLE, 2.0): 0.3, (PEOPLE, 3.0): 0.3, ("tb", 1.0): 0.4}, abs=0.04
    )


def test_the_crowd_speaks_one_language_a_turn_and_another_the_next(toy):
    agent = agents.spymaster("crowd", toy, people=TAUGHT)
    spoken = []
    for number in range(30):
        agent.start(spymaster_view(toy.deal(number)))
        agent.give_clue(spymaster_view(toy.deal(number)), seeds.generator(0, "test", number))
        spoken.append(agent.embedding.name)
        assert agent.beliefs() == {}
    assert {PEOPLE, "tb"} == set(spoken) and 8 < spoken.count(PEOPLE) < 28


@pytest.mark.parametrize(("speaking", "hearing"), [("SM_P", "crowd"), ("crowd", "G_P"), ("SM_P", "G_P")])
def test_they_play_the_same_game_again(toy, speaking, hearing):
    def once():
        return play(toy.deal(1), agents.spymaster(speaking, toy), agents.guesser(hearing, toy), rng=4)

    assert [(t.intended, t.guesses) for t in once().turns] == [(t.intended, t.guesses) for t in once().turns]


def test_the_package_knows_people_where_nobody_has_fetched_their_guesses(toy):
    names = ["retro", "mlm", "dict", "w2v", "g1", "ftxt", "g50"]
    real = fitted("people", names, CHECKOUT / "data/listeners.yaml")
    assert real != evenly(names) and set(real.blend) <= set(names) and set(real.heard) <= {PEOPLE, *names}
    assert sum(share for own in real.heard.values() for share in own.values()) == pytest.approx(1.0, abs=0.05)
    assert fitted("toy", ["ta"]) == evenly(["ta"])


def test_what_it_is_given_is_checked(toy, tmp_path):
    with complaint("people must be what was fitted on people"):
        agents.spymaster("SM_P", toy, people=0.5)
    with complaint("None of ta", "has a share"):
        agents.SpymasterForPeople([toy["ta"]], People({"ta": 1.0}, {"w2v": {1.0: 1.0}}, {}))
    with complaint("counts for anything with people"):
        agents.GuesserForPeople([toy["ta"]], People({}, {}, {PEOPLE: {1.0: 1.0}}))
    with complaint("A share of people", "-1"):
        People(heard={"ta": {1.0: -1}})
    odd = tmp_path / "listeners.yaml"
    odd.write_text("toy: {blend: 3}\n")
    with complaint(str(odd), "not what people's guesses taught"):
        fitted("toy", ["ta"], odd)
