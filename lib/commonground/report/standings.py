"""Standings: what each agent of one side comes to by several measures, and how far ours is from it, board by board."""

from collections.abc import Sequence

import pandas as pd

from commonground.embeddings import catalogue
from commonground.report import compare, numbers
from commonground.report.lineup import OTHER, PLACES, SEATS, in_order
from commonground.report.statistics import Estimate
from commonground.study.plan import ENVIRONMENTS

MEASURES = ("won", "score")
WRITE = {"won": (numbers.rate, numbers.difference)}
AMOUNTS = (numbers.amount, numbers.change)
COLUMNS = ["panel", "agent", "measure", "boards", "value", "low", "high", "ahead", "ahead_low", "ahead_high"]


def of_table(games: pd.DataFrame, side: str, chosen: catalogue.Set, agents: Sequence[str], ours: str) -> pd.DataFrame:
    """Some agents of one of the paper's tables, in every condition; `ahead` is ours minus the agent."""
    role = SEATS[side][0]
    kept = games[games[role].isin(agents)].rename(columns={role: "agent", OTHER[role]: "partner"})
    where = kept["partner"].isin(chosen.with_role("external")).map({True: "out", False: "in"})
    panels = {
        f"{environment}, {PLACES[place]}": kept[(kept["environment"] == environment) & (where == place)]
        for environment in ENVIRONMENTS
        for place in PLACES
    }
    return standings(panels, ours, MEASURES)


def standings(panels: dict[str, pd.DataFrame], ours: str, measures: Sequence[str]) -> pd.DataFrame:
    """Every agent of every panel by every measure, from games with `agent`, `partner`, `board` and the measures."""
    rows = []
    for panel, games in panels.items():
        parts = dict(list(games.groupby("agent")))
        for measure in measures:
            for agent in in_order(parts):
                value = compare.average(parts[agent], measure)
                ahead = compare.difference(parts[ours], parts[agent], measure)
                rows.append((panel, agent, measure, parts[agent]["board"].nunique(), *value, *ahead))
    return pd.DataFrame(rows, columns=COLUMNS)


def text(table: pd.DataFrame, measure: str, ahead: bool = False) -> pd.DataFrame:
    """One measure as people read it: a row an agent, a column a panel; with `ahead`, how far ours is from each."""
    part = table[table["measure"] == measure]
    write, prefix = WRITE.get(measure, AMOUNTS)[ahead], "ahead_" if ahead else ""
    cells = numbers.column(part, "ahead" if ahead else "value", f"{prefix}low", f"{prefix}high", write)
    wide = part.assign(cell=cells).pivot(index="agent", columns="panel", values="cell")
    return wide.reindex(index=part["agent"].unique(), columns=part["panel"].unique())


def best(table: pd.DataFrame, measure: str, names: Sequence[str], most: bool = True) -> dict[str, tuple[str, Estimate]]:
    """In each panel, the best of some agents by a measure, and how far ours is ahead of it."""
    part = table[(table["measure"] == measure) & table["agent"].isin(names)]
    found = {}
    for panel, rows in part.groupby("panel", sort=False):
        row = rows.loc[rows["value"].idxmax() if most else rows["value"].idxmin()]
        found[str(panel)] = (str(row["agent"]), Estimate(row["ahead"], row["ahead_low"], row["ahead_high"]))
    return found


def sentences(
    table: pd.DataFrame, measure: str, names: Sequence[str], ours: str, few: int = 20, most: bool = True
) -> list[str]:
    """For each panel, how ours compares with the best of the others, and whether that can be told."""
    write = WRITE.get(measure, AMOUNTS)[1]
    boards = table.groupby("panel")["boards"].max()
    return [
        f"{panel.capitalize()}: the best rival is {name}; {ours} {_verdict(ahead, boards[panel] >= few, most)} ({write(ahead)})."
        for panel, (name, ahead) in best(table, measure, names, most).items()
    ]


def _verdict(ahead: Estimate, enough: bool, most: bool) -> str:
    if not enough:
        return "can't be compared with it on so few boards"
    low, high = (ahead.low, ahead.high) if most else (-ahead.high, -ahead.low)
    return "is clearly ahead" if low > 0 else "is clearly behind" if high < 0 else "can't be told from it"
