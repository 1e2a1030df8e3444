"""A project folder with a toy set that can be changed."""

import shutil
from pathlib import Path

import pytest

from helpers.support import CHECKOUT


@pytest.fixture
def own_toy(project: Path) -> Path:
    """A project folder with a toy set of its own: a copy, so that nothing has to be made."""
    for kind in ("embeddings", "precomputed"):
        shutil.copytree(CHECKOUT / "data" / kind / "toy", project / "data" / kind / "toy")
    return project
