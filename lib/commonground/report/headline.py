"""Both tables in short: what the README opens with."""

from commonground.report import numbers
from commonground.report.compare import CONDITIONS, Condition
from commonground.report.lineup import BEST_MODEL, BEST_SINGLE, OURS
from commonground.report.tables import Table

SHOWN = {"spymasters": ("SM_B", "SM_B_noise"), "guessers": ("DG_B", "MG_B_noise")}  # of the paper's agents
SHORT = {"deterministic": "det.", "stochastic": "stoch."}


def markdown(*both: Table) -> str:
    """The averages of both tables as a small Markdown table."""
    lines = ["| | " + " | ".join(map(in_short, CONDITIONS)) + " |", "|---" * (len(CONDITIONS) + 1) + "|"]
    for table in both:
        name = table.layout.name
        lines += [f"| *{name}* |" + " |" * len(CONDITIONS)]
        ours = [row for row in OURS[name] if all(row in rows for rows in table.rows.values())]
        lines += [_row(table, row) for row in (BEST_SINGLE, BEST_MODEL, *SHOWN[name], *ours)]
    counts = " and ".join(dict.fromkeys(f"{table.games:,}" for table in both))
    return "\n".join([*lines, "", NOTE.format(games=counts, set_name=both[0].layout.set_name)]) + "\n"


def in_short(condition: Condition) -> str:
    """A condition as the head of a narrow column: `det. in`, `stoch. out`."""
    return f"{SHORT[condition.environment]} {condition.where}"


NOTE = (
    "Share of games won, averaged over static partners whose embedding the Bayesian agents know (in) or don't (out), in the"
    " deterministic and the stochastic environment, with 95 % intervals; {games} games a pairing on the {set_name} set."
    " Bold: clearly the best row of the whole table (paired by board, Holm). *Best single* is the one internal static agent"
    " with the best average in each environment, *Best Model* an oracle that has another one for each partner; both are"
    " chosen on the games they are scored on."
)


def _row(table: Table, row: str) -> str:
    marked = table.cells.set_index(["environment", "row", "column"])["best"]
    texts = []
    for environment, group in CONDITIONS:
        text = numbers.rate(table.cell(environment, row, group))
        texts.append(f"**{text}**" if marked[environment, row, group] else text)
    who = list(dict.fromkeys(next(iter(rows[BEST_SINGLE].agents.values())) for rows in table.rows.values()))
    label = f"{row} ({', then '.join(who)})" if row == BEST_SINGLE else row.replace("_", "\\_")
    label += " (ours)" if row in OURS[table.layout.name] else ""
    return f"| {label} | " + " | ".join(texts) + " |"
