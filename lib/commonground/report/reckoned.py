"""What it is worth to reckon with noise: for Bayesian guessers that have it in their ear, and for agents unsure of levels.

Everybody who is compared draws as many worlds.
"""

import re
from collections.abc import Sequence

import pandas as pd

from commonground.report import compare, numbers
from commonground.report.compare import SCORE, WON
from commonground.report.hierarchies import embedding_of, level_of
from commonground.report.lineup import OTHER, in_order
from commonground.study.experiment import base

MEASURES = (WON, SCORE)
ENDS = [f"{measure}{end}" for measure in MEASURES for end in ("", "_low", "_high")]
APART = [f"{measure}{end}" for measure in MEASURES for end in ("", "_low", "_high", "_told")]
RECKONS = {  # with what agents of the hierarchy reckon besides, all being unsure of the embedding
    "both": "levels",
    "noise_embedding:0": "noise",
    "noise_both": "levels and noise",
}


def apart(table: pd.DataFrame, labels: Sequence[str], conditions: Sequence[str]) -> pd.DataFrame:
    """Differences in wins and in score as `figures.differences` draws them: what is compared in each row, and where."""
    about = pd.DataFrame({"label": list(labels), "condition": list(conditions)})
    names = {"difference": "", "low": "_low", "high": "_high", "told": "_told"}
    parts = [
        about.assign(measure=measure, **{name: table[f"{measure}{end}"].to_numpy() for name, end in names.items()})
        for measure in MEASURES
    ]
    return pd.concat(parts, ignore_index=True)


# Noise in a Bayesian guesser's ear


def in_ear(games: pd.DataFrame, internal: Sequence[str]) -> pd.DataFrame:
    """Wins and score of every guesser, by who speaks: a static spymaster that it knows, or a Bayesian one."""
    named = _by_speaker(games, internal)
    return _averages(named, ["speaks", "guesser"])


def worth_assuming(games: pd.DataFrame, internal: Sequence[str]) -> pd.DataFrame:
    """Guessers that assume noise minus those that do not, of the same kind, on the same boards with the same spymasters."""
    named = _by_speaker(games, internal)
    rows = []
    for (kind, speaks), part in named.groupby([named["guesser"].map(_kind), "speaks"], sort=False):
        noisy = part["guesser"].str.contains("_noise")
        rows.append((kind, speaks, *_differences(part[noisy], part[~noisy], "spymaster")))
    return _in_order(pd.DataFrame(rows, columns=["guesser", "speaks", *APART]))


def ear_or_channel(ear: pd.DataFrame, channel: pd.DataFrame) -> pd.DataFrame:
    """Noise in the ear minus noise on the way, for the pairings that met both, on the same boards."""
    rows, boards = [], set(ear["board"])
    noisy = channel[(channel["environment"] == "stochastic") & channel["board"].isin(boards)]
    for guesser, part in noisy.groupby("guesser", sort=False):
        mine = ear[(ear["guesser"] == guesser) & ear["spymaster"].isin(set(part["spymaster"]))]
        if len(mine):
            rows.append((guesser, *_differences(mine, part, "spymaster")))
    return _in_order(pd.DataFrame(rows, columns=["guesser", *APART]))


def _in_order(table: pd.DataFrame) -> pd.DataFrame:
    """The rows in the one order of guessers."""
    place = {name: number for number, name in enumerate(in_order(table["guesser"].map(base)))}
    return table.sort_values("guesser", key=lambda names: names.map(base).map(place), kind="stable", ignore_index=True)


def readable(moved: pd.DataFrame) -> pd.DataFrame:
    """Differences by both measures as people read them, a row a guesser."""
    cells = {
        measure: numbers.column(
            moved, measure, f"{measure}_low", f"{measure}_high", numbers.WRITERS[measure].difference
        )
        for measure in MEASURES
    }
    return pd.DataFrame(cells, index=moved["guesser"])


def _by_speaker(games: pd.DataFrame, internal: Sequence[str]) -> pd.DataFrame:
    return games.assign(speaks=games["spymaster"].where(~games["spymaster"].isin(internal), "static"))


def _kind(guesser: str) -> str:
    return base(guesser).removesuffix("_noise")


# Noise and levels at once


def labelled(games: pd.DataFrame) -> pd.DataFrame:
    """Games of agents of the hierarchy where words are changed: whose side, with what it reckons, the partner's level."""
    parts = []
    for side, other in OTHER.items():
        kind = games[side].map(_reckons)
        own = games[kind != ""]
        about = {"side": side, "reckons": kind[kind != ""], "partner": own[other].map(level_of)}
        parts.append(own.assign(**about, embedding=own[other].map(embedding_of)).sort_values("partner", kind="stable"))
    return pd.concat(parts, ignore_index=True)


def with_noise_and_levels(games: pd.DataFrame) -> pd.DataFrame:
    """Wins and score by side, the partner's level, and what the agent reckons with."""
    return _averages(labelled(games), ["side", "partner", "reckons"])


def adds(games: pd.DataFrame) -> pd.DataFrame:
    """What it adds to reckon with noise, for who reckons with levels, and with levels, for who reckons with noise."""
    rows = []
    for (side, partner), part in labelled(games).groupby(["side", "partner"], sort=False):
        by = {name: part[part["reckons"] == name] for name in RECKONS.values()}
        for added, without in (("noise", "levels"), ("levels", "noise")):
            found = _differences(by["levels and noise"], by[without], "embedding")
            rows.append((side, partner, added, *found))
    return pd.DataFrame(rows, columns=["side", "partner", "added", *APART])


def _reckons(name: str) -> str:
    found = re.fullmatch(r"[SG]M_H_(.+)", name)
    return RECKONS.get(found[1], "") if found else ""


def _averages(games: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    rows = []
    for key, part in games.groupby(by, sort=False):
        averages = [compare.average(part, measure) for measure in MEASURES]
        rows.append((*key, len(part), *(end for one in averages for end in one)))
    return pd.DataFrame(rows, columns=[*by, "games", *ENDS])


def _differences(ours: pd.DataFrame, theirs: pd.DataFrame, partner: str) -> list[float | str]:
    """Ours minus theirs by both measures: the difference, its interval and the verdict."""
    found: list[float | str] = []
    for measure in MEASURES:
        effect = compare.difference(ours, theirs, measure, partner)
        sides = float(ours[measure].mean()), float(theirs[measure].mean())
        found += [*effect, compare.told(effect, sides, measure)]
    return found
