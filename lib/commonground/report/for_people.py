"""What agents for people find and win, in tables."""

from collections.abc import Iterable, Mapping

import pandas as pd

from commonground.embeddings import catalogue
from commonground.embeddings.fitted import People
from commonground.report.lineup import OTHER
from commonground.report.standings import MEASURES, standings
from commonground.report.statistics import Estimate
from commonground.study.for_people import CROWD

WITH_CROWD, ALL_KNOW, OURS_KNOW = "with the crowd", "which all know", "which only SM_P and G_P know"
BLENDED, LISTEN, SPEAK = "in people's language", "people listen in", "people speak in"
Fitted = Mapping[str, pd.Series]  # shares of embeddings, by what they are shares of
ROLES = {"internal": ALL_KNOW, "external": OURS_KNOW}  # what an embedding is to the study's agents


def of_games(games: pd.DataFrame, role: str, ours: str, chosen: catalogue.Set) -> pd.DataFrame:
    """Every agent of a role, with each partner; `ahead` is ours minus the agent, and nothing for ours itself."""
    own = games.rename(columns={role: "agent", OTHER[role]: "partner"})
    both = (*chosen.with_role("internal"), *chosen.with_role("external"))
    known = [name for name in both if name in set(own["partner"])]
    panels = {WITH_CROWD: own[own["partner"] == CROWD]}
    panels |= {f"with {name}, {ROLES[chosen.embeddings[name].role]}": own[own["partner"] == name] for name in known}
    table = standings(panels, ours, MEASURES)
    table.loc[table["agent"] == ours, ["ahead", "ahead_low", "ahead_high"]] = float("nan")
    return table


def partner(panels: Iterable[str], kind: str) -> str:
    """The embedding of the panel of a kind."""
    found = next(panel for panel in panels if panel.endswith(kind))
    return found.removeprefix("with ").removesuffix(f", {kind}")


def found_table(hits: Mapping[str, Mapping[str, Estimate]]) -> pd.DataFrame:
    """The share of meant cards found, a row a recording and guesser."""
    rows = [(data, guesser, *cell) for data, column in hits.items() for guesser, cell in column.items()]
    return pd.DataFrame(rows, columns=["data", "guesser", "share", "low", "high"])


def as_tables(people: People) -> Fitted:
    """What was fitted, as people read it."""
    total = sum(people.blend.values())
    heard = {name: sum(own.values()) for name, own in people.heard.items()}
    meant = {name: sum(own.values()) for name, own in people.meant.items()}
    return {
        BLENDED: pd.Series({name: weight / total for name, weight in people.blend.items()}),
        LISTEN: pd.Series(heard) / sum(heard.values()),
        SPEAK: pd.Series(meant) / sum(meant.values()),
    }
