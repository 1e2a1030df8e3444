"""What several test files use."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from commonground.errors import CommonGroundError

CHECKOUT = Path(__file__).resolve().parents[2]


@contextmanager
def complaint(*said: str) -> Iterator[None]:
    """The block must fail with one sentence that holds all of `said`."""
    with pytest.raises(CommonGroundError) as caught:
        yield
    message = str(caught.value)
    assert "\n" not in message and message.endswith((".", "?")) and not message.endswith("..")
    assert [part for part in said if part not in message] == [], message


def furnished(folder: Path) -> Path:
    """Make a project folder with the real board words, catalogue and parameters, and nothing fetched or built."""
    (folder / "data").mkdir(parents=True)
    for name in ("params.yaml", "data/board_words.txt", "data/embeddings.yaml"):
        shutil.copy(CHECKOUT / name, folder / name)
    return folder


def files_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())
