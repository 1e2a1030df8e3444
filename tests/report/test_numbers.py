"""Numbers are written in one way, and by one module."""

import json
import re

import numpy as np
import pandas as pd
import pytest

from commonground.report import numbers
from commonground.report.statistics import NOTHING, Estimate
from helpers.support import CHECKOUT

# a format of decimals: {x:.3f}, {:+.2f}, {x:,.1f}, {x:.0%}, {x:.{digits}f}
FORMAT = re.compile(r"\{[^{}\n]*:[+ ]?,?\.(\d+|\{\w+\})[ef%]\}")
WRITERS = {"numbers.py"}  # the writer itself
# notebooks that play games, which still write some numbers in place
PLAYING = {"01", "10", "20", "30", "40", "41", "60", "61", "62"}


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.7444, ".744"), (1, "1.000"), (0, ".000"), (-0.25, "−.250"), (-1e-9, ".000"), (12.5, "12.500")],
)
def test_rates_have_no_zero_before_the_point(value, text):
    assert numbers.rate(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.25, "+.250"), (-0.25, "−.250"), (0.0, ".000"), (-1e-9, ".000"), (1, "+1.000"), (-1, "−1.000")],
)
def test_differences_have_a_sign_and_zero_has_none(value, text):
    assert numbers.difference(value) == text


def test_an_interval_is_written_as_its_number_is():
    assert numbers.rate(Estimate(0.744, 0.726, 1.0)) == ".744 [.726, 1.000]"
    assert numbers.difference(Estimate(-0.175, -0.201, 0.0)) == "−.175 [−.201, .000]"
    assert numbers.difference(Estimate(0.102, 0.058, 0.15)) == "+.102 [+.058, +.150]"
    assert numbers.rate(Estimate(0.35, 0.3, 0.4), 2) == ".35 [.30, .40]"


def test_turns_scores_and_utilities_have_two_decimals():
    assert numbers.amount(Estimate(5.2149, 5.08, 5.333)) == "5.21 [5.08, 5.33]"
    assert numbers.change(Estimate(1.79, -0.02, 2.0)) == "+1.79 [−.02, +2.00]"
    assert numbers.change(-0.004) == ".00"


def test_what_is_not_known_is_a_dash():
    assert numbers.rate(np.nan) == numbers.difference(NOTHING) == numbers.UNKNOWN
    assert numbers.rate(Estimate(0.5, np.nan, np.nan)) == ".500", "one game has no interval"


def test_small_p_values_are_not_zero():
    assert numbers.p_value(0.0312) == "p = .031"
    assert numbers.p_value(2e-5) == "p < .001"
    assert numbers.p_value(1.0) == "p = 1.000"


def test_shares_of_things_counted_are_percent():
    assert (numbers.percent(0.123), numbers.percent(0.0551, 1)) == ("12 %", "5.5 %")


def test_a_table_is_written_row_by_row():
    table = pd.DataFrame({"won": [0.5, 1], "a": [0.4, 0.9], "b": [0.6, 1]})
    assert numbers.column(table, "won", "a", "b") == [".500 [.400, .600]", "1.000 [.900, 1.000]"]
    shifted = table.rename(columns={"a": "low", "b": "high"})
    assert numbers.column(shifted, "won", write=numbers.change)[0] == "+.50 [+.40, +.60]"


def sources() -> dict[str, str]:
    """The code of the report and of the notebooks that show results."""
    report = CHECKOUT / "lib/commonground/report"
    code = {path.name: path.read_text(encoding="utf-8") for path in report.rglob("*.py") if path.name not in WRITERS}
    for path in (CHECKOUT / "notebooks").glob("*.ipynb"):
        if path.name[:2] not in PLAYING:
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            code[path.name] = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    return code


@pytest.mark.parametrize(
    "stray", ["f'{x:.3f}'", "'{:+.2f}'.format", "{row.turns:,.1f}", "{a:.0%}", "{value:.{digits}f}"]
)
def test_stray_formats_are_seen(stray):
    assert FORMAT.search(stray)


def test_nobody_else_writes_decimals():
    found = {name: [match[0] for match in FORMAT.finditer(text)] for name, text in sources().items()}
    assert {name: strays for name, strays in found.items() if strays} == {}
