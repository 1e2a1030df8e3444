"""Whatever agents are made with is right, or is refused in one sentence: no other exception, no agent that never answers."""

import inspect
import math

import numpy as np
import pytest
from hypothesis import given, settings

from commonground import agents
from commonground.agents import (
    BayesianGuesser,
    BayesianSpymaster,
    DeductiveGuesser,
    DeductiveSpymaster,
    HierarchyGuesser,
    HierarchySpymaster,
    JointGuesser,
    NoiseLearner,
    RandomSpymaster,
    StaticGuesser,
    StaticSpymaster,
    level,
    poisson,
)  # fmt: skip
from commonground.embeddings import Embedding, EmbeddingSet, load_set
from commonground.game import STOCHASTIC, Board, Clue, Colour, GuesserView, Noise, SpymasterView, Turn, play
from helpers import small
from helpers.odd import mixed_up, result_or_sentence
from helpers.support import complaint

RNG = np.random.default_rng(0)
A, B = small.embedding("a", RNG), small.embedding("b", RNG)
BOARD = small.board(RNG)
TOY = load_set("toy")
FIRST = {"embedding": A, "models": [A, B], "samples": 10, "second_samples": 10, "neighbours": 25}
CLASSES = sorted(name for name in agents.__all__ if inspect.isclass(getattr(agents, name)))
FUNCTIONS = {
    "described": {"name": "S1:ta", "embeddings": TOY},
    "guesser": {"name": "ta", "embeddings": TOY, "ear": 0.5},
    "level": {"number": 1, "embedding": A},
    "poisson": {"tau": 1.5},
    "spymaster": {"name": "SM_B", "embeddings": TOY},
}


def good(name):
    """Good arguments of an agent: what it takes by default, but few samples."""
    parameters = inspect.signature(getattr(agents, name)).parameters
    chosen = {key: FIRST.get(key, parameter.default) for key, parameter in parameters.items()}
    return chosen | ({"models": [level(0, A), level(1, B)]} if "Hierarchy" in name else {})


def test_everything_public_has_its_good_arguments_here():
    assert {name for name in agents.__all__ if callable(getattr(agents, name))} == {*CLASSES, *FUNCTIONS}


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_odd_arguments_of_functions(name):
    call = getattr(agents, name)
    call(**FUNCTIONS[name])

    @settings(deadline=None, max_examples=150)
    @given(mixed_up(FUNCTIONS[name]))
    def odd(options):
        result_or_sentence(call, **options)

    odd()


def plays(agent):
    """Play a game with an agent that was taken, if it does not think for long."""
    if getattr(agent, "samples", 1) > 30 or getattr(agent, "second_samples", 1) > 30 or getattr(agent, "level", 0) > 2:
        return
    if hasattr(agent, "give_clue"):
        result_or_sentence(play, BOARD, agent, StaticGuesser(B), STOCHASTIC)
    else:
        result_or_sentence(play, BOARD, StaticSpymaster(B, neighbours=25), agent)


@pytest.mark.parametrize("name", CLASSES)
def test_odd_arguments_of_agents(name):
    arguments = good(name)
    plays(getattr(agents, name)(**arguments))

    @settings(deadline=None, max_examples=100)
    @given(mixed_up(arguments))
    def odd(options):
        agent = result_or_sentence(getattr(agents, name), **options)
        if agent is not None:
            plays(agent)

    odd()


TWO = (BayesianSpymaster, BayesianGuesser, NoiseLearner, JointGuesser)
LEVELS = (HierarchySpymaster, HierarchyGuesser)


@pytest.mark.parametrize("agent", TWO)
@pytest.mark.parametrize(
    ("models", "said"),
    [
        (["ta", "tb"], "models must be a list of embeddings, e.g. load_set(\"toy\").internal, but 'ta' is something else."),
        ({A, B}, "models must be a list of embeddings"),
        (A, "models must be a list of embeddings, e.g. load_set(\"toy\").internal, not Embedding(name='a')."),
        (None, "not None"),
        (TOY, "not EmbeddingSet(name='toy')"),
        ([], "at least one embedding"),
        ([A, A], "The names of models must all differ, but 'a' is there twice."),
    ],
)  # fmt: skip
def test_models_are_embeddings_each_once(agent, models, said):
    with complaint(said):
        agent.over(models)


@pytest.mark.parametrize("agent", LEVELS)
@pytest.mark.parametrize(
    ("models", "said"),
    [
        ([A, B], "models must be a list of levels, e.g. level(0, embedding)"),
        ("ta", "models must be a list of levels"),
        ({level(0, A)}, "models must be a list of levels"),
        ([level(1, A), level(1, A)], "Teammate models must all differ, but 'a/1' is there twice."),
        (
            [level(0, A), level(1, small.embedding("a", RNG))],
            "The names of different embeddings must all differ, but 'a'",
        ),
    ],
)
def test_teammate_models_are_levels_each_once(agent, models, said):
    with complaint(said):
        agent.over(models)


@pytest.mark.parametrize(
    "prior",
    [[1e308, 1e308], [math.nan, 1.0], [1.0], [1.0] * 3, ["a", "b"], ["1", "2"], [True, True], {1.0, 2.0}, 0.5, [[1.0, 1.0]]],
)  # fmt: skip
@pytest.mark.parametrize("agent", [*TWO, *LEVELS])
def test_a_prior_has_one_weight_a_model(agent, prior):
    with complaint("A prior must be one weight of 0 or more for each of a", "not all 0"):
        agent.over([level(0, A), level(0, B)] if agent in LEVELS else [A, B], prior=prior)


@pytest.mark.parametrize(
    ("agent", "option", "values", "said"),
    [
        (
            BayesianSpymaster,
            "samples",
            [1.5, True, 0, -4, "10", None],
            "samples must be a whole number of 1 or more, not ",
        ),
        (BayesianGuesser, "samples", [1.5, True, 0, math.nan], "samples must be a whole number of 1 or more, not "),
        (BayesianGuesser, "samples", [10**9, 10**30], "samples must be at most 3,000,000 (all are held at once), not "),
        (BayesianGuesser, "skip", [math.nan, -0.1, 1.1, True, "0"], "skip must be a probability between 0 and 1, not "),
        (BayesianGuesser, "belief", [math.nan, math.inf, None], "belief must be a probability between 0 and 1, not "),
        (BayesianGuesser, "number", [1, "yes", None], "number must be True or False, not "),
        (BayesianGuesser, "noise", [math.nan, -1, math.inf, True, "1"], "Noise must be a number of 0 or more, not "),
        (BayesianGuesser, "utility", [1.0, None], "utility must be a utility, e.g. Utility(bystander=-0.5), not "),
        (BayesianGuesser, "neighbours", [0, -1, 1.5, True], "neighbours must be a whole number of 1 or more, not "),
        (BayesianGuesser, "neighbours", [501, 10**9], "neighbours must be at most 500 (so many are kept), not "),
        (BayesianSpymaster, "legality", ["x", None, 1], "legality must be one of paper, strict, not "),
        (BayesianSpymaster, "name", [5, A], "name must be a string, not "),
        (NoiseLearner, "shortlist", [-1, 1.5], "shortlist must be a whole number of 0 or more, not "),
        (JointGuesser, "stranger", [math.nan, 2], "stranger must be a probability between 0 and 1, not "),
    ],
)
def test_options_are_what_they_are_called(agent, option, values, said):
    for value in values:
        with complaint(said):
            agent.over([A, B], **{option: value})


@pytest.mark.parametrize("agent", [DeductiveSpymaster, DeductiveGuesser])
def test_levels_end_somewhere(agent):
    with complaint("A level of the hierarchy must be at most 20 (each costs a table a turn), not 1000000."):
        agent(A, level=1_000_000)
    for odd in (True, 1.5, -1, "1"):
        with complaint("A level of the hierarchy must be a whole number of 0 or more, not "):
            agent(A, level=odd)
    with complaint("shared must be a whole number of 0 or more, not -1."):
        agent(A, shared=-1)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("S99999999999:ta", "A level of the hierarchy must be at most 20"),
        (f"S{'9' * 5000}:ta", "There is no spymaster 'S9999"),
        ("SM_H_embedding:1000", "A level of the hierarchy must be at most 20"),
        ("SM_CH7", "Steps of thinking must be at most 6 (each doubles who has to be imagined), not 7."),
        ("SM_B_5000", "Noise must be at most 1,000, not 5000.0."),
        (3, "The name of an agent must be a string, not 3."),
    ],
)
def test_names_of_agents_that_would_think_for_ever(name, said):
    with complaint(said):
        agents.spymaster(name, TOY)


def test_a_set_is_loaded_before_its_agents_are_made():
    for make, name in ((agents.spymaster, "SM_B"), (agents.guesser, "ta")):
        with complaint("embeddings must be a set of embeddings, e.g. load_set(\"toy\"), not 'toy'."):
            make(name, "toy")
    nobody = EmbeddingSet("empty", {"ta": TOY["te"]}, {"ta": TOY.entries["te"]}, TOY.board_words)
    for name in ("random", "SM_B", "SM_CH1", "SM_H_both"):
        with complaint("The set 'empty' has no internal embeddings"):
            agents.spymaster(name, nobody)


def test_options_that_no_agent_has():
    with complaint("The agent 'ta' has no option 'samples'; it has ear, name."):
        agents.guesser("ta", TOY, samples=-4)
    with complaint("BayesianSpymaster has no option 'bogus'; it has prior, noise"):
        BayesianSpymaster.over([A, B], bogus=1)
    for name in ("ta", "random", "DG_B"):
        with complaint("Noise must be a number of 0 or more, not nan."):
            agents.guesser(name, TOY, ear=math.nan)


def test_the_mean_of_a_poisson_prior():
    for odd in (0, -1, math.nan, "1", True):
        with complaint("The mean of a Poisson prior must be a number above 0, not "):
            poisson(odd)
    with complaint("at most 100"):
        poisson(1e308)


@pytest.mark.parametrize("agent", [StaticSpymaster, StaticGuesser, RandomSpymaster, DeductiveSpymaster])
@pytest.mark.parametrize("embedding", ["ta", None, [A], TOY])
def test_a_static_agent_has_an_embedding(agent, embedding):
    with complaint('embedding must be an embedding, e.g. load_set("toy")["ta"], not '):
        agent(embedding)


def with_neighbours(table):
    embedding = Embedding("a", A.words, A.vectors)
    embedding.__dict__["neighbours"] = table
    return embedding


@pytest.mark.parametrize("change", [lambda t: t + 60, lambda t: t - 60, lambda t: t[:40]])
@pytest.mark.parametrize(
    "make", [StaticSpymaster, lambda e, **o: DeductiveGuesser(e, **o), lambda e, **o: BayesianSpymaster([e], **o)]
)
def test_a_table_of_nearest_words_that_is_not_this_embeddings(make, change):
    agent = make(with_neighbours(change(A.neighbours)), neighbours=25)
    seats = (agent, StaticGuesser(A)) if hasattr(agent, "give_clue") else (StaticSpymaster(A, neighbours=25), agent)
    with complaint("The table of the nearest words of 'a'", "work it out again."):
        play(BOARD, *seats)


@pytest.mark.parametrize("legality", ["paper", "strict"])
@pytest.mark.parametrize("make", [StaticSpymaster, lambda e, **o: BayesianSpymaster([e], **o)])
def test_a_vocabulary_that_is_the_board(make, legality):
    few = A.restricted(BOARD.words)
    for spymaster in (make(few, legality=legality), RandomSpymaster(few)):
        with complaint("Embedding 'a' has 25 words, all of them on the board", "take an embedding with more"):
            play(BOARD, spymaster, StaticGuesser(few))


def test_a_spymaster_that_may_not_repeat_itself_runs_out_of_words():
    """One word is left: once it is said, there is none."""
    word = next(str(word) for word in A.words if word not in BOARD.words)
    few = A.restricted([*BOARD.words, word])
    vectors = few.vectors.copy()
    few = Embedding("few", np.array([*BOARD.words, "zzz"]), vectors)
    for agent in (StaticSpymaster(few, legality="strict"), BayesianSpymaster([few], legality="strict", name="few")):
        with complaint("few has nothing to say"):
            play(BOARD, agent, agents.RandomGuesser(few), rng=2)


def test_a_board_with_a_word_that_an_embedding_does_not_know():
    strange = Board(("qwertz", *BOARD.words[1:]), BOARD.key)
    for spymaster, guesser in ((StaticSpymaster(A), StaticGuesser(A)), (BayesianSpymaster([A]), BayesianGuesser([A]))):
        with complaint("Embedding 'a' has no vector for 'qwertz'."):
            play(strange, spymaster, guesser)


@pytest.mark.parametrize("agent", [BayesianGuesser, JointGuesser])
def test_one_sample_is_enough_to_play(agent):
    assert play(BOARD, StaticSpymaster(B, neighbours=25), agent([A, B], samples=1, neighbours=25)).turns


def test_numbers_of_numpy_are_as_good_as_plain_ones():
    agent = BayesianGuesser([A, B], samples=np.int64(30), skip=np.float32(0.5), noise=Noise(np.float64(0.0)))
    assert agent.samples == 30 and agent.skip == 0.5 and type(agent.samples) is int
    assert DeductiveSpymaster(A, np.int8(1)).name == "S1:a"


# Agents as they are asked

ON_TOY = TOY.deal(0)
HIDDEN = (None,) * len(ON_TOY.words)
SEEN = {
    "spymaster": SpymasterView(ON_TOY.words, ON_TOY.key, HIDDEN, ()),
    "guesser": GuesserView(ON_TOY.words, HIDDEN, ()),
}
CLUE = Clue(next(str(word) for word in TOY.words if word not in ON_TOY.words), 2)
GENERATOR = np.random.default_rng(0)
EVERYBODY = [("spymaster", name) for name in ("random", "ta", "S1:ta", "SM_H_both", "SM_CH2", *agents.ALL_SPYMASTERS)]
EVERYBODY += [("guesser", name) for name in ("random", "ta", "G1:ta", "GM_H_both", "GM_CH2", *agents.ALL_GUESSERS)]


def made(role, name):
    return getattr(agents, role)(name, TOY)


def asked(role, agent, view, clue=CLUE, rng=GENERATOR):
    return agent.give_clue(view, rng) if role == "spymaster" else agent.next_guess(view, clue, rng)


def told(role, agent, view, *odd):
    seen = odd or ((Turn(CLUE, (0,), (ON_TOY.key[0],)),) if role == "spymaster" else (0, ON_TOY.key[0]))
    return agent.observe(view, *seen)


@pytest.mark.parametrize(("role", "name"), EVERYBODY)
def test_an_agent_is_asked_in_a_game_that_has_begun(role, name):
    agent = made(role, name)
    for ask in (asked, told):
        with complaint(f"{agent.name} was asked before a game began: call start(view) first."):
            ask(role, agent, SEEN[role])
    strange = Board(("qwertz", *ON_TOY.words[1:]), ON_TOY.key)
    view = SEEN[role]._replace(words=strange.words)
    with complaint("'qwertz'"):
        agent.start(view)
    with complaint("was asked before a game began"):
        asked(role, agent, view)


@pytest.mark.parametrize(("role", "name"), EVERYBODY)
def test_an_agent_is_shown_what_its_role_may_see_of_its_own_board(role, name):
    agent, other = made(role, name), SEEN["guesser" if role == "spymaster" else "spymaster"]
    for odd in (None, 5, other, tuple(SEEN[role])):
        with complaint(f"What {agent.name} is shown must be a {role.title()}View, which has"):
            agent.start(odd)
    agent.start(SEEN[role])
    elsewhere = TOY.deal(1)
    others = [SEEN[role]._replace(words=elsewhere.words)]
    others += [SEEN[role]._replace(key=elsewhere.key)] if role == "spymaster" else []
    for ask in (asked, told):
        with complaint(f"What {agent.name} is shown must be a"):
            ask(role, agent, other)
        for view in others:
            with complaint(f"{agent.name} is shown another board than the one it began with: call start(view)"):
                ask(role, agent, view)


@pytest.mark.parametrize(("role", "name"), EVERYBODY)
def test_an_agent_is_asked_with_a_clue_and_a_generator_while_there_is_something_to_say(role, name):
    agent = made(role, name)
    agent.start(SEEN[role])
    for odd in (None, 5, 0.5, np.random):
        with complaint("rng must be a random number generator of numpy's, e.g. np.random.default_rng(0), not "):
            asked(role, agent, SEEN[role], rng=odd)
    for odd in (None, ("x", 2), "x 2") if role == "guesser" else ():
        with complaint('clue must be a clue, e.g. Clue("animal", 2), not '):
            asked(role, agent, SEEN[role], clue=odd)
    for odd in (
        [(None,), (("x", (0,), ()),)] if role == "spymaster" else [(25, Colour.RED), (-1, Colour.RED), (0, "red")]
    ):
        with complaint(" must be "):
            told(role, agent, SEEN[role], *odd)
    with complaint(f"{agent.name} was asked for a c", "the game is over."):
        asked(role, agent, SEEN[role]._replace(revealed=ON_TOY.key))


def test_views_of_one_game_that_were_read_from_somewhere_are_views_of_one_game():
    """Equal words are the same words, though a person's page or a guest's framework spells them anew."""
    again = tuple("".join(list(word)) for word in ON_TOY.words)
    for role in SEEN:
        agent = made(role, "ta")
        agent.start(SEEN[role])
        assert again is not ON_TOY.words and asked(role, agent, SEEN[role]._replace(words=again)) is not None
