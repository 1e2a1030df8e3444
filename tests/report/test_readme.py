"""What the README shows works as it stands."""

import re

import pytest

from commonground import agents, embeddings, game, parameters
from commonground.embeddings import build
from commonground.report import readme
from helpers.support import CHECKOUT, complaint

ROOT = CHECKOUT
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOY = embeddings.load_set("toy")


def test_results_in_the_readme_are_those_of_the_committed_run():
    assert len(readme.BLOCK.findall(README)) >= 2
    assert readme.updated(README, ROOT) == README, "python -m commonground.readme brings the README up to date"


def test_a_block_is_replaced_by_its_file_and_nothing_else_is(tmp_path):
    (tmp_path / "found.md").write_text("| new |\n")
    text = "before\n<!-- from found.md -->\nold\n<!-- end -->\nafter\n"
    assert readme.updated(text, tmp_path) == "before\n<!-- from found.md -->\n| new |\n<!-- end -->\nafter\n"
    with complaint("missing.md", "dvc repro"):
        readme.updated("<!-- from missing.md -->\n<!-- end -->", tmp_path)


@pytest.mark.parametrize("number", range(len(re.findall(r"```python\n", README))))
def test_python_shown_in_the_readme_runs(number):
    code = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[number]
    scope: dict[str, object] = {}
    exec(compile(code, f"README.md, example {number + 1}", "exec"), scope)
    assert scope


def test_the_embedding_that_the_readme_adds_plays(project):
    """The README's entry, pasted at the end of the toy set; its file holds the vectors of a toy, another way round."""
    (entry,) = re.findall(r"```yaml\n( +mine:.*?\n)```", README, re.DOTALL)
    vectors = dict(zip(TOY["ta"].words, TOY["ta"].vectors[:, ::-1], strict=True))
    (project / "data/own").mkdir()
    (project / "data/own/vectors.txt").write_text(
        "".join(f"{word} {' '.join(map(str, vector))}\n" for word, vector in vectors.items())
    )
    catalogue = project / "data/embeddings.yaml"
    catalogue.write_text(re.sub(r"(?m)^      th: .*\n", lambda last: last[0] + entry, catalogue.read_text(), count=1))
    build.build_set("toy")
    build.precompute_set("toy", parameters.load().precompute)
    words = embeddings.load_set("toy")
    assert "mine" in words and "mine" not in [member.name for member in words.internal]
    mine = words["mine"]
    assert game.play(words.deal(1), agents.StaticSpymaster(mine), agents.StaticGuesser(mine)).won
