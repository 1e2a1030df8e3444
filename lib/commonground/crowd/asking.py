"""People's clues put to guessers: how many of the cards that somebody meant each of them finds."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from commonground import agents
from commonground.crowd import noise, persons, reading
from commonground.crowd.listening import Heard, semantics
from commonground.crowd.recordings import NOBODY, Answer
from commonground.crowd.teaching import BY_TRIAL, some
from commonground.embeddings import Embedding, EmbeddingSet, blended
from commonground.embeddings.fitted import People
from commonground.embeddings.weighted import weighted
from commonground.game import Clue, GuesserView, Rules

AGENT, LANGUAGE, EVEN, THEMSELVES, GPT = "G_P", "people's language", "all, evenly", "people", "GPT-4"


def once(found: Heard) -> Heard:
    """A recording with one trial for each clue on a board, which is nobody's: several may have heard it."""
    each = some(found, np.sort(noise.scenes(found).first))
    return each._replace(person=np.full(len(each.clue), NOBODY))


def joined(parts: Sequence[Heard]) -> Heard:
    """Parts of one recording as one, their trials one after the other."""
    by_trial: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in BY_TRIAL}
    return parts[0]._replace(**by_trial)


def found_by(found: Heard, known: EmbeddingSet, people: People) -> dict[str, np.ndarray]:
    """The share of the meant cards that each guesser finds, (scene,): every embedding, blends of them, the agent, people."""
    each, embeddings = once(found), known.singles
    near = {one.name: one for one in embeddings}
    near |= {EVEN: blended(tuple(embeddings), EVEN), LANGUAGE: weighted(embeddings, people.blend)}
    hits = {name: persons.right(each, _squared(each, embedding)) for name, embedding in near.items()}
    return hits | {AGENT: asked(each, known, people), THEMSELVES: _themselves(found)}


def _squared(found: Heard, embedding: Embedding) -> np.ndarray:
    """Squared distances of the clue to every card, (trial, card)."""
    own = semantics(found, embedding).vectors
    return np.asarray(((own[found.cards] - own[found.clue][:, None]) ** 2).sum(axis=2))


def _themselves(found: Heard) -> np.ndarray:
    """What people found themselves, on average over those who heard a clue."""
    right = np.take_along_axis(found.meant, found.guesses, axis=1).mean(axis=1)
    scenes = noise.scenes(found)
    means = np.bincount(scenes.of, right) / np.bincount(scenes.of)
    return np.asarray(means[np.argsort(scenes.first, kind="stable")])


def of_gpt(each: Heard, answers: Sequence[Answer], known: EmbeddingSet) -> np.ndarray:
    """The share of the meant cards that GPT-4 found itself, (scene,); unknown where it was not asked."""
    vocabulary = next(iter(known.values())).index
    read = {word: reading.read(word, vocabulary) for one in answers for word in (one.clue, *one.cards)}
    found = {(read[one.clue], _board(read[card] for card in one.cards)): one.right for one in answers}
    scenes = zip(each.clue, each.cards, each.there, strict=True)
    asked = (
        (each.readings[clue], _board(each.readings[card] for card in cards[there])) for clue, cards, there in scenes
    )
    return np.array([found.get(scene, np.nan) for scene in asked])


def _board(cards: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """A board's cards in one order, but for those that can't be read."""
    return tuple(sorted(card for card in cards if card))


def asked(found: Heard, known: EmbeddingSet, people: People) -> np.ndarray:
    """The same for the agent, which is told how many cards there are and sees nothing of what it takes, (trial,)."""
    words = [" ".join(parts) for parts in found.readings]
    able = known.with_cards([word for word in words if " " in word])
    agent = agents.guesser(AGENT, able, people=people)
    cards, number = found.cards.shape[1], found.guesses.shape[1]
    rules = Rules(red=number, blue=0, bystander=cards - number, assassin=0)
    return np.array(
        [
            _right(agent, [words[card] for card in row], Clue(words[clue], number), rules, meant)
            for row, clue, meant in zip(found.cards, found.clue, found.meant, strict=True)
        ]
    )


def _right(agent: Any, cards: list[str], clue: Clue, rules: Rules, meant: np.ndarray) -> float:
    """The share of the meant cards among those that the agent holds likeliest."""
    view = GuesserView(tuple(cards), (None,) * len(cards), (), rules)
    agent.start(view)
    agent.next_guess(view, clue, np.random.default_rng(0))
    chances = agent.explain()["before_boosting"]
    likeliest = sorted(range(len(cards)), key=lambda card: -chances[cards[card]]["red"])[: clue.number]
    return float(meant[likeliest].mean())
