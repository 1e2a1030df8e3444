"""What pyproject.toml can't say: the package takes along what it needs of the checkout, so that there is one copy of it."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SHIPPED = (
    "params.yaml",
    "data/board_words.txt",
    "data/blocked_words.txt",
    "data/embeddings.yaml",
    "data/listeners.yaml",
    "notebooks/50-play.ipynb",
)


class WithData(build_py):
    """Puts them into `commonground/shipped/`; an editable package has its checkout at hand."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for name in SHIPPED:
                target = Path(self.build_lib) / "commonground" / "shipped" / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(name, target)


setup(cmdclass={"build_py": WithData})
