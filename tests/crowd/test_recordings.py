"""Reading recordings: persons become numbers, rows that can't be used are counted, and a file that is another is told."""

import pytest

from commonground.crowd import recordings
from helpers import recorded
from helpers.recorded import trial
from helpers.support import complaint

GOOD = ["Cat", "Dog", "Lion"]


def store(project, trials=None, rounds=None):
    recorded.stored(project, recorded.contents(trials, rounds))


def test_all_three_are_read(project):
    store(project)
    found = recordings.load()
    assert list(found) == ["codenames", "codenames-people", "connector"]
    assert [len(one.trials) for one in found.values()] == [1, 2, 1]
    assert [one.trials[0].person for one in found.values()] == [0, recordings.NOBODY, 0]
    assert {one.trials[0].meant for one in found.values()} == {("cat", "dog", "lion"), ("wa", "wb")}


def test_persons_are_numbered_as_they_come_and_their_names_are_nowhere(project):
    names = ["5ea48ae3461d", "z-person", "a-person"]
    store(project, [trial(name, turn, GOOD) for name in names for turn in (2, 1)])
    found = recordings.gpt_clues()
    assert [(one.person, one.turn) for one in found.trials] == [(0, 1), (0, 2), (1, 1), (1, 2), (2, 1), (2, 2)]
    assert not [name for name in names if name in repr(found)]


def test_what_gpt_guessed_itself_is_a_share_of_what_was_meant(project):
    store(project)
    found = recordings.answers()
    assert [(name, one.clue, one.cards[0]) for name, (one,) in found.items()] == [
        ("codenames", "animal", "apple"),
        ("codenames-people", "zoo", "apple"),
    ]
    assert [one.right for (one,) in found.values()] == [1.0, 2 / 3]


def test_words_are_in_lower_case_and_keep_their_spaces(project):
    store(project, [trial("x", 1, ["Ice Cream", "Cat", "Dog"])])
    (one,) = recordings.gpt_clues().trials
    assert one.guesses == ("ice cream", "cat", "dog") and one.clue == "animal"


def test_a_guess_that_is_not_on_the_board_is_left_out_and_counted(project):
    store(project, [trial("x", 1, GOOD), trial("x", 2, ["Cat", "Dog", "Zebra"])])
    found = recordings.gpt_clues()
    assert len(found.trials) == 1 and found.left_out == {recordings.OFF_BOARD: 1}


def test_too_few_guesses_and_no_clue_are_left_out_and_counted(project):
    store(project, [trial("x", 1, GOOD), trial("x", 2, ["Cat", "Cat", "Dog"]), trial("x", 3, GOOD, clue="")])
    assert recordings.gpt_clues().left_out == {recordings.EMPTY: 2}


def test_a_person_with_one_trial_is_a_person(project):
    store(project, [trial("x", 1, GOOD), trial("y", 1, GOOD), trial("y", 2, GOOD)])
    assert [one.person for one in recordings.gpt_clues().trials] == [0, 1, 1]


def test_rounds_are_in_the_order_of_play_and_count_from_one(project):
    rows = [
        ["E1.1", 10, "wc", "wd", "later", "wc", "wd"],
        ["E1.1", 6, "wa", "wb", "c{space}d{-}e", "wb", "wa"],
        ["E1.2", 7, "wa", "wb", "other", "", ""],
        ["E1.2", 8, "wa", "wb", "other", "wa", "elsewhere"],
    ]
    store(project, rounds=rows)
    found = recordings.connector()
    assert [(one.person, one.turn, one.clue) for one in found.trials] == [(0, 1, "c d-e"), (0, 2, "later")]
    assert found.left_out == {recordings.EMPTY: 1, recordings.OFF_BOARD: 1}


@pytest.mark.parametrize(
    ("trials", "rounds", "said"),
    [
        ([{"subject_id": "x"}], None, "codenames-trials.json does not hold"),
        ([trial("x", 1, GOOD) | {"words": "open('x')"}], None, "codenames-trials.json does not hold"),
        ([], None, "no row that can be used"),
        (None, [["E1.1", 6, "nowhere", "wb", "start", "wa", "wb"]], "connector-listener.csv does not hold"),
        (None, [["E1.1", "six", "wa", "wb", "start", "wa", "wb"]], "connector-listener.csv does not hold"),
    ],
)
def test_a_file_that_is_not_what_it_should_be_is_told(project, trials, rounds, said):
    store(project, trials, rounds)
    with complaint(said):
        recordings.load()


def test_a_file_of_another_kind_is_told(project):
    recorded.stored(project, recorded.contents() | {"codenames-trials.json": b"{}"})
    with complaint("codenames-trials.json is not a list of trials"):
        recordings.gpt_clues()
