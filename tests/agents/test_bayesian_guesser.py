"""The Bayesian guesser: against the literal algorithm over whole games, posteriors by hand, and its identity with G1."""

import numpy as np
import pytest

from commonground.agents import BayesianGuesser, BayesianSpymaster, StaticGuesser, StaticSpymaster, worlds
from commonground.embeddings import Embedding
from commonground.errors import CommonGroundError
from commonground.game import STANDARD, Clue, Colour, Environment, GuesserView, Rules, SpymasterView, Turn, play
from commonground.game.loop import changed
from helpers import small
from reference.guesser import LiteralDeductiveGuesser, LiteralGuesser

NEAR = 25
CARDS = STANDARD.cards


class Shadow:
    """A guesser at the table that also asks a literal one, on the same worlds, and insists that they agree."""

    name = "shadow"

    def __init__(self, agent: BayesianGuesser, literal, seed: int) -> None:
        self.agent, self.literal, self.seed = agent, literal, seed
        self.compared = 0

    def start(self, view):
        self.agent.start(view)
        self.literal.initialize(list(view.words), view.rules.red)
        self.turn = -1

    def next_guess(self, view, clue, rng):
        unrevealed = {word for word, seen in zip(view.words, view.revealed, strict=True) if seen is None}
        if self.turn != len(view.history):
            self.turn, self.picked = len(view.history), 0
            self.literal.run(self.worlds(view), *clue, unrevealed)
        choice = self.agent.next_guess(view, clue, np.random.default_rng((self.seed, self.turn)))
        expected = self.ask(view, clue, unrevealed)
        assert (None if choice is None else view.words[choice]) == expected
        self.compared += 1
        return choice

    def worlds(self, view):
        rng = np.random.default_rng((self.seed, self.turn))
        drawn = worlds.seen_by(view, self.agent.samples, rng)
        return [small.words_of(int(mask), view.words) for mask in drawn]

    def ask(self, view, clue, unrevealed):
        left = tuple(
            view.rules.counts[c] - view.revealed.count(c) for c in (Colour.BLUE, Colour.BYSTANDER, Colour.ASSASSIN)
        )
        return self.literal.pick(clue.word, clue.number, self.picked, unrevealed, left)

    def observe(self, view, card, colour):
        self.picked += 1
        self.agent.observe(view, card, colour)
        self.literal.update(view.words[card], int(colour))
        assert np.allclose(self.agent._beliefs, self.literal.p_m)

    def beliefs(self):
        return self.agent.beliefs()


class DeductiveShadow(Shadow):
    def ask(self, view, clue, unrevealed):
        return self.literal.pick(clue.word, clue.number, self.picked, unrevealed)

    def observe(self, view, card, colour):
        self.picked += 1
        self.agent.observe(view, card, colour)
        self.literal.update(view.words[card], colour is Colour.RED)


def equality(m, meant, heard):
    return float(meant == heard)


@pytest.mark.slow(0.4)
@pytest.mark.parametrize(("rules", "seed"), small.games(8))
@pytest.mark.parametrize(("skip", "belief"), [(0.0, 1.0), (1.0, 0.0), (0.5, 0.5)])
def test_without_noise_it_is_the_papers_algorithm(rules, seed, skip, belief):
    """Whole games with a partner of either kind; every pick and every belief is the literal algorithm's."""
    rng = np.random.default_rng(seed)
    models = [small.embedding("a", rng), small.embedding("b", rng)]
    partner = models[0] if seed % 3 else small.embedding("unknown", rng)
    agent = BayesianGuesser.over(models, samples=25, skip=skip, belief=belief, neighbours=NEAR)
    literal = LiteralGuesser([small.model(m) for m in models], small.WORDS, equality, skip, belief, NEAR)
    shadow = Shadow(agent, literal, seed)
    play(small.board(rng, small.RULES[rules]), StaticSpymaster(partner, neighbours=NEAR), shadow, rng=seed)
    assert shadow.compared >= 1


@pytest.mark.slow(1)
@pytest.mark.parametrize(("rules", "seed"), small.games(5))
@pytest.mark.parametrize(("skip", "belief"), [(0.0, 1.0), (0.5, 0.5)])
def test_with_noise_it_is_the_papers_algorithm(rules, seed, skip, belief):
    """The same with Voronoi likelihoods, in a noisy environment; board words can't be heard."""
    rng = np.random.default_rng(100 + seed)
    models = [small.embedding("a", rng), small.embedding("b", rng)]
    board = small.board(rng, small.RULES[rules])
    tables = [model.heard(0.3).toarray() for model in models]
    taken = models[0].rows(board.words)

    def heard(m, meant, word):
        row = tables[m][models[m].index[meant]]
        return row[models[m].index[word]] / (1 - row[taken].sum())

    agent = BayesianGuesser.over(models, samples=25, noise=0.3, skip=skip, belief=belief, neighbours=NEAR)
    literal = LiteralGuesser([small.model(m) for m in models], small.WORDS, heard, skip, belief, NEAR)
    shadow = Shadow(agent, literal, seed)
    play(board, StaticSpymaster(models[seed % 2], neighbours=NEAR), shadow, Environment("noisy", 0.3), rng=seed)
    assert shadow.compared >= 1


@pytest.mark.slow(0.4)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("noise", [0.0, 0.3])
@pytest.mark.parametrize(
    ("inference", "number"),
    [("joint", False), ("joint", True), ("factored", True), ("printed", False), ("printed", True)],
)
def test_the_alternative_readings_are_what_they_say(seed, noise, inference, number):
    """One table over models and worlds; the printed plain sums; the clue's number in the likelihood (R12, R13)."""
    rng = np.random.default_rng(300 + seed)
    models = [small.embedding("a", rng), small.embedding("b", rng)]
    board = small.board(rng)
    tables = [model.heard(0.3).toarray() for model in models]
    taken = models[0].rows(board.words)

    def heard(m, meant, word):
        row = tables[m][models[m].index[meant]]
        return row[models[m].index[word]] / (1 - row[taken].sum()) if noise else float(meant == word)

    options = {"skip": 0.5, "belief": 0.5, "inference": inference, "number": number}
    agent = BayesianGuesser.over(models, samples=25, noise=noise, neighbours=NEAR, **options)
    literal = LiteralGuesser(
        [small.model(m) for m in models], small.WORDS, heard, 0.5, 0.5, NEAR, number=number, inference=inference
    )
    shadow = Shadow(agent, literal, seed)
    play(board, StaticSpymaster(models[seed % 2], neighbours=NEAR), shadow, rng=seed)
    assert shadow.compared >= 1


class EarShadow(Shadow):
    """The literal guesser is told what came through the ear, in the embedding believed in most before."""

    def next_guess(self, view, clue, rng):
        if self.turn != len(view.history):
            self.rng = np.random.default_rng((self.seed, len(view.history)))
            word = changed(clue.word, self.agent.embedding, view.words, self.agent.ear, self.rng)
            self.clue, self.said = Clue(word, clue.number), clue
            unrevealed = {word for word, seen in zip(view.words, view.revealed, strict=True) if seen is None}
            self.turn, self.picked = len(view.history), 0
            self.literal.run(self.worlds(view), *self.clue, unrevealed)
        return super().next_guess(view, clue, rng)

    def worlds(self, view):
        drawn = worlds.seen_by(view, self.agent.samples, self.rng)
        return [small.words_of(int(mask), view.words) for mask in drawn]

    def ask(self, view, clue, unrevealed):
        return super().ask(view, self.clue, unrevealed)


@pytest.mark.slow(0.4)
@pytest.mark.parametrize("seed", range(6))
def test_noise_in_the_ear_changes_the_word_and_nothing_else(seed):
    rng = np.random.default_rng(400 + seed)
    models = [small.embedding("a", rng), small.embedding("b", rng)]
    board = small.board(rng)
    heard = small.heard_on(models, board.words, 0.5)
    agent = BayesianGuesser.over(models, samples=25, noise=0.5, ear=0.5, neighbours=NEAR)
    literal = LiteralGuesser(
        [small.model(m) for m in models], small.WORDS, lambda m, *pair: heard(models[m].name, *pair), 0.0, 1.0, NEAR
    )
    shadow = EarShadow(agent, literal, seed)
    record = play(board, StaticSpymaster(models[seed % 2], neighbours=NEAR), shadow, rng=seed)
    assert shadow.compared >= 1 and all(turn.heard == turn.intended for turn in record.turns)


def test_reset_on_boosted_looks_at_what_was_boosted():
    """A card boosted to red that turns out blue: impossible after boosting, possible before it."""
    words = tuple(str(word) for word in two_models()[0].words[:CARDS])
    shown = [None] * 3 + [Colour.RED] * 7 + [Colour.BLUE] * 7 + [Colour.BYSTANDER] * 7 + [Colour.ASSASSIN]
    view = GuesserView(words, tuple(shown), ())
    beliefs = {}
    for rule in ("unboosted", "boosted"):
        agent = BayesianGuesser.over(two_models(), prior=[0.75, 0.25], belief=0.0, neighbours=26, reset_on=rule)
        agent.start(view)
        card = agent.next_guess(view, Clue("xx", 1), np.random.default_rng(0))
        assert agent.explain()["after_boosting"][words[card]]["red"] == 1.0
        agent.observe(view, card, Colour.BLUE)
        beliefs[rule] = agent.beliefs()
    assert beliefs["boosted"] == {"a": 0.75, "b": 0.25} != beliefs["unboosted"]


@pytest.mark.slow(0.4)
@pytest.mark.parametrize("seed", range(20))
def test_identity_with_the_deductive_guesser(seed):
    """R22 at level 1: one S0 model, no noise, skip 0, belief 1 is G1, which deduces and has no probabilities."""
    rng = np.random.default_rng(200 + seed)
    model = small.embedding("a", rng)
    partner = model if seed % 4 else small.embedding("unknown", rng)
    agent = BayesianGuesser.over([model], samples=60, neighbours=NEAR)
    shadow = DeductiveShadow(agent, LiteralDeductiveGuesser(small.model(model), small.WORDS, NEAR), seed)
    play(small.board(rng), StaticSpymaster(partner, neighbours=NEAR), shadow, rng=seed)
    assert shadow.compared >= 1


def two_models():
    """Cards c00 to c24 on a line, and two clues. For model a, 'xx' is next to c00 and 'yy' to c01; b swaps them.

    Only c00, c01 and, by default, c02 … c08 can be red; everything is far from everything else but for the clues.
    """
    words = np.array([f"c{i:02d}" for i in range(CARDS)] + ["xx", "yy"])
    line = [[100.0 * (i + 1), 0.0] for i in range(CARDS)]
    a = np.array([*line, [101.0, 0.0], [201.0, 0.0]], np.float32)
    b = np.array([*line, [201.0, 0.0], [101.0, 0.0]], np.float32)
    return [Embedding("a", words, a), Embedding("b", words, b)]


def test_posteriors_by_hand():
    """Two models, two clues, all but two cards revealed; everything below can be checked with a pencil.

    Unrevealed: c00 and c01, one of them red, so there are two worlds: w0 = {c00 red}, w1 = {c01 red}, 1/2 each.
    In w0, model a says 'xx' (next to c00) and model b says 'yy'; in w1 the other way round.
    Hearing 'xx' with prior P(a) = 3/4:
      P(xx | w0) = 3/4 * 1 + 1/4 * 0 = 3/4,  P(xx | w1) = 3/4 * 0 + 1/4 * 1 = 1/4
      so p(w0) = 3/4: p(c00 red) = 3/4, p(c01 red) = 1/4.
      P(xx | a) = 1/2 * 1 + 1/2 * 0 = 1/2 = P(xx | b): the beliefs stay 3/4 and 1/4.
    """
    models = two_models()
    agent = BayesianGuesser.over(models, prior=[0.75, 0.25], skip=1.0, belief=0.0, neighbours=26)
    words = tuple(str(word) for word in models[0].words[:CARDS])
    shown = [None, None] + [Colour.RED] * 8 + [Colour.BLUE] * 7 + [Colour.BYSTANDER] * 7 + [Colour.ASSASSIN]
    view = GuesserView(words, tuple(shown), ())
    agent.start(view)
    assert agent.next_guess(view, Clue("xx", 1), np.random.default_rng(0)) == 0
    told = agent.explain()
    assert told["before_boosting"]["c00"] == pytest.approx({"red": 0.75, "blue": 0.25, "bystander": 0, "assassin": 0})
    assert told["before_boosting"]["c01"] == pytest.approx({"red": 0.25, "blue": 0.75, "bystander": 0, "assassin": 0})
    assert told["beliefs"] == pytest.approx({"a": 0.75, "b": 0.25})
    assert told["world_probabilities"] == pytest.approx([0.75, 0.25])


def test_posteriors_by_hand_after_a_card():
    """The same board one turn later tells the models apart.

    First clue 'xx', c02 still unrevealed and red beside c00 or c01 … here: unrevealed c00, c01, c02 with two reds:
    worlds {0,1}, {0,2}, {1,2}. Model a has 'xx' at c00 and 'yy' at c01.
      {0,1}: 'xx' has c00 then c01 nearest, a run of 2, at distances 1 and 99: 100 in all; 'yy' c01, then c00 (101)
             or c02 (99): c02 comes first and is not red, a run of 1. Model a says 'xx'.
      {0,2}: 'xx' has c00, then c01: a run of 1, distance 1; 'yy' has c01 nearest: no run. Model a says 'xx'.
      {1,2}: 'yy' has c01, c02: a run of 2. Model a says 'yy'.
    Model b is a with the two words swapped: it says 'yy', 'yy', 'xx'. With a uniform prior, hearing 'xx':
      p(w) = 1/3 each (a says it in the first two, b in the third), P(xx | a) = 2/3, P(xx | b) = 1/3,
      so P(a) = 2/3 after the clue, and p(red) = 2/3 for every card.
    """
    models = two_models()
    agent = BayesianGuesser.over(models, skip=1.0, belief=0.0, neighbours=26)
    words = tuple(str(word) for word in models[0].words[:CARDS])
    shown = [None] * 3 + [Colour.RED] * 7 + [Colour.BLUE] * 7 + [Colour.BYSTANDER] * 7 + [Colour.ASSASSIN]
    view = GuesserView(words, tuple(shown), ())
    agent.start(view)
    agent.next_guess(view, Clue("xx", 1), np.random.default_rng(0))
    assert agent.beliefs() == pytest.approx({"a": 2 / 3, "b": 1 / 3})
    assert [agent.explain()["before_boosting"][f"c0{i}"]["red"] for i in range(3)] == pytest.approx([2 / 3] * 3)


def test_an_impossible_clue_changes_nothing_and_is_not_kept():
    """A word no model would ever say: beliefs stay, the history stays empty, every world stays as likely (R14)."""
    models = two_models()
    words = np.append(models[0].words, "zz")
    far = np.array([[0.0, 1e5]], np.float32)
    models = [Embedding(m.name, words, np.vstack([m.vectors, far])) for m in models]
    agent = BayesianGuesser.over(models, prior=[0.6, 0.4], skip=1.0, belief=0.0, neighbours=25)
    cards = tuple(str(word) for word in words[:CARDS])
    shown = [None] * 3 + [Colour.RED] * 7 + [Colour.BLUE] * 7 + [Colour.BYSTANDER] * 7 + [Colour.ASSASSIN]
    view = GuesserView(cards, tuple(shown), ())
    agent.start(view)
    agent.next_guess(view, Clue("zz", 1), np.random.default_rng(0))
    assert agent.beliefs() == {"a": 0.6, "b": 0.4} and agent._history == []
    assert [agent.explain()["before_boosting"][f"c0{i}"]["red"] for i in range(3)] == pytest.approx([2 / 3] * 3)


def test_a_colour_held_impossible_resets_beliefs_to_the_prior():
    """Hearing 'xx' as in the second example with a alone possible: c00 is red in every world left. It turns out blue."""
    models = two_models()
    agent = BayesianGuesser.over(models, prior=[0.9, 0.1], neighbours=26)
    words = tuple(str(word) for word in models[0].words[:CARDS])
    shown = [None] * 3 + [Colour.RED] * 7 + [Colour.BLUE] * 7 + [Colour.BYSTANDER] * 7 + [Colour.ASSASSIN]
    view = GuesserView(words, tuple(shown), ())
    agent.start(view)
    agent.prior = np.array([1.0, 0.0])
    agent.start(view)
    card = agent.next_guess(view, Clue("xx", 1), np.random.default_rng(0))
    assert card == 0 and agent.explain()["before_boosting"]["c00"]["red"] == 1.0
    agent.prior = np.array([0.9, 0.1])
    agent.observe(view, card, Colour.BLUE)
    assert agent.beliefs() == {"a": 0.9, "b": 0.1}


def test_a_possible_colour_does_not_reset():
    models = two_models()
    agent = BayesianGuesser.over(models, prior=[0.75, 0.25], skip=1.0, belief=0.0, neighbours=26)
    words = tuple(str(word) for word in models[0].words[:CARDS])
    shown = [None] * 3 + [Colour.RED] * 7 + [Colour.BLUE] * 7 + [Colour.BYSTANDER] * 7 + [Colour.ASSASSIN]
    view = GuesserView(words, tuple(shown), ())
    agent.start(view)
    card = agent.next_guess(view, Clue("xx", 1), np.random.default_rng(0))
    before = agent.beliefs()
    agent.observe(view, card, Colour.BLUE)
    assert agent.beliefs() == before != {"a": 0.75, "b": 0.25}


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_cards_does_not_matter(seed):
    """With every world enumerated and no noise, shuffling the board changes neither clue, pick nor belief.

    Twelve cards are revealed from the start, so that the worlds are few.
    """
    rng = np.random.default_rng(seed)
    models = [small.embedding("a", rng), small.embedding("b", rng)]
    board = small.board(rng)
    reds = [card for card in range(CARDS) if board.key[card] is Colour.RED]
    hidden = set(reds[:4]) | set([card for card in range(CARDS) if card not in reds][:8])
    clue = StaticSpymaster(models[0], neighbours=NEAR)

    def picks(order):
        words = tuple(board.words[card] for card in order)
        key = tuple(board.key[card] for card in order)
        shown = tuple(None if card in hidden else board.key[card] for card in order)
        clue.start(SpymasterView(words, key, shown, ()))
        given = clue.give_clue(SpymasterView(words, key, shown, ()), np.random.default_rng(0))
        agent = BayesianGuesser.over(models, samples=1000, skip=0.5, belief=0.5, neighbours=NEAR)
        agent.start(GuesserView(words, shown, ()))
        card = agent.next_guess(GuesserView(words, shown, ()), given, np.random.default_rng(0))
        return given, words[card], agent.beliefs()

    given, card, beliefs = picks(range(CARDS))
    for _ in range(3):
        other_given, other_card, other_beliefs = picks(rng.permutation(CARDS))
        assert (given, card) == (other_given, other_card)
        assert beliefs == pytest.approx(other_beliefs)


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_vocabulary_does_not_matter(seed):
    """The same embeddings with their rows shuffled: whole games are the same, clue by clue and card by card."""
    rng = np.random.default_rng(seed)
    models = [small.embedding("a", rng), small.embedding("b", rng)]
    order = rng.permutation(len(small.WORDS))
    shuffled = [Embedding(m.name, m.words[order], m.vectors[order]) for m in models]
    board = small.board(rng)

    def games(own):
        bayesian = BayesianSpymaster.over(own, neighbours=NEAR), StaticGuesser(own[1])
        static = StaticSpymaster(own[0], neighbours=NEAR), BayesianGuesser.over(own, samples=50, neighbours=NEAR)
        return [[(t.intended, t.guesses) for t in play(board, *pair, rng=seed).turns] for pair in (bayesian, static)]

    assert games(models) == games(shuffled)


def test_it_may_stop_when_nothing_is_worth_a_risk():
    """After the n boosted cards, a cautious guesser takes the bonus card only if it is red in every world left."""
    rng = np.random.default_rng(9)
    model = small.embedding("a", rng)
    agent = BayesianGuesser.over([model], samples=200, neighbours=NEAR)
    record = play(small.board(rng), StaticSpymaster(model, neighbours=NEAR), agent, rng=1)
    assert all(len(turn.guesses) <= turn.heard.number + 1 for turn in record.turns)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"noise": -0.5}, "Noise must be a number of 0 or more, not -0.5."),
        ({"samples": 0}, "samples must be a whole number of 1 or more, not 0"),
        ({"skip": 1.5}, "skip must be a probability between 0 and 1, not 1.5"),
        ({"belief": -0.1}, "belief must be a probability between 0 and 1, not -0.1"),
        ({"prior": [0.0]}, "one weight of 0 or more"),
        ({"inference": "both"}, "inference must be one of factored, joint, printed, not 'both'"),
        ({"reset_on": "never"}, "reset_on must be one of unboosted, boosted, not 'never'"),
    ],
)
def test_bad_options_get_one_sentence(options, says):
    with pytest.raises(CommonGroundError, match=says):
        BayesianGuesser.over([small.embedding("a", np.random.default_rng(0))], **options)


def test_a_guesser_of_its_own_view_is_enough():
    """Nothing a guesser is handed leads to the key: the views and turns hold words, colours seen and clues only."""
    seen = []

    class Spy(StaticGuesser):
        def start(self, view):
            seen.append(view)
            super().start(view)

        def next_guess(self, view, clue, rng):
            seen.extend((view, clue))
            return super().next_guess(view, clue, rng)

        def observe(self, view, card, colour):
            seen.append(view)

    rng = np.random.default_rng(1)
    model = small.embedding("a", rng)
    board = small.board(rng)
    play(board, StaticSpymaster(model, neighbours=NEAR), Spy(model))

    def walk(thing, depth=0):
        assert thing is not board and thing is not board.key and depth < 6
        if isinstance(thing, tuple):
            assert isinstance(thing, GuesserView | Turn | Clue) or type(thing) is tuple
            for part in thing:
                walk(part, depth + 1)
        else:
            assert thing is None or isinstance(thing, str | int | Rules)

    for thing in seen:
        walk(thing)
