"""What the tables show, in sentences made from their numbers."""

from collections.abc import Iterator

import pandas as pd

from commonground.report import numbers, paper
from commonground.report.lineup import BAYESIAN, BEST_MODEL, BEST_SINGLE, OURS, PLACES, SEATS
from commonground.report.tables import Layout, Table

FEW = 50  # games a pairing, below which a table is a demonstration


def caption(table: Table) -> str:
    """What the table shows, and how its numbers were come by."""
    seat, partner = SEATS[table.layout.name]
    return (
        f"Win rates of {seat}s with static {partner}s, {table.games:,} games a pairing on the same boards, {table.layout.set_name} set."
        " Under each rate its 95 % interval: Wilson's in a cell; in an average, a bootstrap over boards."
        " Bold: best of its column in its environment, by paired tests on the same boards against every other row after Holm's correction."
        f" {BEST_MODEL} is an oracle: for each partner, the best of the internal static agents (named under the interval)."
        f" {BEST_SINGLE} is the one internal static agent with the best average over all partners in that environment."
        " Both are chosen on the games they are scored on, which flatters them; where they are the same agent they count as one row."
        + (" Rows marked (ours) are no agents of the paper's: notebooks 60 to 62." if _has_ours(table) else "")
        + _other_vectors(table.layout)
    )


def _other_vectors(layout: Layout) -> str:
    """A warning where vectors were not those whose digests the catalogue has."""
    if not layout.other_vectors:
        return ""
    return f" Played with other vectors than the catalogue's: {', '.join(layout.other_vectors)}."


def _has_ours(table: Table) -> bool:
    return any(row in OURS[table.layout.name] for rows in table.rows.values() for row in rows)


def embeddings(layout: Layout) -> str:
    """Which columns are the paper's embeddings, and which are others in their place."""
    same = [name for name in layout.partners if _same(layout, name)]
    others = [name for name in layout.partners if name not in same]
    if not others:
        return "All embeddings are the paper's own."
    listed = "; ".join(_stand_in(layout, name) for name in others)
    first = f"The paper's own embeddings: {', '.join(same)}." if same else "No column has the paper's own embedding."
    return (
        f"{first} Other embeddings in the paper's places: {listed}. In those columns, and in every average that holds"
        " one, a difference from the paper is first of all a difference of embeddings."
    )


def _same(layout: Layout, name: str) -> bool:
    """Whether an embedding is the one of the paper's column: called so, and not made here by a recipe."""
    entry = layout.entries[name]
    return entry.stands_for == name and not entry.recipe


def _stand_in(layout: Layout, name: str) -> str:
    entry = layout.entries[name]
    published = {other.stands_for for other in layout.entries.values()}
    known = f", the paper's own {name}" if name in published and name != entry.stands_for else ""
    return f"{name} ({entry.title}{known}) for {entry.stands_for or 'none of them'}"


def findings(table: Table) -> str:
    """What the averages say, a paragraph for each environment and group of partners, as Markdown."""
    blocks = [_block(table, environment, group) for environment in table.rows for group in table.layout.groups]
    return "\n\n".join([*_warning(table), *blocks])


def _warning(table: Table) -> Iterator[str]:
    if table.games < FEW:
        yield f"*These are {table.games} games a pairing: they show that everything runs, and settle nothing.*"


def _block(table: Table, environment: str, group: str) -> str:
    rates = table.cells.query("environment == @environment and column == @group").set_index("row")
    first = str(rates["win_rate"].idxmax())
    bayesian = str(rates.loc[rates.index.isin(BAYESIAN[table.layout.name]), "win_rate"].idxmax())
    ties = [table.label(environment, str(row)) for row in rates.index[rates["win_rate"] == rates.at[first, "win_rate"]]]
    clearly = "clearly" if rates.at[first, "best"] else "not clearly"
    wins = f"The best Bayesian row, {bayesian}, wins {numbers.rate(table.cell(environment, bayesian, group))}; that"
    return (
        f"**{environment.capitalize()} environment, {PLACES[group]} {SEATS[table.layout.name][1]}s.**"
        f" Most games are won by {' and '.join(ties)}: {numbers.rate(table.cell(environment, first, group))},"
        f" {clearly} ahead of every other row."
        f" {'That' if bayesian == first else wins} is {_against(table, environment, group, bayesian, BEST_SINGLE)}"
        f" and {_against(table, environment, group, bayesian, BEST_MODEL)}."
    )


def _against(table: Table, environment: str, group: str, ours: str, theirs: str) -> str:
    found = table.against(environment, group, ours, theirs)
    unsure = " (can't tell)" if found.low <= 0 <= found.high else ""
    return f"{numbers.difference(found)} against {table.label(environment, theirs)}{unsure}"


def beside_the_paper(compared: pd.DataFrame) -> str:
    """How near the paper's numbers are, in a paragraph."""
    cells = compared[~compared["column"].isin(PLACES)]
    if cells.empty:
        return "No column of this set stands for one of the paper's."
    apart = ((cells["difference_low"] > 0) | (cells["difference_high"] < 0)).sum()
    rank = cells["ours"].corr(cells["paper"], method="spearman")
    averages = compared[compared["column"].isin(PLACES)].groupby(["environment", "column"], sort=False)
    agree = [part.loc[part["ours"].idxmax(), "row"] == part.loc[part["paper"].idxmax(), "row"] for _, part in averages]
    same_first = (
        f" The row with the highest average is the paper's in {sum(agree)} of {len(agree)} blocks." if agree else ""
    )
    return (
        f"Over the {len(cells)} cells that both have, ours are {_shift(cells['difference'].mean())} the paper's on average, and"
        f" {numbers.rate(cells['difference'].abs().mean())} away from them; {apart} differ by more than the chance of the draw"
        f" (95 % intervals of the difference, taking the paper's {paper.GAMES} games a pairing at its word)."
        f" Which cells are high and which are low is alike to a rank correlation of {numbers.rate(rank, 2)}.{same_first}"
    )


def _shift(difference: float) -> str:
    return f"{numbers.rate(abs(difference))} {'above' if difference >= 0 else 'below'}"
