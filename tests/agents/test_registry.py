"""The registry: who has a name, in which order, and options that there are not."""

import pytest

from commonground import agents
from commonground.agents import registry
from commonground.embeddings import load_set
from helpers.support import complaint


@pytest.fixture(scope="module")
def toy():
    return load_set("toy")


def test_the_papers_agents_come_first_then_ours():
    assert (
        list(agents.ALL_SPYMASTERS)
        == [*agents.SPYMASTERS, *agents.OUR_SPYMASTERS]
        == ["SM_B", "SM_B_noise", "SM_C", "SM_N"]
    )
    assert list(agents.ALL_GUESSERS) == [*agents.GUESSERS, *agents.OUR_GUESSERS]
    assert list(agents.GUESSERS) == ["DG_B", "DG_B_noise", "BG_B", "BG_B_noise", "MG_B", "MG_B_noise"]
    assert [name for name, named in registry.NAMED.items() if named.ours and named.in_tables] == ["SM_N", "G_J"]
    assert all(named.in_tables for named in registry.NAMED.values() if not named.ours)


def test_an_agent_sits_in_its_own_seat(toy):
    for name, named in registry.NAMED.items():
        seat, other = (agents.spymaster, agents.guesser)[:: 1 if named.role == "spymaster" else -1]
        assert isinstance(seat(name, toy), named.agent) and seat(name, toy).name == name
        with complaint("There is no", f"'{name}'"):
            other(name, toy)


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
    assert agents.guesser("ta", toy, noise=0.5).noise.sigma == 0.5
