"""How the notebook on rivals ends."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from commonground.report import numbers, standings
from commonground.report.compare import AHEAD, BEHIND
from commonground.report.endings import clear, words


def ending(
    apart: Mapping[str, pd.DataFrame], rivals: Mapping[str, Sequence[str]], ours: Mapping[str, str], added: pd.DataFrame
) -> list[str]:
    """How ours do beside the best rivals, by how much, what the blend adds as one more model, what would change it.

    `apart` holds ours against everybody, by side, `added` agents with the blend as one more model against those without it.
    """
    boards = int(min(table["boards"].min() for table in apart.values()))
    return words.told(
        boards,
        *(_beside(side, apart[side], rivals[side], ours[side]) for side in apart),
        f"{blend_message(added)} ({int(added['boards'].min())} boards).",
        "What would change this: another reading of a rival, above all of `SM_RSA`, whose paper plays another game (Codenames Duet)"
        " with trained embeddings; and matches, for which the ensembles are made (notebook 64).",
    )


def finding(
    apart: Mapping[str, pd.DataFrame], rivals: Mapping[str, Sequence[str]], ours: Mapping[str, str]
) -> list[str]:
    """The same for the README."""
    return [_beside(side, apart[side], rivals[side], ours[side]) for side in apart]


def message(apart: pd.DataFrame, rivals: Sequence[str], ours: str) -> str:
    """What a figure says: where ours wins and scores more than the best rival, and where that rival does."""
    by_name: dict[str, list[str]] = {}
    for lead in _leads(apart, rivals, ours):
        by_name.setdefault(lead.name, []).append(lead.told)
    told = ", ".join(f"{name} {' and '.join(leads)}" for name, leads in by_name.items())
    return told or f"Neither {ours} nor the best rival clearly wins or scores more anywhere"


def blend_message(added: pd.DataFrame) -> str:
    """What the figure of the blend as one more model says."""
    more, less = (int((added["told"] == verdict).sum()) for verdict in (AHEAD, BEHIND))
    if not more and not less:
        return f"The blend as one more model changes nothing that can be told, in {len(added)} comparisons by wins or by score"
    return f"The blend as one more model clearly helps in {words.none_or(more)} and hurts in {words.none_or(less)} of {len(added)} comparisons"


def _beside(side: str, apart: pd.DataFrame, rivals: Sequence[str], ours: str) -> str:
    """Who wins and scores more than whom, with the largest difference of each."""
    told = [f"`{lead.name}` {lead.told} (by up to {lead.far})" for lead in _leads(apart, rivals, ours)]
    nobody = f"neither `{ours}` nor the best rival clearly wins or scores more anywhere"
    return f"Of {side}, `{ours}` beside the best rival of each condition: {'; '.join(told) or nobody}."


class Lead(NamedTuple):
    """Who clearly has more, of what and where, and by how much at most."""

    name: str
    told: str
    far: str


def _leads(apart: pd.DataFrame, rivals: Sequence[str], ours: str) -> Iterator[Lead]:
    """Whoever clearly wins more, and then whoever scores more: ours, or the best rival of a condition."""
    best = standings.hardest(apart, rivals)
    best = best.assign(rival=best["label"].map(standings.rival))
    for measure, verb in clear.VERBS.items():
        own = best[best["measure"] == measure]
        sides = [(ours, own[own["told"] == AHEAD])]
        sides += [(str(name), part) for name, part in own[own["told"] == BEHIND].groupby("rival", sort=False)]
        for name, rows in sides:
            if len(rows):
                far = numbers.WRITERS[measure].value(float(rows["difference"].abs().max()))
                yield Lead(name, f"{verb}s more {clear.places(list(rows['condition']))}", far)
