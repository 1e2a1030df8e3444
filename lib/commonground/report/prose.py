"""What the tables show, in sentences made from their numbers."""

from collections.abc import Iterator, Sequence

import pandas as pd

from commonground.report import compare, numbers, paper, statistics
from commonground.report.compare import SCORE, WON
from commonground.report.lineup import BAYESIAN, BEST_MODEL, BEST_SINGLE, PLACES, SEATS
from commonground.report.tables import Both, Table

FEW = 50  # games a pairing, below which a table is a demonstration


def findings(both: Both) -> str:
    """What the averages say, a paragraph for each environment and group of partners, as Markdown."""
    layout = both.wins.layout
    blocks = [_block(both, environment, group) for environment in both.wins.rows for group in layout.groups]
    return "\n\n".join([*_warning(both.wins), *blocks])


def _warning(table: Table) -> Iterator[str]:
    if table.games < FEW:
        yield f"*These are {table.games} games a pairing: they show that everything runs, and settle nothing.*"


def _block(both: Both, environment: str, group: str) -> str:
    partners = f"{PLACES[group]} {SEATS[both.wins.layout.name][1]}s"
    said = " ".join(_leading(table, environment, group) for table in both)
    return f"**{environment.capitalize()} environment, {partners}.** {said}"


def _leading(table: Table, environment: str, group: str) -> str:
    """Who is first by the table's measure, oracles apart, and how the best of the paper's rows compares with the baselines."""
    columns = {
        name: compare.better(1.0, table.measure) * row.column(table.layout, group)
        for name, row in table.rows[environment].items()
        if name != BEST_MODEL
    }
    means = {name: float(values.mean()) for name, values in columns.items()}
    first = statistics.leaders(means)
    bayesian = statistics.leaders({row: mean for row, mean in means.items() if row in BAYESIAN[table.layout.name]})
    clearly = "clearly" if statistics.clear_best(columns) else "not clearly"
    best = f"{' and '.join(bayesian)}, the best of the paper's Bayesian rows, {HAS[table.measure]} {_value(table, environment, bayesian[0], group)};"
    baselines = " and ".join(_against(table, environment, group, bayesian, row) for row in (BEST_SINGLE, BEST_MODEL))
    return (
        f"{FIRST[table.measure]} {' and '.join(table.label(environment, row) for row in first)}:"
        f" {_value(table, environment, first[0], group)}, {clearly} ahead of every other row but the oracle's."
        f" {'That' if bayesian == first else f'{best} that'} is {baselines}."
    )


FIRST = {WON: "Most games are won by", SCORE: "The highest score has"}
HAS = {WON: "wins", SCORE: "has a score of"}


def _value(table: Table, environment: str, row: str, group: str) -> str:
    return numbers.WRITERS[table.measure].value(table.cell(environment, row, group))


def _against(table: Table, environment: str, group: str, ours: Sequence[str], theirs: str) -> str:
    found = table.against(environment, group, ours, theirs)
    sides = tuple(table.cell(environment, row, group).value for row in (ours[0], theirs))
    verdict = compare.told(found, (sides[0], sides[1]), table.measure)
    unsure = f" ({verdict})" if verdict in (compare.UNSURE, compare.CEILING) else ""
    return f"{numbers.WRITERS[table.measure].difference(found)} against {table.label(environment, theirs)}{unsure}"


def slow_wins(games: pd.DataFrame) -> str:
    """How many games were won with a score that the paper takes for a loss, and whether any was lost with another."""
    won, lost = games[games["won"] == 1], games[games["won"] == 0]
    slow = int((won[SCORE] <= 0).sum())
    share = numbers.percent(slow / max(len(won), 1), 1)
    return (
        f"Of {len(won):,} games that were won, {slow:,} ({share}) have a score of zero or less; of {len(lost):,} that were"
        f" lost, {int((lost[SCORE] > 0).sum()):,} have one above zero, and the mildest loss costs {numbers.amount(lost[SCORE].max())}."
    )


# Beside the paper


def beside_the_paper(compared: pd.DataFrame) -> str:
    """How near the paper's numbers are, in a paragraph."""
    cells = compared[~compared["column"].isin(PLACES)]
    if cells.empty:
        return "No column of this set stands for one of the paper's."
    apart = ((cells["difference_low"] > 0) | (cells["difference_high"] < 0)).sum()
    rank = cells["ours"].corr(cells["paper"], method="spearman")
    averages = compared[compared["column"].isin(PLACES)].groupby(["environment", "column"], sort=False)
    return (
        f"Over the {len(cells)} cells that both have, ours are {_shift(cells['difference'].mean())} the paper's on average, and"
        f" {numbers.rate(cells['difference'].abs().mean())} away from them; {apart} differ by more than the chance of the draw"
        f" (95 % intervals of the difference, taking the paper's {paper.GAMES} games a pairing at its word)."
        f" Which cells are high and which are low is alike to a rank correlation of {numbers.rate(rank, 2)}."
        + _same_first([part for _, part in averages])
    )


def _same_first(blocks: Sequence[pd.DataFrame]) -> str:
    """In how many blocks the same row has the highest average here and in the paper; a tie is undecided."""
    pairs = [
        [statistics.leaders(part.set_index("row")[side].to_dict()) for side in ("ours", "paper")] for part in blocks
    ]
    ties = sum(len(ours) > 1 or len(theirs) > 1 for ours, theirs in pairs)
    same = sum(ours == theirs and len(ours) == 1 for ours, theirs in pairs)
    undecided = f", and undecided, for a tie, in {ties}" if ties else ""
    return (
        f" The row with the highest average is the paper's in {same} of {len(pairs)} blocks{undecided}."
        if pairs
        else ""
    )


def about_the_papers_numbers(printed: pd.DataFrame, name: str) -> str:
    """What in a table of the paper's can't be right as it is printed."""
    printed = printed[printed["table"] == name]
    odd, rounded = paper.uncountable(printed), paper.rounded_averages(printed)
    found = []
    if len(odd):
        places = {column: place for place, columns in paper.COLUMNS.items() for column in columns}
        where = odd["partner"].map(places)
        alike = printed[printed["partner"].map(places).isin(set(where)) & printed["agent"].isin(set(odd["agent"]))]
        which = " and ".join(PLACES[place] for place in dict.fromkeys(where))
        found.append(
            f"{len(odd)} of the {len(alike)} {which} cells of the paper's Bayesian rows are no multiples of one in {paper.GAMES}:"
            f" they can't be of {paper.GAMES} games, so the intervals of the differences there are a guess."
        )
    if len(rounded):
        exact = ", ".join(
            f"{row.agent} {row.environment} {numbers.rate(row.printed)} for {numbers.rate(row.exact)}"
            for row in rounded.itertuples()
        )
        found.append(f"{len(rounded)} of its averages are of two decimals, printed with three ({exact}).")
    return " ".join(found) or "Every cell is a whole number of wins, and every average is that of its cells."


def _shift(difference: float) -> str:
    return f"{numbers.rate(abs(difference))} {'above' if difference >= 0 else 'below'}"
