"""Agents that think of agents that think: every clue and pick against the literal recursion, and what must not matter."""

import numpy as np
import pytest

from commonground.agents import (
    BayesianGuesser,
    HierarchyGuesser,
    HierarchySpymaster,
    StaticGuesser,
    StaticSpymaster,
    keys,
    level,
    worlds,
)
from commonground.agents.minds import ImaginedGuesser, ImaginedSpymaster
from commonground.agents.models import Level
from commonground.agents.unsure import need_keys
from commonground.errors import CommonGroundError
from commonground.game import Colour, Environment, GuesserView, Rules, play
from commonground.game.rules import MOST
from helpers import small
from helpers.support import complaint
from reference.minds import Key, LiteralMinds, Past

NEAR = 25
SAMPLES = 10
OPTIONS = {"samples": SAMPLES, "neighbours": NEAR}


def expression(agent):
    """An agent as the literal algorithm takes it."""
    if isinstance(agent, Level):
        return "level", agent.embedding.name, agent.depth
    kind = "guesser" if isinstance(agent, HierarchyGuesser) else "spymaster"
    noisy = ("noisy",) if agent.noise else ()
    return kind, tuple(expression(model) for model in agent.teammates), tuple(agent.prior.tolist()), *noisy


def literal_key(key, words):
    colours = keys.unpacked(key, len(words))
    wanted = Colour.RED, Colour.BLUE, Colour.ASSASSIN
    return Key(*(frozenset(w for w, c in zip(words, colours, strict=True) if c is colour) for colour in wanted))


class Shadow:
    """An agent at the table that is asked with a stream of its own, and its literal twin, told the same."""

    def __init__(self, agent, embeddings, seed):
        self.agent, self.embeddings, self.seed, self.name = agent, embeddings, seed, agent.name
        self.who, self.compared, self.turn = expression(agent), 0, -1

    @property
    def embedding(self):
        return self.agent.embedding

    def start(self, view):
        self.agent.start(view)
        models = {e.name: small.model(e) for e in self.embeddings}
        heard = small.heard_on(self.embeddings, view.words, self.agent.noise) if self.agent.noise else None
        self.literal = LiteralMinds(models, small.WORDS, list(view.words), NEAR, heard)

    def rng(self, view):
        return np.random.default_rng((self.seed, len(view.history)))

    def turn_begins(self, view):
        known, rng = worlds.Known.of(view), self.rng(view)
        drawn = worlds.seen_by(view, SAMPLES, rng)
        if need_keys(self.agent.teammates):
            drawn = keys.coloured(drawn, view, rng)
        else:  # the colours of the others are nobody's business
            drawn = np.array(
                [
                    keys.packed([Colour.RED if w >> c & 1 else Colour.BYSTANDER for c in range(len(view.words))])
                    for w in drawn.tolist()
                ]
            )
        past = [
            Past(*turn.clue, [view.words[c] for c in turn.guesses], [c is Colour.RED for c in turn.colours])
            for turn in view.history
        ]
        thought = [literal_key(int(key), view.words) for key in drawn]
        self.literal.turn_begins(
            small.words_of(known.unrevealed, view.words), small.words_of(known.red, view.words), thought, past
        )

    def beliefs(self):
        return self.agent.beliefs()


class ShadowSpymaster(Shadow):
    def give_clue(self, view, rng):
        self.turn_begins(view)
        clue = self.agent.give_clue(view, self.rng(view))
        assert np.allclose(self.literal.beliefs(self.who, len(view.history)), list(self.agent.beliefs().values()))
        assert clue == self.literal.says(self.who, literal_key(keys.packed(view.key), view.words), len(view.history))
        self.compared += 1
        return clue

    def observe(self, view, turn):
        self.agent.observe(view, turn)


class ShadowGuesser(Shadow):
    def next_guess(self, view, clue, rng):
        if self.turn != len(view.history):
            self.turn, self.picked = len(view.history), []
            self.turn_begins(view)
        choice = self.agent.next_guess(view, clue, self.rng(view))
        expected = self.literal.next_card(self.who, *clue, self.turn, self.picked)
        if not self.picked:
            after, _ = self.literal.after(self.who, clue.word, self.turn)
            assert np.allclose(list(self.agent.beliefs().values()), after)
        assert (None if choice is None else view.words[choice]) == expected
        self.compared += 1
        if choice is not None:
            self.picked.append(view.words[choice])
        return choice

    def observe(self, view, card, colour):
        self.agent.observe(view, card, colour)


def people(a, b):
    """Spymasters and guessers that think of each other, deeper and deeper, over two embeddings."""
    hearing = HierarchyGuesser.over([level(0, a), level(0, b)], prior=[0.6, 0.4], name="hearing", **OPTIONS)
    speaking = HierarchySpymaster.over([level(0, a), level(1, b)], name="speaking", **OPTIONS)
    teaching = HierarchySpymaster.over([level(0, b), hearing], name="teaching", **OPTIONS)
    taught = HierarchyGuesser.over([level(1, a), speaking, teaching], name="taught", **OPTIONS)
    wise = HierarchySpymaster.over([level(0, a), hearing, taught], prior=[0.2, 0.3, 0.5], name="wise", **OPTIONS)
    return (teaching, taught), (wise, taught), (speaking, hearing), (wise, hearing), (teaching, hearing)


@pytest.mark.slow(1)
@pytest.mark.parametrize(("rules", "seed"), small.games(15, 4))
def test_whole_games_are_the_literal_recursion(rules, seed):
    rng = np.random.default_rng((1, seed))
    a, b = (small.embedding(name, rng, whole_numbers=seed % 4 == 3) for name in "ab")
    speaking, hearing = people(a, b)[seed % 5]
    spymaster, guesser = ShadowSpymaster(speaking, (a, b), seed), ShadowGuesser(hearing, (a, b), seed + 50)
    if seed % 3 == 1:
        spymaster = StaticSpymaster(a if seed % 2 else small.embedding("unknown", rng), neighbours=NEAR)
    if seed % 3 == 2:
        guesser = StaticGuesser(a if seed % 2 else small.embedding("unknown", rng))
    play(small.board(rng, small.RULES[rules]), spymaster, guesser, rng=seed)
    assert getattr(spymaster, "compared", 1) and getattr(guesser, "compared", 1)


@pytest.mark.slow(2)
@pytest.mark.parametrize(("rules", "seed"), small.games(8))
def test_with_noise_and_levels_whole_games_are_the_literal_recursion(rules, seed):
    """Unsure of the embedding, of the level, and of every word: said is not heard."""
    rng = np.random.default_rng((7, seed))
    a, b = (small.embedding(name, rng, whole_numbers=seed % 4 == 3) for name in "ab")
    _, learner = people(a, b)[2]
    teacher, _ = people(a, b)[2]
    speaking = HierarchySpymaster.over([level(0, a), level(1, b), learner], name="speaking", noise=0.4, **OPTIONS)
    hearing = HierarchyGuesser.over([level(1, a), level(0, b), teacher], name="hearing", noise=0.4, **OPTIONS)
    spymaster, guesser = ShadowSpymaster(speaking, (a, b), seed), ShadowGuesser(hearing, (a, b), seed + 50)
    if seed % 3 == 1:
        spymaster = StaticSpymaster(a if seed % 2 else small.embedding("unknown", rng), neighbours=NEAR)
    if seed % 3 == 2:
        guesser = StaticGuesser(a if seed % 2 else small.embedding("unknown", rng))
    noisy = Environment("noisy", 0.4)
    play(small.board(rng, small.RULES[rules]), spymaster, guesser, noisy, rng=seed)
    assert getattr(spymaster, "compared", 1) and getattr(guesser, "compared", 1)


@pytest.mark.parametrize("seed", range(6))
def test_with_noise_and_static_models_it_is_the_papers_noisy_guesser(seed):
    rng = np.random.default_rng((8, seed))
    a, b, board = small.embedding("a", rng), small.embedding("b", rng), small.board(rng)
    options = {"noise": 0.4, "samples": 60, "neighbours": NEAR, "skip": 0.5, "belief": 0.5, "name": "same"}
    pair = HierarchyGuesser.over([level(0, a), level(0, b)], **options), BayesianGuesser.over([a, b], **options)
    noisy = Environment("noisy", 0.4)
    ours, papers = (play(board, StaticSpymaster(b, neighbours=NEAR), one, noisy, rng=seed) for one in pair)
    assert [turn.guesses for turn in ours.turns] == [turn.guesses for turn in papers.turns]
    for one, other in zip(ours.turns, papers.turns, strict=True):
        assert np.allclose(list(one.guesser_beliefs.values()), list(other.guesser_beliefs.values()))


@pytest.mark.parametrize("seed", range(6))
def test_sure_of_one_static_spymaster_a_guesser_that_is_a_model_is_g1(seed):
    """S over [G over [S0]] gives the clues of S over [G1], game after game."""
    rng = np.random.default_rng((2, seed))
    a, board = small.embedding("a", rng), small.board(rng)
    nested = HierarchyGuesser.over([level(0, a)], **OPTIONS)
    records = [
        play(board, HierarchySpymaster.over([model], **OPTIONS), StaticGuesser(a), rng=seed)
        for model in (level(1, a), nested)
    ]
    assert [turn.intended for turn in records[0].turns] == [turn.intended for turn in records[1].turns]


def test_who_imagines_learns_before_who_is_imagined(monkeypatch):
    """Or it would judge a guess by what the other one came to think after it."""
    told = []
    for kind in (ImaginedGuesser, ImaginedSpymaster):
        monkeypatch.setattr(kind, "learn", lambda mind, turn, learn=kind.learn: (told.append(mind), learn(mind, turn)))
    rng = np.random.default_rng((3, 1))
    wise, _ = people(*(small.embedding(name, rng) for name in "ab"))[1]
    play(small.board(rng), wise, StaticGuesser(small.embedding("unknown", rng)), rng=1)
    _, hearing, imagined = wise._minds
    teaching = imagined.tellers[2]  # which imagines `hearing`, too
    assert len({id(mind) for mind in told[:4]}) == 4
    first = [id(mind) for mind in told[:4]]
    assert first.index(id(imagined)) < first.index(id(teaching)) < first.index(id(hearing))


def test_the_depth_of_an_agent_follows_from_its_models():
    a = small.embedding("a", np.random.default_rng(3))
    hearing = HierarchyGuesser.over([level(0, a)])
    speaking = HierarchySpymaster.over([level(0, a), hearing])
    assert (hearing.depth, speaking.depth, HierarchyGuesser.over([speaking]).depth) == (1, 1, 2)
    assert HierarchySpymaster.over([level(3, a)]).depth == 3


@pytest.mark.parametrize("rules", [*small.RULES.values(), Rules(2, 0, 0, 0), Rules(6, 8, 5, 9), Rules(1, 22, 0, 0)])
def test_keys_dealt_to_worlds_have_the_colours_that_are_left(rules):
    rng = np.random.default_rng(4)
    board = small.board(rng, rules)
    revealed = tuple(colour if card % 3 == 0 else None for card, colour in enumerate(board.key))
    view = GuesserView(board.words, revealed, (), rules)
    drawn = worlds.seen_by(view, 300, rng)
    dealt = keys.coloured(drawn, view, rng)
    assert ((dealt & (1 << MOST) - 1) == drawn).all() and (dealt >= 0).all()
    for key in dealt.tolist():
        colours = keys.unpacked(key, rules.cards)
        assert {colour: colours.count(colour) for colour in Colour} == rules.counts
        assert all(seen in (None, colour) for seen, colour in zip(revealed, colours, strict=True))
        assert keys.packed(colours) == key
    assert keys.unpacked(keys.packed(board.key), rules.cards) == board.key


def test_every_colour_is_dealt_to_every_hidden_card_as_often():
    """No card is red: of four hidden ones two are assassins, one is blue; in one draw of four each is the bystander."""
    rules = Rules(red=1, blue=1, bystander=1, assassin=2)
    view = GuesserView(tuple(small.WORDS[:5]), (Colour.RED, None, None, None, None), (), rules)
    dealt = keys.coloured(np.ones(8000, np.int64), view, np.random.default_rng(5))
    colours = np.array([keys.unpacked(key, 5) for key in dealt.tolist()])
    shares = [[(colours[:, card] == colour).mean() for colour in Colour] for card in range(1, 5)]
    assert np.allclose(shares, [0.0, 0.25, 0.25, 0.5], atol=0.025)


def test_a_board_with_too_many_cards_that_are_not_red_is_told():
    rules = Rules(red=5, blue=10, bystander=12, assassin=1)
    board = small.board(np.random.default_rng(6), rules)
    view = GuesserView(board.words, (None,) * rules.cards, (), rules)
    with complaint("at most 22 cards that are not red, and this one has 23"):
        keys.coloured(np.ones(3, np.int64), view, np.random.default_rng(0))
    with complaint("at most 22 cards"):
        keys.packed(board.key)


def test_bad_models_get_one_clear_sentence():
    a = small.embedding("a", np.random.default_rng(5))
    hearing = HierarchyGuesser.over([level(0, a)], name="hearing")
    with pytest.raises(CommonGroundError, match="a HierarchySpymaster, but a HierarchyGuesser is something else"):
        HierarchyGuesser.over([hearing])
    with pytest.raises(CommonGroundError, match="'hearing' is there twice"):
        HierarchySpymaster.over([hearing, hearing])
    with pytest.raises(CommonGroundError, match="skip 0 and belief 1; 'bold' has others"):
        HierarchySpymaster.over([HierarchyGuesser.over([level(0, a)], belief=0.5, name="bold")])
    thinking = HierarchySpymaster.over([level(0, a)], name="thinking")
    for options in ({"belief": 0.5}, {"skip": 0.5}):
        with complaint("A guesser with models that think has skip 0 and belief 1; 'rash' has others."):
            HierarchyGuesser.over([level(0, a), thinking], name="rash", **options)
    with pytest.raises(CommonGroundError, match="a model assumes no noise; 'deaf' does"):
        HierarchySpymaster.over([HierarchyGuesser.over([level(0, a)], noise=0.5, name="deaf")])
    with pytest.raises(CommonGroundError, match=r"level\(0, embedding\)"):
        HierarchySpymaster.over([a])
