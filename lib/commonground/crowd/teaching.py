"""What agents for people are taught: how people hear clues and what they mean by them, fitted on half of the people.

Half of the persons, and of the boards where nobody is known; a person's trials on a board of the other half are left out, so
that no person and no such board is in both. Connector's few boards are in both halves, its pairs are not. What is fitted on the first half are the agents' numbers (`data/listeners.yaml`);
the crowd that they are judged with is fitted on the second.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import yaml

from commonground import documents, files, paths
from commonground.crowd import fitting, noise, sets
from commonground.crowd.listening import Heard, semantics
from commonground.embeddings import Embedding, EmbeddingSet
from commonground.embeddings.fitted import People, Shares
from commonground.embeddings.weighted import weighted

FIRST, SECOND, NEITHER = 0, 1, -1  # halves
LEVELS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0)  # of noise
DRAWS = 1000  # of it, for each clue on each board
BY_TRIAL = ("person", "turn", "board", "clue", "cards", "there", "guesses", "meant")  # what there is of each
DIGITS = 3  # that are kept of a fitted number
FAINT = 0.005  # a share that is not kept
ABOUT = """\
# How people hear clues and what they mean by them, in terms of a set's embeddings: fitted on half of the people whose guesses
# `make people` fetches, and written by it. No person's guesses are in it. What the numbers are, embeddings/fitted.py says.
"""


def halves(people: Mapping[str, Heard], seed: int) -> dict[str, np.ndarray]:
    """Which half each trial is in, by recording; in neither where the person is of one half and the board of the other."""
    first = {name: fitting.halves(found, seed).astype(int) for name, found in people.items()}
    boards = {name: _boards(found) for name, found in people.items()}
    unknown = [name for name, found in people.items() if not found.knows_people]
    by_board = {board: int(half) for name in unknown for board, half in zip(boards[name], first[name], strict=True)}
    result = {}
    for name, half in first.items():
        also = np.array([by_board.get(board, int(own)) for board, own in zip(boards[name], half, strict=True)])
        result[name] = np.where(half == also, half, NEITHER)
    return result


def _boards(found: Heard) -> list[tuple[tuple[str, ...], ...]]:
    """The cards of every trial, in the same order whatever recording they are of."""
    return [tuple(sorted(found.readings[card] for card in row)) for row in found.cards.tolist()]


def taught(people: Mapping[str, Heard], known: EmbeddingSet, half: int, seed: int, draws: int = DRAWS) -> People:
    """All that is fitted on one half of the people."""
    where = halves(people, seed)
    parts = [some(found, where[name] == half) for name, found in people.items()]
    embeddings = known.singles
    weights = sets.weights([sets.of(found, embeddings) for found in parts])
    blend = {one.name: round(float(weight), DIGITS) for one, weight in zip(embeddings, weights, strict=True)}
    blend = {name: weight for name, weight in blend.items() if weight > 0}
    models = [weighted(embeddings, blend), *embeddings]
    return People(blend, heard(parts, models, draws, seed), meant(parts, models))


def some(found: Heard, where: np.ndarray) -> Heard:
    """Some trials of a recording."""
    return found._replace(**{name: getattr(found, name)[where] for name in BY_TRIAL})


def heard(parts: Sequence[Heard], models: Sequence[Embedding], draws: int, seed: int) -> Shares:
    """The mixture of listeners, in some models with some noise each, that makes people's guesses likeliest."""
    said = np.hstack([np.vstack([_said(found, model, draws, seed) for model in models]) for found in parts])
    chance = np.concatenate([found.chance for found in parts])
    weights = fitting.weights(np.vstack([said, chance]))[:-1].reshape(len(models), len(LEVELS))
    return {
        model.name: kept
        for model, own in zip(models, weights, strict=True)
        if (kept := _kept(dict(zip(LEVELS, own.tolist(), strict=True))))
    }


def _said(found: Heard, model: Embedding, draws: int, seed: int) -> np.ndarray:
    """What listeners in a model say to every trial, (level, trial)."""
    return noise.drawn(found, semantics(found, model), draws, seed, LEVELS).said(found)


def meant(parts: Sequence[Heard], models: Sequence[Embedding]) -> Shares:
    """The mixture of speakers, in some models with the sharpness that suits each best, that makes what they meant likeliest."""
    with_meant = [found for found in parts if found.meant.any()]
    sharpness, said = [], []
    for model in models:
        apart = [sets.of(found, [model], intended=True) for found in with_meant]
        sharpness.append(sets.weights(apart))
        said.append(np.concatenate([np.exp(sets.log_likelihood(one, sharpness[-1])) for one in apart]))
    chance = np.concatenate([1 / one.taken.shape[1] * np.ones(len(one.taken)) for one in apart])
    shares = fitting.weights(np.vstack([said, chance]))[:-1]
    return {
        model.name: kept
        for model, sharp, share in zip(models, sharpness, shares.tolist(), strict=True)
        if (kept := _kept({round(float(sharp[0]), DIGITS): share}))
    }


def _kept(shares: Mapping[float, float]) -> dict[float, float]:
    """Shares as they are written down."""
    return {setting: round(share, DIGITS) for setting, share in shares.items() if share >= FAINT}


def write(set_name: str, found: People) -> None:
    """Write down what was fitted, beside what is there of other sets; like all results it is put in place when all is done."""
    content = documents.read(paths.listeners()) or {}
    content[set_name] = {"blend": dict(found.blend), "heard": dict(found.heard), "meant": dict(found.meant)}
    text = yaml.safe_dump(content, sort_keys=False, default_flow_style=None, width=120)
    files.write_text(paths.taught(), ABOUT + text)
