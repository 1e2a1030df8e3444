"""Both tables in short: what the README opens with."""

from collections.abc import Sequence

from commonground.report import compare, numbers, statistics
from commonground.report.captions import SCORED
from commonground.report.compare import CONDITIONS, DETERMINISTIC_OUT, SCORE, WON, Condition
from commonground.report.lineup import BAYESIAN, BEST_MODEL, BEST_SINGLE, OURS, RIVALS
from commonground.report.tables import Both, Table

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


def short_rows(both: Both) -> dict[str, str]:
    """The rows of the picture with their labels: baselines, of the paper's and of rivals the best on average, ours.

    The best by wins and, if that is another, by score; of the paper's agents two in any case.
    """
    whose = rows_of(both)
    papers = _best_on_average(both, [row for row, kind in whose.items() if kind == PAPERS], least=2)
    rivals = _best_on_average(both, [row for row, kind in whose.items() if kind == RIVAL])
    ours = [row for row, kind in whose.items() if kind == OWN]
    return {
        BEST_SINGLE: "one static agent for all",
        BEST_MODEL: "oracle: the best static agent for each",
        **{row: f"the paper's {row}" for row in papers},
        **{row: f"rival: {row}" for row in rivals},
        **{row: f"ours: {row}" for row in ours},
    }


def _best_on_average(both: Both, rows: Sequence[str], least: int = 1) -> list[str]:
    """The rows with the best mean over all conditions by each measure, and more by wins up to the least number."""
    wins, scores = ({row: _mean(table, row) for row in rows} for table in both)
    found = {max(means, key=lambda row: means[row]) for means in (wins, scores) if means}
    found |= set(sorted(rows, key=lambda row: -wins[row])[:least]) if len(found) < least else set()
    return [row for row in rows if row in found]


def _mean(table: Table, row: str) -> float:
    values = [table.cell(one.environment, row, one.where).value for one in _conditions(table)]
    return sum(values) / len(values)


def message(spymasters: Both) -> str:
    """What the picture says: whether it pays with strangers to allow for noise, and who is first there by each measure."""
    (environment, where), said = DETERMINISTIC_OUT, []
    for table in spymasters:
        effect = table.against(environment, where, [ALLOWING], PLAIN)
        sides = [table.cell(environment, row, where).value for row in (ALLOWING, PLAIN)]
        said.append(PAYS.get(compare.told(effect, (sides[0], sides[1]), table.measure), UNTOLD))
    wins, scores = said
    told = f"{wins}, by wins and by score" if wins == scores else f"{wins} by wins and {scores} by score"
    return f"With strangers, allowing for noise {told}; {_first(spymasters.wins)}, {_first(spymasters.scores)}"


PAYS = {compare.AHEAD: "pays", compare.BEHIND: "costs"}
UNTOLD = "is too close to call"
FIRST = {WON: "most games are won by", SCORE: "the best score is that of"}


def _first(table: Table) -> str:
    """Who is first with strangers, the oracle apart, and with what."""
    environment, where = DETERMINISTIC_OUT
    rows = [row for row in table.rows[environment] if row != BEST_MODEL]
    values = {row: table.cell(environment, row, where).value for row in rows}
    names = statistics.leaders(values)
    written = numbers.percent(values[names[0]]) if table.measure == WON else numbers.amount(values[names[0]])
    return f"{FIRST[table.measure]} {' and '.join(names)} ({written})"
