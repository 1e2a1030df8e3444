"""Both tables in short: what the README opens with."""

from collections.abc import Sequence

from commonground.report import compare, numbers, statistics
from commonground.report.captions import SCORED
from commonground.report.compare import CONDITIONS, DETERMINISTIC_OUT, WON, Condition
from commonground.report.lineup import BAYESIAN, BEST_MODEL, BEST_SINGLE, OURS, RIVALS
from commonground.report.tables import TUNED, Both, Table

HEADS = dict(zip(CONDITIONS, ("known partners", "strangers", "known, in noise", "strangers, in noise"), strict=True))
BASELINE, ORACLE, PAPERS, RIVAL, OWN = "baseline", "oracle", "the paper's", "rival", "ours"
ALLOWING, PLAIN = "SM_B_noise", "SM_B"


def rows_of(both: Both) -> dict[str, str]:
    """The rows that are shown, and whose each is.

    Of the paper's agents and of rivals, those that are the best of theirs in some column by wins or by score.
    """
    name = both.wins.layout.name
    everywhere = [row for row in both.wins.names if all(row in rows for rows in both.wins.rows.values())]
    papers, rivals = ([row for row in everywhere if row in group[name]] for group in (BAYESIAN, RIVALS))
    ours = [row for row in everywhere if row in OURS[name]]
    return {
        BEST_SINGLE: BASELINE,
        BEST_MODEL: ORACLE,
        **dict.fromkeys(_best_somewhere(both, papers), PAPERS),
        **dict.fromkeys(_best_somewhere(both, rivals), RIVAL),
        **dict.fromkeys(ours, OWN),
    }


def _best_somewhere(both: Both, rows: Sequence[str]) -> list[str]:
    found = set()
    for table in both:
        for condition in _conditions(table):
            values = {row: table.cell(condition.environment, row, condition.where).value for row in rows}
            found |= set(statistics.leaders(values)) if values else set()
    return [row for row in rows if row in found]


def _conditions(table: Table) -> list[Condition]:
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
    note += TUNED_NOTE if any(TUNED in line for line in lines) else ""
    return "\n".join([*lines, "", note]) + "\n"


NOTE = (
    "Share of games won · score ({scored}), on average over static partners whose embedding the agents know, or don't"
    " (strangers), without noise and in it; {games} games a pairing on the {set_name} set. Bold: clearly the best of the column,"
    " on its side, by that measure. Of the paper's agents and of rivals, those are shown that are the best of theirs in some"
    " column; the rest, and all intervals, stand in the tables of [spymasters](runs/{set_name}/90-table-spymasters.ipynb) and"
    " [guessers](runs/{set_name}/91-table-guessers.ipynb). *Best single* is one static agent for all partners, *Best Model* another"
    " for each, which nobody could know: both are chosen on these games."
)
TUNED_NOTE = f" {TUNED} Tuned with partners of this column."


def _row(both: Both, row: str, whose: str) -> str:
    texts = [" · ".join(_text(table, condition, row) for table in both) for condition in CONDITIONS]
    name = f"`{row}`" if whose in (PAPERS, RIVAL, OWN) else row
    return f"| {name}{_who(both) if row == BEST_SINGLE else ''} | {whose} | " + " | ".join(texts) + " |"


def _text(table: Table, condition: Condition, row: str) -> str:
    value = numbers.WRITERS[table.measure].value(table.cell(condition.environment, row, condition.where).value)
    value = f"**{value}**" if is_best(table, condition, row) else value
    return value + (TUNED if table.tuned(row, condition.where) else "")


def is_best(table: Table, condition: Condition, row: str) -> bool:
    """Whether a row is clearly the best of its column."""
    return bool(table.cells.set_index(["environment", "row", "column"])["best"][*condition[:1], row, condition.where])


def _who(both: Both) -> str:
    """The agents that Best single is, by wins and by score, in one environment and the other."""
    said = [
        ", then ".join(
            dict.fromkeys(
                rows[BEST_SINGLE].named(table.layout, table.layout.partners[0]) for rows in table.rows.values()
            )
        )
        for table in both
    ]
    return f" ({said[0]})" if said[0] == said[1] else f" ({said[0]}; by score {said[1]})"


def message(spymasters: Both) -> str:
    """What the picture says: whether it pays with strangers to allow for noise, and what that comes to."""
    table, (environment, where) = spymasters.wins, DETERMINISTIC_OUT
    rows = [row for row in (PLAIN, ALLOWING, *OURS["spymasters"]) if row in table.rows[environment]]
    values = {row: table.cell(environment, row, where).value for row in rows}
    effect = table.against(environment, where, [ALLOWING], PLAIN)
    said = {compare.AHEAD: "wins with strangers", compare.BEHIND: "loses with strangers"}
    told = said.get(
        compare.told(effect, (values[ALLOWING], values[PLAIN]), WON), "can't be told to help with strangers"
    )
    return f"Allowing for noise {told}: " + ", ".join(
        f"{row} {numbers.percent(value)}" for row, value in values.items()
    )
