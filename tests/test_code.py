"""What code means: words, comments and annotations change nothing about it, a number does."""

import shutil
from pathlib import Path

import pytest

from commonground import code

SOURCE = '''"""A module."""

LIMIT = 3  # how many


class Card:
    """A card."""

    word: str = "agent"


def doubled(number: int) -> int:
    """Twice a number."""
    twice: int = 2 * number
    return twice if twice < LIMIT else LIMIT
'''


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""A module."""', '"""Another word."""'),
        ("  # how many", "  # how many at most"),
        ('    """Twice a number."""\n', ""),
        ("number: int) -> int", "number: float) -> float"),
        ("twice: int = 2", "twice: float = 2"),
        ('word: str = "agent"', 'word: object = "agent"'),
        ("2 * number", "(2*number)"),
        ('"agent"', "'agent'"),
    ],
)
def test_words_mean_nothing(old, new):
    assert old in SOURCE and code.meaning(SOURCE.replace(old, new)) == code.meaning(SOURCE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 3", "LIMIT = 4"),
        ("2 * number", "number * 2"),
        ('"agent"', '"spy"'),
        ("< LIMIT", "<= LIMIT"),
        ('word: str = "agent"', 'word = "agent"'),  # in a dataclass it would be no field any more
        ("def doubled(number: int)", "def doubled(number: int = 1)"),
    ],
)
def test_what_decides_is_seen(old, new):
    assert old in SOURCE and code.meaning(SOURCE.replace(old, new)) != code.meaning(SOURCE)


def test_a_digest_is_of_the_files_as_they_are_now(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(SOURCE)
    before = code.digest([path])
    path.write_text(SOURCE + "\n# a comment\n")
    assert code.digest([path]) == before
    path.write_text(SOURCE.replace("3", "4"))
    assert code.digest([path]) != before


def test_a_name_that_a_package_hands_on_is_imported_from_where_it_is_made():
    assert code.imported("from commonground.game import play, words") == [
        "commonground.game.loop",
        "commonground.game.words",
    ]
    assert code.imported("import numpy\nfrom commonground import seeds") == ["commonground.seeds"]


def test_what_modules_import_is_followed_and_what_is_left_out_is_not():
    names = {path.name for path in code.sources("commonground.game.board")}
    assert names == {"board.py", "rules.py", "checks.py", "errors.py", "seeds.py"}
    assert {
        path.name for path in code.sources("commonground.game.board", without=frozenset({"commonground.seeds"}))
    } == {
        "board.py",
        "checks.py",
        "rules.py",
        "errors.py",
    }


def test_every_module_of_the_package_can_be_said_without_its_words(tmp_path):
    """What is left is Python, and means the same once more."""
    package = Path(code.__file__).parent
    for path in package.rglob("*.py"):
        shutil.copy(path, tmp_path / "copy.py")
        bare = code.meaning((tmp_path / "copy.py").read_text())
        assert code.meaning(bare) == bare, path
