"""Tables from games made by hand, whose cells, averages, baselines and marks can be worked out."""

import csv
from html.parser import HTMLParser
from itertools import product

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from commonground.embeddings.catalogue import Entry, Set
from commonground.report import headline, paper, prose, statistics, tables, templates, typeset
from commonground.report.figures import style
from commonground.report.figures.table import picture
from commonground.report.lineup import BAYESIAN, SEATS
from helpers.support import complaint, files_in

BOARDS = 20
PARTNERS = ["a", "b", "x", "y"]
# how many of the twenty boards each spymaster wins with each guesser: always the first ones
WON = {
    "deterministic": {
        "random": (0, 0, 0, 0),
        "a": (20, 10, 8, 4),
        "b": (10, 18, 6, 6),
        "x": (20, 20, 20, 20),  # external: not a baseline, however good
        "y": (20, 20, 20, 20),
        "SM_B": (20, 20, 8, 8),
        "SM_B_noise": (15, 15, 18, 16),
    },
    "stochastic": dict.fromkeys(("random", "b", "x", "y", "SM_B", "SM_B_noise"), (5, 5, 5, 5))
    | {"a": (20, 20, 20, 20)},
}


def entry(role: str, stands_for: str = "", **more: str) -> Entry:
    return Entry(title=f"an {role} one", role=role, stands_for=stands_for, **({"file": "f.txt"} | more))


HAND = Set(
    about="two known embeddings, two strangers",
    vocabulary=10,
    embeddings={
        "a": entry("internal", "w2v"),
        "b": entry("internal", "g3"),
        "x": entry("external", "g1"),
        "y": entry("external"),
    },
)
LAYOUT = tables.Layout("spymasters", "hand", HAND)
GUESSING = tables.Layout("guessers", "hand", HAND)


def games(won=WON) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "environment": environment,
                "spymaster": agent,
                "guesser": guesser,
                "board": board,
                "won": int(board < count),
            }
            for environment, agents in won.items()
            for agent, counts in agents.items()
            for guesser, count in zip(PARTNERS, counts, strict=True)
            for board in range(BOARDS)
        ]
    )


@pytest.fixture(scope="module")
def table() -> tables.Table:
    shuffled = games().sample(frac=1, random_state=0)  # the order of rows means nothing
    return tables.table(shuffled, LAYOUT)


def rates(table: tables.Table, environment: str, row: str) -> list[float]:
    return [table.cell(environment, row, column).value for column in LAYOUT.columns]


def best(table: tables.Table, environment: str) -> dict[str, set[str]]:
    marked = table.cells[table.cells["best"] & (table.cells["environment"] == environment)]
    return {column: set(part["row"]) for column, part in marked.groupby("column")}


def test_columns_and_rows_are_the_papers(table):
    assert LAYOUT.columns == ["a", "b", "in", "x", "y", "out"]
    assert list(table.rows) == ["deterministic", "stochastic"]
    assert list(table.rows["deterministic"]) == ["Best Model", "Best single", "random", "SM_B", "SM_B_noise"]
    assert table.games == BOARDS


def test_best_model_is_the_best_internal_agent_with_each_partner(table):
    assert table.rows["deterministic"]["Best Model"].agents == {"a": "a", "b": "b", "x": "a", "y": "b"}
    assert rates(table, "deterministic", "Best Model") == pytest.approx([1.0, 0.9, 0.95, 0.4, 0.3, 0.35])


def test_best_single_is_one_agent_and_is_named(table):
    assert table.label("deterministic", "Best single") == "Best single (a)"
    assert rates(table, "deterministic", "Best single") == pytest.approx([1.0, 0.5, 0.75, 0.4, 0.2, 0.3])


def test_bayesian_rows_are_their_own_games(table):
    assert rates(table, "deterministic", "SM_B_noise") == pytest.approx([0.75, 0.75, 0.75, 0.9, 0.8, 0.85])
    assert rates(table, "deterministic", "random") == [0] * 6


def test_only_what_beats_every_other_row_is_marked(table):
    """a: three rows win all; b: 20 and 18 wins are too near; x, y and their average: SM_B_noise, by 8 boards or more."""
    assert best(table, "deterministic") == {"x": {"SM_B_noise"}, "y": {"SM_B_noise"}, "out": {"SM_B_noise"}}


def test_baselines_that_are_the_same_agent_are_one_row_and_marked_together(table):
    assert best(table, "stochastic") == {column: {"Best Model", "Best single"} for column in LAYOUT.columns}


def test_cells_have_wilsons_interval_and_averages_one_over_boards(table):
    low, high = 0.6989663547715127, 0.9721335187862318  # Wilson, 18 of 20
    assert table.cell("deterministic", "Best Model", "b") == pytest.approx((0.9, low, high))
    average = table.cell("deterministic", "SM_B_noise", "out")
    assert 0.6 < average.low < 0.85 < average.high < 1.0
    # all boards alike: twenty of twenty, not an interval without width
    assert table.cell("stochastic", "Best Model", "in") == pytest.approx((1.0, 20 / (20 + 1.959964**2), 1.0), abs=1e-6)


def test_games_that_are_not_all_there_are_refused():
    with complaint("SM_B", "every board"):
        tables.table(games().drop(index=games().query("spymaster == 'SM_B' and board == 3").index[:1]), LAYOUT)


def test_a_table_of_guessers_has_guessers_in_its_rows():
    swapped = games().rename(columns={"spymaster": "guesser", "guesser": "spymaster"}).replace({"SM_B": "DG_B"})
    table = tables.table(swapped, GUESSING)
    assert list(table.rows["stochastic"]) == ["Best Model", "Best single", "random", "DG_B"]
    assert rates(table, "deterministic", "DG_B") == pytest.approx([1.0, 1.0, 1.0, 0.4, 0.4, 0.4])


# Beside the paper


def test_cells_are_compared_with_the_column_they_stand_for(table):
    compared = paper.beside(table, paper.read()).set_index(["environment", "row", "column"])
    assert set(compared.index.get_level_values("row")) == {"Best Model", "SM_B", "SM_B_noise"}
    # y stands for nothing, so it has no place in the paper, and neither has an average that holds it
    assert set(compared.index.get_level_values("column")) == {"a", "b", "in", "x"}
    line = compared.loc[("deterministic", "SM_B_noise", "x")]
    assert (line["paper_column"], line["ours"], line["paper"]) == ("g1", 0.9, 0.974)
    assert line["difference"] == pytest.approx(0.9 - 0.974)


def test_the_interval_of_a_difference_is_newcombes():
    """His example: 56 of 70 and 48 of 80 differ by .2, from .0524 to .3339 (Statistics in Medicine 17, 1998)."""
    ours, theirs = (statistics.proportion([1] * won + [0] * lost) for won, lost in ((56, 14), (48, 32)))
    assert paper.gap(ours, theirs) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


def test_the_papers_tables_are_complete():
    printed = paper.read()
    assert len(printed) == 2 * 10 * (3 + 7)
    assert not printed.duplicated(["table", "environment", "agent", "partner"]).any()
    assert printed["win_rate"].between(0, 1).all()
    assert set(printed["agent"]) == {"Best Model", *BAYESIAN["spymasters"], *BAYESIAN["guessers"]}


@pytest.mark.parametrize("name, group", product(SEATS, ("in", "out")))
def test_the_papers_averages_are_those_of_their_cells(name, group):
    partners = {"in": ["w2v", "g3", "cn", "d2v"], "out": ["g1", "ftxt", "wg", "elmo"]}[group]
    printed = paper.read().query("table == @name")
    wide = printed.pivot(index=["environment", "agent"], columns="partner", values="win_rate")
    rounding = 0.005 if (name, group) == ("spymasters", "in") else 0.0005  # two decimals there, three elsewhere
    assert (wide[partners].mean(axis=1) - wide[group]).abs().max() <= rounding + 1e-9


def test_stand_ins_are_told_from_the_papers_own():
    told = prose.embeddings(tables.layout("open", "spymasters"))
    assert "The paper's own embeddings: w2v, wg." in told
    assert "g1 (GloVe 6B, 100 dimensions, the paper's own g1) for g3" in told
    assert "dictionary definitions and examples) for ftxt" in told  # called as in the paper, but made here
    assert prose.embeddings(tables.layout("paper", "guessers")) == "All embeddings are the paper's own."


def test_an_unknown_table_is_refused():
    with complaint("'kings'", "spymasters, guessers"):
        tables.layout("toy", "kings")


# Words and forms


def test_findings_tell_who_wins_and_by_how_much(table):
    told = prose.findings(table).split("\n\n")
    assert "20 games a pairing" in told[0]
    assert "out-of-distribution guessers" in told[2] and "Most games are won by SM_B_noise: .850 [" in told[2]
    assert "clearly ahead" in told[2] and "not clearly" not in told[2]
    assert "+.550" in told[2] and "against Best single (a)" in told[2] and "+.500" in told[2]
    assert "Best Model and Best single (a): 1.000" in told[3]


def test_how_near_the_paper_is_is_said_of_cells_not_of_averages():
    compared = pd.DataFrame(
        [
            ("deterministic", "SM_B", "a", 0.9, 0.8, 0.1, 0.05, 0.15),
            ("deterministic", "SM_B", "b", 0.5, 0.7, -0.2, -0.3, 0.1),
            ("deterministic", "SM_B", "in", 0.7, 0.75, -0.05, -0.1, 0.0),
            ("deterministic", "SM_B_noise", "in", 0.6, 0.9, -0.3, -0.4, -0.2),
        ],
        columns="environment row column ours paper difference difference_low difference_high".split(),
    )
    told = prose.beside_the_paper(compared)
    assert "Over the 2 cells" in told and "ours are .050 below the paper's on average, and .150 away" in told
    assert "; 1 differ by more" in told and "rank correlation of 1.00." in told
    assert "the paper's in 0 of 1 blocks" in told
    assert prose.beside_the_paper(compared[2:]) == "No column of this set stands for one of the paper's."


class Balanced(HTMLParser):
    """Every tag that is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells = 0

    def handle_starttag(self, tag, attributes):
        self.cells += tag == "td"
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def cells_in(text: str) -> int:
    parser = Balanced()
    parser.feed(text)
    parser.close()
    assert parser.open == []
    return parser.cells


@pytest.fixture(scope="module")
def folder(table, tmp_path_factory):
    parent = tmp_path_factory.mktemp("tables")
    with plt.style.context(style.STYLE):
        for name in ("one", "two"):
            typeset.save(table, paper.beside(table, paper.read()), parent / name)
            figure = picture(table)
            style.save(figure, parent / name, "table")
            plt.close(figure)
    return parent / "one"


def test_every_form_is_written_and_the_same_twice(folder):
    forms = ["comparison.csv", "comparison.html", "table.csv", "table.html", "table.png", "table.svg", "table.tex"]
    assert files_in(folder) == forms
    assert all((folder / form).read_bytes() == (folder.parent / "two" / form).read_bytes() for form in forms)


def test_the_pages_are_well_formed_and_mark_the_best_in_bold(folder, table):
    page = (folder / "table.html").read_text()
    assert cells_in(page) == len(table.cells) == 60
    assert page.count(' best">') == table.cells["best"].sum() == 15
    assert "oracle" in page and "http" not in page
    assert '<td class="cell best">.900<small>[.699, .972]</small></td>' not in page, "18 and 20 wins are too near"
    assert '<td class="cell">.900<small>[.699, .972]</small><small>b</small></td>' in page, "Best Model, with b"
    assert "in-distribution guessers" in page and "<small>for g3</small>" in page
    assert cells_in((folder / "comparison.html").read_text()) == 2 * 3 * 6


def test_the_csv_reads_back_as_the_table(folder, table):
    read = pd.read_csv(folder / "table.csv")
    pd.testing.assert_frame_equal(read, table.cells, check_dtype=False, atol=5e-5)
    with (folder / "comparison.csv").open() as file:
        assert len(list(csv.DictReader(file))) == 2 * 3 * 4


def test_latex_has_as_many_cells_in_every_line_and_balanced_braces(folder, table):
    text = (folder / "table.tex").read_text()
    assert text.count("{") == text.count("}") and text.count("\\textbf{") == 15
    body = text.split("\\toprule")[1].split("\\bottomrule")[0]
    lines = [line for line in body.splitlines() if "&" in line and "multicolumn" not in line]
    assert {line.count("&") for line in lines} == {6} and len(lines) == 2 + 2 * (5 * 2 + 1)
    assert "SM\\_B\\_noise" in text and "95 \\%" in text
    assert "SM\\_B\\_noise & .750 & .750 & .750 & \\textbf{.900} & \\textbf{.800} & \\textbf{.850} \\\\" in lines
    assert " & {\\tiny a} & {\\tiny b} &  & {\\tiny a} & {\\tiny b} &  \\\\" in lines, "whose games Best Model's are"
    assert "\\cmidrule(lr){2-4}\\cmidrule(lr){5-7}" in text and text.endswith("\\end{table*}\n")
    assert text.isascii()


def test_what_is_filled_in_is_escaped():
    page = templates.page("a < b", "<b>bold</b>")
    assert "<title>a &lt; b</title>" in page and "<b>bold</b>" in page
    assert str(templates.unbroken("1 & 2")) == "1&nbsp;&amp;&nbsp;2"
    assert templates.tex("SM_B: 5 % – −3 & #1") == "SM\\_B: 5 \\% -- $-$3 \\& \\#1"


def test_the_picture_writes_every_cell_where_its_column_is(table):
    (axes,) = picture(table).axes
    written = {(round(text.get_position()[0], 3), text.get_text()) for text in axes.texts}
    strong = {text.get_text(): round(text.get_position()[0], 3) for text in axes.texts if text.get_weight() == "bold"}
    heads = {column: strong[column] for column in PARTNERS}
    assert heads["a"] < heads["b"] < heads["x"] < heads["y"]
    lines = typeset.texts(table)
    for column, x in heads.items():
        for environment, rows in table.rows.items():
            assert {(x, line) for row in rows for line in lines[environment, row, column]} <= written
    bold = [text.get_text() for text in axes.texts if text.get_fontweight() == "bold" and text.get_text()[-1].isdigit()]
    assert sorted(bold) == sorted(lines[place][0] for place in typeset.marked(table))


@pytest.fixture(scope="module")
def guessing() -> tables.Table:
    """The same games with roles changed."""
    swapped = games().rename(columns={"spymaster": "guesser", "guesser": "spymaster"})
    return tables.table(swapped.replace({"SM_B": "DG_B", "SM_B_noise": "MG_B_noise"}), GUESSING)


@pytest.mark.slow(4)
def test_the_headline_has_a_row_an_agent_and_an_interval_a_cell(table, guessing):
    text = headline.markdown(table, guessing)
    lines = text.splitlines()
    assert lines[0] == "| | det. in | det. out | stoch. in | stoch. out |"
    assert {line.count("|") for line in lines[:12]} == {6}
    assert lines[3].startswith("| Best single (a) | .750 [") and lines[3].count("**") == 4
    assert lines[6].startswith("| SM\\_B\\_noise | .750 [") and "**.850 [" in lines[6]
    assert "20 games a pairing on the hand set" in lines[-1] and "(ours)" not in text


@pytest.mark.slow(4)
def test_ours_are_rows_of_the_headline_and_marked_where_there_are_games_of_theirs(guessing):
    ours = games()[games()["spymaster"] == "SM_B_noise"].replace({"SM_B_noise": "SM_N"})
    text = headline.markdown(tables.table(pd.concat([games(), ours]), LAYOUT), guessing)
    assert text.splitlines()[7].startswith("| SM\\_N (ours) | .750 [")
