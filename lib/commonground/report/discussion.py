"""The paper's discussion, claim by claim, measured: everything that notebook 92 shows."""

from collections.abc import Mapping

import pandas as pd

from commonground.report import learnt, own_measures
from commonground.report.claims import GROUPS, Claim, Contests, measured
from commonground.report.statements import FILTERS, GUESSERS, READINGS, SPYMASTERS, SWEEP, said
from commonground.study.readings import with_few_worlds


def all_claims(
    contests: Contests, truth: Mapping[str, pd.DataFrame], dictionary: str | None, printed: pd.DataFrame | None = None
) -> list[Claim]:
    """Every claim, measured on the games of the experiments that `statements` names.

    `truth` holds beliefs in the truth by board, `dictionary` stands for d2v (None: nothing does), and `printed` holds the
    paper's own tables, to stand beside what is measured.
    """
    levels = [name for name in contests[SWEEP].agents if name != "SM_B_noise"]
    few_worlds = with_few_worlds(contests[READINGS].agents)["DG_B"]
    statements = said(contests[SPYMASTERS].chosen.with_role("internal"), dictionary, levels, few_worlds)
    claims = [measured(statement, contests, printed) for statement in statements]
    claims += [own_measures.avoids_the_assassin(contests[SPYMASTERS], dictionary)] if dictionary else []
    claims.append(own_measures.filter_changes_nothing(contests[FILTERS]))
    claims.append(own_measures.almost_never(contests[GUESSERS]))
    claims += learnt.claims(truth, few_worlds)
    return sorted(claims, key=lambda claim: GROUPS.index(claim.group))
