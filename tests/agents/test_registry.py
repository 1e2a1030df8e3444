"""The registry: who has a name, in which order, and options that there are not."""

import pytest

from commonground import agents
from commonground.agents import registry
from commonground.embeddings import load_set
from helpers.support import complaint


@pytest.fixture(scope="module")
def toy():
    return load_set("toy")


def test_the_papers_agents_come_first_then_rivals_then_ours():
    assert list(agents.ALL_SPYMASTERS) == [*agents.SPYMASTERS, *agents.RIVAL_SPYMASTERS, *agents.OUR_SPYMASTERS]
    assert list(agents.ALL_GUESSERS) == [*agents.GUESSERS, *agents.RIVAL_GUESSERS, *agents.OUR_GUESSERS]
    assert list(agents.SPYMASTERS) == ["SM_B", "SM_B_noise"] and list(agents.OUR_SPYMASTERS) == [
        "SM_C",
        "SM_N",
        "crowd",
        "SM_P",
    ]
    assert list(agents.GUESSERS) == ["DG_B", "DG_B_noise", "BG_B", "BG_B_noise", "MG_B", "MG_B_noise"]
    assert list(agents.OUR_GUESSERS) == ["G_J", "crowd", "G_P"]
    ours = agents.OUR_SPYMASTERS | agents.OUR_GUESSERS
    assert [name for name, named in ours.items() if named.in_tables] == ["SM_N", "G_J"], "those for people are not"
    assert all(named.in_tables for named in registry.NAMED.values() if not named.ours)


@pytest.mark.parametrize("role", ["spymaster", "guesser"])
def test_an_agent_sits_in_its_own_seat(toy, role):
    for name, named in registry.NAMED.items():
        if kind := named.seated(role):
            made = getattr(agents, role)(name, toy)
            assert isinstance(made, kind) and made.name == name
        else:
            with complaint("There is no", f"'{name}'"):
                getattr(agents, role)(name, toy)
    assert [name for name, named in registry.NAMED.items() if named.other_seat] == ["blend", "crowd"]


def test_a_bayesian_agent_may_have_the_blend_as_one_more_model(toy):
    agent = agents.spymaster("SM_N+blend", toy)
    assert agent.names == (*(model.name for model in toy.internal), "blend") and agent.name == "SM_N+blend"
    assert agent.noise_prior.tolist() == agents.spymaster("SM_N", toy).noise_prior.tolist()
    assert agents.guesser("DG_B+blend", toy).models[-1] is toy.blend
    for odd in ("blend+blend", "ta+blend", "SM_N+bland", "SM_P+blend"):
        with complaint("There is no spymaster"):
            agents.spymaster(odd, toy)


@pytest.mark.parametrize(
    ("make", "name"),
    [
        *((agents.guesser, name) for name in ("random", "ta", "DG_B", "G_J", "G1:ta", "GM_H_both", "GM_CH2")),
        *((agents.spymaster, name) for name in ("random", "ta", "SM_B", "SM_N", "S1:ta", "SM_H_level:ta", "SM_CH2")),
    ],
)
def test_an_option_that_there_is_not_is_told(toy, make, name):
    with complaint("has no option 'bogus'; it has", "name"):
        make(name, toy, bogus=1)


def test_a_static_agents_options_are_its_own(toy):
    assert agents.spymaster("ta", toy, legality="strict").legality == "strict"
    assert agents.guesser("ta", toy, ear=0.5).ear.sigma == 0.5
    deaf = agents.guesser("DG_B_noise", toy, ear=0.5)
    assert (deaf.ear.sigma, deaf.noise.sigma) == (0.5, 1.0), "what befalls it, and what it assumes"
    wary = agents.guesser("DG_B", toy, noise=0.5)
    assert (wary.ear.sigma, wary.noise.sigma) == (0.0, 0.5), "noise is what an agent assumes, in either seat"
    assert agents.spymaster("SM_B", toy, noise=0.5).noise.sigma == 0.5
    with complaint("The agent 'GM_H_both' has no option 'ear'"):
        agents.guesser("GM_H_both", toy, ear=0.5)
    with complaint("The agent 'ta' has no option 'noise'; it has ear"):
        agents.guesser("ta", toy, noise=0.5)
