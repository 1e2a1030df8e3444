"""Tables as a web page, as LaTeX and as CSV; `figures.table` draws them."""

from pathlib import Path
from typing import NamedTuple

import pandas as pd

from commonground import files
from commonground.report import numbers, paper, prose, templates
from commonground.report.lineup import BEST_MODEL, PLACES, SEATS
from commonground.report.statistics import Estimate
from commonground.report.tables import Table

AVERAGE = "avg."
Place = tuple[str, str, str]  # environment, row, column


class Column(NamedTuple):
    """A column's name, the paper's column it stands for if that is another one, and what its left edge is like."""

    head: tuple[str, str]
    edge: str


class Cell(NamedTuple):
    """The lines of a cell, whether it is marked, and what its left edge is like."""

    lines: list[str]
    best: bool
    edge: str


class Line(NamedTuple):
    """A row of the table as it is set: its label and its cells."""

    label: str
    cells: list[Cell]


def save(table: Table, compared: pd.DataFrame, folder: Path) -> None:
    """Write table.{csv,html,tex} and comparison.{csv,html}."""
    title = f"Win rates of {table.layout.name}"
    files.write_text(folder / "table.csv", table.cells.to_csv(index=False, float_format="%.4f", lineterminator="\n"))
    files.write_text(folder / "table.html", templates.page(title, html(table)))
    files.write_text(folder / "table.tex", latex(table))
    files.write_text(folder / "comparison.csv", compared.to_csv(index=False, float_format="%.4f", lineterminator="\n"))
    page = templates.page(f"{title}, beside the paper's", comparison_html(table, compared))
    files.write_text(folder / "comparison.html", page)


def html(table: Table) -> str:
    """The table as an HTML fragment with its style."""
    return _html(table, texts(table), marked(table), prose.caption(table))


def latex(table: Table) -> str:
    """The table as a LaTeX float; it needs the package booktabs."""
    lines = {place: [*text, ""][:3] for place, text in texts(table).items()}
    shown = _blocks(table, lines, marked(table))
    about = {"groups": groups(table), "columns": columns(table), "rules": _rules(table), "blocks": shown}
    return templates.latex("rates.tex.j2", caption=prose.caption(table), **about)


def comparison_html(table: Table, compared: pd.DataFrame) -> str:
    """Ours, the paper's and the difference in every cell that the paper has too."""
    cells: dict[Place, list[str]] = {}
    apart: set[Place] = set()
    for cell in compared.itertuples():
        place = (cell.environment, cell.row, cell.column)
        found = Estimate(cell.difference, cell.difference_low, cell.difference_high)
        both = [f"{numbers.rate(cell.ours)} here", f"{numbers.rate(cell.paper)} paper"]
        cells[place] = [*numbers.difference(found).split(" ", 1), *both]
        if found.low > 0 or found.high < 0:
            apart.add(place)
    note = (
        "Win rate here minus win rate in the paper, its 95 % interval (Newcombe's, with the paper's"
        f" {paper.GAMES} games a pairing),"
        " and the two rates. Bold: the interval does not hold zero."
    )
    return _html(table, cells, apart, f"{note} {prose.embeddings(table.layout)}")


def _html(table: Table, cells: dict[Place, list[str]], best: set[Place], caption: str) -> str:
    shown = _blocks(table, cells, best)
    about = {"groups": groups(table), "columns": columns(table), "blocks": shown}
    return templates.html("rates.html.j2", caption=caption, **about)


# What stands in them


def texts(table: Table) -> dict[Place, list[str]]:
    """The lines of every cell: the rate, its interval and, for Best Model, whose games they are."""
    lines = {}
    for cell in table.cells.itertuples():
        lines[cell.environment, cell.row, cell.column] = [
            *numbers.rate(Estimate(cell.win_rate, cell.low, cell.high)).split(" ", 1),
            *([cell.agent] if cell.row == BEST_MODEL and cell.column not in table.layout.groups else []),
        ]
    return lines


def marked(table: Table) -> set[Place]:
    """The cells that are clearly the best."""
    best = table.cells[table.cells["best"]]
    return set(zip(best["environment"], best["row"], best["column"], strict=True))


def columns(table: Table) -> list[Column]:
    """The heads of the columns: a line divides groups of partners, a thin one their average from them."""
    first = {partners[0] for partners in table.layout.groups.values()}
    found = []
    for column in table.layout.columns:
        if column in table.layout.groups:
            found.append(Column((AVERAGE, ""), "average"))
            continue
        stands_for = table.layout.stands_for(column)
        below = f"for {stands_for}" if stands_for not in ("", column) else ""
        found.append(Column((column, below), "group" if column in first else "cell"))
    return found


def groups(table: Table) -> list[tuple[str, int]]:
    """The headings over the columns, and how many columns each spans."""
    who = SEATS[table.layout.name][1]
    return [(f"{PLACES[group]} {who}s", len(partners) + 1) for group, partners in table.layout.groups.items()]


def _rules(table: Table) -> list[tuple[int, int]]:
    """The first and the last column of the rule under each group's heading."""
    start, rules = 2, []
    for _, span in groups(table):
        rules.append((start, start + span - 1))
        start += span
    return rules


def _blocks(table: Table, cells: dict[Place, list[str]], best: set[Place]) -> list[tuple[str, list[Line]]]:
    """The rows of each environment; one that has no cell is left out."""
    blocks = []
    for environment, rows in table.rows.items():
        names = [row for row in rows if any(place[:2] == (environment, row) for place in cells)]
        blocks.append((environment, [_line(table, environment, row, cells, best) for row in names]))
    return blocks


def _line(table: Table, environment: str, row: str, cells: dict[Place, list[str]], best: set[Place]) -> Line:
    places = [(environment, row, column) for column in table.layout.columns]
    shown = [
        Cell(cells.get(place, [numbers.UNKNOWN]), place in best, column.edge)
        for place, column in zip(places, columns(table), strict=True)
    ]
    return Line(table.label(environment, row), shown)
