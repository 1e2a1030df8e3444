"""Standings: what each agent of one side comes to by several measures, and how far ours is from it, board by board."""

from collections.abc import Sequence

import pandas as pd

from commonground.embeddings import catalogue
from commonground.report import compare, numbers
from commonground.report.lineup import OTHER, PLACES, SEATS, in_order
from commonground.report.statistics import Estimate
from commonground.report.variants import APART
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


def text(table: pd.DataFrame, measure: str, ours: str | None = None) -> pd.DataFrame:
    """One measure as people read it: a row an agent, a column a panel; with `ours`, how far that one is from each other."""
    part = table[(table["measure"] == measure) & (table["agent"] != ours)]
    write, prefix = WRITE.get(measure, AMOUNTS)[bool(ours)], "ahead_" if ours else ""
    cells = numbers.column(part, "ahead" if ours else "value", f"{prefix}low", f"{prefix}high", write)
    wide = part.assign(cell=cells).pivot(index="agent", columns="panel", values="cell")
    return wide.reindex(index=part["agent"].unique(), columns=part["panel"].unique())


def both(table: pd.DataFrame, measures: Sequence[str] = MEASURES) -> pd.DataFrame:
    """Two measures in a cell, without intervals: `.634 · −6.69`; a row an agent, a column a panel."""
    cells = [
        table[table["measure"] == measure].set_index(["agent", "panel"])["value"].map(WRITE.get(measure, AMOUNTS)[0])
        for measure in measures
    ]
    wide = (cells[0] + " · " + cells[1]).unstack("panel")
    return wide.reindex(index=table["agent"].unique(), columns=table["panel"].unique())


def without_those_never_best(table: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """A table without those of some agents that are the best of them in no panel, by no measure."""
    own = table[table["agent"].isin(names)]
    better = own.assign(better=[compare.better(*one) for one in zip(own["value"], own["measure"], strict=True)])
    most = better.groupby(["panel", "measure"])["better"].transform("max")
    best = set(better[better["better"] >= most]["agent"])
    return table[~table["agent"].isin(set(names) - best)].reset_index(drop=True)


def apart(table: pd.DataFrame, ours: str) -> pd.DataFrame:
    """How far ours is from each of the others, as `variants.apart` has it; panels are the conditions."""
    rows = []
    for (panel, measure), part in table.groupby(["panel", "measure"], sort=False):
        own = part.set_index("agent").loc[ours, "value"]
        for row in part[part["agent"] != ours].itertuples():
            effect = Estimate(row.ahead, row.ahead_low, row.ahead_high)
            told = compare.told(effect, (own, row.value), str(measure))
            rows.append((f"{ours} − {row.agent}", panel, measure, row.boards, own, row.value, *effect, told))
    return pd.DataFrame(rows, columns=APART)


def hardest(apart: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Of some others the best, in each condition and by each measure; of several that tie, the one ours does worst against."""
    part = apart[apart["label"].map(rival).isin(names)]
    better = [compare.better(value, measure) for value, measure in zip(part["theirs"], part["measure"], strict=True)]
    worst = [compare.better(low, measure) for low, measure in zip(part["low"], part["measure"], strict=True)]
    ranked = part.assign(better=better, worst=worst).sort_values(
        ["better", "worst"], ascending=[False, True], kind="stable"
    )
    return ranked.drop_duplicates(["condition", "measure"]).sort_index()[APART]


def rival(label: str) -> str:
    """Whom a row is held against."""
    return label.split(" − ")[1]
