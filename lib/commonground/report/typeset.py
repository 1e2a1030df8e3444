"""Tables as a web page, as LaTeX and as CSV.

What is set is a sheet: headings, columns and rows of cells that are text already. There is one of the averages by wins and
by score, which is read first, one of each measure with every partner, and one of the differences from the paper.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from commonground import files
from commonground.report import captions, numbers, paper, templates
from commonground.report.compare import SCORE, WON
from commonground.report.lineup import BEST_MODEL, BEST_SINGLE, PLACES, SEATS
from commonground.report.statistics import Estimate
from commonground.report.tables import Both, Table, marked_name

AVERAGE = "avg."
HEADS = {WON: "won", SCORE: "score"}
Place = tuple[str, str]  # environment, row


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


class Sheet(NamedTuple):
    """A table as it is set: headings over columns and how many each spans, columns, the rows of each environment."""

    caption: str
    groups: list[tuple[str, int]]
    columns: list[Column]
    blocks: list[tuple[str, list[Line]]]


# Files


def save(both: Both, compared: pd.DataFrame, folder: Path) -> None:
    """Write table.{csv,html,tex} and comparison.{csv,html}."""
    name = both.wins.layout.name
    sheets = [averages(both), sheet(both.wins), sheet(both.scores)]
    files.write_text(folder / "table.csv", _csv(both.cells))
    files.write_text(folder / "table.html", templates.page(f"Wins and scores of {name}", "\n".join(map(html, sheets))))
    files.write_text(folder / "table.tex", "\n".join(map(latex, sheets)))
    files.write_text(folder / "comparison.csv", _csv(compared))
    page = templates.page(f"Win rates of {name}, beside the paper's", html(comparison(both.wins, compared)))
    files.write_text(folder / "comparison.html", page)


def _csv(table: pd.DataFrame) -> str:
    return str(table.to_csv(index=False, float_format="%.4f", lineterminator="\n"))


def html(shown: Sheet) -> str:
    """A sheet as an HTML fragment with its style."""
    return templates.html("rates.html.j2", **shown._asdict())


def latex(shown: Sheet) -> str:
    """A sheet as a LaTeX float; it needs the package booktabs."""
    blocks = [
        (environment, [Line(line.label, [_three(cell) for cell in line.cells]) for line in lines])
        for environment, lines in shown.blocks
    ]
    return templates.latex("rates.tex.j2", rules=_rules(shown), **shown._replace(blocks=blocks)._asdict())


def _three(cell: Cell) -> Cell:
    return cell._replace(lines=[*cell.lines, "", ""][:3])


def _rules(shown: Sheet) -> list[tuple[int, int]]:
    """The first and the last column of the rule under each group's heading."""
    start, rules = 2, []
    for _, span in shown.groups:
        rules.append((start, start + span - 1))
        start += span
    return rules


# Sheets


class Slot(NamedTuple):
    """What stands in a column: its head, the lines of its cells, and which of them are marked."""

    column: Column
    texts: dict[Place, list[str]]
    best: set[Place]


def sheet(table: Table) -> Sheet:
    """A table with every partner, and whose games Best Model's are with each."""
    slots = [_slot(table, name, head, BEST_MODEL) for name, head in _columns(table).items()]
    return Sheet(captions.caption(table), _groups(table), [*_columns(table).values()], _blocks(table, slots))


def averages(both: Both) -> Sheet:
    """The averages by both measures, side by side, and who Best single is by each."""
    layout = both.wins.layout
    slots = [_slot(table, group, _measure(table.measure), BEST_SINGLE) for group in layout.groups for table in both]
    groups = [(heading, len(both)) for heading, _ in _groups(both.wins)]
    blocks = _blocks(both.wins, slots, bare=True)
    return Sheet(captions.averages_caption(both.wins), groups, [slot.column for slot in slots], blocks)


def comparison(table: Table, compared: pd.DataFrame) -> Sheet:
    """Ours, the paper's and the difference in every cell that the paper has too."""
    slots = [_apart(compared[compared["column"] == name], head) for name, head in _columns(table).items()]
    note = (
        "Win rate here minus win rate in the paper, its 95 % interval (Newcombe's, with the paper's"
        f" {paper.GAMES} games a pairing),"
        " and the two rates. Bold: the interval does not hold zero."
    )
    caption = f"{note} {captions.embeddings(table.layout)}"
    return Sheet(caption, _groups(table), [*_columns(table).values()], _blocks(table, slots))


def _slot(table: Table, column: str, head: Column, named: str) -> Slot:
    """A column of a table; the cells of one row name the agents whose games they are."""
    cells = table.cells[table.cells["column"] == column]
    texts, best = {}, set()
    for cell in cells.itertuples():
        place = (cell.environment, cell.row)
        value, *interval = numbers.WRITERS[table.measure].value(Estimate(cell.value, cell.low, cell.high)).split(" ", 1)
        own = [cell.agent] if cell.row == named and (named == BEST_SINGLE or column not in table.layout.groups) else []
        texts[place] = [value, *interval, *own]
        best |= {place} if cell.best else set()
    return Slot(head, texts, best)


def _apart(compared: pd.DataFrame, head: Column) -> Slot:
    """A column of differences from the paper; those that are clear are marked."""
    texts, best = {}, set()
    for cell in compared.itertuples():
        place = (cell.environment, cell.row)
        found = Estimate(cell.difference, cell.difference_low, cell.difference_high)
        both = [f"{numbers.rate(cell.ours)} here", f"{numbers.rate(cell.paper)} paper"]
        texts[place] = [*numbers.difference(found).split(" ", 1), *both]
        best |= {place} if found.low > 0 or found.high < 0 else set()
    return Slot(head, texts, best)


def _measure(measure: str) -> Column:
    return Column((HEADS[measure], ""), "group" if measure == WON else "average")


def _columns(table: Table) -> dict[str, Column]:
    """The heads of the columns: a line divides groups of partners, a thin one their average from them."""
    first = {partners[0] for partners in table.layout.groups.values()}
    found = {}
    for column in table.layout.columns:
        if column in table.layout.groups:
            found[column] = Column((AVERAGE, ""), "average")
            continue
        stands_for = table.layout.stands_for(column)
        below = f"for {stands_for}" if stands_for not in ("", column) else ""
        found[column] = Column((column, below), "group" if column in first else "cell")
    return found


def _groups(table: Table) -> list[tuple[str, int]]:
    """The headings over the columns, and how many columns each spans."""
    who = SEATS[table.layout.name][1]
    return [(f"{PLACES[group]} {who}s", len(partners) + 1) for group, partners in table.layout.groups.items()]


def _blocks(table: Table, slots: Sequence[Slot], bare: bool = False) -> list[tuple[str, list[Line]]]:
    """The rows of each environment; one that has no cell is left out. Bare labels do not say who Best single is."""
    blocks = []
    for environment, rows in table.rows.items():
        lines = []
        for row in (row for row in rows if any((environment, row) in slot.texts for slot in slots)):
            label = marked_name(row, table.layout.name) if bare else table.label(environment, row)
            lines.append(Line(label, [_cell(slot, (environment, row)) for slot in slots]))
        blocks.append((environment, lines))
    return blocks


def _cell(slot: Slot, place: Place) -> Cell:
    return Cell(slot.texts.get(place, [numbers.UNKNOWN]), place in slot.best, slot.column.edge)
