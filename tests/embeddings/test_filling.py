"""Words that an embedding lacks take the direction of their nearest words in another one."""

import numpy as np

from commonground import grid
from commonground.embeddings import Embedding, catalogue, filling, words
from helpers.support import complaint


def made(name, words, vectors):
    return Embedding(name, np.array(words), grid.on_grid(np.array(vectors, dtype=np.float32)))


def test_a_word_takes_the_direction_of_its_nearest_and_the_length_of_the_very_nearest(monkeypatch):
    monkeypatch.setattr(filling, "NEAREST", 2)
    guide = made("g", ["cat", "dog", "far", "puma"], [[1, 0], [1, 1], [9, 9], [1, 0.25]])
    lacking = made("d", ["cat", "dog", "far"], [[3, 0, 0], [0, 4, 0], [0, 0, 5]])
    found = filling.filled(lacking, guide)
    assert found.words.tolist() == ["cat", "dog", "far", "puma"]
    assert np.allclose(found.vectors[3], [1.8, 2.4, 0], atol=1e-4)  # towards cat and dog, as long as cat
    assert (found.vectors[:3] == lacking.vectors).all() and grid.is_exact(found.vectors)


def test_an_embedding_that_lacks_nothing_is_the_same():
    guide = made("g", ["cat", "dog"], [[1, 0], [1, 1]])
    assert filling.filled(guide, guide) is guide


def test_vectors_that_cancel_out_leave_the_nearest(monkeypatch):
    monkeypatch.setattr(filling, "NEAREST", 2)
    guide = made("g", ["cat", "dog", "puma"], [[1, 0], [2, 0], [0.5, 0]])
    lacking = made("d", ["cat", "dog"], [[1, 0], [-1, 0]])
    assert filling.filled(lacking, guide).vectors[2].tolist() == [1, 0]


def test_a_word_that_the_guide_lacks_too_stays_out():
    guide = made("g", ["cat", "puma"], [[1, 0], [1, 1]])
    lacking = made("d", ["cat", "emu"], [[1, 0], [0, 1]])
    assert filling.filled(lacking, guide).words.tolist() == ["cat", "emu", "puma"]


def test_a_set_can_only_be_filled_from_one_of_its_own(project):
    path = project / "data/embeddings.yaml"
    path.write_text(path.read_text().replace("fill: g1", "fill: nosuch"))
    with complaint("can't be filled in from 'nosuch'"):
        catalogue.load()


def test_the_set_for_people_asks_for_everyday_words_in_both_spellings_and_for_names():
    chosen = catalogue.load().set("people")
    wanted = words.clue_vocabulary(chosen.vocabulary)
    assert len(wanted) >= 25_000 and set(words.board_words()) <= set(wanted)
    assert {"zebra", "christmas", "tulip", "theatre", "theater", "colour", "hollywood"} <= set(wanted)
    assert all(entry.sha256 for entry in chosen.embeddings.values()), "any machine can tell whether it has the same"
