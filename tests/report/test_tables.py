"""Tables from games made by hand, whose cells, averages, baselines and marks can be worked out."""

import csv
from html.parser import HTMLParser
from itertools import product

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from commonground.agents import registry
from commonground.embeddings.catalogue import Entry, Set
from commonground.report import (
    captions,
    compare,
    headline,
    lineup,
    paper,
    prose,
    statistics,
    summaries,
    tables,
    templates,
    typeset,
)
from commonground.report.endings import tables as endings
from commonground.report.figures import style
from commonground.report.figures.beside import scatter
from commonground.report.figures.headline import picture
from commonground.report.lineup import BAYESIAN, SEATS
from commonground.study.scores import scored
from helpers.support import complaint, files_in
from helpers.wins import SMALL

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


TURNS = {"SM_B_noise": 8}  # of agents that are slow; others need four


def games(won=WON) -> pd.DataFrame:
    """A game that is won has a score of nine minus its turns, one that is lost to the assassin one of minus its turns."""
    rows = [
        {"environment": environment, "spymaster": agent, "guesser": guesser, "board": board}
        | {"won": int(board < count), "turns": TURNS.get(agent, 4), "blue": 0, "assassin": int(board >= count)}
        for environment, agents in won.items()
        for agent, counts in agents.items()
        for guesser, count in zip(PARTNERS, counts, strict=True)
        for board in range(BOARDS)
    ]
    return scored(pd.DataFrame(rows))


@pytest.fixture(scope="module")
def both() -> tables.Both:
    shuffled = games().sample(frac=1, random_state=0)  # the order of rows means nothing
    return tables.both(shuffled, LAYOUT)


@pytest.fixture(scope="module")
def table(both) -> tables.Table:
    return both.wins


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
    assert table.rows["deterministic"]["Best Model"].agents == {"a": ("a",), "b": ("b",), "x": ("a",), "y": ("b",)}
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
    assert 0.55 < average.low < 0.85 < average.high < 1.0
    # all boards alike: as low as if two more games had been lost, half a board each, of which five are drawn, and no point
    assert table.cell("stochastic", "Best Model", "in") == pytest.approx((1.0, 1 - 2.5 / (17 + 2.5), 1.0))


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


def test_cells_that_no_number_of_games_can_give_are_counted():
    odd = paper.uncountable(paper.read())
    assert len(odd) == 27 and set(odd["table"]) == {"guessers"} and "Best Model" not in set(odd["agent"])
    told = prose.about_the_papers_numbers(paper.read(), "guessers")
    assert "27 of the 48 out-of-distribution cells" in told and "multiples of one in 500" in told


def test_averages_of_two_decimals_are_told():
    found = paper.rounded_averages(paper.read())
    assert set(found["table"]) == {"spymasters"} and set(found["partner"]) == {"in"} and len(found) == 4
    told = prose.about_the_papers_numbers(paper.read(), "spymasters")
    assert "4 of its averages are of two decimals" in told and "SM_B deterministic .960 for .965" in told
    assert "whole number of wins" in prose.about_the_papers_numbers(
        paper.read().query("agent == 'Best Model'"), "guessers"
    )


def test_a_stand_in_is_looked_up_by_what_it_stands_for():
    """SM_B with d2v's guesser has .858 in the paper, and the best of its static spymasters .702: b stands for d2v."""
    contest = compare.Contest({}, "spymaster", SMALL)
    with_b = compare.Condition("deterministic", "b")
    assert paper.printed_difference(paper.read(), contest, "SM_B", "b", with_b) == pytest.approx(0.156)
    assert paper.printed_difference(paper.read(), contest, "SM_B", "Best Model", with_b) == pytest.approx(0.156)
    assert pd.isna(paper.printed_difference(paper.read(), contest, "SM_B", "a", with_b)), "the paper has no such row"


def test_stand_ins_are_told_from_the_papers_own():
    told = captions.embeddings(tables.layout("open", "spymasters"))
    assert "The paper's own embeddings: w2v, wg." in told
    assert "g1 (GloVe 6B, 100 dimensions, the paper's own g1) for g3" in told
    assert "dictionary definitions and examples) for ftxt" in told  # called as in the paper, but made here
    assert captions.embeddings(tables.layout("paper", "guessers")) == "All embeddings are the paper's own."


def test_an_unknown_table_is_refused():
    with complaint("'kings'", "spymasters, guessers"):
        tables.layout("toy", "kings")


# Words and forms


def ended(played, layout=LAYOUT):
    contest = compare.Contest.of(played, "spymaster", HAND)
    return endings.ending(tables.both(played, layout), contest, summaries.trade(contest))


def test_the_ending_tells_whether_learners_win_more_who_is_first_and_what_wins_cost():
    alone, oracle, firsts, cost, change = ended(games())
    # without noise SM_B and SM_B_noise beat a and b; in noise a wins everything
    assert alone.startswith(
        "In part: against the best static spymaster, the best of the paper's learning spymasters is"
    )
    assert "clearly ahead without noise and clearly behind in noise" in alone
    assert oracle.startswith("Against the Best Model, an oracle that is told who its guesser is, it is ")
    assert "most games are won by SM_B with known partners without noise, SM_B_noise with strangers without" in firsts
    assert "Best single (a) in noise" in firsts and "By score the first is" in firsts
    assert cost == "In no condition does whoever wins most score clearly less than another."
    assert "columns hold another than the paper's)" in change


@pytest.mark.parametrize(("won", "said"), [(20, "Yes: against"), (8, "No: against")])
def test_the_ending_answers_first(won, said):
    counts = {"a": (8,) * 4, "b": (8,) * 4, "SM_B": (won,) * 4, "SM_B_noise": (won,) * 4}
    assert ended(games(dict.fromkeys(("deterministic", "stochastic"), counts)))[0].startswith(said)


def test_the_ending_says_where_wins_are_bought_with_turns():
    """SM_B wins most, and SM_B_noise needs fewer turns: by many a turn, and then by none that could be told."""
    counts = {"a": (8,) * 4, "b": (8,) * 4, "SM_B": (12,) * 4, "SM_B_noise": (11,) * 4}
    played = games(dict.fromkeys(("deterministic", "stochastic"), counts))
    quick = scored(played.assign(turns=played["turns"].mask(played["spymaster"] == "SM_B_noise", 1)))
    assert ended(quick)[3].startswith("In all four conditions whoever wins most does not score best: it pays")
    lucky = (played["spymaster"] == "SM_B_noise") & (played["board"] == 0)
    one = scored(played.assign(turns=played["turns"].mask(lucky, -40)))
    assert ended(one)[3] == "In no condition does whoever wins most score clearly less than another."


def test_a_tie_at_the_ceiling_is_called_so():
    won = {"deterministic": {"a": (20, 20, 5, 5), "b": (9, 9, 9, 9), "SM_B": (20, 20, 20, 20)}}
    found = endings.apart(tables.both(games(won), LAYOUT), "SM_B", "Best single")
    assert list(found["told"]) == ["tied at the ceiling", "clearly ahead", "too close to call", "clearly ahead"]


def test_the_table_of_claims_and_the_tables_compare_the_best_in_the_same_way():
    """Both choose the best of several on other boards than they score it on, so no comparison has two numbers."""
    contest = compare.Contest.of(games(), "spymaster", HAND)
    ours = contest.compare(BAYESIAN["spymasters"], lineup.BEST_MODEL, compare.DETERMINISTIC_IN)
    verdict = {compare.AHEAD: "clearly ahead", compare.UNSURE: "neither clearly", compare.BEHIND: "clearly behind"}
    told = ended(games())[1]
    assert verdict[ours.verdict] in told


def test_baselines_that_tie_share_the_place():
    won = {"deterministic": {"a": (20, 10, 6, 4), "b": (10, 20, 6, 4), "SM_B": (20, 20, 20, 20)}}
    for order in (won, {"deterministic": dict(reversed(won["deterministic"].items()))}):
        table = tables.table(games(order), LAYOUT)
        assert table.label("deterministic", "Best single") == "Best single (a or b)"
        assert table.rows["deterministic"]["Best Model"].named(LAYOUT, "x") == "a or b"
        assert table.cell("deterministic", "Best single", "a").value == 0.75, "the mean of both"


def test_a_tie_for_the_first_row_is_told_and_not_a_miss():
    names = "environment row column ours paper difference difference_low difference_high".split()
    cells = [("deterministic", "SM_B", "a", 0.9, 0.8, 0.1, 0.05, 0.15), ("deterministic", "SM_B", "b", *[0.5] * 5)]
    averages = [("deterministic", row, "in", 1.0, rate, 0, 0, 0) for row, rate in (("Best Model", 0.9), ("SM_B", 0.96))]
    told = prose.beside_the_paper(pd.DataFrame(cells + averages, columns=names))
    assert "Of the 0 blocks in which one row has the highest average, it is the paper's in 0; in 1 several tie" in told


# Scores


def test_best_model_and_best_single_are_the_best_by_the_measure_shown():
    """a wins more with everybody, b loses at once what it does not win and needs fewer turns: it scores better."""
    won = {"deterministic": {"a": (12, 12, 12, 12), "b": (10, 10, 10, 10), "SM_B": (5, 5, 5, 5)}}
    played = games(won)
    played["turns"] = played["turns"].mask(played["spymaster"] == "b", 1)
    both = tables.both(scored(played), LAYOUT)
    rows = both.wins.rows["deterministic"], both.scores.rows["deterministic"]
    assert [row["Best Model"].named(LAYOUT, "in") for row in rows] == ["a", "b"]
    assert [row["Best single"].named(LAYOUT, "in") for row in rows] == ["a", "b"]
    assert both.scores.cell("deterministic", "Best single", "a").value == 0.5 * 8 + 0.5 * -1


def test_scores_have_intervals_and_marks_of_their_own(both):
    # SM_B_noise wins most with strangers, in twice the turns: 9 · .9 − 8, 9 · .8 − 8; SM_B 9 · .4 − 4
    assert rates(both.scores, "deterministic", "SM_B_noise")[3:] == pytest.approx([0.1, -0.8, -0.35])
    assert rates(both.scores, "deterministic", "SM_B")[3:] == pytest.approx([-0.4, -0.4, -0.4])
    assert best(both.wins, "deterministic")["out"] == {"SM_B_noise"} and "out" not in best(both.scores, "deterministic")
    low, high = both.scores.cell("deterministic", "SM_B", "x")[1:]
    assert low < -0.4 < high


def test_the_mean_of_slow_wins_is_counted():
    played = scored(pd.DataFrame({"won": [1, 1, 1, 0], "turns": [3, 9, 12, 1], "blue": 0, "assassin": [0, 0, 0, 1]}))
    told = prose.slow_wins(played)
    assert "Of 3 games that were won, 2 (66.7 %) have a score of zero or less" in told
    assert "of 1 that were lost, 0 have one above zero, and the mildest loss costs −1.00" in told


# Whose rows they are


@pytest.fixture
def with_a_rival(monkeypatch):
    """A table with SM_N and an agent of others."""
    named = registry.NAMED["SM_N"]
    theirs = registry.Named(named.role, named.agent, named.options, "Other People, A Rival")
    monkeypatch.setitem(registry.NAMED, "SM_R", theirs)
    monkeypatch.setitem(lineup.RIVALS, "spymasters", ("SM_R",))
    played = games()[games()["spymaster"] == "SM_B_noise"]
    extra = [played.replace({"SM_B_noise": name}) for name in ("SM_N", "SM_R")]
    return tables.both(pd.concat([games(), *extra]), LAYOUT)


def test_agents_of_others_stand_between_the_papers_and_ours_and_say_whose_they_are(with_a_rival):
    assert list(with_a_rival.wins.rows["deterministic"])[-3:] == ["SM_B_noise", "SM_R", "SM_N"]
    assert with_a_rival.wins.label("deterministic", "SM_R") == "SM_R (others')"
    assert "SM_R: Other People, A Rival." in captions.caption(with_a_rival.scores)
    assert "others" not in captions.caption(tables.table(games(), LAYOUT))


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
    assert "Of the 1 blocks in which one row has the highest average, it is the paper's in 0." in told
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
def folder(both, tmp_path_factory):
    parent = tmp_path_factory.mktemp("tables")
    compared = paper.beside(both.wins, paper.read())
    with plt.style.context(style.STYLE):
        for name in ("one", "two"):
            typeset.save(both, compared, parent / name)
            figure = scatter(compared, ["a", "b"], prose.like_the_paper(compared))
            style.save(figure, parent / name, "beside")
            plt.close(figure)
    return parent / "one"


def test_every_form_is_written_and_the_same_twice(folder):
    forms = ["beside.png", "beside.svg", "comparison.csv", "comparison.html", "table.csv", "table.html", "table.tex"]
    assert files_in(folder) == forms
    assert all((folder / form).read_bytes() == (folder.parent / "two" / form).read_bytes() for form in forms)


def test_the_pages_are_well_formed_and_mark_the_best_in_bold(folder, both):
    page = (folder / "table.html").read_text()
    wins, scores = both.wins.cells["best"], both.scores.cells["best"]
    averages = both.wins.cells["column"].isin(["in", "out"])
    assert cells_in(page) == 2 * 60 + 2 * 5 * 4, "every partner by both measures, the averages side by side"
    assert page.count(' best">') == wins.sum() + scores.sum() + wins[averages].sum() + scores[averages].sum()
    assert wins.sum() == 15
    assert "oracle" in page and "http" not in page
    assert '<td class="cell best">.900<small>[.699, .972]</small></td>' not in page, "18 and 20 wins are too near"
    assert '<td class="cell">.900<small>[.699, .972]</small><small>b</small></td>' in page, "Best Model, with b"
    assert "in-distribution guessers" in page and "<small>for g3</small>" in page
    assert cells_in((folder / "comparison.html").read_text()) == 2 * 3 * 6


def test_the_averages_come_first_with_both_measures_side_by_side(both):
    sheet = typeset.averages(both)
    assert sheet.groups == [("in-distribution guessers", 2), ("out-of-distribution guessers", 2)]
    assert [column.head[0] for column in sheet.columns] == ["won", "score"] * 2
    (line,) = (line for line in sheet.blocks[0][1] if line.label == "SM_B_noise")
    assert [cell.lines[0] for cell in line.cells] == [".750", "−1.25", ".850", "−.35"]
    assert [len(cell.lines) for cell in line.cells] == [2] * 4, "each with its interval"
    (single,) = (line for line in sheet.blocks[0][1] if line.label == "Best single")
    assert {cell.lines[2] for cell in single.cells} == {"a"}, "who it is, by each measure"


def test_the_csv_reads_back_as_the_table(folder, both):
    read = pd.read_csv(folder / "table.csv")
    pd.testing.assert_frame_equal(read, both.cells, check_dtype=False, atol=5e-5)
    assert (list(read)[4:]) == [
        "win_rate",
        "low",
        "high",
        "best",
        "score_agent",
        "score",
        "score_low",
        "score_high",
        "score_best",
    ]
    with (folder / "comparison.csv").open() as file:
        assert len(list(csv.DictReader(file))) == 2 * 3 * 4


def test_latex_has_as_many_cells_in_every_line_and_balanced_braces(folder, both):
    text = (folder / "table.tex").read_text()
    averages, wins, scores = (part.split("\\bottomrule")[0] for part in text.split("\\toprule")[1:])
    assert text.count("{") == text.count("}") and wins.count("\\textbf{") == 15
    lines = [line for line in wins.splitlines() if "&" in line and "multicolumn" not in line]
    assert {line.count("&") for line in lines} == {6} and len(lines) == 2 + 2 * (5 * 2 + 1)
    assert "SM\\_B\\_noise" in text and "95 \\%" in text
    assert "SM\\_B\\_noise & .750 & .750 & .750 & \\textbf{.900} & \\textbf{.800} & \\textbf{.850} \\\\" in lines
    assert " & {\\tiny a} & {\\tiny b} &  & {\\tiny a} & {\\tiny b} &  \\\\" in lines, "whose games Best Model's are"
    assert "\\cmidrule(lr){2-4}\\cmidrule(lr){5-7}" in text and text.endswith("\\end{table*}\n")
    assert "SM\\_B\\_noise & $-$1.25 & $-$1.25 & $-$1.25 & .10 & $-$.80 & $-$.35 \\\\" in scores.splitlines()
    assert "SM\\_B\\_noise & .750 & $-$1.25 & \\textbf{.850} & $-$.35 \\\\" in averages.splitlines()
    assert text.isascii()


def test_what_is_filled_in_is_escaped():
    page = templates.page("a < b", "<b>bold</b>")
    assert "<title>a &lt; b</title>" in page and "<b>bold</b>" in page
    assert str(templates.unbroken("1 & 2")) == "1&nbsp;&amp;&nbsp;2"
    assert templates.tex("SM_B: 5 % – −3 & #1") == "SM\\_B: 5 \\% -- $-$3 \\& \\#1"


def test_here_against_the_paper_is_a_point_a_cell_and_strangers_are_hollow(both):
    compared = paper.beside(both.wins, paper.read())
    figure = scatter(compared, ["a", "b"], prose.like_the_paper(compared))
    assert figure.get_suptitle().endswith("of 18 cells differ by more than chance")
    assert "rank correlation" in figure.get_suptitle()
    for axes, environment in zip(figure.axes, ("deterministic", "stochastic"), strict=True):
        part = compared[(compared["environment"] == environment) & ~compared["column"].isin(["in", "out"])]
        points = [line for line in axes.lines if line.get_linestyle() == "None"]
        assert sum(len(line.get_xdata()) for line in points) == len(part)
        hollow = [line for line in points if line.get_markerfacecolor() == "white"]
        assert sum(len(line.get_xdata()) for line in hollow) == part["column"].isin(["x", "y"]).sum()


@pytest.fixture(scope="module")
def guessing() -> tables.Both:
    """The same games with roles changed."""
    swapped = games().rename(columns={"spymaster": "guesser", "guesser": "spymaster"})
    return tables.both(swapped.replace({"SM_B": "DG_B", "SM_B_noise": "MG_B_noise"}), GUESSING)


def test_the_headline_has_a_row_an_agent_and_both_measures_in_a_cell(both, guessing):
    text = headline.markdown(both, guessing)
    lines = text.splitlines()
    assert lines[0] == "| | whose | known partners | strangers | known, in noise | strangers, in noise |"
    assert {line.count("|") for line in lines[:12]} == {7}
    assert lines[3].startswith("| Best single (a) | baseline | .750 · 2.75 |") and lines[3].count("**") == 8
    assert lines[4].startswith("| Best Model | oracle |")
    assert lines[6].startswith("| `SM_B_noise` | the paper's | .750 · −1.25 | **.850** · −.35 |")
    assert "20 games a pairing on the hand set" in lines[-1] and "| ours |" not in text
    assert "[−" not in text and "[." not in text, "intervals are elsewhere"


def test_of_the_papers_agents_the_headline_has_those_that_are_best_somewhere():
    won = {
        environment: {"a": (9,) * 4, "b": (8,) * 4, "DG_B": (20, 20, 9, 9), "BG_B": (10,) * 4, "MG_B": (5,) * 4}
        for environment in ("deterministic", "stochastic")
    }
    swapped = games(won).rename(columns={"spymaster": "guesser", "guesser": "spymaster"})
    rows = headline.rows_of(tables.both(swapped, GUESSING))
    assert [row for row, whose in rows.items() if whose == headline.PAPERS] == ["DG_B", "BG_B"]


def test_ours_are_rows_of_the_headline_where_there_are_games_of_theirs(guessing, with_a_rival):
    lines = headline.markdown(with_a_rival, guessing).splitlines()
    assert lines[7].startswith("| `SM_R` | rival | .750") and lines[8].startswith("| `SM_N` | ours | .750")


def test_the_headline_as_a_picture_has_a_row_a_kind_of_agent_and_says_what_noise_is_worth(both, guessing):
    title = headline.message(both)
    assert title == "With strangers, allowing for noise is a mixed blessing for spymasters", (
        "it wins more, and takes longer"
    )
    figure = picture(title, both, guessing)
    wins = figure.axes[0]
    assert [label.get_text() for label in wins.get_yticklabels()] == [
        "one static agent for all",
        "oracle: the best static agent for each",
        "the paper's, assuming no noise",
        "the paper's, allowing for noise",
    ]
    strangers = figure.axes[1]
    assert strangers.get_title(loc="center") == "strangers"
    assert [text.get_text() for text in strangers.texts if text.get_fontweight() == "bold"] == ["85 %"], "the best"


def test_a_row_of_several_agents_shows_the_best_of_them_in_each_column(with_a_rival):
    kinds = headline.kinds_of(with_a_rival)
    assert kinds["rivals"] == ["SM_R"] and kinds["ours"] == ["SM_N"]
    won = {"deterministic": {"a": (9,) * 4, "b": (8,) * 4, "DG_B": (20, 20, 9, 9), "BG_B": (10,) * 4}}
    swapped = games(won).rename(columns={"spymaster": "guesser", "guesser": "spymaster"})
    marks = headline.marks(tables.both(swapped, GUESSING))
    shown = marks[(marks["label"] == "the paper's, assuming no noise") & (marks["measure"] == "won")]
    assert list(shown["agent"]) == ["DG_B", "BG_B"] and list(shown["value"]) == [1.0, 0.5]


@pytest.mark.parametrize(
    ("noisy", "said"),
    [(20, "pays spymasters"), (0, "costs spymasters"), (10, "makes no clear difference to spymasters")],
)
def test_what_allowing_for_noise_is_worth_is_said_whichever_way_it_falls(noisy, said):
    won = {
        environment: {"a": (9,) * 4, "b": (8,) * 4, "SM_B": (10,) * 4, "SM_B_noise": (noisy,) * 4}
        for environment in ("deterministic", "stochastic")
    }
    both = tables.both(scored(games(won).assign(turns=4)), LAYOUT)
    assert headline.message(both) == f"With strangers, allowing for noise {said}"


def test_who_best_single_is_is_said_where_it_is_another():
    won = {"deterministic": {"a": (12,) * 4, "b": (9,) * 4}, "stochastic": {"a": (9,) * 4, "b": (12,) * 4}}
    assert headline._who(tables.both(games(won), LAYOUT)) == " (a; in noise b; by score in noise b)"
