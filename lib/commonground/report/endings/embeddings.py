"""How the notebook on embeddings ends: where they come from, how good they are, how differently they see a board."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from commonground.embeddings import EmbeddingSet
from commonground.game import STANDARD
from commonground.report import numbers, statistics
from commonground.report.describe import FIRST, NOISE
from commonground.report.endings import words


def survival_message(survival: pd.DataFrame) -> str:
    """What the picture of clues in noise says."""
    shares = survival["survival"].to_dict()
    least, most = _extremes(shares)
    return (
        f"Noise {NOISE} leaves {numbers.percent(shares[least[0]], 1)} of clues as they were in {words.listed(least)},"
        f" and {numbers.percent(shares[most[0]], 1)} in {words.listed(most)}"
    )


def board_message(ranks: pd.DataFrame, clue: str) -> str:
    """What the picture of one board says."""
    first = (ranks <= FIRST).any(axis=1).sum()
    asked = f"Asked for the {words.count(FIRST)} cards nearest to “{clue}”"
    return f"{asked}, {words.count(len(ranks.columns))} embeddings name {words.count(first)}"


def shared_message(shared: pd.DataFrame) -> str:
    """What the picture of many boards says."""
    mean, chance = (
        numbers.percent(float(np.mean(list(_pairs(shared).values())))),
        numbers.percent(FIRST / STANDARD.cards),
    )
    return f"Two embeddings share {mean} of the {words.count(FIRST)} nearest cards; {chance} would be chance"


def ending(known: EmbeddingSet, scores: pd.DataFrame, shared: pd.DataFrame, survival: pd.DataFrame) -> list[str]:
    """Where they come from, how good they are, how they differ, and what would change that."""
    return [
        f"{_origins(known)}; they share {len(known.words):,} words.",
        _people(scores),
        _boards(shared),
        f"{survival_message(survival)}, so that the same noise is another thing to each.",
        "So a spymaster that does not know which of these its team-mate has must expect to be misunderstood. The paper's own eight"
        " (`embeddings: paper`) or another vocabulary would change how much, not that: only embeddings that agree on the nearest cards would.",
    ]


def _origins(known: EmbeddingSet) -> str:
    found = [name for name, entry in known.entries.items() if entry.file]
    joined = [name for name, entry in known.entries.items() if entry.concatenate]
    made = [name for name in known if name not in [*found, *joined]]
    if not found:
        return f"All {words.count(len(known))} embeddings are made here"
    if not made and not joined:
        return f"All {words.count(len(found))} embeddings are their makers' own"
    said = [f"{_names(found)} are their makers' own vectors"]
    said += [f"{_names(joined)} {'is' if len(joined) == 1 else 'are'} joined from these"] if joined else []
    said += [f"{_names(made)} are made here from others' data"] if made else []
    return f"Of {words.count(len(known))} embeddings {words.listed(said)}"


def _people(scores: pd.DataFrame) -> str:
    """Which agrees best with people's judgements, on average over the benchmarks."""
    if scores.empty:
        return "They were made without people's judgements, so that nothing can be said of how good they are."
    means = scores.groupby("embedding", sort=False)["spearman"].mean().to_dict()
    least, most = _extremes(means)
    return (
        f"With people's judgements of likeness {_names(most)} agree{'s' if len(most) == 1 else ''} best, to a rank correlation of"
        f" {numbers.rate(means[most[0]], 2)} on average over {words.count(scores['benchmark'].nunique())} benchmarks, and"
        f" {_names(least)} least, to {numbers.rate(means[least[0]], 2)}."
    )


def _boards(shared: pd.DataFrame) -> str:
    pairs = _pairs(shared)
    least, most = _extremes(pairs)
    mean, chance = float(np.mean(list(pairs.values()))), FIRST / STANDARD.cards
    return (
        f"On a board two of them share {numbers.percent(mean)} of the {words.count(FIRST)} cards nearest to a clue, where chance alone would make it"
        f" {numbers.percent(chance)}: most {words.listed(most)} ({numbers.percent(pairs[most[0]])}), least"
        f" {words.listed(least)} ({numbers.percent(pairs[least[0]])})."
    )


def _pairs(shared: pd.DataFrame) -> dict[str, float]:
    names = list(shared)
    return {f"`{a}` and `{b}`": float(shared.loc[a, b]) for i, a in enumerate(names) for b in names[i + 1 :]}


def _extremes(values: dict[str, float]) -> tuple[list[str], list[str]]:
    """Whoever has the least, and the most."""
    return statistics.leaders({name: -value for name, value in values.items()}), statistics.leaders(values)


def _names(names: Sequence[str]) -> str:
    return words.listed([f"`{name}`" for name in names])
