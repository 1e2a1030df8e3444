"""How the notebooks of the two tables end.

Where a side is the best of several it is chosen on other boards than it is scored on, as in the notebook on claims, so that
both say the same of the same comparison.
"""

import numpy as np
import pandas as pd

from commonground.report import compare, statistics
from commonground.report.captions import same_embedding
from commonground.report.compare import CONDITIONS, SCORE, WON, Condition, Contest, Who
from commonground.report.endings import words
from commonground.report.lineup import BAYESIAN, BEST_MODEL, SEATS
from commonground.report.tables import Both, Layout, Table
from commonground.report.variants import APART

FIRST = {WON: "most games are won by", SCORE: "the highest score has"}


def apart(both: Both, ours: str, theirs: str) -> pd.DataFrame:
    """How far one row is from another in every condition, by wins and by score, as `variants.apart` has it."""
    rows = []
    for table in both:
        for condition in _conditions(table):
            effect = table.against(*condition, [ours], theirs)
            sides = [table.cell(condition.environment, row, condition.where).value for row in (ours, theirs)]
            told = compare.told(effect, (sides[0], sides[1]), table.measure)
            rows.append((f"{ours} − {theirs}", str(condition), table.measure, table.games, *sides, *effect, told))
    return pd.DataFrame(rows, columns=APART)


def ending(both: Both, contest: Contest) -> list[str]:
    """Whether learners win more than who does not learn, who is first, what wins cost, what would change it."""
    seat, partner = SEATS[both.wins.layout.name]
    learners, static = BAYESIAN[both.wins.layout.name], both.wins.layout.groups["in"]
    alone, oracle = (_by_both(both, contest, learners, rival) for rival in (static, BEST_MODEL))
    return words.told(
        both.wins.games,
        f"The best of the paper's {seat}s that learn, against the best static one with an internal embedding, is {alone}; against"
        f" the Best Model, which is told who its {partner} is, {oracle}. (The best of several is chosen on other boards than it is"
        " scored on, as in notebook 92.)",
        f"Of all rows, the oracle's apart, {_firsts(both.wins)}; {_firsts(both.scores)}.",
        f"{_cost(both)}",
        _embeddings(both.wins.layout),
    )


def _conditions(table: Table) -> list[Condition]:
    return [one for one in CONDITIONS if one.environment in table.rows and one.where in table.layout.groups]


def _by_both(both: Both, contest: Contest, ours: Who, theirs: Who) -> str:
    """The tally of comparisons in every condition by wins and by score."""
    wins, scores = (
        words.over_conditions(
            {one: contest.compare(ours, theirs, one, measure).verdict for one in _conditions(both.wins)}
        )
        for measure in (WON, SCORE)
    )
    return words.both_ways(wins, scores)


def _firsts(table: Table) -> str:
    """Who is first in each condition, and in how many of them clearly."""
    found: dict[str, list[Condition]] = {}
    conditions = _conditions(table)
    for condition in conditions:
        names = [table.label(condition.environment, name) for name in _leaders(table, condition)]
        found.setdefault(f"{words.listed(names)}{', who tie,' if len(names) > 1 else ''}", []).append(condition)
    clear = sum(statistics.clear_best(_columns(table, condition)) is not None for condition in conditions)
    clearly = words.out_of(clear, len(conditions), "conditions")
    return f"{FIRST[table.measure]} {words.spread_over(found)} (clearly in {clearly})"


def _leaders(table: Table, condition: Condition) -> list[str]:
    return statistics.leaders({name: float(values.mean()) for name, values in _columns(table, condition).items()})


def _columns(table: Table, condition: Condition) -> dict[str, np.ndarray]:
    sign = compare.better(1.0, table.measure)
    rows = table.rows[condition.environment].items()
    return {name: sign * row.column(table.layout, condition.where) for name, row in rows if name != BEST_MODEL}


def _cost(both: Both) -> str:
    """In how many conditions the two measures part."""
    conditions = _conditions(both.wins)
    parted = [one for one in conditions if not {*_leaders(both.wins, one)} & {*_leaders(both.scores, one)}]
    if not parted:
        return f"Whoever wins most also scores best {words.where(conditions)}."
    return f"Whoever wins most does not score best {words.where(parted)}: wins are bought with turns there."


def _embeddings(layout: Layout) -> str:
    """How many columns are other embeddings than the paper's, which is what would change most."""
    others = [name for name in layout.partners if not same_embedding(layout, name)]
    which = (
        f"{words.none_or(len(others))} of the {words.count(len(layout.partners))} columns hold another than the paper's"
    )
    return (
        f"What would change this: other embeddings ({which}), and partners that learn, or are people, to whom no static agent"
        " is a match."
    )
