"""What the README and docs/ show is from the files of the run, and works as it stands."""

import re

import pytest

from commonground import agents, embeddings, game, parameters
from commonground.embeddings import build
from commonground.report import readme
from helpers.support import CHECKOUT, complaint

ROOT = CHECKOUT
PAGES = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in readme.pages(ROOT)}
TOY = embeddings.load_set("toy")


@pytest.mark.parametrize("page", [page for page, text in PAGES.items() if readme.BLOCK.search(text)])
def test_results_on_a_page_are_those_of_the_committed_run(page):
    up = readme.way_up(ROOT / page, ROOT)
    assert readme.updated(PAGES[page], ROOT, up) == PAGES[page], "python -m commonground.report.readme does it"


def test_the_readme_and_the_times_are_such_pages():
    assert len(readme.BLOCK.findall(PAGES["README.md"])) == 8
    shown = {
        page: {block[1] for block in readme.BLOCK.findall(PAGES[page])} for page in ("README.md", "docs/running.md")
    }
    quick, full = "data/results/open/times-quick.csv", "data/results/open/times.csv"
    assert {f"{quick}#total", f"{full}#total"} <= shown["README.md"] and shown["docs/running.md"] == {quick, full}


def test_a_block_is_replaced_by_its_file_and_nothing_else_is(tmp_path):
    (tmp_path / "found.md").write_text("| new |\n")
    text = "before\n<!-- from found.md -->\nold\n<!-- end -->\nafter\n"
    assert readme.updated(text, tmp_path) == "before\n<!-- from found.md -->\n| new |\n<!-- end -->\nafter\n"
    with complaint("missing.md", "dvc repro"):
        readme.updated("<!-- from missing.md -->\n<!-- end -->", tmp_path)


def test_two_blocks_of_one_list_are_told_apart_by_marks_inside_it(tmp_path):
    (tmp_path / "one.md").write_text("- one\n")
    (tmp_path / "two.md").write_text("- two\n")
    text = "<!-- from one.md -->\n  <!-- end -->\n  <!-- from two.md -->\n<!-- end -->\n"
    once = readme.updated(text, tmp_path)
    assert once == "<!-- from one.md -->\n- one\n  <!-- end -->\n  <!-- from two.md -->\n- two\n<!-- end -->\n"
    assert readme.updated(once, tmp_path) == once


def test_findings_are_one_list():
    """A comment that is not inside an item would end the list."""
    first = PAGES["README.md"].partition("| here |")[0]
    between = first[first.index("- **Held") if "- **Held" in first else first.index("\n- **") :].partition(
        "- **People"
    )[0]
    assert between.count("<!--") == between.count("\n  <!--") == 2


def test_links_of_a_block_lead_up_from_a_page_below(tmp_path):
    (tmp_path / "found.md").write_text("[a](runs/a.ipynb), [b](https://example.org)\n")
    up = readme.way_up(tmp_path / "docs/page.md", tmp_path)
    shown = readme.updated("<!-- from found.md -->\n<!-- end -->", tmp_path, up)
    assert shown.splitlines()[1] == "[a](../runs/a.ipynb), [b](https://example.org)"


def test_times_are_shown_as_a_table_and_in_a_line(tmp_path):
    (tmp_path / "times.csv").write_text("step,seconds,made,games,cores\nboards,4.0,0,50,2\n")
    shown = readme.updated("<!-- from times.csv#total -->\n<!-- end -->", tmp_path)
    assert shown.splitlines()[1] == "- the full scale (`dvc repro`): **4 s** for 50 games a pairing, on 2 cores"
    assert "| dealing the boards | 4 s |" in readme.updated("<!-- from times.csv -->\n<!-- end -->", tmp_path)


def test_a_csv_file_is_shown_as_a_table(tmp_path):
    (tmp_path / "people.csv").write_text('agent,turns\nSM_P,"7, or 8"\n')
    shown = readme.updated("<!-- from people.csv -->\n<!-- end -->", tmp_path)
    assert shown.splitlines()[1:-1] == ["| agent | turns |", "| --- | --- |", "| SM_P | 7, or 8 |"]


def test_the_command_says_what_it_did_and_asked_for_help_does_nothing(project, capsys):
    (project / "found.md").write_text("new\n")
    old = "<!-- from found.md -->\nold\n<!-- end -->\n"
    (project / "README.md").write_text(old)
    with pytest.raises(SystemExit) as ended:
        readme.main(["--help"])
    assert ended.value.code == 0 and (project / "README.md").read_text() == old
    assert "usage: python -m commonground.report.readme" in capsys.readouterr().out
    (project / "docs").mkdir()
    (project / "docs/more.md").write_text(old)
    (project / "docs/plain.md").write_text("nothing to be seen\n")
    readme.main([])
    assert (project / "README.md").read_text() == old.replace("old", "new")
    said = "brought up to date from found.md."
    assert capsys.readouterr().out == f"README.md: {said}\ndocs/more.md: {said}\n"
    readme.main([])
    said = "all 1 blocks are up to date."
    assert capsys.readouterr().out == f"README.md: {said}\ndocs/more.md: {said}\n"


# Examples


def first_game(scope):
    record, spymaster = scope["record"], scope["spymaster"]
    assert record.turns and record.guesser == "te" and "te" not in spymaster.beliefs(), "a stranger"
    assert sum(spymaster.beliefs().values()) == pytest.approx(1)
    why = spymaster.explain()
    assert set(why["by_model"]) == set(why["guesses"]) == set(spymaster.beliefs()) and why["runners_up"]
    assert str(record.turns[0].heard.word) in record._repr_html_()


def guests(scope):
    codemaster, guesser = scope["codemaster"], scope["guesser"]
    assert all(callable(getattr(codemaster, name)) for name in ("set_game_state", "get_clue"))
    assert all(callable(getattr(guesser, name)) for name in ("set_board", "set_clue", "keep_guessing", "get_answer"))
    shy = scope["Shy"]()
    shy.set_board(["*red*", "tree"])
    assert shy.get_answer() == "tree" and not shy.keep_guessing()


def hierarchy(scope):
    beliefs = scope["spymaster"].beliefs()
    assert set(beliefs) == {f"{name}/{level}" for name in ("ta", "tb", "tc", "td") for level in (0, 1)}
    assert sum(beliefs.values()) == pytest.approx(1) and scope["record"].turns


def teacher(scope):
    beliefs = scope["teacher"].beliefs()
    assert list(beliefs)[-1] == "learner" and len(beliefs) == 5 and sum(beliefs.values()) == pytest.approx(1)
    assert beliefs["learner"] > 0.9, "all but sure"
    assert scope["learner"] in scope["teacher"].teammates


def cautious(scope):
    assert scope["record"].guesser == "cautious" and {len(turn.guesses) for turn in scope["record"].turns} == {1}


def small_board(scope: dict) -> None:
    assert scope["record"].board.rules == scope["small"]


def own_vectors(scope: dict) -> None:
    assert list(scope["words"]) == ["vectors", "ta"] and scope["record"].turns


GIVES = {
    "rng=7": first_game,
    "class Shy": guests,
    "game.Rules": small_board,
    "poisson(1.5)": hierarchy,
    "teacher =": teacher,
    "Cautious": cautious,
    "EmbeddingSet.of": own_vectors,
}
EXAMPLES = {
    f"{page}, example {number}": example
    for page, text in PAGES.items()
    for number, example in enumerate(re.findall(r"```python\n(.*?)```", text, re.DOTALL), start=1)
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_python_shown_on_a_page_gives_what_the_page_says(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = (
        f"{word} {' '.join(map(str, vector))}\n"
        for word, vector in zip(TOY["tb"].words, TOY["tb"].vectors, strict=True)
    )
    (tmp_path / "vectors.txt").write_text("".join(lines))
    checks = [check for sign, check in GIVES.items() if sign in EXAMPLES[name]]
    scope: dict[str, object] = {}
    exec(compile(EXAMPLES[name], name, "exec"), scope)
    for check in checks:
        check(scope)


def test_every_check_is_of_one_example():
    assert [sign for sign in GIVES if sum(sign in example for example in EXAMPLES.values()) != 1] == []


@pytest.mark.slow(15)
def test_the_embedding_that_is_added_plays(project):
    """The entry of docs/embeddings.md, pasted at the end of the toy set; its file holds the vectors of a toy, another way round."""
    (entry,) = re.findall(r"```yaml\n( +mine:.*?\n)```", PAGES["docs/embeddings.md"], re.DOTALL)
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
