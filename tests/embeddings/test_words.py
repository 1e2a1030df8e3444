"""Board words and the clue vocabulary."""

import pytest
import wordfreq

from commonground.embeddings import words
from helpers.support import complaint

TWO_WORDS = ("ice cream", "loch ness", "new york", "scuba diver")


def test_the_board_words_are_the_games_single_words(project):
    found = words.board_words()
    assert len(found) == 400 - len(TWO_WORDS) >= 380
    assert found == sorted(set(found)) and all(map(words.is_plain, found))
    assert {"africa", "ambulance", "yard"} <= set(found)
    comment = [line for line in (project / "data/board_words.txt").read_text().splitlines() if line.startswith("#")]
    assert all(card in " ".join(comment) for card in TWO_WORDS), "the cards left out are named in the comment"


@pytest.mark.parametrize("odd", ["New", "ice cream", "café", "x-ray", "ab1"])
def test_a_board_word_that_is_not_plain_is_told(tmp_path, odd):
    path = tmp_path / "words.txt"
    path.write_text(f"# comment\n\nagent\n{odd}\n")
    with complaint(str(path), f"'{odd}'"):
        words.board_words(path)


def test_a_board_word_that_is_there_twice_is_told(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("agent\nair\nagent\n")
    with complaint(str(path), "'agent' is there twice"):
        words.board_words(path)


def test_the_vocabulary_is_plain_sorted_and_holds_every_board_word(project):
    found, board = words.clue_vocabulary(12_000), set(words.board_words())
    assert found == sorted(set(found)) and board <= set(found)
    clues = [word for word in found if word not in board]
    assert all(word.isascii() and word.isalpha() and word.islower() and len(word) >= 3 for word in clues)
    assert 12_000 <= len(found) <= 12_000 + len(board)


def test_the_vocabulary_holds_the_most_frequent_words(project):
    found, board = words.clue_vocabulary(1000), set(words.board_words())
    frequent = [word for word in wordfreq.top_n_list("en", 3000) if words.can_be_clue(word)][:1000]
    assert set(found) == {*frequent, *board}
    assert {"the", "and"} <= set(found) and not {"of", "to", "a", "don't", "1"} & set(found)


def test_asking_for_more_words_than_there_are_is_told(project):
    with complaint("wordfreq knows", "fewer than the 10,000,000 asked for"):
        words.clue_vocabulary(10_000_000)


def test_a_list_that_is_no_text_or_not_there_is_told(tmp_path):
    path = tmp_path / "words.txt"
    with complaint(str(path), "can't be read", "No such file"):
        words.board_words(path)
    path.write_bytes(b"caf\xe9\n")
    with complaint(str(path), "not text in UTF-8"):
        words.board_words(path)
