"""What agents for people find and win, in tables."""

from collections.abc import Mapping

import pandas as pd

from commonground.embeddings import catalogue
from commonground.embeddings.fitted import People
from commonground.report.lineup import OTHER
from commonground.report.standings import MEASURES, standings
from commonground.report.statistics import Estimate
from commonground.study.for_people import CROWD

PANELS = {
    "crowd": "with the crowd",
    "internal": "with an embedding all know",
    "external": "with one only SM_P and G_P know",
}  # by what a partner is to the study's agents
WITH_CROWD, ALL_KNOW, OURS_KNOW = PANELS.values()


def of_games(games: pd.DataFrame, role: str, ours: str, chosen: catalogue.Set) -> pd.DataFrame:
    """Every agent of a role, with each kind of partner; `ahead` is ours minus the agent."""
    own = games.rename(columns={role: "agent", OTHER[role]: "partner"})
    kind = own["partner"].map(lambda name: CROWD if name == CROWD else chosen.embeddings[name].role)
    return standings({PANELS[one]: own[kind == one] for one in PANELS if (kind == one).any()}, ours, MEASURES)


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
