"""The deductive hierarchy: every clue and every pick against the literal recursion, and the identities of R22."""

from itertools import product

import numpy as np
import pytest

from commonground.agents import (
    BayesianGuesser,
    DeductiveGuesser,
    DeductiveSpymaster,
    HierarchyGuesser,
    HierarchySpymaster,
    StaticGuesser,
    StaticSpymaster,
    level,
    worlds,
)
from commonground.errors import CommonGroundError
from commonground.game import Clue, Colour, GuesserView, play
from helpers import small
from reference.levels import LiteralLevels, Scene

NEAR = 25
SAMPLES = 12


class Shadow:
    """An agent at the table that is asked with a stream of its own, which can be drawn from again."""

    def __init__(self, agent, seed: int) -> None:
        self.agent, self.seed, self.name = agent, seed, agent.name
        self.compared = 0

    @property
    def embedding(self):
        return self.agent.embedding

    def start(self, view):
        self.agent.start(view)
        model = small.model(self.agent.embedding)
        self.literal = LiteralLevels(model, small.WORDS, list(view.words), NEAR, self.agent.memory)

    def rng(self, view):
        return np.random.default_rng((self.seed, len(view.history)))

    def set_the_scene(self, view):
        """Tell the literal agents what happened so far and which worlds are thought about now."""
        known = worlds.Known.of(view)
        drawn = worlds.seen_by(view, self.agent.samples, self.rng(view))
        self.literal.heard = [turn.clue.word for turn in view.history]
        self.literal.scenes.append(
            Scene(
                small.words_of(known.unrevealed, view.words),
                tuple(small.words_of(int(mask), view.words) for mask in drawn),
                small.words_of(known.red, view.words),
            )
        )

    def beliefs(self):
        return {}


class ShadowSpymaster(Shadow):
    def give_clue(self, view, rng):
        self.set_the_scene(view)
        clue = self.agent.give_clue(view, self.rng(view))
        red = frozenset(word for word, colour in zip(view.words, view.key, strict=True) if colour is Colour.RED)
        expected = self.literal.says(self.agent.level, red, len(view.history))
        if expected is None:
            left = red & self.literal.scenes[-1].unrevealed
            assert clue.word in self.literal.candidates(left) and clue.number == 1
        else:
            assert clue == expected
            self.compared += 1
            answer = self.literal.answer(self.agent.level, *expected, len(view.history))
            assert self.agent.explain()["guesses"][self.agent.embedding.name] == answer
        return clue

    def observe(self, view, turn):
        self.agent.observe(view, turn)


class ShadowGuesser(Shadow):
    def start(self, view):
        super().start(view)
        self.turn = -1

    def next_guess(self, view, clue, rng):
        if self.turn != len(view.history):
            self.turn, self.picked = len(view.history), []
            self.set_the_scene(view)
        choice = self.agent.next_guess(view, clue, self.rng(view))
        expected = self.literal.next_card(self.agent.level, *clue, self.turn, self.picked)
        assert (None if choice is None else view.words[choice]) == expected
        self.compared += 1
        if choice is not None:
            self.picked.append(view.words[choice])
        return choice

    def observe(self, view, card, colour):
        self.agent.observe(view, card, colour)


OPTIONS = {"samples": SAMPLES, "neighbours": NEAR}


@pytest.mark.slow(0.5)
@pytest.mark.parametrize(
    ("k", "rules", "seed"),
    [(k, *game) for k, game in product((0, 1, 2), small.games(6))] + [(3, "standard", 0), (3, "standard", 1)],
)
def test_whole_games_are_the_literal_recursion(k, rules, seed):
    """S_k with G_k, or with its neighbour on the hierarchy; every clue, every pick, for every rule of remembering."""
    memory = ("all", "reset", "none")[seed % 3]
    rng = np.random.default_rng((1, seed))
    embedding = small.embedding("a", rng, whole_numbers=seed % 2 == 1)
    spymaster = ShadowSpymaster(DeductiveSpymaster(embedding, k, memory=memory, **OPTIONS), seed)
    guesser = ShadowGuesser(DeductiveGuesser(embedding, k + seed // 2 % 2, memory=memory, **OPTIONS), seed + 50)
    play(small.board(rng, small.RULES[rules]), spymaster, guesser, rng=seed)
    assert guesser.compared >= 1


@pytest.mark.parametrize("seed", range(6))
def test_a_stranger_is_answered_as_the_literal_recursion_does(seed):
    """Most words of another embedding's spymaster would be said in no world: they are not kept."""
    rng = np.random.default_rng((2, seed))
    stranger = StaticSpymaster(small.embedding("unknown", rng), neighbours=NEAR)
    guesser = ShadowGuesser(DeductiveGuesser(small.embedding("a", rng), 1 + seed % 2, **OPTIONS), seed)
    play(small.board(rng), stranger, guesser, rng=seed)
    assert guesser.compared >= 1


@pytest.mark.parametrize("seed", range(6))
def test_level_0_is_static(seed):
    rng = np.random.default_rng((3, seed))
    embedding = small.embedding("a", rng, whole_numbers=seed % 2 == 1)
    board = small.board(rng)
    pairs = (
        (StaticSpymaster(embedding, neighbours=NEAR), StaticGuesser(embedding)),
        (DeductiveSpymaster(embedding, 0, neighbours=NEAR), DeductiveGuesser(embedding, 0)),
    )
    static, deductive = (play(board, *pair, rng=seed) for pair in pairs)
    assert static.turns == deductive.turns


class Same:
    """A guesser at the table and another beside it that sees the same and must pick the same."""

    name = "same"

    def __init__(self, agent, twin, seed):
        self.pair, self.seed, self.compared = (agent, twin), seed, 0

    def start(self, view):
        for agent in self.pair:
            agent.start(view)

    def next_guess(self, view, clue, rng):
        ours, theirs = (
            agent.next_guess(view, clue, np.random.default_rng((self.seed, len(view.history)))) for agent in self.pair
        )
        assert ours == theirs
        self.compared += 1
        return ours

    def observe(self, view, card, colour):
        for agent in self.pair:
            agent.observe(view, card, colour)

    def beliefs(self):
        return {}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("memory", ["all", "reset"])
def test_g1_is_the_bayesian_guesser_with_one_static_model(seed, memory):
    """R22. With one model, joint inference differs from factored only in forgetting what it heard when it is refuted."""
    rng = np.random.default_rng((4, seed))
    embedding = small.embedding("a", rng)
    partner = small.embedding("unknown", rng) if seed % 3 == 0 else embedding
    bayesian = BayesianGuesser.over(
        [embedding], samples=40, neighbours=NEAR, inference="joint" if memory == "reset" else "factored"
    )
    same = Same(DeductiveGuesser(embedding, 1, samples=40, memory=memory, neighbours=NEAR), bayesian, seed)
    play(small.board(rng), DeductiveSpymaster(partner, seed % 2, **OPTIONS), same, rng=seed)
    assert same.compared >= 1


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("k", [1, 2, 3])
def test_gk_is_the_bayesian_guesser_with_one_model_of_the_level_below(seed, k):
    """R22: skip 0, belief 1, no noise."""
    rng = np.random.default_rng((5, seed))
    embedding = small.embedding("a", rng)
    bayesian = HierarchyGuesser.over([level(k - 1, embedding)], samples=40, neighbours=NEAR)
    same = Same(DeductiveGuesser(embedding, k, samples=40, neighbours=NEAR), bayesian, seed)
    play(small.board(rng), DeductiveSpymaster(embedding, k - seed % 2, **OPTIONS), same, rng=seed)
    assert same.compared >= 1


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_sk_is_the_bayesian_spymaster_with_one_model_of_its_level(seed, k):
    """R22: whenever some clue is viable, S_k's is the Bayesian spymaster's; on the same worlds, turn by turn."""
    rng = np.random.default_rng((6, seed))
    embedding = small.embedding("a", rng, whole_numbers=seed % 2 == 1)
    deductive = DeductiveSpymaster(embedding, k, samples=40, neighbours=NEAR)
    bayesian = HierarchySpymaster.over([level(k, embedding)], samples=40, neighbours=NEAR)
    compared = []

    class Both(DeductiveSpymaster):
        def start(self, view):
            super().start(view)
            bayesian.start(view)

        def give_clue(self, view, rng):
            own = np.random.default_rng((seed, len(view.history)))
            clue = super().give_clue(view, own)
            other = bayesian.give_clue(view, np.random.default_rng((seed, len(view.history))))
            if self.explain()["viable"]:
                assert clue == other
                compared.append(clue)
            bayesian._given = bayesian._given if clue == other else self.as_given(clue)
            return clue

        def as_given(self, clue):
            words = bayesian.models[0].words[bayesian._table.rows[bayesian._clues]].tolist()
            return words.index(clue.word), clue.number

        def observe(self, view, turn):
            super().observe(view, turn)
            bayesian.observe(view, turn)

    both = Both(embedding, k, samples=40, neighbours=NEAR, name=deductive.name)
    play(small.board(rng), both, DeductiveGuesser(embedding, k, samples=40, neighbours=NEAR), rng=seed)
    assert compared


@pytest.mark.parametrize("k", [1, 2])
def test_with_shared_worlds_a_spymaster_knows_what_its_guesser_will_do(k):
    """Both sides draw the same worlds, so the answer that S_k expects is the one that G_k gives."""
    for seed in range(5):
        rng = np.random.default_rng((7, seed))
        embedding = small.embedding("a", rng)
        expected = []

        class Told(DeductiveSpymaster):
            def observe(self, view, turn):
                super().observe(view, turn)
                if self.explain()["viable"]:
                    words = [view.words[card] for card in turn.guesses]
                    expected.append(words == self.explain()["guesses"][self.embedding.name])  # noqa: B023

        options = {"samples": 40, "neighbours": NEAR, "shared": 3}
        play(small.board(rng), Told(embedding, k, **options), DeductiveGuesser(embedding, k, **options), rng=seed)
        assert expected and all(expected)


def test_what_a_guesser_deduced_can_be_asked():
    rng = np.random.default_rng(8)
    embedding, board = small.embedding("a", rng), small.board(rng)
    guesser = DeductiveGuesser(embedding, 1, samples=5, neighbours=NEAR)
    view = GuesserView(board.words, (None,) * len(board.words), ())
    guesser.start(view)
    assert guesser.explain() == {} and guesser.beliefs() == {}
    clue = Clue(next(word for word in small.WORDS if word not in board.words), 2)
    card = guesser.next_guess(view, clue, rng)
    told = guesser.explain()
    assert board.words[card] not in told["not_red"] and not set(told["red"]) & set(told["not_red"])
    assert 1 <= told["worlds"] <= 5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"level": -1}, "level"),
        ({"level": 1.5}, "level"),
        ({"samples": 0}, "sample"),
        ({"memory": "some"}, "memory"),
    ],
)
@pytest.mark.parametrize("agent", [DeductiveSpymaster, DeductiveGuesser])
def test_bad_options_get_one_clear_sentence(agent, options, said):
    with pytest.raises(CommonGroundError, match=said):
        agent(small.embedding("a", np.random.default_rng(0)), **options)
