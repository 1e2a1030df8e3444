"""The legend knows every agent that has a name, in the one order, and every embedding of a set."""

import pytest

from commonground.agents.registry import NAMED
from commonground.embeddings import catalogue
from commonground.errors import CommonGroundError
from commonground.report import legend, lineup


def lines(markdown):
    table = [line for line in markdown.data.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table][2:]


def test_every_agent_with_a_name_has_its_line_in_the_one_order():
    told = lines(legend.agents(reversed(NAMED)))
    assert [name for name, _, _ in told] == [f"`{name}`" for name in lineup.in_order(NAMED)]
    assert all(what and whose for _, what, whose in told)


def test_it_says_whose_idea_an_agent_is():
    whose = {name: by for name, _, by in lines(legend.agents(["SM_B", "SM_B_0.5", "SM_N", "SM_RSA", "random"]))}
    assert whose == {
        "`random`": "–",
        "`SM_B`": "the paper's",
        "`SM_B_0.5`": "the paper's, varied",
        "`SM_N`": "ours",
        "`SM_RSA`": "rival: White, Pandey and Pan (2024)",
    }


def test_static_agents_share_a_line_and_levels_are_told_once():
    told = lines(legend.agents(["w2v", "S1:w2v", "g1", "S1:g1+shared", "GM_H_noise_both", "SM_B (no filter)"]))
    assert [name for name, _, _ in told] == ["`w2v`, `g1`", "`SM_B`", "`S1`", "`GM_H_noise_both`"]
    assert "`GM_H_both`" in told[-1][1]


def test_below_the_agents_stands_what_partners_and_environments_are_called():
    assert legend.agents(["SM_B"]).data.endswith(legend.CONDITIONS) and "(in-distribution)" in legend.CONDITIONS


def test_an_agent_that_it_does_not_know_is_told():
    with pytest.raises(CommonGroundError, match="nothing of an agent 'SM_X'"):
        legend.agents(["SM_X"])


def test_embeddings_are_told_with_those_of_the_paper_that_they_stand_for():
    told = {name: rest for name, *rest in lines(legend.embeddings("open"))}
    assert list(told) == [f"`{name}`" for name in lineup.in_order(told_names("open"), catalogue.load().set("open"))]
    assert told["`g1`"] == ["GloVe 6B, 100 dimensions", "internal", "g3 (GloVe 6B, 300 dimensions)"]
    assert told["`w2v`"][2] == "w2v (word2vec, Google News)"


def told_names(set_name):
    return [name for name, entry in catalogue.load().set(set_name).embeddings.items() if entry.role != "part"]
