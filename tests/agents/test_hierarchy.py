"""Beliefs over levels and embeddings: the paper's agents as special cases, posteriors by hand, priors, bad input."""

import numpy as np
import pytest

from commonground import agents
from commonground.agents import (
    BayesianGuesser,
    BayesianSpymaster,
    DeductiveGuesser,
    DeductiveSpymaster,
    HierarchyGuesser,
    HierarchySpymaster,
    StaticGuesser,
    StaticSpymaster,
    level,
    poisson,
)
from commonground.embeddings import load_set
from commonground.errors import CommonGroundError
from commonground.game import play
from helpers import small
from helpers.support import complaint

NEAR = 25


def two(rng):
    return [small.embedding("a", rng), small.embedding("b", rng)]


@pytest.mark.parametrize("seed", range(8))
def test_over_static_models_the_spymaster_is_the_papers(seed):
    """The same clues, the same beliefs, whole games long, with a guesser it knows or a stranger."""
    rng = np.random.default_rng((1, seed))
    models = two(rng)
    partner = StaticGuesser(models[seed % 2] if seed % 3 else small.embedding("unknown", rng))
    board = small.board(rng)
    records = [
        play(board, spymaster, partner, rng=seed)
        for spymaster in (
            BayesianSpymaster.over(models, neighbours=NEAR),
            HierarchySpymaster.over([level(0, model) for model in models], neighbours=NEAR),
        )
    ]
    told = [[(turn.intended, *turn.spymaster_beliefs.values()) for turn in record.turns] for record in records]
    assert [turn[0] for turn in told[0]] == [turn[0] for turn in told[1]]
    assert np.allclose([turn[1:] for turn in told[0]], [turn[1:] for turn in told[1]])


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("skip", "belief"), [(0.0, 1.0), (0.5, 0.5)])
def test_over_static_models_the_guesser_is_the_papers(seed, skip, belief):
    rng = np.random.default_rng((2, seed))
    models = two(rng)
    partner = StaticSpymaster(models[seed % 2] if seed % 3 else small.embedding("unknown", rng), neighbours=NEAR)
    board = small.board(rng)
    options = {"samples": 40, "skip": skip, "belief": belief, "neighbours": NEAR}
    records = [
        play(board, partner, guesser, rng=seed)
        for guesser in (
            BayesianGuesser.over(models, **options),
            HierarchyGuesser.over([level(0, model) for model in models], **options),
        )
    ]
    assert [turn.guesses for turn in records[0].turns] == [turn.guesses for turn in records[1].turns]
    believed = [[list(turn.guesser_beliefs.values()) for turn in record.turns] for record in records]
    assert np.allclose(*believed)


def test_a_spymaster_finds_out_level_and_embedding_together():
    """G1 over b among four models: what it shows is counted by R7, and the posterior is the product of the counts."""
    rng = np.random.default_rng(3)
    models = two(rng)
    chosen = [level(k, model) for k in (0, 1) for model in models]
    spymaster = HierarchySpymaster.over(chosen, samples=40, weight=4, neighbours=NEAR)
    assert spymaster.beliefs() == {"a/0": 0.25, "b/0": 0.25, "a/1": 0.25, "b/1": 0.25}
    weights = np.ones(4)
    seen = []
    observe = spymaster.observe

    def counting(view, turn):
        told = spymaster.explain()
        for m, name in enumerate(spymaster.names):
            shown = []
            for word in told["guesses"][name]:
                shown.append(view.words.index(word))
                if view.key[shown[-1]]:
                    break
            weights[m] *= 1 + 4 * (tuple(shown) == turn.guesses)
        observe(view, turn)
        seen.append(np.allclose(list(spymaster.beliefs().values()), weights / weights.sum()))

    spymaster.observe = counting
    play(small.board(rng), spymaster, DeductiveGuesser(models[1], 1, samples=40, neighbours=NEAR), rng=1)
    assert seen and all(seen)
    assert spymaster.embedding.name == spymaster.names[int(np.argmax(weights))][0]


def test_explanations_name_models_by_embedding_and_level():
    rng = np.random.default_rng(4)
    models = two(rng)
    chosen = [level(0, models[0]), level(2, models[1])]
    spymaster = HierarchySpymaster.over(chosen, samples=20, neighbours=NEAR)
    guesser = HierarchyGuesser.over(chosen, samples=20, neighbours=NEAR)
    play(small.board(rng), spymaster, guesser, rng=2)
    told = spymaster.explain()
    assert list(told["by_model"]) == list(told["guesses"]) == list(told["beliefs"]) == ["a/0", "b/2"]
    assert told["expected_utility"] >= told["runners_up"][0][1] - 1e-9
    assert guesser.beliefs().keys() == told["beliefs"].keys()
    assert abs(sum(guesser.beliefs().values()) - 1) < 1e-9


def test_the_expected_utility_is_that_of_the_models_answers():
    rng = np.random.default_rng(5)
    models = two(rng)
    spymaster = HierarchySpymaster.over([level(k, m) for k in (0, 1) for m in models], samples=20, neighbours=NEAR)
    checked = []
    give = spymaster.give_clue

    def giving(view, rng):
        clue = give(view, rng)
        told = spymaster.explain()
        mean = sum(told["beliefs"][name] * told["by_model"][name] for name in spymaster.names)
        checked.append(abs(mean - told["expected_utility"]) < 1e-9)
        return clue

    spymaster.give_clue = giving
    play(small.board(rng), spymaster, DeductiveGuesser(models[0], 1, samples=20, neighbours=NEAR), rng=5)
    assert checked and all(checked)


def test_a_guesser_sure_of_the_wrong_level_differs_from_one_of_the_right_one():
    """G2 hears S1, G1 hears S0: on some board of these they pick differently, or levels would mean nothing."""
    differ = []
    for seed in range(6):
        rng = np.random.default_rng((6, seed))
        embedding, board = small.embedding("a", rng), small.board(rng)
        speaking = DeductiveSpymaster(embedding, 1, samples=60, neighbours=NEAR)
        records = [
            play(board, speaking, HierarchyGuesser.over([level(k, embedding)], samples=60, neighbours=NEAR), rng=seed)
            for k in (0, 1)
        ]
        differ.append([turn.guesses for turn in records[0].turns] != [turn.guesses for turn in records[1].turns])
    assert any(differ)


def test_a_poisson_prior_is_over_levels_and_divided_among_their_models():
    a, b = two(np.random.default_rng(7))
    spymaster = HierarchySpymaster.over([level(0, a), level(0, b), level(1, a)], prior=poisson(1.5))
    assert spymaster.beliefs() == pytest.approx({"a/0": 0.2, "b/0": 0.2, "a/1": 0.6})  # 1 : 1.5
    assert HierarchyGuesser.over([level(1, a), level(2, a)], prior=poisson(1.0)).beliefs() == pytest.approx(
        {"a/1": 2 / 3, "a/2": 1 / 3}
    )


@pytest.mark.parametrize("agent", [HierarchySpymaster, HierarchyGuesser])
def test_bad_models_and_priors_get_one_clear_sentence(agent):
    a, b = two(np.random.default_rng(8))
    for models, options, said in (
        ([], {}, "at least one teammate model"),
        ([level(0, a), level(0, a)], {}, "'a/0' is there twice"),
        ([level(0, a), level(1, b)], {"prior": [1.0]}, "a/0, b/1"),
        ([level(0, a)], {"samples": 0}, "sample"),
        ([level(0, a)], {"memory": "elephant"}, "memory"),
    ):
        with pytest.raises(CommonGroundError, match=said):
            agent.over(models, **options)
    with pytest.raises(CommonGroundError, match="whole number of 0 or more, not -1"):
        level(-1, a)
    with pytest.raises(CommonGroundError, match="above 0"):
        poisson(0.0)


@pytest.mark.parametrize(
    ("name", "kind", "options"),
    [
        ("S1:ta", DeductiveSpymaster, {"level": 1}),
        ("G2:tb", DeductiveGuesser, {"level": 2}),
        ("S3:ta+shared+forgetful", DeductiveSpymaster, {"level": 3, "shared": 0, "memory": "none"}),
        ("SM_H_level:ta", HierarchySpymaster, {"levels": (0, 1)}),
        ("SM_H_embedding:1", HierarchySpymaster, {"levels": (0, 1)}),
        ("GM_H_both", HierarchyGuesser, {"levels": (0, 1)}),
        ("SM_CH2", HierarchySpymaster, {"steps": 2}),
        ("GM_CH1", HierarchyGuesser, {"steps": 1}),
    ],
)
def test_agents_by_name(name, kind, options):
    words = load_set("toy")
    make = agents.spymaster if name.startswith("S") else agents.guesser
    agent = make(name, words, samples=7)
    assert isinstance(agent, kind) and agent.name == name and agent.samples == 7
    assert agents.described(name, words) == (kind, options, "internal")


def test_what_a_name_stands_for():
    words = load_set("toy")
    assert agents.described("ta", words) == (StaticSpymaster, {}, "internal")
    assert agents.described("SM_P", words).over == "people" and agents.described("blend", words).over == "blend"
    for odd in ("no such agent", "SM_B_nois", "S1", "vectors"):
        with complaint(f"There is no agent '{odd}'; there are random, ta"):
            agents.described(odd, words)


def test_what_the_unsure_agents_are_unsure_of():
    words = load_set("toy")
    internal = [member.name for member in words.internal]
    names = {
        "SM_H_level:tb": ["tb/0", "tb/1"],
        "SM_H_embedding:1": [f"{name}/1" for name in internal],
        "SM_H_both": [f"{name}/{k}" for k in range(2) for name in internal],
    }
    for name, models in names.items():
        assert list(agents.spymaster(name, words).beliefs()) == models
        assert list(agents.guesser(name.replace("SM", "GM"), words).beliefs()) == models


def test_agents_of_several_steps_think_of_all_with_fewer():
    words = load_set("toy")
    internal = [f"{member.name}/0" for member in words.internal]
    guesser = agents.guesser("GM_CH3", words, samples=9)
    assert list(guesser.beliefs()) == [*internal, "SM_CH1", "SM_CH2"]
    assert guesser.beliefs() == pytest.approx(dict.fromkeys(internal, 1 / 12) | {"SM_CH1": 1 / 3, "SM_CH2": 1 / 3})
    one, two = guesser.teammates[-2:]
    assert list(one.beliefs()) == internal and list(two.beliefs()) == [*internal, "GM_CH1"]
    assert {agent.samples for agent in (guesser, one, two, two.teammates[-1])} == {9}


@pytest.mark.parametrize(
    "name", ["SM_CH0", "S1:nobody", "S1:ta+wise", "SM_H_level:nobody", "SM_H_level", "S:ta", "G1:ta"]
)
def test_a_spymaster_that_there_is_not(name):
    with pytest.raises(CommonGroundError, match="There is no"):
        agents.spymaster(name, load_set("toy"))
