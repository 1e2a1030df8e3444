"""The ensemble: which expert is picked, turn by turn, beside the rule written out; and what it learns over games."""

import math

import pytest

from commonground import agents
from commonground.agents.bandit import EnsembleGuesser, EnsembleSpymaster
from commonground.embeddings import load_set
from commonground.game import Colour, play
from helpers.support import complaint

VALUES = dict(zip(Colour, (1.0, -1.0, 0.0, -9.0), strict=True))


@pytest.fixture(scope="module")
def toy():
    return load_set("toy")


def next_expert(told: list[tuple[str, float]], experts: list[str], curiosity: float) -> str:
    """UCB1, literally: `told` are the experts of the turns so far and what each turn was worth."""
    promise = {}
    for expert in experts:
        worth = [value for name, value in told if name == expert]
        if not worth:
            return expert
        promise[expert] = sum(worth) / len(worth) + curiosity * math.sqrt(math.log(len(told)) / len(worth))
    return max(promise, key=promise.__getitem__)


@pytest.mark.parametrize("carry", [False, True])
@pytest.mark.parametrize("curiosity", [0.0, 0.7, 3.0])
def test_the_expert_of_every_turn_is_the_literal_one(toy, carry, curiosity):
    experts = [model.name for model in toy.internal]
    told, chosen = {}, {"spymaster": [], "guesser": []}
    options = {"curiosity": curiosity, "carry": carry}

    class Speaker(EnsembleSpymaster):
        def give_clue(self, view, rng):
            clue = super().give_clue(view, rng)
            chosen["spymaster"].append(self.explain()["expert"])
            return clue

    class Hearer(EnsembleGuesser):
        def next_guess(self, view, clue, rng):
            before = self._turn
            card = super().next_guess(view, clue, rng)
            if self._turn != before:
                chosen["guesser"].append(self.explain()["expert"])
            return card

    speaker, hearer = Speaker(toy.internal, **options), Hearer(toy.internal, **options)
    pairs = {
        "spymaster": (speaker, agents.guesser("tb", toy)),
        "guesser": (agents.spymaster("tb", toy), hearer),
    }
    for role, seats in pairs.items():
        told[role] = []
        for board in range(3):
            chosen[role].clear()
            record = play(toy.deal(board), *seats, rng=board)
            if not carry:
                told[role] = []
            for turn, expert in zip(record.turns, chosen[role], strict=True):
                assert expert == next_expert(told[role], experts, curiosity)
                told[role].append((expert, -1.0 + sum(VALUES[colour] for colour in turn.colours)))


def test_over_many_games_it_finds_the_expert_that_suits_its_partner(toy):
    for make, partner in ((agents.spymaster, agents.guesser), (agents.guesser, agents.spymaster)):
        agent = make("SM_ACE" if make is agents.spymaster else "G_ACE", toy, carry=True)
        for board in range(12):
            seats = (agent, partner("tc", toy))
            play(toy.deal(board), *(seats if make is agents.spymaster else seats[::-1]), rng=board)
        turns = agent.explain()["turns"]
        assert max(turns, key=turns.__getitem__) == "tc" and agent.beliefs() == {}


def test_the_embedding_of_a_spymaster_is_its_experts(toy):
    agent = agents.spymaster("SM_ACE", toy)
    play(toy.deal(0), agent, agents.guesser("ta", toy))
    assert agent.embedding.name == agent.explain()["expert"]


def test_what_it_is_given_is_checked(toy):
    with complaint("curiosity must be a number of 0 or more, not -1."):
        agents.spymaster("SM_ACE", toy, curiosity=-1)
    with complaint("carry must be True or False, not 'yes'."):
        agents.guesser("G_ACE", toy, carry="yes")
