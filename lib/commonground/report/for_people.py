"""What is said of agents for people, from numbers: which cards they find, and how they do in games."""

from collections.abc import Mapping

import pandas as pd

from commonground.embeddings.fitted import People
from commonground.report import compare, numbers
from commonground.report.lineup import OTHER
from commonground.report.standings import MEASURES, apart, hardest, rival, standings
from commonground.report.statistics import Estimate
from commonground.study.for_people import CROWD

WITH_CROWD, WITH_EMBEDDINGS = "with the crowd", "with embeddings"


def of_games(games: pd.DataFrame, role: str, ours: str) -> pd.DataFrame:
    """Every agent of a role with the crowd, and with embeddings on average; `ahead` is ours minus the agent."""
    own = games.rename(columns={role: "agent", OTHER[role]: "partner"})
    crowd = own["partner"] == CROWD
    return standings({WITH_CROWD: own[crowd], WITH_EMBEDDINGS: own[~crowd]}, ours, MEASURES)


def best_other(table: pd.DataFrame, panel: str, ours: str) -> str:
    """The best of the others by games won; of several that tie, the one that ours does worst against."""
    others = [agent for agent in table["agent"].unique() if agent.split(" (")[0] != ours]
    best = hardest(apart(table, ours), others)
    return rival(best[(best["condition"] == panel) & (best["measure"] == "won")]["label"].item())


def told(table: pd.DataFrame, panel: str, ours: str, theirs: str) -> str:
    """How ours does beside another: one verdict where both measures agree, else one for each."""
    won, score = (_ahead(table, panel, theirs, measure) for measure in MEASURES)
    wins, points = f"games won {numbers.difference(won)}", f"score {numbers.change(score)}"
    if _verdict(won) == _verdict(score):
        return f"{ours} is {_verdict(won)} {theirs} ({wins}, {points})"
    return f"{ours} is {_verdict(score)} {theirs} by {points}, and {_verdict(won)} it by {wins}"


def message(table: pd.DataFrame, panel: str, ours: str, theirs: str) -> str:
    """The same without numbers, as the title of a figure."""
    won, score = (_verdict(_ahead(table, panel, theirs, measure)) for measure in MEASURES)
    return f"{ours} is {won} {theirs}" if won == score else f"{ours} is {score} {theirs} by score, {won} it by wins"


def _ahead(table: pd.DataFrame, panel: str, agent: str, measure: str) -> Estimate:
    """How far ours is ahead of an agent."""
    chosen = (table["panel"] == panel) & (table["agent"] == agent) & (table["measure"] == measure)
    (row,) = table[chosen].itertuples()
    return Estimate(row.ahead, row.ahead_low, row.ahead_high)


def _verdict(effect: Estimate) -> str:
    found = compare.told(effect, (0.0, 0.0))
    return {compare.AHEAD: "clearly ahead of", compare.BEHIND: "clearly behind"}.get(found, "not to be told from")


def value(table: pd.DataFrame, panel: str, agent: str, measure: str = "won") -> Estimate:
    """What an agent comes to."""
    chosen = (table["panel"] == panel) & (table["agent"] == agent) & (table["measure"] == measure)
    (row,) = table[chosen].itertuples()
    return Estimate(row.value, row.low, row.high)


def found_table(hits: Mapping[str, Mapping[str, Estimate]]) -> pd.DataFrame:
    """The share of meant cards found, a row a recording and guesser."""
    rows = [(data, guesser, *cell) for data, column in hits.items() for guesser, cell in column.items()]
    return pd.DataFrame(rows, columns=["data", "guesser", "share", "low", "high"])


def as_tables(people: People) -> dict[str, pd.Series]:
    """What was fitted, as people read it."""
    total = sum(people.blend.values())
    heard = {name: sum(own.values()) for name, own in people.heard.items()}
    meant = {name: sum(own.values()) for name, own in people.meant.items()}
    return {
        "in people's language": pd.Series({name: weight / total for name, weight in people.blend.items()}),
        "people listen in": pd.Series(heard) / sum(heard.values()),
        "people speak in": pd.Series(meant) / sum(meant.values()),
    }
