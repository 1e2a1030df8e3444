"""Every agent plays whole games by other rules than the paper's, and reckons with their numbers."""

import numpy as np
import pytest

from commonground import agents
from commonground.embeddings import load_set
from commonground.game import COMPETITION, DETERMINISTIC, STOCHASTIC, Colour, GuesserView, Rules, SpymasterView, play
from helpers import small

OTHER = {name: rules for name, rules in small.RULES.items() if name != "standard"}
HIERARCHY = (
    "S1:ta",
    "S2:ta",
    "S1:ta+shared",
    "S2:tb+shared+forgetful",
    "SM_H_level:ta",
    "SM_H_embedding:1",
    "SM_H_both",
    "SM_CH1",
    "SM_CH2",
)
SPYMASTERS = ("random", "ta", "te", *agents.ALL_SPYMASTERS, "SM_B_0.25", *HIERARCHY)
GUESSERS = ("random", "ta", "te", *agents.ALL_GUESSERS, *(name.replace("S", "G", 1) for name in HIERARCHY))


@pytest.fixture(scope="module")
def toy():
    return load_set("toy")


def assert_a_whole_game(record, rules):
    """It ends as the rules have it, with as many cards of each colour revealed as there can be."""
    seen = record.revealed
    assert all(seen[colour] <= count for colour, count in rules.counts.items())
    if record.won:
        assert seen[Colour.RED] == rules.red and not seen[Colour.ASSASSIN]
    else:
        assert seen[Colour.ASSASSIN] == 1 or (rules.blue and seen[Colour.BLUE] == rules.blue)
    for turn in record.turns:
        assert 1 <= turn.intended.number <= rules.red
        assert sum(turn.guesser_beliefs.values()) == pytest.approx(1.0 if turn.guesser_beliefs else 0.0)


def few(name):
    """Few worlds to think about, for those that do, so that a game takes no time."""
    named = agents.ALL_GUESSERS.get(name)
    samples = named is not None and issubclass(named.agent, agents.BayesianGuesser)
    thinks = samples or ":" in name or name[1:].startswith(("M_H", "M_CH"))
    return {"samples": 60} if thinks else {}


@pytest.mark.parametrize("rules", OTHER)
@pytest.mark.parametrize("name", SPYMASTERS)
def test_every_spymaster_plays(toy, name, rules):
    agent = agents.spymaster(name, toy, **few(name))
    for board, partner in enumerate(("tb", "G1:ta")):
        guesser = agents.guesser(partner, toy, **few(partner))
        assert_a_whole_game(play(toy.deal(board, rules=OTHER[rules]), agent, guesser, rng=board), OTHER[rules])


@pytest.mark.parametrize("rules", OTHER)
@pytest.mark.parametrize("name", GUESSERS)
def test_every_guesser_plays(toy, name, rules):
    agent = agents.guesser(name, toy, **few(name))
    for board, (partner, environment) in enumerate((("ta", DETERMINISTIC), ("te", STOCHASTIC))):
        spymaster = agents.spymaster(partner, toy)
        record = play(toy.deal(board, rules=OTHER[rules]), spymaster, agent, environment, rng=board)
        assert_a_whole_game(record, OTHER[rules])


def test_a_spymaster_weighs_an_assassin_by_the_rules(toy):
    """It costs as much as all red cards: a lost clue's expected utility tells how many the board has."""
    for rules in (COMPETITION, small.DUET, Rules(red=4, blue=3, bystander=3, assassin=2)):
        board = toy.deal(0, rules=rules)
        agent = agents.spymaster("SM_B", toy)
        view = SpymasterView(board.words, board.key, (None,) * rules.cards, (), rules)
        agent.start(view)
        agent.give_clue(view, np.random.default_rng(0))
        assert agent._stakes.values.tolist() == [1.0, -1.0, 0.0, -rules.red]


@pytest.mark.parametrize("name", ["DG_B", "G_J", "GM_H_both"])
@pytest.mark.parametrize("rules", OTHER)
def test_a_guessers_chances_add_up_to_the_cards_there_are(toy, name, rules):
    """Over all cards, p(red) adds up to the number of red cards, and so for every colour."""
    chosen = OTHER[rules]
    board = toy.deal(3, rules=chosen)
    agent = agents.guesser(name, toy, samples=300)
    view = GuesserView(board.words, (None,) * chosen.cards, (), chosen)
    agent.start(view)
    clue = agents.spymaster("ta", toy)
    clue.start(SpymasterView(board.words, board.key, view.revealed, (), chosen))
    said = clue.give_clue(SpymasterView(board.words, board.key, view.revealed, (), chosen), np.random.default_rng(0))
    agent.next_guess(view, said, np.random.default_rng(0))
    chances = agent.explain()["before_boosting"].values()
    for colour, count in chosen.counts.items():
        assert sum(chance[colour.name.lower()] for chance in chances) == pytest.approx(count)
