"""Tables as a web page, as LaTeX, as CSV and as a picture."""

import textwrap
from html import escape
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from commonground import files
from commonground.report import prose
from commonground.report.figures import draw
from commonground.report.tables import BEST_MODEL, PAPER_GAMES, SEATS, Table, bare

AVERAGE = "avg."
STYLE = """<style>
table.rates { border-collapse: collapse; font: 14px/1.25 system-ui, sans-serif; border-top: 2px solid; border-bottom: 2px solid; }
table.rates caption { caption-side: bottom; text-align: left; font-size: 13px; padding-top: .6em; }
table.rates th, table.rates td { text-align: center !important; padding: .3em .45em; background: none; vertical-align: top; }
table.rates th:first-child { text-align: left !important; white-space: nowrap; }
table.rates small { display: block; font-size: 11px; font-weight: normal; white-space: nowrap; }
table.rates tbody { border-top: 1px solid; }
table.rates .average { border-left: 1px dotted; }
table.rates .group { border-left: 2px solid; }
table.rates .best { font-weight: bold; background: #ddd; color: #000; }
</style>"""
PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title></head>
<body style="max-width: 1150px; margin: 1.5em auto; padding: 0 1em">
{body}
</body>
</html>
"""
Place = tuple[str, str, str]  # environment, row, column


def save(table: Table, compared: pd.DataFrame, folder: Path) -> Figure:
    """Write table.{csv,html,tex,png,svg} and comparison.{csv,html}; return the picture."""
    title = f"Win rates of {table.layout.name}"
    files.write_text(folder / "table.csv", table.cells.to_csv(index=False, float_format="%.4f", lineterminator="\n"))
    files.write_text(folder / "table.html", PAGE.format(title=title, body=html(table)))
    files.write_text(folder / "table.tex", latex(table))
    files.write_text(folder / "comparison.csv", compared.to_csv(index=False, float_format="%.4f", lineterminator="\n"))
    page = PAGE.format(title=f"{title}, beside the paper's", body=comparison_html(table, compared))
    files.write_text(folder / "comparison.html", page)
    figure = picture(table)
    draw.save(figure, folder, "table")
    return figure


def texts(table: Table) -> dict[Place, list[str]]:
    """The lines of every cell: the rate, its interval and, for Best Model, whose games they are."""
    lines = {}
    for cell in table.cells.itertuples():
        lines[cell.environment, cell.row, cell.column] = [
            f"{cell.win_rate:.3f}",
            f"{bare(cell.low)}–{bare(cell.high)}",
            *([cell.agent] if cell.row == BEST_MODEL and cell.column not in table.layout.groups else []),
        ]
    return lines


def marked(table: Table) -> set[Place]:
    """The cells that are clearly the best."""
    best = table.cells[table.cells["best"]]
    return set(zip(best["environment"], best["row"], best["column"], strict=True))


def header(table: Table, column: str) -> tuple[str, str]:
    """A column's name, and the paper's column it stands for if that is another one."""
    if column in table.layout.groups:
        return AVERAGE, ""
    stands_for = table.layout.stands_for(column)
    return column, f"for {stands_for}" if stands_for not in ("", column) else ""


def groups(table: Table) -> list[tuple[str, int]]:
    """The headings over the columns, and how many columns each spans."""
    who = SEATS[table.layout.name][1]
    return [(f"{prose.DISTRIBUTION[g]} {who}s", len(partners) + 1) for g, partners in table.layout.groups.items()]


# HTML


def html(table: Table) -> str:
    """The table as an HTML fragment with its style."""
    lines, best = texts(table), marked(table)
    cells = {place: _stacked(text) for place, text in lines.items()}
    return _html(table, cells, best, prose.caption(table))


def comparison_html(table: Table, compared: pd.DataFrame) -> str:
    """Ours, the paper's and the difference in every cell that the paper has too."""
    cells: dict[Place, str] = {}
    apart: set[Place] = set()
    for cell in compared.itertuples():
        place = (cell.environment, cell.row, cell.column)
        interval = f"[{prose.plus(cell.difference_low)}, {prose.plus(cell.difference_high)}]"
        cells[place] = _stacked(
            [prose.plus(cell.difference), interval, f"{cell.ours:.3f} here", f"{cell.paper:.3f} paper"]
        )
        if cell.difference_low > 0 or cell.difference_high < 0:
            apart.add(place)
    note = (
        "Win rate here minus win rate in the paper, its 95 % interval (Newcombe's, with the paper's"
        f" {PAPER_GAMES} games a pairing),"
        " and the two rates. Bold: the interval does not hold zero."
    )
    return _html(table, cells, apart, f"{note} {prose.embeddings(table.layout)}")


def _html(table: Table, cells: dict[Place, str], best: set[Place], caption: str) -> str:
    edges = _edges(table)
    tops = "".join(f'<th class="group" colspan="{span}">{name}</th>' for name, span in groups(table))
    names = "".join(f'<th class="{edges[c]}">{_stacked(header(table, c))}</th>' for c in table.layout.columns)
    bodies = "".join(_html_body(table, environment, cells, best) for environment in table.rows)
    head = f"<thead><tr><th></th>{tops}</tr>\n<tr><th></th>{names}</tr></thead>"
    return f'{STYLE}\n<table class="rates">\n<caption>{escape(caption)}</caption>\n{head}\n{bodies}</table>'


def _html_body(table: Table, environment: str, cells: dict[Place, str], best: set[Place]) -> str:
    edges, width = _edges(table), len(table.layout.columns) + 1
    lines = [f'<tbody><tr><th colspan="{width}" scope="rowgroup"><em>{environment} environment</em></th></tr>']
    for row in table.rows[environment]:
        places = [(environment, row, column) for column in table.layout.columns]
        if any(place in cells for place in places):
            inner = "".join(
                f'<td class="{edges[place[2]]}{" best" if place in best else ""}">{cells.get(place, "–")}</td>'
                for place in places
            )
            lines.append(f'<tr><th scope="row">{escape(table.label(environment, row))}</th>{inner}</tr>')
    return "\n".join(lines) + "</tbody>\n"


def _stacked(lines: list[str] | tuple[str, ...]) -> str:
    return escape(lines[0]) + "".join(f"<small>{escape(line)}</small>" for line in lines[1:] if line)


def _edges(table: Table) -> dict[str, str]:
    """The class of each column's left edge."""
    first = {partners[0] for partners in table.layout.groups.values()}
    averages = table.layout.groups
    return {c: "group" if c in first else "average" if c in averages else "cell" for c in table.layout.columns}


# LaTeX

TEX = {"\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#", "$": r"\$", "–": "--", "−": "$-$"}


def latex(table: Table) -> str:
    """The table as a LaTeX float; it needs the package booktabs."""
    width = len(table.layout.columns)
    columns = "@{\\hskip 1.2em}".join("c" * span for _, span in groups(table))
    tops = " & ".join(f"\\multicolumn{{{span}}}{{c}}{{{name}}}" for name, span in groups(table))
    headers = [header(table, column) for column in table.layout.columns]
    lines = [
        "% needs \\usepackage{booktabs}",
        "\\begin{table*}\\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}",
        f"\\begin{{tabular}}{{@{{}}l@{{\\hskip 1em}}{columns}@{{}}}}",
        "\\toprule",
        f" & {tops} \\\\ {_rules(table)}",
        _tex_line("", [name for name, _ in headers]),
    ]
    if any(below for _, below in headers):
        lines.append(_tex_line("", [_tiny(below) for _, below in headers]))
    for environment in table.rows:
        lines += ["\\midrule", f"\\multicolumn{{{width + 1}}}{{@{{}}l}}{{\\emph{{{environment} environment}}}} \\\\"]
        lines += [line for row in table.rows[environment] for line in _tex_row(table, environment, row)]
    end = ["\\bottomrule", "\\end{tabular}", f"\\caption{{{_tex(prose.caption(table))}}}", "\\end{table*}"]
    return "\n".join([*lines, *end]) + "\n"


def _tex_row(table: Table, environment: str, row: str) -> list[str]:
    lines, best = texts(table), marked(table)
    places = [(environment, row, column) for column in table.layout.columns]
    rates = [f"\\textbf{{{lines[p][0]}}}" if p in best else lines[p][0] for p in places]
    intervals = [_tiny(lines[p][1]) for p in places]
    whose = [_tiny("".join(lines[p][2:])) for p in places]
    below = [_tex_line("", cells) for cells in (intervals, whose) if any(cells)]
    return [_tex_line(_tex(table.label(environment, row)), rates), *below]


def _tiny(text: str) -> str:
    return f"{{\\tiny {_tex(text)}}}" if text else ""


def _tex_line(label: str, cells: list[str]) -> str:
    return f"{label} & {' & '.join(cells)} \\\\"


def _rules(table: Table) -> str:
    """A rule under each group's heading."""
    start, rules = 2, []
    for _, span in groups(table):
        rules.append(f"\\cmidrule(lr){{{start}-{start + span - 1}}}")
        start += span
    return "".join(rules)


def _tex(text: str) -> str:
    return "".join(TEX.get(letter, letter) for letter in text)


# Picture, in inches

LABEL, COLUMN, GAP, LINE, BAND = 1.5, 0.7, 0.16, 0.145, 0.24


def picture(table: Table) -> Figure:
    """The table as a figure: readable in print, at a laptop's width and without colour."""
    places = _places(table)
    right = max(places.values()) + COLUMN / 2
    words = textwrap.wrap(prose.caption(table), int(right * 16.8))
    heights = sum(BAND + 0.03 + sum(map(_height, rows)) for rows in table.rows.values())
    bottom = 0.76 + heights + 0.15 + 0.135 * len(words)
    figure, axes = plt.subplots(figsize=(right, bottom))
    axes.set(xlim=(0, right), ylim=(bottom, 0))
    axes.set_axis_off()
    y = _draw_header(axes, table, places, right)
    for environment in table.rows:
        y = _draw_block(axes, table, environment, places, y)
    _rule(axes, 0, right, y, 1.2)
    axes.text(0, y + 0.1, "\n".join(words), va="top", fontsize=7.5, linespacing=1.25)
    return figure


def _places(table: Table) -> dict[str, float]:
    """The middle of each column."""
    middles, x = {}, LABEL
    for group, partners in table.layout.groups.items():
        for column in (*partners, group):
            x += GAP / 2 if column == group else 0
            middles[column] = x + COLUMN / 2
            x += COLUMN
        x += GAP
    return middles


def _height(row: str) -> float:
    return LINE * (3 if row == BEST_MODEL else 2) + 0.09


def _rule(axes: Axes, left: float, right: float, y: float, width: float) -> None:
    axes.plot([left, right], [y, y], color="black", linewidth=width, solid_capstyle="butt", clip_on=False)


def _draw_header(axes: Axes, table: Table, places: dict[str, float], right: float) -> float:
    _rule(axes, 0, right, 0.03, 1.2)
    for (name, _), (group, partners) in zip(groups(table), table.layout.groups.items(), strict=True):
        left, end = places[partners[0]] - COLUMN / 2, places[group] + COLUMN / 2
        axes.text((left + end) / 2, 0.2, name, ha="center", va="center", fontsize=9, fontweight="bold")
        _rule(axes, left + 0.04, end - 0.04, 0.33, 0.6)
    for column, x in places.items():
        name, below = header(table, column)
        axes.text(x, 0.47, name, ha="center", va="center", fontsize=9, fontweight="bold")
        axes.text(x, 0.62, below, ha="center", va="center", fontsize=7)
    return 0.76


def _draw_block(axes: Axes, table: Table, environment: str, places: dict[str, float], y: float) -> float:
    """One environment's rows; gives where they end."""
    lines, best = texts(table), marked(table)
    _rule(axes, 0, max(places.values()) + COLUMN / 2, y, 0.6)
    axes.text(0, y + BAND / 2 + 0.02, f"{environment} environment", va="center", fontsize=9, style="italic")
    y += BAND
    for row in table.rows[environment]:
        axes.text(0.1, y + 0.12, table.label(environment, row), va="center", fontsize=9)
        for column, x in places.items():
            _draw_cell(axes, x, y + 0.12, lines[environment, row, column], (environment, row, column) in best)
        y += _height(row)
    return y + 0.03


def _draw_cell(axes: Axes, x: float, y: float, lines: list[str], best: bool) -> None:
    if best:
        axes.fill_between([x - COLUMN / 2 + 0.02, x + COLUMN / 2 - 0.02], y - 0.1, y + LINE + 0.08, color="0.87", lw=0)
    axes.text(x, y, lines[0], ha="center", va="center", fontsize=9, fontweight="bold" if best else "normal")
    for number, line in enumerate(lines[1:], start=1):
        style = "italic" if number > 1 else "normal"
        axes.text(x, y + LINE * number, line, ha="center", va="center", fontsize=7, style=style)
