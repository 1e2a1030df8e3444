"""What agents for people are taught: halves that share nobody, weights that are found again, a file that is read as written."""

from math import exp, log

import numpy as np
import pytest

from commonground import paths
from commonground.crowd import asking, gathering, language, listening, sets, teaching
from commonground.crowd.recordings import NOBODY, Answer, Recorded, Trial
from commonground.embeddings import EmbeddingSet, load_set
from commonground.embeddings.fitted import People, evenly, fitted
from commonground.embeddings.weighted import PEOPLE, weighted
from commonground.pipeline import publish
from helpers.small import WORDS, embedding


@pytest.fixture(scope="module")
def toy():
    return load_set("toy")


@pytest.fixture(scope="module")
def made_up(toy):
    return gathering.gathered(toy, 0)


def test_no_person_and_no_board_of_unknown_people_is_in_both_halves(made_up):
    where = teaching.halves(made_up, 0)
    boards = {}
    for name, found in made_up.items():
        halves = [teaching.some(found, where[name] == half) for half in (teaching.FIRST, teaching.SECOND)]
        if found.knows_people:
            assert not set(halves[0].person) & set(halves[1].person)
        else:
            boards = [set(teaching._boards(half)) for half in halves]
            assert boards[0] and boards[1] and not boards[0] & boards[1]
    for name, found in made_up.items():
        for half in (teaching.FIRST, teaching.SECOND):
            assert not set(teaching._boards(teaching.some(found, where[name] == half))) & boards[1 - half]


def test_a_persons_trials_on_a_board_of_the_other_half_are_in_neither(toy):
    """Two persons, two boards that unknown people have guessed on too: each person keeps the boards of their half."""
    cards = [tuple(toy.board_words[start : start + 6]) for start in (0, 6)]
    known = [Trial(who, turn, turn, "test", cards[turn], cards[turn][:2]) for who in range(8) for turn in range(2)]
    unknown = [Trial(NOBODY, 1, turn, "test", cards[turn], cards[turn][:2]) for turn in range(2)]
    clue = next(word for word in toy.words.tolist() if word not in toy.board_words)
    people = {
        name: listening.heard(Recorded(name, name, tuple(t._replace(clue=clue) for t in rows), {}), toy)
        for name, rows in (("known", known), ("unknown", unknown))
    }
    where = teaching.halves(people, 0)
    assert sorted(where["unknown"].tolist()) == [0, 1]
    assert (where["known"] == teaching.NEITHER).sum() == 8, "one of two boards of each person"


def literal(apart, weights, taken):
    """The log-likelihood of one scene's sets, one after the other."""
    utility = [-sum(w * d for w, d in zip(weights, own, strict=True)) for own in apart]
    return sum(count * (u - log(sum(map(exp, utility)))) for count, u in zip(taken, utility, strict=True))


def made(rng, trials=400, truth=(6.0, 0.0, 2.0)):
    """People who take cards as the model says, with these weights."""
    known = EmbeddingSet("small", {n: embedding(n, rng) for n in "abc"}, dict.fromkeys("abc"), tuple(WORDS[:40]))
    rows = []
    for number in range(trials):
        words = rng.choice(WORDS, 7, replace=False).tolist()
        rows.append(Trial(NOBODY, 1, number, words[0], tuple(words[1:]), tuple(words[1:3]), tuple(words[1:3])))
    found = listening.heard(Recorded("made", "Made", tuple(rows), {}), known)
    scene = sets.of(found, list(known.values()))
    chances = np.exp(sets._logarithms(scene, np.array(truth)))
    chosen = [rng.choice(len(own), p=own / own.sum()) for own in chances]
    pairs = [np.flatnonzero(own) for own in sets.members(6, 2)]
    order = np.argsort(sets.noise.scenes(found).first)
    guesses = np.array([pairs[chosen[scene]] for scene in order])
    return found._replace(guesses=guesses, meant=np.zeros_like(found.meant)), known


def test_the_likelihood_of_what_was_taken_is_the_literal_one():
    found, known = made(np.random.default_rng(0), trials=5)
    scene, weights = sets.of(found, list(known.values())), np.array([1.0, 0.5, 0.0])
    expected = [literal(a, weights, t) for a, t in zip(scene.apart.tolist(), scene.taken.tolist(), strict=True)]
    assert sets.log_likelihood(scene, weights) == pytest.approx(expected)
    assert scene.taken.sum() == 5


def test_weights_are_found_again():
    found, known = made(np.random.default_rng(1))
    weights = sets.weights([sets.of(found, list(known.values()))])
    assert weights == pytest.approx([6.0, 0.0, 2.0], abs=0.8)


def test_a_squared_distance_in_peoples_language_is_the_weighted_sum_of_its_parts(toy):
    parts, weights = [toy["ta"], toy["tb"], toy["tc"]], {"ta": 2.0, "tb": 0.5, "tc": 0.0}
    joined = weighted(parts, weights)
    assert joined.name == PEOPLE and joined.dimension == toy["ta"].dimension + toy["tb"].dimension
    rows = joined.rows(toy.board_words[:2])
    expected = 0.0
    for part in parts[:2]:
        centred = part.vectors.astype(float) - part.vectors.astype(float).mean(axis=0)
        unit = centred / np.linalg.norm(centred, axis=1, keepdims=True)
        expected += weights[part.name] * ((unit[rows[0]] - unit[rows[1]]) ** 2).sum()
    first, second = joined.vectors[rows].astype(float)
    assert ((first - second) ** 2).sum() == pytest.approx(expected, abs=1e-3)


def test_what_is_taught_is_read_as_it_was_written(made_up, toy, project):
    found = teaching.taught(made_up, toy, teaching.FIRST, 0, draws=50)
    assert sum(found.blend.values()) > 0 and found.heard and set(found.heard) <= {PEOPLE, *toy}
    with paths.writing(project):
        teaching.write("toy", found)
    assert fitted("toy", ["ta"]) == found
    assert fitted("open", ["ta"]) != found


def test_what_one_set_is_taught_leaves_the_others_as_they_are(project):
    before, other = fitted("people", ["ta"]), People({"ta": 2.0}, {PEOPLE: {1.5: 1.0}}, {PEOPLE: {1.0: 1.0}})
    assert before != evenly(["ta"])
    for found in (People({"ta": 1.0}, {"ta": {3.0: 1.0}}, {"ta": {16.0: 1.0}}), other):
        with paths.writing(project):
            teaching.write("toy", found)
        assert fitted("toy", ["ta"]) == found and fitted("people", ["ta"]) == before


def test_what_was_taught_is_put_in_place_only_with_the_games(project):
    """A run that fails after it has been taught leaves the agents' numbers as they were."""
    found, before = People({"ta": 1.0}, {"ta": {3.0: 1.0}}, {"ta": {16.0: 1.0}}), fitted("toy", ["ta"])
    with pytest.raises(ZeroDivisionError), publish.aside("toy", "for-people"):
        teaching.write("toy", found)
        1 / 0  # noqa: B018
    assert fitted("toy", ["ta"]) == before != found
    with publish.aside("toy", "for-people"):
        teaching.write("toy", found)
        assert fitted("toy", ["ta"]) == before
    assert fitted("toy", ["ta"]) == found


def test_what_is_taken_in_a_trial_adds_up_to_what_is_taken_in_a_scene(made_up, toy):
    found, weights = made_up["codenames"], np.array([3.0])
    own = sets.of(found, [toy["ta"]])
    each = sets.of_trials(found, own, weights)
    scene = sets.noise.scenes(found).of
    assert np.bincount(scene, each) == pytest.approx(sets.log_likelihood(own, weights))


def test_languages_are_scored_on_the_half_that_they_were_not_fitted_on(made_up, toy):
    taught = [People({name: 12.0}, {}, {}) for name in ("ta", "tb")]
    scores = language.held_out(made_up, toy, taught, 0, 50).set_index(["data", "model"])
    found, where = made_up["codenames"], teaching.halves(made_up, 0)["codenames"]
    halves = [teaching.some(found, where == half) for half in (teaching.FIRST, teaching.SECOND)]
    total = 0.0
    for fit, held, name in ((*halves, "ta"), (*halves[::-1], "tb")):
        spoken = [weighted(toy.singles, {name: 12.0})]
        total += sets.log_likelihood(sets.of(held, spoken), sets.weights([sets.of(fit, spoken)])).sum()
    row = scores.loc[("codenames", PEOPLE)]
    assert row["score"] == pytest.approx(total / row["trials"]) and row["low"] < row["score"] < row["high"]
    assert row["ahead"] == 0 and set(scores.index.get_level_values("model")) == {PEOPLE, *(o.name for o in toy.singles)}


def test_a_clue_that_several_heard_is_nobodys(made_up):
    each = asking.once(made_up["codenames"])
    assert not each.knows_people and len(each.clue) == len(sets.noise.scenes(made_up["codenames"]).first)


def test_gpts_own_guesses_go_with_the_clue_and_the_board(made_up, toy):
    each = asking.once(made_up["codenames"])
    words = [" ".join(parts) for parts in each.readings]
    answers = [
        Answer(words[clue], tuple(words[card] for card in reversed(cards)), number / 10)
        for number, (clue, cards) in enumerate(zip(each.clue, each.cards, strict=True))
    ]
    assert asking.of_gpt(each, answers, toy) == pytest.approx(np.arange(len(answers)) / 10)
    each.there[:, 0] = False  # a card that has no vector
    unread = [one._replace(cards=(*one.cards[:-1], "zzzz")) for one in answers]
    assert not np.isnan(asking.of_gpt(each, unread, toy)).any()
    each.there[:, 0] = True
    assert np.isnan(asking.of_gpt(each, answers[1:], toy)).tolist() == [True] + [False] * (len(answers) - 1)


def test_guessers_are_asked_what_was_meant(made_up, toy):
    held = made_up["codenames-people"]
    shares = asking.found_by(held, toy, People({"ta": 12.0}, {}, {PEOPLE: {1.0: 1.0}}))
    scenes = len(asking.once(held).clue)
    assert all(len(share) == scenes for share in shares.values())
    assert shares["ta"].mean() == 1.0, "clues are the first embedding's"
    assert shares[asking.AGENT].mean() == pytest.approx(shares[asking.LANGUAGE].mean(), abs=0.1)
    assert 0.25 < shares["tb"].mean() < shares[asking.LANGUAGE].mean() < 1.0, "by directions, and not by distances"
