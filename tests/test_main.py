"""The command line: what a person at the terminal sees."""

import subprocess
import sys

import pytest


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "commonground", *arguments], capture_output=True, text=True, check=False
    )


def test_an_unknown_set_is_one_sentence_and_exit_code_1(project):
    ended = run("build", "nosuch")
    assert ended.returncode == 1 and ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    assert line.startswith("build: There is no embedding set 'nosuch'") and line.endswith("it has toy, open, paper.")


@pytest.mark.parametrize("arguments", [("bake", "toy"), ("build",)])
def test_a_wrong_command_is_told_how_it_goes(arguments):
    ended = run(*arguments)
    assert ended.returncode == 2 and ended.stderr.startswith("usage: python -m commonground")
