"""What several test files use."""

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


def files_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())
