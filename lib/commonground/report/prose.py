"""What the tables show, in sentences made from their numbers."""

from collections.abc import Sequence

import pandas as pd

from commonground.report import numbers, paper, statistics
from commonground.report.compare import SCORE
from commonground.report.lineup import PLACES


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


def like_the_paper(compared: pd.DataFrame) -> str:
    """What a picture of here against the paper says."""
    cells = compared[~compared["column"].isin(PLACES)]
    if cells.empty:
        return "No column of this set stands for one of the paper's"
    rank = cells["ours"].corr(cells["paper"], method="spearman")
    how = "much as" if rank > MUCH else "somewhat as" if rank > SOMEWHAT else "otherwise than"
    return (
        f"High and low {how} in the paper (rank correlation {numbers.rate(rank, 2)}); {_apart(cells)} of {len(cells)} cells"
        " differ by more than chance"
    )


def _apart(cells: pd.DataFrame) -> int:
    """How many cells differ from the paper's by more than the chance of the draw."""
    return int(((cells["difference_low"] > 0) | (cells["difference_high"] < 0)).sum())


MUCH, SOMEWHAT = 0.7, 0.3  # of a rank correlation


def beside_the_paper(compared: pd.DataFrame) -> str:
    """How near the paper's numbers are, in a paragraph."""
    cells = compared[~compared["column"].isin(PLACES)]
    if cells.empty:
        return "No column of this set stands for one of the paper's."
    rank = cells["ours"].corr(cells["paper"], method="spearman")
    averages = compared[compared["column"].isin(PLACES)].groupby(["environment", "column"], sort=False)
    return (
        f"Over the {len(cells)} cells that both have, ours are {_shift(cells['difference'].mean())} the paper's on average, and"
        f" {numbers.rate(cells['difference'].abs().mean())} away from them; {_apart(cells)} differ by more than the chance of the draw"
        f" (95 % intervals of the difference, taking the paper's {paper.GAMES} games a pairing at its word)."
        f" Which cells are high and which are low is alike to a rank correlation of {numbers.rate(rank, 2)}."
        + _same_first([part for _, part in averages])
    )


def _same_first(blocks: Sequence[pd.DataFrame]) -> str:
    """In how many blocks the same row has the highest average here and in the paper; a tie is too close to call."""
    pairs = [
        [statistics.leaders(part.set_index("row")[side].to_dict()) for side in ("ours", "paper")] for part in blocks
    ]
    ties = sum(len(ours) > 1 or len(theirs) > 1 for ours, theirs in pairs)
    same = sum(ours == theirs and len(ours) == 1 for ours, theirs in pairs)
    tied = f"; in {ties} several tie" if ties else ""
    return (
        f" Of the {len(pairs) - ties} blocks in which one row has the highest average, it is the paper's in {same}{tied}."
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
