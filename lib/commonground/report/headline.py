"""Both tables in short: what the README opens with."""

from collections.abc import Sequence

import pandas as pd

from commonground.report import compare, numbers, statistics
from commonground.report.captions import SCORED
from commonground.report.compare import CONDITIONS, SCORE, WON, Condition
from commonground.report.lineup import BAYESIAN, BEST_MODEL, BEST_SINGLE, OURS, RIVALS
from commonground.report.tables import Both, Table

HEADS = dict(zip(CONDITIONS, ("known partners", "strangers", "known, in noise", "strangers, in noise"), strict=True))
BASELINE, ORACLE, PAPERS, RIVAL, OWN = "baseline", "oracle", "the paper's", "rival", "ours"
CALM, NOISY = "assuming no noise", "allowing for noise"


def rows_of(both: Both) -> dict[str, str]:
    """The rows that are shown, and whose each is.

    Of the paper's agents and of rivals, those that are the best of theirs in some column by wins or by score.
    """
    whose = _whose(both)
    best = {
        row for kind in (PAPERS, RIVAL) for row in _best_somewhere(both, [one for one in whose if whose[one] == kind])
    }
    return {row: kind for row, kind in whose.items() if row in best or kind not in (PAPERS, RIVAL)}


def _whose(both: Both) -> dict[str, str]:
    """Every row that has games in all environments, and whose it is: baselines, the paper's, rivals, ours."""
    name = both.wins.layout.name
    everywhere = [row for row in both.wins.names if all(row in rows for rows in both.wins.rows.values())]
    groups = {PAPERS: BAYESIAN[name], RIVAL: RIVALS[name], OWN: OURS[name]}
    named = {row: kind for kind, group in groups.items() for row in everywhere if row in group}
    return {BEST_SINGLE: BASELINE, BEST_MODEL: ORACLE, **named}


def _best_somewhere(both: Both, rows: Sequence[str]) -> list[str]:
    found = set()
    for table in both:
        for condition in conditions_of(table):
            values = {row: table.cell(condition.environment, row, condition.where).value for row in rows}
            found |= set(statistics.leaders(values)) if values else set()
    return [row for row in rows if row in found]


def conditions_of(table: Table) -> list[Condition]:
    """The conditions that a table has."""
    return [one for one in CONDITIONS if one.environment in table.rows and one.where in table.layout.groups]


def markdown(*tables: Both) -> str:
    """The averages of both tables as a small Markdown table: whose a row is, wins and score in each cell."""
    lines = ["| | whose | " + " | ".join(HEADS.values()) + " |", "|---" * (len(CONDITIONS) + 2) + "|"]
    for both in tables:
        lines += [f"| **{both.wins.layout.name.capitalize()}** |" + " |" * (len(CONDITIONS) + 1)]
        lines += [_row(both, row, whose) for row, whose in rows_of(both).items()]
    counts = " and ".join(dict.fromkeys(f"{both.wins.games:,}" for both in tables))
    note = NOTE.format(games=counts, set_name=tables[0].wins.layout.set_name, scored=SCORED)
    return "\n".join([*lines, "", note]) + "\n"


NOTE = (
    "Share of games won · score ({scored}), on average over static partners whose embedding the agents know, or don't"
    " (strangers), without noise and in it; {games} games a pairing on the {set_name} set. Bold: clearly the best of the column,"
    " on its side, by that measure. Of the paper's agents and of rivals, those are shown that are the best of theirs in some"
    " column; the rest, and all intervals, stand in the tables of [spymasters](runs/{set_name}/90-table-spymasters.ipynb) and"
    " [guessers](runs/{set_name}/91-table-guessers.ipynb). *Best single* is one static agent for all partners, *Best Model* another"
    " for each, which nobody could know: both are chosen on these games."
)


def _row(both: Both, row: str, whose: str) -> str:
    texts = [" · ".join(_text(table, condition, row) for table in both) for condition in CONDITIONS]
    name = f"`{row}`" if whose in (PAPERS, RIVAL, OWN) else row
    return f"| {name}{_who(both) if row == BEST_SINGLE else ''} | {whose} | " + " | ".join(texts) + " |"


def _text(table: Table, condition: Condition, row: str) -> str:
    value = numbers.WRITERS[table.measure].value(table.cell(condition.environment, row, condition.where).value)
    return f"**{value}**" if is_best(table, condition, row) else value


def is_best(table: Table, condition: Condition, row: str) -> bool:
    """Whether a row is clearly the best of its column."""
    return bool(table.cells.set_index(["environment", "row", "column"])["best"][*condition[:1], row, condition.where])


def _who(both: Both) -> str:
    """The agent that Best single is by wins without noise, and where it is another: `(retro; by score in noise g1)`."""
    found = {
        (BY[table.measure], noise): rows[BEST_SINGLE].named(table.layout, table.layout.partners[0])
        for table in both
        for noise, rows in zip(("", "in noise"), table.rows.values(), strict=False)
    }
    first, *others = found.items()
    notes = [" ".join(filter(None, (*place, name))) for place, name in others if name != first[1]]
    return f" ({'; '.join([first[1], *notes])})"


BY = {WON: "", SCORE: "by score"}


# The picture

ROWS = {  # a row's label, and its kind
    "one static agent for all": BASELINE,
    "oracle: the best static agent for each": ORACLE,
    "the paper's, assuming no noise": CALM,
    "the paper's, allowing for noise": NOISY,
    "rivals": RIVAL,
    "ours": OWN,
}
SHOWN = (
    "A row of several agents shows the best of them in each column, by that measure; the table below names them."
    " Lines: 95 % intervals. Bold: the highest of its panel, the oracle apart."
)


def kinds_of(both: Both) -> dict[str, list[str]]:
    """The rows of the table behind each row of the picture."""
    kinds = {row: kind for row, kind in _whose(both).items() if kind != PAPERS}
    papers = [row for row, kind in _whose(both).items() if kind == PAPERS]
    kinds |= {row: NOISY if row.endswith("_noise") else CALM for row in papers}
    found = {label: [row for row in kinds if kinds[row] == kind] for label, kind in ROWS.items()}
    return {label: rows for label, rows in found.items() if rows}


def marks(both: Both) -> pd.DataFrame:
    """The marks of the picture: in every condition and by every measure the best agent behind each row."""
    rows = []
    for table in both:
        for condition in conditions_of(table):
            for label, names in kinds_of(both).items():
                best = first(table, condition, names)[0]
                rows.append(
                    (label, best, condition, table.measure, *table.cell(condition.environment, best, condition.where))
                )
    return pd.DataFrame(rows, columns=["label", "agent", "condition", "measure", "value", "low", "high"])


def first(table: Table, condition: Condition, names: Sequence[str]) -> list[str]:
    """Whoever of some rows is best in a condition."""
    values = {name: table.cell(condition.environment, name, condition.where).value for name in names}
    return statistics.leaders({name: compare.better(value, table.measure) for name, value in values.items()})


def message(*tables: Both) -> str:
    """What the picture says: whether it pays with strangers to allow for noise, for spymasters and for guessers."""
    found: dict[str, list[str]] = {}
    for both in tables:
        found.setdefault(_pays(both), []).append(both.wins.layout.name)
    told = [said.format(" and ".join(names)) for said, names in found.items()]
    return f"With strangers, allowing for noise {', but '.join(told)}"


def _pays(both: Both) -> str:
    """What it is worth to the best of the paper's, without noise and in it, by wins and by score."""
    verdicts = {table.measure: _verdicts(both, table) for table in both}
    every = set().union(*verdicts.values())
    if not every & set(PAYS):
        return "makes no clear difference to {}"
    if len(every) == 1:
        return f"{PAYS[every.pop()]} {{}}"
    ahead = [measure for measure, told in verdicts.items() if told == {compare.AHEAD}]
    if ahead and compare.BEHIND not in every:
        return f"pays {{}} {'by wins' if ahead == [WON] else 'by score'}"
    return "is a mixed blessing for {}"


PAYS = {compare.AHEAD: "pays", compare.BEHIND: "costs"}


def _verdicts(both: Both, table: Table) -> set[str]:
    """The best of the paper's that allow for noise against the best of those that do not, with strangers."""
    told = set()
    for condition in (one for one in conditions_of(table) if one.where == "out"):
        noisy, calm = (first(table, condition, kinds_of(both)[label]) for label in ALLOWING)
        effect = table.against(*condition, noisy, calm[0])
        sides = [table.cell(condition.environment, names[0], condition.where).value for names in (noisy, calm)]
        told.add(compare.told(effect, (sides[0], sides[1]), table.measure))
    return told


ALLOWING = [label for kind in (NOISY, CALM) for label, own in ROWS.items() if own == kind]
