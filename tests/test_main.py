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
    assert line.startswith("build: There is no embedding set 'nosuch'") and line.endswith(
        "it has toy, open, people, paper."
    )


@pytest.mark.parametrize("arguments", [("bake", "toy"), ("notebook",), ()])
def test_a_wrong_command_is_told_how_it_goes(arguments):
    ended = run(*arguments)
    assert ended.returncode == 2 and ended.stderr.startswith("usage: python -m commonground")


def test_without_a_set_the_parameters_say_which(project):
    path = project / "params.yaml"
    path.write_text(path.read_text().replace("embeddings: open", "embeddings: nosuch"))
    ended = run("boards")
    assert ended.returncode == 1 and "no embedding set 'nosuch'" in ended.stderr


def test_wrong_parameters_are_one_sentence(project):
    (project / "params.yaml").write_text("games: 010\n")
    ended = run("fetch")
    (line,) = ended.stderr.splitlines()
    assert ended.returncode == 1 and line.startswith("fetch: ") and "octal" in line


@pytest.mark.slow(15)
def test_boards_are_written_for_the_set_of_the_parameters(project):
    path = project / "params.yaml"
    path.write_text(path.read_text().replace("embeddings: open", "embeddings: toy").replace("games: 500", "games: 3"))
    ended = run("boards")
    assert ended.returncode == 0, ended.stderr
    assert (project / "data/results/toy/boards.csv").read_text().count("\n") == 4
    noted = (project / "data/results/toy/times.csv").read_text().splitlines()
    assert len(noted) == 2 and noted[1].startswith("boards,"), "how long it took"
