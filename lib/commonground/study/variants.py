"""Variants of an agent on the same boards: each plays with every static partner, and is compared board by board."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from commonground.agents import OUR_SPYMASTERS, SPYMASTERS
from commonground.embeddings import catalogue
from commonground.parameters import Agents
from commonground.report import statistics, tables
from commonground.report.figures.draw import PLACES
from commonground.report.prose import signed
from commonground.report.statistics import Estimate
from commonground.study import plan, run
from commonground.study.experiment import Experiment, Pairing

FEW = 20  # boards, below which resampling them says nothing


@dataclass(frozen=True)
class Variant:
    """An agent by name, the options that make it this variant, and what to call it."""

    label: str
    agent: str
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def is_spymaster(self) -> bool:
        return self.agent in SPYMASTERS | OUR_SPYMASTERS


def played(variants: Sequence[Variant], set_name: str, games: int, seed: int, agents: Agents) -> pd.DataFrame:
    """One row a game: environment, variant, partner, where (in or out of distribution), board, won, turns."""
    parts = []
    for variant in variants:
        games_of = run.play_all(_experiment(variant, set_name, games, seed, agents))[0]
        partner = "guesser" if variant.is_spymaster else "spymaster"
        parts.append(games_of.rename(columns={partner: "partner"}).assign(variant=variant.label))
    columns = ["environment", "variant", "partner", "where", "board", "won", "turns"]
    external = catalogue.load().set(set_name).with_role("external")
    joined = pd.concat(parts, ignore_index=True)
    return joined.assign(where=joined["partner"].isin(external).map({True: "out", False: "in"}))[columns]


def _experiment(variant: Variant, set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """The variant with every static partner; where it is an agent of the study as it stands, these are its games."""
    statics, own = plan.statics(set_name), variant.agent
    pairs = [(own, other) if variant.is_spymaster else (other, own) for other in statics]
    pairings = tuple(Pairing(place, *pair) for place in plan.ENVIRONMENTS for pair in pairs)
    options = {own: variant.options} if variant.options else {}
    noise_in = "guesser" if variant.is_spymaster else "channel"
    return Experiment(variant.label, set_name, games, pairings, noise_in, seed, agents.noise, options)


def shares(games: pd.DataFrame) -> pd.Series:
    """The share of games won on each board, by environment, where and variant."""
    return games.groupby(["environment", "where", "variant", "board"])["won"].mean()


def compared(games: pd.DataFrame, base: dict[str, str]) -> pd.DataFrame:
    """Every variant's rate, and its difference to the variant it is based on, paired by board, in each condition."""
    won, rows = shares(games), []
    for environment in plan.ENVIRONMENTS:
        for where in games["where"].unique():
            for variant in games["variant"].unique():
                own = won[environment, where, variant].to_numpy()
                before = won[environment, where, base.get(variant, variant)].to_numpy()
                rate, effect = tables.rate(own, average=True), statistics.difference(own, before)
                rows.append((environment, where, variant, len(own), *rate, *effect))
    columns = [
        "environment",
        "where",
        "variant",
        "boards",
        "rate",
        "rate_low",
        "rate_high",
        "difference",
        "low",
        "high",
    ]
    return pd.DataFrame(rows, columns=columns)


def text(table: pd.DataFrame, column: str = "difference") -> pd.DataFrame:
    """A comparison as people read it: a row a variant, a column a condition."""
    low, high = ("low", "high") if column == "difference" else (f"{column}_low", f"{column}_high")
    sign = "+" if column == "difference" else ""
    cells = [f"{v:{sign}.3f} [{a:{sign}.3f}, {b:{sign}.3f}]" for v, a, b in table[[column, low, high]].to_numpy()]
    wide = table.assign(cell=cells).pivot(index="variant", columns=["environment", "where"], values="cell")
    return wide.reindex(table["variant"].unique())


def sentences(table: pd.DataFrame, base: dict[str, str]) -> list[str]:
    """For each variant and condition, how it compares with the one it builds on, and whether that can be told."""
    lines = []
    for row in table.itertuples():
        if row.variant not in base:
            continue
        verdict = "more than" if row.low > 0 else "less than" if row.high < 0 else "not clearly more or less than"
        verdict = verdict if row.boards >= FEW else "on too few boards to be compared with"
        effect = signed(_effect(row))
        lines.append(
            f"{row.environment.capitalize()}, {PLACES[row.where]}: {row.variant} wins {row.rate:.3f},"
            f" {verdict} {base[row.variant]} ({effect})."
        )
    return lines


def in_brief(table: pd.DataFrame, variant: str) -> str:
    """A variant's differences in all four conditions, in half a sentence."""
    rows = table[table["variant"] == variant].itertuples()
    parts = [f"{row.environment[:3]}. {row.where} {signed(_effect(row))}" for row in rows]
    return "; ".join(part.replace("sto.", "stoch.") for part in parts)


def _effect(row: Any) -> Estimate:
    return Estimate(row.difference, row.low, row.high)
