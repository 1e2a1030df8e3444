"""How long the pipeline takes, in words: the times that its steps noted, as a table and in a sentence."""

from pathlib import Path

import pandas as pd

from commonground.errors import CommonGroundError

COLUMNS = ["step", "seconds", "made", "games", "cores"]
QUICK = "times-quick.csv"  # of `make study`, copied beside those of the full scale
SCALES = {QUICK: "the quick look (`make study`)"}
FULL = "the full scale (`dvc repro`)"
BEFORE = {  # the steps that are no notebooks
    "fetch": "fetching the sources",
    "build": "building the embeddings",
    "precompute": "nearest words and noise tables",
    "boards": "dealing the boards",
    "metrics": "metrics and findings",
}


def read(path: Path) -> pd.DataFrame:
    """The times that are known; none if there is no file, and none of a file that can't be read: it will be made again."""
    try:
        found = pd.read_csv(path)
    except (OSError, ValueError):
        return pd.DataFrame(columns=COLUMNS)
    return found if list(found) == COLUMNS else pd.DataFrame(columns=COLUMNS)


def table(path: Path) -> str:
    """Every step and how long it took, as Markdown; at the end all together."""
    if _is_missing(path):
        return "It has not been timed on this code yet."
    found = _read(path)
    order = [step for step in BEFORE if step in set(found["step"])]
    order += sorted(set(found["step"]) - set(BEFORE))
    seconds = found.set_index("step")["seconds"]
    rows = [f"| {BEFORE.get(step, f'`{step}`')} | {written(seconds[step])} |" for step in order]
    head = [f"| {_scale(found)} | time |", "|---|---:|"]
    return "\n".join([*head, *rows, f"| **all together** | **{written(seconds.sum())}** |"])


def total(path: Path) -> str:
    """How long all steps took together, as a line of a list: `- the full scale: **41 min** for 50 games a pairing, on 2 cores`."""
    scale = SCALES.get(path.name, FULL)
    if _is_missing(path):
        return f"- {scale}: not timed on this code yet"
    found = _read(path)
    return f"- {scale}: **{written(found['seconds'].sum())}** for {_scale(found)}"


def _is_missing(path: Path) -> bool:
    """Whether these are the times of a quick look that nobody has copied."""
    return path.name == QUICK and not path.exists()


def written(seconds: float) -> str:
    """A time as people say it: `40 s`, `12 min`, `1 h 20 min`."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes:02d} min" if hours else f"{minutes} min"


def _scale(found: pd.DataFrame) -> str:
    games = " or ".join(f"{count:,}" for count in sorted(set(found["games"])))
    cores = " or ".join(map(str, sorted(set(found["cores"]))))
    return f"{games} games a pairing, on {cores} core{'s' if cores != '1' else ''}"


def _read(path: Path) -> pd.DataFrame:
    found = read(path)
    if found.empty:
        raise CommonGroundError(f"{path} holds no times: `dvc repro` notes them.")
    return found
