"""How the notebooks of the two tables end.

Where a side is the best of several it is chosen on other boards than it is scored on, as in the notebook on claims, so that
both say the same of the same comparison.
"""

import numpy as np
import pandas as pd

from commonground.report import claims, compare, numbers, statistics, summaries
from commonground.report.captions import same_embedding
from commonground.report.compare import AHEAD, CONDITIONS, SCORE, WON, Condition, Contest, Who
from commonground.report.endings import words
from commonground.report.lineup import BAYESIAN, BEST_MODEL, BEST_SINGLE, SEATS
from commonground.report.tables import Both, Layout, Table
from commonground.report.variants import APART
from commonground.study.plan import ENVIRONMENTS

FIRST = {WON: "most games are won by", SCORE: "the first is"}


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


def ending(both: Both, contest: Contest, points: pd.DataFrame) -> list[str]:
    """Whether learners win more than who does not learn, than an oracle, who is first, what wins cost, what would change it.

    `points` are as `summaries.trade` gives them. The best of several is chosen on other boards than it is scored on.
    """
    seat, partner = SEATS[both.wins.layout.name]
    learners, static = BAYESIAN[both.wins.layout.name], both.wins.layout.groups["in"]
    alone, oracle = (_verdicts(both, contest, learners, rival) for rival in (static, BEST_MODEL))
    return words.told(
        both.wins.games,
        f"{_answer(alone)}: against the best static {seat}, the best of the paper's learning {seat}s is {_by_both(alone)}."
        f" {_numbers(both)}",
        f"Against the Best Model, an oracle that is told who its {partner} is, it is {_by_both(oracle)}.",
        f"Of all rows but the oracle's, {_firsts(both.wins)}. By score {_firsts(both.scores)}.",
        f"{about_cost(contest, points)}.",
        _embeddings(both.wins.layout),
    )


def _numbers(both: Both) -> str:
    """What the best of the paper's win without noise, beside Best single and Best Model, as the table has it."""
    table, said = both.wins, []
    for condition in (one for one in _conditions(table) if one.environment == ENVIRONMENTS[0]):
        values = {name: table.cell(*_place(condition, name)).value for name in BAYESIAN[table.layout.name]}
        best = statistics.leaders(values)[0]
        single, oracle = (table.cell(*_place(condition, row)).value for row in (BEST_SINGLE, BEST_MODEL))
        said.append(
            f"{words.WHOM[condition.where]} `{best}` wins {numbers.rate(values[best])} of its games, Best single"
            f" {numbers.rate(single)} and Best Model {numbers.rate(oracle)}"
        )
    return f"In the table, without noise, {'; '.join(said)}."


def _place(condition: Condition, row: str) -> tuple[str, str, str]:
    return condition.environment, row, condition.where


def _conditions(table: Table) -> list[Condition]:
    return [one for one in CONDITIONS if one.environment in table.rows and one.where in table.layout.groups]


def _verdicts(both: Both, contest: Contest, ours: Who, theirs: Who) -> list[dict[Condition, str]]:
    """What is told in every condition by wins, and by score, after Holm's correction for the conditions."""
    conditions = _conditions(both.wins)
    found = [[contest.compare(ours, theirs, one, measure) for one in conditions] for measure in (WON, SCORE)]
    return [dict(zip(conditions, claims.corrected(each), strict=True)) for each in found]


def _answer(verdicts: list[dict[Condition, str]]) -> str:
    """Whether learners win more than who does not learn."""
    told = [verdict for each in verdicts for verdict in each.values()]
    if AHEAD not in told:
        return "No"
    return "Yes" if set(told) == {AHEAD} else "In part"


def _by_both(verdicts: list[dict[Condition, str]]) -> str:
    """The tallies by wins and by score, in a sentence each; in one if they are the same."""
    wins, score = map(words.over_conditions, verdicts)
    return f"{wins}, by wins and by score" if wins == score else f"{wins} by wins. By score it is {score}"


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


def about_cost(contest: Contest, points: pd.DataFrame) -> str:
    """In how many conditions whoever wins most scores clearly less than another: also the title of the picture."""
    parted = summaries.parted(contest, points)
    if not parted:
        return "In no condition does whoever wins most score clearly less than another"
    count = words.out_of(len(parted), len(CONDITIONS), "conditions")
    return f"In {count} whoever wins most does not score best: it pays for its wins with turns or blue cards"


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
