"""Both tables in short: what the README opens with."""

from commonground.report import numbers
from commonground.report.captions import SCORED
from commonground.report.compare import CONDITIONS, Condition
from commonground.report.lineup import BEST_MODEL, BEST_SINGLE, OURS, RIVALS
from commonground.report.tables import TUNED, Both, Table, marked_name

SHOWN = {"spymasters": ("SM_B", "SM_B_noise"), "guessers": ("DG_B", "MG_B_noise")}  # of the paper's agents
SHORT = {"deterministic": "det.", "stochastic": "stoch."}


def markdown(*tables: Both) -> str:
    """The averages of both tables as a small Markdown table: wins and score in each cell."""
    lines = ["| | " + " | ".join(map(in_short, CONDITIONS)) + " |", "|---" * (len(CONDITIONS) + 1) + "|"]
    for both in tables:
        name = both.wins.layout.name
        lines += [f"| *{name}* |" + " |" * len(CONDITIONS)]
        everywhere = [row for row in both.wins.names if all(row in rows for rows in both.wins.rows.values())]
        more = [row for row in everywhere if row in (*RIVALS[name], *OURS[name])]
        lines += [_row(both, row) for row in (BEST_SINGLE, BEST_MODEL, *SHOWN[name], *more)]
    first = tables[0].wins
    counts = " and ".join(dict.fromkeys(f"{both.wins.games:,}" for both in tables))
    note = NOTE.format(games=counts, set_name=first.layout.set_name, scored=SCORED)
    note += TUNED_NOTE if any(TUNED in line for line in lines) else ""
    return "\n".join([*lines, "", note]) + "\n"


def in_short(condition: Condition) -> str:
    """A condition as the head of a narrow column: `det. in`, `stoch. out`."""
    return f"{SHORT[condition.environment]} {condition.where}"


NOTE = (
    "Share of games won · score ({scored}), averaged over static partners whose embedding the Bayesian agents know (in) or"
    " don't (out), in the deterministic and the stochastic environment; {games} games a pairing on the {set_name} set."
    " Bold: clearly the best row of the whole table by that measure (paired by board, Holm). *Best single* is the one internal"
    " static agent with the best average in each environment, *Best Model* an oracle that has another one for each partner;"
    " both are chosen on the games they are scored on, by wins for the wins and by score for the score. Intervals stand in the"
    " whole tables."
)
TUNED_NOTE = f" {TUNED} Tuned with partners of this column."


def _row(both: Both, row: str) -> str:
    texts = [" · ".join(_text(table, condition, row) for table in both) for condition in CONDITIONS]
    label = marked_name(row, both.wins.layout.name).replace("_", "\\_")
    return f"| {label}{_who(both) if row == BEST_SINGLE else ''} | " + " | ".join(texts) + " |"


def _text(table: Table, condition: Condition, row: str) -> str:
    marked = table.cells.set_index(["environment", "row", "column"])["best"]
    value = numbers.WRITERS[table.measure].value(table.cell(condition.environment, row, condition.where).value)
    value = f"**{value}**" if marked[condition.environment, row, condition.where] else value
    return value + (TUNED if table.tuned(row, condition.where) else "")


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
