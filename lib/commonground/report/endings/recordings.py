"""Words for what was measured in several recordings of people."""

from collections.abc import Callable, Mapping

from commonground.report import numbers
from commonground.report.endings import words


def recordings(number: int, total: int) -> str:
    """In how many recordings something is so: `in all three recordings`, `in both recordings`, `in one of three recordings`."""
    if total == 2 and number in (0, 2):
        return "in both recordings" if number else "in neither recording"
    if total == 1:
        return "in the one recording" if number else "not in the one recording"
    if number in (0, total):
        return f"in all {words.count(total)} recordings" if number else "in no recording"
    return f"in {words.count(number)} of {words.count(total)} recordings"


def changed(gains: Mapping[str, float], what: str, titles: Mapping[str, str] | None = None) -> str:
    """What something does to a number in each recording: `lowers it by .295 (Codenames) and .267 (Connector)`."""
    rounded = [round(gain, numbers.SHARE) for gain in gains.values()]
    verb = "raises" if all(gain > 0 for gain in rounded) else "lowers" if all(gain < 0 for gain in rounded) else ""
    write: Callable[[float], str] = (lambda gain: numbers.rate(abs(gain))) if verb else numbers.difference
    told = [write(gain) + (f" ({titles[name]})" if titles else "") for name, gain in gains.items()]
    return f"{verb or 'changes'} {what} by {words.listed(told)}"
