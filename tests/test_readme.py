"""What the README shows works as it stands."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("number", range(len(re.findall(r"```python\n", README))))
def test_python_shown_in_the_readme_runs(number):
    code = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[number]
    scope: dict[str, object] = {}
    exec(compile(code, f"README.md, example {number + 1}", "exec"), scope)
    assert scope
