"""Every figure of a test has the project's look, and is closed when the test is over."""

from collections.abc import Iterator

import matplotlib.pyplot as plt
import pytest

from commonground.report.figures import style


@pytest.fixture(autouse=True)
def styled() -> Iterator[None]:
    with plt.style.context(style.STYLE):
        yield
    plt.close("all")
