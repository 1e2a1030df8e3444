"""How the notebooks of the two tables end."""

import pandas as pd

from commonground.report import compare
from commonground.report.compare import Condition
from commonground.report.tables import Both
from commonground.report.variants import APART


def apart(both: Both, ours: str, theirs: str) -> pd.DataFrame:
    """How far one row is from another in every condition, by wins and by score, as `variants.apart` has it."""
    rows = []
    for table in both:
        for environment in table.rows:
            for group in table.layout.groups:
                effect = table.against(environment, group, [ours], theirs)
                sides = [table.cell(environment, row, group).value for row in (ours, theirs)]
                about = (f"{ours} − {theirs}", str(Condition(environment, group)), table.measure, table.games)
                told = compare.told(effect, (sides[0], sides[1]), table.measure)
                rows.append((*about, *sides, *effect, told))
    return pd.DataFrame(rows, columns=APART)
