"""What is read back beside an embedding belongs to it; small vocabularies, and sets of one's own."""

from pathlib import Path

import numpy as np
import pytest

from commonground import agents, files, game
from commonground.embeddings import Embedding, EmbeddingSet, neighbours, precompute
from commonground.embeddings.words import clue_vocabulary
from commonground.game.words import board_words
from helpers.support import complaint

WORDS = ["ant", "bee", "cat", "dog"]
VECTORS = np.random.default_rng(0).normal(size=(4, 3)).astype(np.float32)

# Tables that belong to something else


def kept(path: Path, **changes: np.ndarray) -> Embedding:
    """An embedding beside a file of its tables, of which some arrays were changed, and which has no digests of them."""
    precompute.save(path, "pets", VECTORS, [1.0], 50, 0, True)
    arrays = {name: array for name, array in files.read_arrays(path).items() if not name.startswith(precompute.DIGEST)}
    files.write_arrays(path, **(arrays | changes))
    return Embedding("pets", np.array(WORDS), VECTORS, path)


def test_tables_of_other_vectors_are_refused(tmp_path):
    kept(tmp_path / "pets.npz")
    other = Embedding("pets", np.array(WORDS), VECTORS + 1, tmp_path / "pets.npz")
    with complaint(str(tmp_path / "pets.npz"), "made from other vectors"):
        _ = other.neighbours
    with complaint(str(tmp_path / "pets.npz"), "made from other vectors"):
        other.heard(1.0)


def test_tables_that_do_not_say_what_they_were_made_from_are_refused(tmp_path):
    embedding = kept(tmp_path / "pets.npz", made_from=np.array(""))
    with complaint("made from other vectors", "precompute"):
        _ = embedding.neighbours


@pytest.mark.parametrize("number", [-1, len(WORDS), 10**9])
def test_a_neighbour_that_is_no_word_never_reaches_a_kernel(tmp_path, number):
    nearest = neighbours.nearest(VECTORS)
    nearest[1, 0] = number
    with complaint(str(tmp_path / "pets.npz"), "neighbours are not among"):
        _ = kept(tmp_path / "pets.npz", neighbours=nearest).neighbours


@pytest.mark.parametrize("wrong", [np.zeros((2, 1), int), np.zeros(len(WORDS), int), np.zeros((len(WORDS), 1))])
def test_neighbours_of_another_shape_are_refused(tmp_path, wrong):
    with complaint("neighbours are not among"):
        _ = kept(tmp_path / "pets.npz", neighbours=wrong).neighbours


@pytest.mark.parametrize("part", ["indices", "indptr"])
def test_a_voronoi_table_out_of_range_is_refused(tmp_path, part):
    embedding = kept(tmp_path / "pets.npz")
    name = f"heard_0_{part}"
    wrong = files.read_arrays(tmp_path / "pets.npz")[name] + 1000
    with complaint(str(tmp_path / "pets.npz"), "its table for noise 1.0 is none"):
        kept(tmp_path / "pets.npz", **{name: wrong}).heard(1.0)
    assert embedding.heard(0.5) is not None, "what is not in the file is worked out"


@pytest.mark.parametrize("arrays", [{"words": np.array(WORDS)}, {"other": VECTORS}])
def test_a_file_that_is_no_embedding_is_told(tmp_path, arrays):
    files.write_arrays(tmp_path / "a.npz", **arrays)
    with complaint(str(tmp_path / "a.npz"), "lacks the array"):
        Embedding.load(tmp_path / "a.npz")


def test_a_damaged_embedding_is_told_with_its_path(tmp_path):
    path = tmp_path / "a.npz"
    Embedding("a", np.array(WORDS), VECTORS).save(path)
    path.write_bytes(path.read_bytes()[:-30])
    with complaint(str(path), "is damaged"):
        Embedding.load(path)


# Small vocabularies and sets of one's own


@pytest.mark.parametrize("agent", [agents.StaticSpymaster, agents.RandomSpymaster])
def test_a_vocabulary_that_is_all_on_the_board_is_told(agent):
    cards = board_words()[:25]
    tiny = Embedding("tiny", np.array(cards), np.eye(25, dtype=np.float32))
    with complaint("'tiny' has 25 words, all of them on the board"):
        game.play(game.Board.deal(cards, 1), agent(tiny), agents.StaticGuesser(tiny), rng=1)


def test_one_word_has_no_neighbour():
    assert Embedding("one", np.array(["ice"]), np.ones((1, 2), np.float32)).neighbours.shape == (1, 0)


def own_embedding(name: str, words: list[str]) -> Embedding:
    return Embedding(
        name, np.array(words), np.random.default_rng(len(words)).normal(size=(len(words), 6)).astype(np.float32)
    )


def test_a_set_of_ones_own_is_cut_to_the_clue_vocabulary_that_all_have():
    words = [word for word in clue_vocabulary(100) if word != "agent"]
    first, second = own_embedding("first", [*words, "qqqq"]), own_embedding("second", words[::-1][:-1])
    made = EmbeddingSet.of("own", [first], [second], vocabulary=100)
    assert made.words.tolist() == words[1:] and [one.name for one in made.internal] == ["first"]
    assert [one.name for one in made.external] == ["second"] and "agent" not in made.board_words
    record = game.play(made.deal(1), agents.spymaster("SM_B", made), agents.guesser("second", made), rng=1)
    assert record.turns


def test_what_is_no_set_is_told():
    one = own_embedding("one", board_words())
    with complaint("'own' needs an internal embedding"):
        EmbeddingSet.of("own", [], [one])
    with complaint("'one' is there twice"):
        EmbeddingSet.of("own", [one], [one])
    with complaint("'random' needs another name"):
        EmbeddingSet.of("own", [own_embedding("random", board_words())])
    with complaint("no word of the clue vocabulary in common"):
        EmbeddingSet.of("own", [own_embedding("odd", ["qqqq"])])
