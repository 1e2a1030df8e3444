"""Rational speech acts: whole games beside the literal algorithm, and what the agents find out."""

import numpy as np
import pytest

from commonground import agents
from commonground.agents.kernels.speech import exponentials
from commonground.agents.rational_speech import RationalListener, RationalSpeaker
from commonground.embeddings import load_set
from commonground.game import Colour, play
from helpers import small
from helpers.support import complaint
from reference import speech
from reference.static import candidates

NEAR, ALPHA, RATE = 25, 6.0, 0.4
WEIGHINGS = ("average", "likeliest")
OPTIONS = {"rationality": ALPHA, "rate": RATE, "neighbours": NEAR}


@pytest.fixture(scope="module")
def toy():
    return load_set("toy")


def two_models(seed, rules):
    rng = np.random.default_rng(seed)
    embeddings = [small.embedding("a", rng), small.embedding("b", rng, 6)]
    return embeddings, [small.model(one) for one in embeddings], small.board(rng, small.RULES[rules])


def test_exponentials_are_exponentials():
    powers = np.array([0.0, -1e-9, -0.3, -1.0, -17.25, -300.0, -699.0, -700.0, -1e4])
    found = powers.copy()
    exponentials(found)
    assert found[:-1] == pytest.approx(np.exp(powers[:-1]), rel=1e-14)
    assert found[-1] == 0.0


@pytest.mark.parametrize("weighing", WEIGHINGS)
@pytest.mark.parametrize(("rules", "seed"), small.games(6, 2))
def test_a_speakers_games_are_the_literal_ones(rules, seed, weighing):
    embeddings, models, board = two_models(seed, rules)
    speaker = RationalSpeaker(embeddings, weighing=weighing, **OPTIONS)
    record = play(board, speaker, agents.StaticGuesser(embeddings[1]), rng=seed)
    reds = {w for w, c in zip(board.words, board.key, strict=True) if c is Colour.RED}
    values = dict(zip(Colour, (1.0, -1.0, 0.0, -float(board.rules.red)), strict=True))
    worth = {word: values[colour] for word, colour in zip(board.words, board.key, strict=True)}
    start = sorted(set().union(*(candidates(m, small.WORDS, list(board.words), reds, NEAR) for m in models)))
    alphas = [ALPHA / speech.unit(model, start, list(board.words)) for model in models]
    beliefs, shown = [0.5, 0.5], set()
    for turn in record.turns:
        assert list(turn.spymaster_beliefs.values()) == pytest.approx(beliefs)
        left, red = [w for w in board.words if w not in shown], reds - shown
        clues = set().union(*(candidates(m, small.WORDS, list(board.words), red, NEAR) for m in models))
        listeners = {
            clue: [speech.literal_listener(m, clue, left, a) for m, a in zip(models, alphas, strict=True)]
            for clue in clues
        }
        assert tuple(turn.intended) == speech.speaker_clue(listeners, speech.weights(beliefs, weighing), worth, red)
        guesses = [board.words[card] for card in turn.guesses]
        likelihoods = [speech.picked(m, turn.heard.word, guesses, left, a) for m, a in zip(models, alphas, strict=True)]
        beliefs = speech.moved(beliefs, likelihoods, RATE)
        shown.update(guesses)


@pytest.mark.parametrize("weighing", WEIGHINGS)
@pytest.mark.parametrize(("rules", "seed"), small.games(4, 2))
def test_a_listeners_games_are_the_literal_ones(rules, seed, weighing):
    embeddings, models, board = two_models(seed, rules)
    speaker = agents.StaticSpymaster(embeddings[0], neighbours=NEAR)
    record = play(board, speaker, RationalListener(embeddings, weighing=weighing, **OPTIONS), rng=seed)
    words = list(board.words)
    clues = {card: set().union(*(candidates(m, small.WORDS, words, {card}, NEAR) for m in models)) for card in words}
    start = sorted(set().union(*clues.values()))
    alphas = [ALPHA / speech.unit(model, start, words) for model in models]
    beliefs, shown = [0.5, 0.5], set()
    for turn in record.turns:
        left = [word for word in words if word not in shown]
        sayable = sorted(set().union(*(clues[card] for card in left)))
        said = [
            {card: speech.said_for(m, turn.heard.word, card, sayable, left, a) for card in left}
            for m, a in zip(models, alphas, strict=True)
        ]
        counts = speech.weights(beliefs, weighing)
        chances = {
            card: sum(b * own[card] / sum(own.values()) for b, own in zip(counts, said, strict=True)) for card in left
        }
        expected = sorted(left, key=lambda card: -chances[card])[: turn.heard.number]
        guesses = [board.words[card] for card in turn.guesses]
        assert guesses == expected[: len(guesses)]
        for guess, colour in zip(guesses, turn.colours, strict=True):
            if colour is Colour.RED:
                beliefs = speech.moved(beliefs, [own[guess] for own in said], RATE)
        shown.update(guesses)


@pytest.mark.parametrize("partner", ["ta", "tc"])
def test_they_find_out_whom_they_play_with(toy, partner):
    """Over several games, with an average over many turns, the partner they have leads."""
    options = {"carry": True, "rate": 0.1}
    speaker, listener = agents.spymaster("SM_RSA", toy, **options), agents.guesser("G_RSA", toy, **options)
    for board in range(6):
        play(toy.deal(board), speaker, agents.guesser(partner, toy), rng=board)
        play(toy.deal(board), agents.spymaster(partner, toy), listener, rng=board)
    assert speaker.embedding.name == listener.embedding.name == partner


def test_what_is_carried_on_is_where_the_next_game_begins(toy):
    for carry in (False, True):
        agent = agents.spymaster("SM_RSA", toy, carry=carry)
        play(toy.deal(0), agent, agents.guesser("tb", toy))
        ended = agent.beliefs()
        first = play(toy.deal(1), agent, agents.guesser("tb", toy)).turns[0].spymaster_beliefs
        assert (first == ended) == carry


def test_why(toy):
    speaker, listener = agents.spymaster("SM_RSA", toy), agents.guesser("G_RSA", toy)
    play(toy.deal(0), speaker, listener)
    told = speaker.explain()
    assert told["runners_up"][0][1] <= told["expected_utility"] and sum(told["beliefs"].values()) == pytest.approx(1)
    assert len(listener.explain()["meant"]) == 25


def test_what_they_are_given_is_checked(toy):
    with complaint("rationality must be a number above 0, not 0."):
        agents.spymaster("SM_RSA", toy, rationality=0)
    with complaint("rate must be a probability between 0 and 1, not 2."):
        agents.guesser("G_RSA", toy, rate=2)
    with complaint("weighing must be one of average, likeliest, not 'most'."):
        agents.spymaster("SM_RSA", toy, weighing="most")
    with complaint("carry must be True or False, not 1."):
        agents.guesser("G_RSA", toy, carry=1)
